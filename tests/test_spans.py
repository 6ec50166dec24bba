"""Spans as sets of characters: every operation agrees with sets of integers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.spans import Place, Span, intersect, merge, nonblank, subtract, total

spans = st.builds(lambda start, length: Span(start, start + length), st.integers(0, 40), st.integers(1, 12))
many = st.lists(spans, max_size=8)


def characters(of: Iterable[Span]) -> set[int]:
    """Give the offsets that spans hold."""
    return {at for span in of for at in range(span.start, span.end)}


@given(many)
def test_merging_keeps_the_characters_and_parts_the_spans(given_spans: list[Span]) -> None:
    """The union holds the same characters, in rising spans that do not touch, and merging again changes nothing."""
    merged = merge(given_spans)
    assert characters(merged) == characters(given_spans)
    assert all(one.end < other.start for one, other in pairwise(merged))
    assert merge(merged) == merged
    assert total(merged) == len(characters(given_spans))


@given(many, many)
def test_intersection_and_difference_are_those_of_sets(left: list[Span], right: list[Span]) -> None:
    """What both hold and what only one holds, as rising spans; together they are the whole."""
    one, other = merge(left), merge(right)
    shared, only = intersect(one, other), subtract(one, other)
    assert characters(shared) == characters(left) & characters(right)
    assert characters(only) == characters(left) - characters(right)
    assert all(a.end <= b.start for found in (shared, only) for a, b in pairwise(found))
    assert total(shared) + total(only) == total(one)
    assert intersect(other, one) == shared


@given(spans, spans)
def test_meeting_is_sharing_a_character(one: Span, other: Span) -> None:
    """Touching is not meeting; holding is holding every character."""
    assert one.meets(other) == bool(characters([one]) & characters([other]))
    assert one.holds(other) == (characters([other]) <= characters([one]))
    assert len(one) == len(characters([one]))


@given(st.text("a \n\u00a0\u3000", min_size=60), many)
def test_blanks_do_not_count(text: str, given_spans: list[Span]) -> None:
    """White space of any script is no evidence."""
    merged = merge(given_spans)
    assert nonblank(text, merged) == sum(text[at] == "a" for at in characters(merged))


@pytest.mark.parametrize(("start", "end"), [(-1, 3), (3, 3), (4, 2)])
def test_what_is_no_range_is_refused(start: int, end: int) -> None:
    """An empty, reversed or negative span never exists, nor a place of that kind."""
    with pytest.raises(ValueError, match=r"not a span: \["):
        Span(start, end)
    with pytest.raises(ValueError, match=r"not a place: a\.md \["):
        Place("a.md", start, end)


def test_places_sort_by_document_then_start() -> None:
    """Ties are broken the same way everywhere."""
    places = [Place("b", 0, 1), Place("a", 9, 10), Place("a", 1, 3), Place("a", 1, 2)]
    assert sorted(places) == [Place("a", 1, 2), Place("a", 1, 3), Place("a", 9, 10), Place("b", 0, 1)]
    assert Place("a", 1, 3).span == Span(1, 3)
