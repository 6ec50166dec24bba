"""Pairing is by id: order is nothing, and an id that does not pair is named."""

import math

import pytest

from reviewer.comparison import pair
from reviewer.errors import ComparisonError
from reviewer.scores import Score

ONE, ZERO, NULL = Score(1.0, 1.0), Score(0.0, 1.0), Score(0.0, None)


def test_the_order_of_ids_is_nothing() -> None:
    """The order of ids is nothing."""
    pairs = pair({"a": ONE, "b": ZERO, "c": ONE}, {"c": ONE, "a": ONE, "b": ZERO})
    assert pairs.queries == ("a", "b", "c")
    assert (pairs.baseline == pairs.candidate).all()


def test_queries_that_are_not_judged_are_left_out_and_counted() -> None:
    """Queries that are null on both sides are left out and counted."""
    pairs = pair({"a": ONE, "b": NULL}, {"b": NULL, "a": ZERO})
    assert (pairs.queries, pairs.not_judged) == (("a",), ("b",))
    assert (pairs.baseline.tolist(), pairs.candidate.tolist()) == ([1.0], [0.0])


def test_a_whole_of_zero_has_value_zero() -> None:
    """A whole of zero has the value zero."""
    assert pair({"a": Score(0.0, 0.0)}, {"a": Score(0.0, 0.0)}).baseline.tolist() == [0.0]


@pytest.mark.parametrize(
    ("baseline", "candidate", "message"),
    [
        ({"x": ONE, "y": ZERO}, {"x": ONE}, "the candidate lacks 1 query: y"),
        ({"x": ONE}, {"x": ONE, "y": ZERO}, "the candidate has, and the baseline lacks, 1 query: y"),
        ({"x": ONE}, [("x", ONE), ("x", ZERO)], "the candidate has more than one score for 1 query: x"),
        ([("x", ONE), ("x", ONE)], {"x": ONE}, "the baseline has more than one score for 1 query: x"),
        ({"x": ONE}, {"x": NULL}, "null on one side only for 1 query: x"),
        ({"x": NULL}, {"x": ONE}, "null on one side only for 1 query: x"),
        ({"x": ONE}, {"x": Score(math.nan, 1.0)}, "the candidate has scores that are not numbers for 1 query: x"),
        ({"x": Score(1.0, math.inf)}, {"x": ONE}, "the baseline has scores that are not numbers for 1 query: x"),
        ({str(at): ONE for at in range(7)}, {}, "lacks 7 queries: 0, 1, 2, 3, 4 and 2 more"),
    ],
)
def test_what_does_not_pair_is_named(baseline: dict[str, Score], candidate: dict[str, Score], message: str) -> None:
    """What does not pair is named; nothing is averaged over survivors."""
    with pytest.raises(ComparisonError, match=message) as refused:
        pair(baseline, candidate)
    assert refused.value.hint
