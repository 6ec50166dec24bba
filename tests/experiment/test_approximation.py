"""Approximate search beside exact search: what only the approximation loses is told apart, and ties are equal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from reviewer.chunks import read_chunks
from reviewer.experiment.approximation import ann_recall
from reviewer.experiment.compare import compare
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.evaluate import evaluate, ruler
from reviewer.experiment.evaluated import Evaluated
from reviewer.experiment.material import read_material
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.queries import Query
from reviewer.runs import Hit, Run, read_run

QUERY = (Query(id="q", text="?"),)


def run_of(*scores: float, first: int = 0) -> Run:
    """Give a run of one query with hits that score so, in places of their own from `first` on."""
    hits = tuple(
        Hit(rank=rank, document="a.md", start=first + rank, end=first + rank + 1, score=score)
        for rank, score in enumerate(scores, start=1)
    )
    return Run(arm="arm", fingerprint="", depth=10, hits={"q": hits})


@pytest.mark.parametrize(
    ("approximate", "exact", "expected"),
    [
        ((0.9, 0.8, 0.7), (0.9, 0.8, 0.7), 1.0),
        ((0.9, 0.7, 0.6), (0.9, 0.8, 0.7), 2 / 3),
        ((0.5,), (0.9, 0.8, 0.7), 0.0),
        ((0.9, 0.8), (0.9, 0.8, 0.8), 2 / 3),
        ((), (0.9,), 0.0),
    ],
)
def test_ann_recall_is_the_share_of_the_exact_first_k(
    approximate: Sequence[float], exact: Sequence[float], expected: float
) -> None:
    """By score, which is all that an index promises."""
    assert ann_recall(run_of(*approximate), run_of(*exact), QUERY, 3).mean == pytest.approx(expected)


def test_a_tie_is_as_good_as_what_it_ties_with() -> None:
    """Another chunk of the same score is no miss."""
    assert ann_recall(run_of(0.9, 0.8, first=50), run_of(0.9, 0.8), QUERY, 2).mean == 1.0


def test_a_query_that_exact_search_finds_nothing_for_is_left_out() -> None:
    """It has no neighbours to miss."""
    found = ann_recall(run_of(), run_of(), QUERY, 5)
    assert (found.mean, found.queries) == (None, 0)


@pytest.mark.skipif(find_spec("usearch") is None, reason="usearch is an extra")
def test_an_approximate_index_is_searched_exactly_beside(
    project: Path, reconfigured: Callable[[str, str], Path]
) -> None:
    """The exact lists stand in the folder, and the arms say what the index found of them."""
    reconfigured("k: 2", "index: {name: usearch}\nk: 2")
    configuration = read_configuration(project / "reviewer.yaml")
    result, folder = run(configuration, Asked(), Store(project / ".reviewer"), Silent())
    assert [arm.ann_recall and arm.ann_recall.mean for arm in result.arms] == [1.0, 1.0]
    assert read_run(folder / "exact-overlap-0.jsonl", arm="x").hits.keys() == {one.id for one in result.queries}
    assert not any(change.approximate for change in result.comparisons[0].changes)


def test_a_loss_that_only_the_approximation_has_is_named(finished: tuple[Path, Path]) -> None:
    """An index that gives the worst of what exact search gives loses nothing that exact search does not find."""
    project, folder = finished
    configuration = read_configuration(project / "reviewer.yaml")
    material = read_material(configuration)
    shared = ruler(material.corpus, configuration.rules)
    chunks = read_chunks(folder / "chunks-overlap-30.jsonl")
    right = read_run(folder / "run-overlap-30.jsonl", arm="x")
    lists = [evaluate("x", chunks, one, material.queries, shared) for one in (right, worst(right))]
    baseline = Evaluated(name="exact", manifest={}, fingerprint="", real=lists[0])
    graph = Evaluated(name="graph", manifest={}, fingerprint="", real=lists[1], exact=lists[0])
    result = compare(baseline, graph, material.queries, shared, factors=["index"]).result
    lost = [one for one in result.changes if one.change == "lost"]
    assert lost
    assert all(one.approximate for one in lost)
    told = f"{len(lost)} of {len(lost)} lost items are lost only under approximate search; exact search finds them."
    assert told in result.statements


def worst(run: Run) -> Run:
    """Keep the last two hits of every list."""
    hits = {
        name: tuple(replace(hit, rank=rank) for rank, hit in enumerate(ranked[-2:], start=1))
        for name, ranked in run.hits.items()
    }
    return replace(run, hits=hits)
