"""Texts in order get places in order, and repeated text is told apart by its neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.chunks.foreign.align import Compact, align


def cost(text: str, pieces: Sequence[str], starts: Sequence[int | None]) -> tuple[int, int]:
    """Count the characters that are not placed, and those in gaps."""
    lost = reach = gap = 0
    for piece, start in zip(pieces, starts, strict=True):
        if start is None:
            lost += len(piece)
            continue
        gap += max(0, start - reach)
        reach = max(reach, start + len(piece))
    return lost, gap + len(text) - reach


def every(text: str, pieces: Sequence[str], least: int = 0) -> Iterator[list[int | None]]:
    """Give all ways to place pieces in order, those with pieces left out among them."""
    if not pieces:
        yield []
        return
    starts = [at for at in range(least, len(text)) if text.startswith(pieces[0], at)]
    for start in starts:
        yield from ([start, *rest] for rest in every(text, pieces[1:], start))
    yield from ([None, *rest] for rest in every(text, pieces[1:], least))


def test_equal_texts_follow_each_other() -> None:
    """A search would find the first copy three times."""
    assert align(Compact("A b. A b. A b."), ["Ab.", "Ab.", "Ab."]) == [0, 3, 6]


def test_the_copy_that_leaves_no_gap_is_taken() -> None:
    """`fee` stands twice; only the second joins on what comes before it."""
    assert align(Compact("fee one two fee"), ["feeone", "two", "fee"]) == [0, 6, 9]


def test_overlap_in_repeated_lines_is_spread_evenly() -> None:
    """Windows of ten lines, two of them shared, over a hundred equal lines."""
    lines = "line" * 100
    assert align(Compact(lines), ["line" * 10] * 12 + ["line" * 4]) == [32 * n for n in range(13)]


def test_a_text_out_of_order_does_not_carry_the_rest_away() -> None:
    """The last paragraph is given first: it is left out, and all others are placed."""
    assert align(Compact("aaa bbb ccc ddd"), ["ddd", "aaa", "bbb", "ccc"]) == [None, 0, 3, 6]


def test_a_text_that_occurs_nowhere_is_left_out() -> None:
    """And its neighbours are not."""
    assert align(Compact("aaa bbb ccc"), ["aaa", "BBB", "ccc"]) == [0, None, 6]


def test_preferred_starts_are_taken_where_they_cost_nothing() -> None:
    """In a run of one character any even spread is as good as another."""
    assert align(Compact("a" * 10), ["aaaa", "aaaa", "aaaa"], preferred=[0, 2, 6]) == [0, 2, 6]


@given(text=st.text("ab", min_size=1, max_size=9), data=st.data())
@settings(max_examples=150, deadline=None)
def test_of_chunks_in_order_no_other_placing_leaves_smaller_gaps(text: str, data: st.DataObject) -> None:
    """All of up to four pieces are placed in order, and no other way to do so leaves less of the text out."""
    places = st.tuples(st.integers(0, len(text) - 1), st.integers(1, 4))
    chosen = sorted(data.draw(st.lists(places, min_size=1, max_size=4)))
    pieces = [text[start : start + length] for start, length in chosen]
    starts = align(Compact(text), pieces)
    known = [start for start in starts if start is not None]
    assert known == sorted(known)
    assert cost(text, pieces, starts) == min(cost(text, pieces, one) for one in every(text, pieces))


@given(text=st.text("ab", min_size=1, max_size=9), pieces=st.lists(st.text("abc", max_size=4), max_size=5))
@settings(max_examples=100, deadline=None)
def test_whatever_is_given_places_hold_their_text_in_order(text: str, pieces: list[str]) -> None:
    """Also where texts come out of order, or from nowhere."""
    starts = align(Compact(text), pieces)
    known = [start for start in starts if start is not None]
    assert known == sorted(known)
    assert all(start is None or text.startswith(one, start) for one, start in zip(pieces, starts, strict=True))


@given(text=st.text("abc ", min_size=1, max_size=60), size=st.integers(2, 9), overlap=st.integers(0, 8))
@settings(max_examples=100, deadline=None)
def test_windows_are_all_placed_without_a_gap(text: str, size: int, overlap: int) -> None:
    """Whatever repeats itself: windows over a text cover it again, in order."""
    compact = Compact(text)
    stride = max(1, size - overlap)
    pieces = [compact.text[at : at + size] for at in range(0, len(compact.text), stride)]
    starts = align(compact, pieces)
    assert all(start is not None for start in starts)
    assert cost(compact.text, pieces, starts) == (0, 0)
    assert all((after or 0) >= (before or 0) for before, after in pairwise(starts))
