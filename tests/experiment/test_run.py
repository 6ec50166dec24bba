"""The whole job on a small project: what is written, that it repeats to the byte, and that nothing is averaged away."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from reviewer.errors import ReviewerError
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.foreign import Handed, compare_runs
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.reports import read_result
from reviewer.reports.plain import to_plain
from reviewer.reports.schema import results_schema


def ran(project: Path, store: Path | None = None, **asked: Any) -> Path:  # noqa: ANN401  # the fields of Asked
    """Run the project and give the result folder."""
    configuration = read_configuration(project / "reviewer.yaml")
    return run(configuration, Asked(**asked), Store(store or project / ".reviewer"), Silent())[1]


def held(project: Path) -> list[Path]:
    """Give the files of the cache of vectors."""
    return [one for one in (project / ".reviewer" / "cache").rglob("*") if one.is_file() and one.stat().st_size]


def results(folder: Path) -> dict[str, Any]:
    """Read results.json without the times of the run."""
    found: dict[str, Any] = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    for cost in found["costs"].values():
        del cost["times"]
    return found


def test_the_result_folder_holds_what_the_design_lists(project: Path) -> None:
    """Every file is there, results.json fits its schema and reads back as the same result."""
    folder = ran(project)
    names = {path.name for path in folder.iterdir()}
    arms = {f"{kind}-overlap-{overlap}.jsonl" for kind in ("chunks", "run") for overlap in (30, 0)}
    assert names == {"results.json", "report.md", "report.html", "manifest.json", "matches.jsonl", *arms}
    plain = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    jsonschema.validate(plain, results_schema())
    assert to_plain(read_result(folder)) == plain


def test_files_that_were_passed_over_are_named(project: Path) -> None:
    """With their reasons, in results.json and in the report."""
    (project / "docs" / "wide.md").write_bytes(b"\xff\xfea\0")
    (project / "docs" / "nul.md").write_bytes(b"a\0b")
    folder = ran(project)
    found = results(folder)["integrity"]["passed_over_files"]
    assert found == [["nul.md", "binary (NUL byte)"], ["wide.md", "UTF-16, not UTF-8"]]
    assert "2 files passed over: nul.md (binary (NUL byte)), wide.md" in (folder / "report.md").read_text("utf-8")


def test_no_text_of_documents_or_queries_is_written(project: Path) -> None:
    """Ids, offsets, fingerprints and numbers only."""
    folder = ran(project)
    for path in folder.iterdir():
        written = path.read_text(encoding="utf-8")
        assert "carried over" not in written
        assert "on the Moon" not in written


def test_a_second_run_on_one_cache_gives_the_same_bytes(project: Path) -> None:
    """Nothing but the times of the run differs, and nothing is embedded again."""
    first, second = ran(project), ran(project)
    assert results(first) == results(second)
    for name in ("matches.jsonl", "chunks-overlap-0.jsonl", "run-overlap-0.jsonl", "manifest.json"):
        assert (first / name).read_bytes() == (second / name).read_bytes()
    costs = json.loads((second / "results.json").read_text(encoding="utf-8"))["costs"]
    assert all(cost["times"]["texts_embedded"] == 0 for cost in costs.values())


def test_every_mean_can_be_recomputed_from_the_queries(project: Path) -> None:
    """Parts and wholes of single queries give the means of the arms; not answerable ones are null and left out."""
    found = results(ran(project))
    for arm in found["arms"]:
        for measure, mean in arm["measures"].items():
            scores = [query["arms"][arm["name"]][measure] for query in found["queries"]]
            values = [part / whole if whole else 0.0 for part, whole in scores if whole is not None]
            assert mean["queries"] == len(values) == 5
            assert mean["mean"] == pytest.approx(sum(values) / len(values), abs=1e-12)


def test_runs_handed_over_as_files_score_the_same(project: Path) -> None:
    """The evaluator needs chunks and runs alone: all scores are the same, and what reads vectors is left out."""
    folder = ran(project)
    handed = [Handed(folder / f"run-overlap-{overlap}.jsonl") for overlap in (30, 0)]
    configuration = read_configuration(project / "reviewer.yaml")
    result, _ = compare_runs(configuration, handed[0], handed[1], Store(project / "other"))
    written = results(folder)["queries"]
    for query in written:
        for scores in query["arms"].values():
            scores["similar_pairs@2"] = [0.0, None]
    assert [to_plain(one) for one in result.queries] == written
    assert not any(one.measure == "similar_pairs@2" for one in result.comparisons[0].effects)


def test_runs_of_anybody_are_compared_on_trust_and_say_so(project: Path, tmp_path: Path) -> None:
    """Without a manifest nothing is known to differ, and nothing is known not to."""
    folder = ran(project)
    for overlap in (30, 0):
        lines = (folder / f"run-overlap-{overlap}.jsonl").read_text(encoding="utf-8").splitlines()
        bare = [{key: value for key, value in json.loads(line).items() if key != "arm"} for line in lines]
        text = "".join(json.dumps(line) + "\n" for line in bare)
        (tmp_path / f"theirs-{overlap}.jsonl").write_text(text, encoding="utf-8")
    handed = [Handed(tmp_path / f"theirs-{overlap}.jsonl") for overlap in (30, 0)]
    result, _ = compare_runs(
        read_configuration(project / "reviewer.yaml"), handed[0], handed[1], Store(project / "other")
    )
    assert result.comparisons[0].confounders == ()
    assert "theirs-30 came without a manifest: that nothing but the factor differs is taken on trust" in (
        result.integrity.findings
    )
    fingerprints = [arm.fingerprint for arm in result.arms]
    assert len(set(fingerprints)) == 2
    assert all(one.startswith("sha256:") for one in fingerprints)


def test_an_arm_against_itself_is_no_change(project: Path, reconfigured: Callable[[str, str], Path]) -> None:
    """A candidate of the baseline's settings loses nothing, and says `no change` before any test."""
    reconfigured("overlaps: [30, 0]", "arms:\n  again: {splitter: {overlap: 30}}")
    result = read_result(ran(project))
    comparison = result.comparisons[0]
    assert comparison.changes == ()
    assert {effect.statement for effect in comparison.effects if effect.queries} == {"no change"}
    assert result.verdict.status == "passed"


