"""The configuration file: what it means, and that every mistake is named by file, line and path."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.errors import ReviewerError
from reviewer.experiment.arms import arms_to_run
from reviewer.experiment.configuration import read_configuration

GOOD = """\
version: 1
corpus: {root: docs}
labels: labels/main
splitter: {name: tokens, size: 240, overlap: 120}
"""


def configured(folder: Path, text: str) -> Path:
    """Write a configuration."""
    path = folder / "reviewer.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_defaults_are_those_of_the_design(tmp_path: Path) -> None:
    """Four lines are enough: exact search, k 5, depth 50, coverage 0.8, paths beside the file."""
    found = read_configuration(configured(tmp_path, GOOD))
    assert (found.rules.k, found.rules.depth, found.rules.min_coverage) == (5, 50, 0.8)
    assert found.corpus_root == tmp_path.resolve() / "docs"
    assert found.label_sets == (tmp_path.resolve() / "labels" / "main",)
    assert found.base.index == {"name": "exact"}
    assert [arm.name for arm in arms_to_run(found)] == ["baseline"]


def test_the_configured_overlap_is_the_baseline_wherever_it_stands(tmp_path: Path) -> None:
    """With `--overlaps 40,120` and 120 configured, 120 is the first arm."""
    found = read_configuration(configured(tmp_path, GOOD))
    assert [arm.name for arm in arms_to_run(found, (40, 120))] == ["overlap-120", "overlap-40"]
    assert [arm.name for arm in arms_to_run(found, (40, 0))] == ["overlap-40", "overlap-0"]


def test_an_arm_overlays_the_configuration_but_another_plugin_starts_anew(tmp_path: Path) -> None:
    """`size` of a token splitter means nothing to another splitter, so it is not inherited."""
    text = GOOD + "arms:\n  small: {splitter: {size: 120, overlap: 20}}\n  plain: {splitter: {name: words, size: 90}}\n"
    _, small, plain = arms_to_run(read_configuration(configured(tmp_path, text)))
    assert small.splitter == {"name": "tokens", "size": 120, "overlap": 20}
    assert plain.splitter == {"name": "words", "size": 90}


def test_a_library_s_own_words_for_sizes_are_swept_overlaid_and_found(tmp_path: Path) -> None:
    """As its documentation and ours write them; the place of what was written is still that of the setting."""
    text = GOOD.replace(
        "{name: tokens, size: 240, overlap: 120}",
        "\n  name: langchain\n  chunk_size: 800\n  chunk_overlap: 200",
    )
    text += "arms:\n  small: {splitter: {size: 120}}\n  other: {splitter: {chunk_overlap: 7}}\n"
    found = read_configuration(configured(tmp_path, text))
    assert [arm.name for arm in arms_to_run(found, (50, 200))] == ["overlap-200", "overlap-50"]
    assert arms_to_run(found, (50, 200))[1].splitter == {"name": "langchain", "size": 800, "overlap": 50}
    base, small, other = arms_to_run(found)
    assert base.places["splitter.size"] == f"{found.file}:6: splitter.chunk_size"
    assert small.splitter == {"name": "langchain", "size": 120, "overlap": 200}
    assert other.splitter == {"name": "langchain", "size": 800, "overlap": 7}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("version: 1\n", "reviewer.yaml:1: corpus and labels and splitter missing"),
        (GOOD.replace("version: 1", "version: 2"), "reviewer.yaml:1: version: expected version 1"),
        (GOOD + "kk: 5\n", "reviewer.yaml:5: kk: unknown key"),
        (GOOD + "k: five\n", "reviewer.yaml:5: k: expected an integer, got 'five'"),
        (GOOD + "k: 0\n", "reviewer.yaml:5: k: expected"),
        (GOOD + "depth: 3\n", "depth 3 is less than k 5"),
        (GOOD + "min_coverage: 0.5\n", "min_coverage"),
        (GOOD + "overlaps: [40, 40]\n", "an overlap is listed twice"),
        (GOOD + "factor: colour\n", "expected one of overlap"),
        (GOOD + "factor: [overlap, overlap]\n", "expected one factor or two"),
        (GOOD + "factor: [overlap, size, splitter]\n", "expected one factor or two"),
        (GOOD + "max_stale: 101%\n", "expected a number or a percentage, got '101%'"),
        (GOOD + "max_stale: -1\n", "expected at least 0"),
        (GOOD + "confident_score: 2\n", "expected at most 1"),
        (GOOD + "statistics: {level: 1}\n", "statistics.level"),
        (GOOD + "statistics: {power: 0.9}\n", "statistics.power: unknown key"),
        (GOOD + "measures: [recal@5]\n", "measures[0]: no measure is called 'recal@5'"),
        (GOOD + "arms: {'a b': {}}\n", "cannot name an arm"),
        (GOOD + "truncation: maybe\n", "expected one of refuse, report"),
        (GOOD.replace("{root: docs}", "{}"), "corpus"),
        (GOOD.replace("name: tokens, ", ""), "splitter: expected a `name`"),
        ("a: &x 1\nb: *x\n", "reviewer.yaml"),
    ],
)
def test_a_mistake_is_named_by_place(tmp_path: Path, text: str, message: str) -> None:
    """One message with file, line and dotted path; never a traceback."""
    with pytest.raises(ReviewerError) as refused:
        read_configuration(configured(tmp_path, text))
    assert message in refused.value.message
    assert "reviewer.yaml" in refused.value.message


def test_a_missing_configuration_says_how_to_get_one(tmp_path: Path) -> None:
    """The remedy is `reviewer init`."""
    with pytest.raises(ReviewerError, match="no such configuration") as refused:
        read_configuration(tmp_path / "reviewer.yaml")
    assert "reviewer init" in refused.value.hint


@pytest.mark.parametrize(
    ("written", "labels", "most"), [("10%", 366, 36), ("0", 366, 0), ("12", 366, 12), ("100%", 5, 5), (None, 5, 2)]
)
def test_the_limit_of_stale_labels_is_a_number_or_a_share(
    tmp_path: Path, written: str | None, labels: int, most: int
) -> None:
    """A share is rounded down, so that a limit is never more than was written."""
    text = GOOD if written is None else f"{GOOD}max_stale: {written}\n"
    assert read_configuration(configured(tmp_path, text)).rules.max_stale.of(labels) == most


def test_rules_are_read_by_what_they_mean(tmp_path: Path) -> None:
    """Those that judge beside k and depth."""
    text = GOOD + "protected: ['risk: critical']\nconfident_score: 0.55\nstatistics: {gains_share: 0.3}\n"
    found = read_configuration(configured(tmp_path, text + "factor: [overlap, splitter]\nlengths: [200, 66, 66]\n"))
    assert found.rules.protected == ("risk: critical",)
    assert found.rules.confident_score == 0.55
    assert (found.rules.statistics.level, found.rules.statistics.gains_share) == (0.95, 0.3)
    assert found.factor == ("overlap", "splitter")
    assert found.rules.lengths == (66, 200)


ROUTED = GOOD.replace("{name: tokens, size: 240, overlap: 120}", "\n  name: by-format\n  size: 240\n")


def test_a_splitter_may_hold_splitters_by_format(tmp_path: Path) -> None:
    """A route is a name, or settings with a name; values are told apart as elsewhere."""
    text = ROUTED.replace(
        "  size: 240\n",
        "  size: 240\n  formats:\n    markdown: {name: sections, join: false, send: []}\n    text: words\n"
        "  blocks: {table: rows}\n",
    )
    splitter = read_configuration(configured(tmp_path, text)).base.splitter
    assert splitter["formats"] == {"markdown": {"name": "sections", "join": False, "send": ()}, "text": "words"}
    assert splitter["blocks"] == {"table": "rows"}


@pytest.mark.parametrize(
    ("routes", "told"),
    [
        ("  formats: {markdown: {size: 90}}\n", "reviewer.yaml:7: splitter.formats.markdown: expected a `name`"),
        ("  formats: rows\n", "splitter.formats: expected a mapping"),
        ("  formats: {markdown: [rows]}\n", "splitter.formats.markdown: expected text"),
        (
            "  blocks:\n    table: {name: rows, size: {most: 3}}\n",
            "reviewer.yaml:8: splitter.blocks.table.size: expected",
        ),
    ],
)
def test_a_mistake_in_a_route_is_named_by_place(tmp_path: Path, routes: str, told: str) -> None:
    """Routes are read as strictly as everything else."""
    with pytest.raises(ReviewerError) as refused:
        read_configuration(configured(tmp_path, ROUTED.replace("  size: 240\n", f"  size: 240\n{routes}")))
    assert told in refused.value.message
