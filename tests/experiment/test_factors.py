"""Whatever differs beside the factor is named with both values and refused, or compared under a banner on request."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reviewer.errors import ComparisonError, ReviewerError
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.factors import confounders, refuse_confounded
from reviewer.experiment.manifest import Difference, differences
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.fingerprint import Plain
from reviewer.reports import MarkdownReporter
from reviewer.reports.terminal import TerminalReporter
from tests.experiment.handed import Copies, copies

CONFOUNDERS = (
    "corpus.fingerprint",
    "corpus.metadata",
    "corpus.canonical",
    "corpus.extractors.markdown",
    "transformation",
    "splitter.name",
    "splitter.unit",
    "splitter.size",
    "splitter.tokenizer",
    "splitter.settings.rule",
    "embedder.weights",
    "embedder.revision",
    "embedder.precision",
    "embedder.fingerprint",
    "index.name",
    "index.metric",
    "prompt_tokenizer",
    "treatments",
    "libraries.numpy",
    "libraries.onnxruntime",
    "libraries.tokenizers",
    "libraries.transformers",
)
"""What DESIGN freezes besides the queries and the depth, which the configuration at hand decides."""

UNMIXABLE = {"splitter.name", "splitter.unit", "splitter.size", "transformation"}
"""What the chunk table itself gives away before manifests are compared."""


def put(manifest: dict[str, Any], path: str, value: object) -> None:
    """Set what stands at a dotted path."""
    *parents, last = path.split(".")
    for name in parents:
        manifest = manifest[name]
    assert last in manifest
    manifest[last] = value


@pytest.fixture
def handed(finished: tuple[Path, Path], tmp_path: Path) -> Copies:
    """Give two copies of a finished run."""
    return copies(finished, tmp_path)


@pytest.mark.parametrize("path", CONFOUNDERS)
def test_every_confounder_changed_alone_is_refused_by_name(handed: Copies, path: str) -> None:
    """Nothing else differs, and nothing is scored."""
    arms = handed.manifest()["arms"]
    baseline = arms["overlap-30"]
    handed.remake(lambda manifest: put(manifest, path, "another"))
    with pytest.raises(ReviewerError) as refused:
        refuse_confounded({"before": baseline, "after": handed.manifest()["arms"]["overlap-0"]}, ["overlap"])
    assert refused.value.message.splitlines()[1].startswith(f"after differs from before in {path}: ")
    assert "against another" in refused.value.message
    with pytest.raises(ReviewerError) as refused:
        handed.compare()
    assert path in UNMIXABLE or path in refused.value.message
    assert not list((handed.project / ".reviewer").glob("runs/*"))


@pytest.mark.parametrize(
    ("part", "words"), [("texts", "other query texts"), ("filters", "other query filters"), (None, "looked 20 deep")]
)
def test_a_run_of_other_queries_or_depth_is_refused(handed: Copies, part: str | None, words: str) -> None:
    """Query texts, filters and depth are frozen too; both are held against the labels and the configuration."""
    handed.remake(lambda one: put(one, f"queries.{part}", "x") if part else put(one, "depth", 20))
    with pytest.raises(ComparisonError, match=words):
        handed.compare()


def test_on_request_a_confounded_comparison_is_made_under_a_banner(handed: Copies) -> None:
    """The banner stands above everything in every format, and names both values."""
    handed.remake(lambda manifest: put(manifest, "embedder.weights", "other weights"))
    result = handed.compare(confounded=True)
    assert "other weights" in result.comparisons[0].confounders[0]
    assert (
        MarkdownReporter().render(result).startswith("> [!WARNING]\n> **CONFOUNDED: overlap-0 differs from overlap-30")
    )
    first = TerminalReporter().render(result).split("reviewer ·")[0]
    assert "CONFOUNDED" in first
    assert "embedder.weights" in first
    assert "Overlap 30 → 0" not in MarkdownReporter().render(result)


def test_the_refusal_names_the_factor_that_would_allow_it() -> None:
    """Whoever compares splitters is told to declare so."""
    before: dict[str, Plain] = {"splitter": {"name": "tokens", "size": 60, "overlap": 30}}
    after: dict[str, Plain] = {"splitter": {"name": "words", "size": 45, "overlap": None}}
    with pytest.raises(ComparisonError) as refused:
        refuse_confounded({"a": before, "b": after}, ["overlap"])
    assert "declare `factor: splitter`" in refused.value.hint
    refuse_confounded({"a": before, "b": after}, ["splitter"])


@pytest.mark.parametrize(
    ("factor", "free"),
    [
        ("overlap", "splitter.overlap"),
        ("size", "splitter.size"),
        ("splitter", "splitter.settings.separators"),
        ("embedder", "embedder.weights"),
        ("index", "index.connectivity"),
        ("treatment", "treatments"),
    ],
)
def test_a_factor_frees_its_own_part_alone(factor: str, free: str) -> None:
    """With `factor: size` the unit still confounds."""
    found = [Difference(path, 1, 2) for path in (free, "splitter.unit" if factor != "splitter" else "index.name")]
    assert [one.path for one in confounders(found, [factor])] == [found[1].path]


def test_a_long_list_of_differences_is_cut_and_counted() -> None:
    """Twenty libraries are not read; eight are."""
    before, after = ({"libraries": {f"l{at:02}": value for at in range(20)}} for value in "12")
    assert len(differences(before, after)) == 20
    with pytest.raises(ComparisonError) as refused:
        refuse_confounded({"a": before, "b": after}, ["overlap"])
    assert len(refused.value.message.splitlines()) == 10
    assert refused.value.message.endswith("and 12 differences more")


def test_a_run_refuses_before_anything_is_embedded(project: Path, reconfigured: Callable[[str, str], Path]) -> None:
    """An arm of another size is refused under `factor: overlap`, and the cache stays empty."""
    reconfigured("overlaps: [30, 0]", "arms:\n  small: {splitter: {size: 40, overlap: 0}}")
    configuration = read_configuration(project / "reviewer.yaml")
    store = Store(project / ".reviewer")
    with pytest.raises(ComparisonError, match=r"small differs from baseline in splitter.size: 60 against 40"):
        run(configuration, Asked(), store, Silent())
    assert not list(store.cache.glob("*"))
    result, _ = run(configuration, Asked(confounded=True), store, Silent())
    assert result.comparisons[0].confounders == ("splitter.size: 60 against 40",)