def test_several_candidates_are_a_frontier_until_one_is_named(project: Path) -> None:
    """With three overlaps nothing is judged; with a named candidate its gates are."""
    assert read_result(ran(project, overlaps=(30, 15, 0))).verdict.gates == ()
    judged = read_result(ran(project, overlaps=(30, 15, 0), candidate="overlap-0"))
    assert [one.candidate for one in judged.comparisons] == ["overlap-0"]
    assert len(judged.verdict.gates) == 1


def test_chunks_longer_than_the_model_reads_are_refused_or_reported(
    project: Path, reconfigured: Callable[[str, str], Path]
) -> None:
    """A limit of 40 tokens cuts chunks of 60: refused with the place, or counted under a banner."""
    reconfigured("k: 2", "embedder: {model: sentence-transformers/all-MiniLM-L6-v2, limit: 40}\nk: 2")
    with pytest.raises(ReviewerError, match="chunks are longer than the 40 tokens") as caught:
        ran(project, phases=2)
    arms = [line.partition(": ")[0] for line in caught.value.message.splitlines()]
    assert arms == ["overlap-30", "overlap-30, phase 1", "overlap-0", "overlap-0, phase 1"]
    assert not held(project), "nothing was embedded for it"
    reconfigured("k: 2", "truncation: report\nk: 2")
    result = read_result(ran(project))
    assert held(project)
    assert all(arm.truncation.tokens > 0 for arm in result.arms)
    assert "tokens were never read" in result.integrity.findings[0]


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("index: {name: pgvector, dsn_env: NO_SUCH_DSN}", "the variable NO_SUCH_DSN is not set"),
        (
            'embedder: {name: openai, url: "http://127.0.0.1:9/v1", model: m, key_env: NO_SUCH_KEY}',
            "the variable NO_SUCH_KEY is not set",
        ),
        ('embedder: {name: openai, url: "http://127.0.0.1:9/v1", model: m}', "cannot be reached"),
    ],
)
def test_what_only_one_arm_lacks_is_refused_before_any_is_embedded(
    project: Path, reconfigured: Callable[[str, str], Path], part: str, message: str
) -> None:
    """Variables that are not set, and addresses where nobody answers."""
    reconfigured("overlaps: [30, 0]", f"factor: index\narms:\n  other: {{{part}}}")
    with pytest.raises(ReviewerError, match=message):
        ran(project)
    assert not held(project), "nothing was embedded for it"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("overlaps: [30, 0]", "overlaps: [60, 0]", "overlap"),
        ("root: docs", "root: nowhere", "nowhere"),
        ("labels/main", "labels/none", "labels"),
        ("name: tokens", "name: tokenz", "tokenz"),
        ("k: 2", "index: {name: exact, speed: 3}\nk: 2", "speed"),
        ("k: 2", "embedder: {model: someone/floating}\nk: 2", "floating"),
    ],
)
def test_what_cannot_run_is_refused_with_one_message(
    project: Path, reconfigured: Callable[[str, str], Path], old: str, new: str, message: str
) -> None:
    """Wrong settings, missing folders and floating names never end in a traceback."""
    reconfigured(old, new)
    with pytest.raises(ReviewerError) as refused:
        ran(project)
    assert message in refused.value.message
    assert not list((project / ".reviewer").glob("runs/*"))


def test_a_changed_document_leaves_its_labels_out_and_says_so(project: Path) -> None:
    """Stale labels are counted and named, never scored."""
    path = project / "docs" / "policies" / "refunds.md"
    path.write_text(path.read_text(encoding="utf-8").replace("ten days", "twelve days"), encoding="utf-8")
    result = read_result(ran(project))
    assert {name for name, _ in result.integrity.left_out} == {"setup-fee", "refund-days"}
    assert result.integrity.answerable == 3
