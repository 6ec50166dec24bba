"""The frontier: which arms are dominated, and where the knee is, chosen on one half and reported on the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from reviewer.chunks import Chunk
from reviewer.experiment.evaluate import Ruler
from reviewer.experiment.evaluated import Evaluated
from reviewer.experiment.frontier import SAME, frontier
from reviewer.experiment.rules import Rules
from reviewer.queries import Query
from reviewer.reports.exploring import remark
from reviewer.reports.result import Frontier
from reviewer.scores import CorpusLine, PromptTokens
from tests.experiment.arms import arm, cost, described, queries


def found(arms: Sequence[Evaluated], asked: Sequence[Query], costs: Sequence[int]) -> Frontier:
    """Give the frontier of arms that cost so many tokens."""
    line = CorpusLine({"0.md": "text"})
    offsets = None
    shared = Ruler(line=line, tokens=PromptTokens(line, offsets), offsets=offsets, rules=Rules(), measures=())  # type: ignore[arg-type]  # no tokens are counted
    priced = {one.name: cost(tokens) for one, tokens in zip(arms, costs, strict=True)}
    given = frontier(arms, [described(one) for one in arms], priced, asked, shared)
    assert given is not None
    return given


def scoring(asked: Sequence[Query], answered: int, *, controls: float = 1.0) -> dict[str, float]:
    """Answer the first so many boundary queries, and every control."""
    boundary = [one.id for one in asked if one.boundary != "control"]
    return {one.id: controls for one in asked} | {name: float(at < answered) for at, name in enumerate(boundary)}


def overlaps(asked: Sequence[Query], answered: Sequence[int], repeats: Sequence[float]) -> list[Evaluated]:
    """Give arms of overlap 0, 32, 64, … that answer and repeat so much."""
    return [
        arm(f"overlap-{32 * at}", scoring(asked, count), redundancy=share, manifest={"splitter": {"overlap": 32 * at}})
        for at, (count, share) in enumerate(zip(answered, repeats, strict=True))
    ]


def test_the_knee_is_where_more_repetition_stops_paying() -> None:
    """83 % of the gain for a third of the repetition."""
    asked = queries(200)
    given = found(overlaps(asked, [80, 130, 140], [0.0, 0.1, 0.3]), asked, [100, 120, 200])
    assert given.knee == "overlap-32"
    assert (
        given.reason == "83 % of what overlap-64 gains over overlap-0 on boundary: any, for 33 % of what that repeats"
    )
    assert [point.overlap for point in given.points] == [0, 32, 64]
    assert [point.dominated_by for point in given.points] == [None, None, None]


def test_on_a_flat_frontier_the_arm_that_repeats_least_is_enough() -> None:
    """One query more, gained here and lost there, buys no overlap."""
    asked = queries(200)
    arms = overlaps(asked, [100, 100, 101], [0.0, 0.1, 0.3])
    given = found(arms, asked, [100, 120, 200])
    assert given.knee == "overlap-0"
    assert given.reason.startswith("no arm finds more on boundary: any by over one standard error")


def test_a_straight_line_has_no_knee_before_the_best() -> None:
    """Then only the arm that finds most is worth naming."""
    asked = queries(200)
    given = found(overlaps(asked, [50, 100, 150], [0.0, 0.1, 0.2]), asked, [100, 120, 200])
    assert given.knee == "overlap-64"


def test_an_arm_that_finds_less_and_costs_more_is_dominated() -> None:
    """It names the arm that leaves it no use, and cannot be the knee."""
    asked = queries(200)
    given = found(overlaps(asked, [80, 150, 120], [0.0, 0.1, 0.3]), asked, [100, 120, 200])
    assert given.points[2].dominated_by == "overlap-32"
    assert given.knee == "overlap-32"
    assert (
        given.reason
        == "it finds most on boundary: any, and what lies between it and overlap-0 pays less for its repetition"
    )


def test_equal_arms_do_not_dominate_each_other() -> None:
    """An A/A frontier marks nobody."""
    asked = queries(50)
    given = found(overlaps(asked, [20, 20, 20], [0.1, 0.1, 0.1]), asked, [100, 100, 100])
    assert [point.dominated_by for point in given.points] == [None] * 3
    assert given.knee == "overlap-0"


def test_the_knee_is_chosen_on_dev_and_reported_on_held() -> None:
    """What dev liked may do worse on held, and that is what is reported."""
    asked = queries(200, split=True)
    dev = {one.id for one in asked if one.tags["split"] == "dev"}
    arms = [
        arm("a", {one.id: 0.0 for one in asked}),
        arm("b", {one.id: float(one.id in dev) for one in asked}, redundancy=0.1),
        arm("c", {one.id: float(one.id not in dev) for one in asked}, redundancy=0.2),
    ]
    given = found(arms, asked, [1, 2, 3])
    assert given.knee == "b"
    assert (given.points[1].chosen_by, given.points[1].reported) == (1.0, 0.0)
    assert (given.chosen_on, given.reported_on) == ("boundary: any, split: dev", "boundary: any, split: held")
    assert (given.chosen_queries, given.reported_queries, given.statement) == (100, 100, "")


def test_without_a_split_it_says_that_it_judged_on_what_it_chose_by() -> None:
    """Half a split is none."""
    asked = queries(20)
    assert found(overlaps(asked, [5, 9, 9], [0, 0.1, 0.2]), asked, [1, 2, 3]).statement == SAME
    only_dev = tuple(one for one in queries(20, split=True) if one.tags["split"] == "dev")
    assert found(overlaps(only_dev, [5, 9, 9], [0, 0.1, 0.2]), only_dev, [1, 2, 3]).statement == SAME


def test_recall_is_that_of_all_questions_and_success_that_of_boundaries() -> None:
    """Controls do not flatter the knee."""
    asked = queries(10, controls=10)
    given = found(overlaps(asked, [0, 5, 10], [0, 0.1, 0.2]), asked, [1, 2, 3])
    assert [point.reported for point in given.points] == [0.0, 0.5, 1.0]
    assert [point.recall for point in given.points] == [0.5, 0.75, 1.0]


@pytest.mark.parametrize("count", [1, 2])
def test_two_arms_are_a_comparison_and_no_frontier(count: int) -> None:
    """There is nothing between them."""
    asked = queries(4)
    arms = overlaps(asked, [1, 2][:count], [0.0, 0.1][:count])
    line = CorpusLine({"0.md": "text"})
    shared = Ruler(line=line, tokens=PromptTokens(line, None), offsets=None, rules=Rules(), measures=())  # type: ignore[arg-type]  # no tokens are counted
    assert frontier(arms, [described(one) for one in arms], {}, asked, shared) is None


def test_arms_that_cut_and_send_the_same_do_not_dominate_each_other() -> None:
    """A figure that two measurements of one thing differ by is no reason; it says that they are the same."""
    asked = queries(50)
    arms = overlaps(asked, [20, 20, 10], [0.1, 0.1, 0.2])
    cut = (Chunk(id="c", document="0.md", start=0, end=10),)
    arms = [*(replace(one, real=replace(one.real, chunks=cut)) for one in arms[:2]), arms[2]]
    given = found(arms, asked, [100, 101, 100])
    assert [point.dominated_by for point in given.points] == [None, None, "overlap-0"]
    assert [point.same_as for point in given.points] == [None, "overlap-0", None]
    assert [remark(given, point) for point in given.points][1] == "the same as overlap-0"
