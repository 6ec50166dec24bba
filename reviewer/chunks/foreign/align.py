"""Texts in order in, their places in the document out: an alignment of the whole list, never a search for one text.

White space is left out of the comparison, because splitters strip, join and double it; places are led back to the
document. Each text that occurs is given a place that begins no earlier than that of the text before it. Of texts that
came in order, all are placed; of all ways to do so the one is taken that leaves the fewest characters between and
behind the places, then has the fewest texts inside others, then agrees with most of the preferred starts, then
spreads overlap most evenly, then begins earliest. A text out of order is left out where its place would be a jump
ahead that costs the texts behind it.

From a text that begins at s, when all so far reaches to r, only occurrences in [s, r] and the first behind r have to be
looked at. Let V(s, r) be the least gap that what is still to come must cost: it never falls with s and never rises with
r, by more than one a character. A place f behind the first n > r costs f - r + V(f, f + l), and n costs
n - r + V(n, n + l) <= n - r + (f - n) + V(f, f + l), which is the same: so n is never worse. Two limits are for speed
alone: of states and occurrences the best `WIDTH` are kept, which matters where a text repeats itself more often than
that within one overlap; and where a text occurs in [s, r], another copy is looked for no further than `HORIZON` behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from reviewer.chunks.foreign.occurrences import Occurrences
from reviewer.chunks.units import blanks

WIDTH = 24
HORIZON = 2**16

Cost = tuple[int, int, int, int, float]
"""Characters not placed, characters in gaps, texts inside others, starts not preferred, squared overlaps: in order."""


class Compact:
    """A text without its white space, and where each of its characters stands in the text."""

    def __init__(self, text: str) -> None:
        """Leave out what `str.isspace` names."""
        self.original = text
        self.positions: NDArray[np.intp] = np.flatnonzero(~blanks(text))
        self.text = squeezed(text)
        self.occurrences = Occurrences(self.text)

    def place(self, start: int, length: int) -> tuple[int, int]:
        """Give [start, end) in the text of `length` characters from `start` on."""
        return int(self.positions[start]), int(self.positions[start + length - 1]) + 1

    def before(self, position: int) -> int:
        """Count the characters before a position of the text."""
        return int(np.searchsorted(self.positions, position))


@dataclass(frozen=True, slots=True)
class _State:
    """The best way to get here: where the last placed text begins, how far all reach, and what it cost."""

    start: int
    reach: int
    cost: Cost
    piece: int
    before: _State | None


@dataclass(frozen=True, slots=True)
class _Ahead:
    """What is still to come: the document's length, and the characters and number of the texts that follow."""

    whole: int
    characters: int
    texts: int

    def even(self, state: _State) -> int:
        """Give the overlap by which each text would begin if all that must still come were spread evenly."""
        return max(0, self.characters - (self.whole - state.reach)) // max(1, self.texts)

    def bound(self, state: _State) -> Cost:
        """Give the least cost that any way from here can have: the gap or the overlap that must still come."""
        lost, gap, inside, unlike, uneven = state.cost
        shared = self.characters - (self.whole - state.reach)
        return lost, gap + max(0, -shared), inside, unlike, uneven + max(0, shared) ** 2 / max(1, self.texts)


def squeezed(text: str) -> str:
    """Leave out all white space."""
    return "".join(text.split())


@dataclass(frozen=True, slots=True)
class _Wanted:
    """One text to place: its number, the starts that are preferred or alone allowed, and what it begins."""

    number: int
    text: str
    preferred: int | None
    pinned: int | None
    ahead: _Ahead


def align(
    document: Compact,
    texts: Sequence[str],
    *,
    pinned: Sequence[int | None] | None = None,
    preferred: Sequence[int | None] | None = None,
) -> list[int | None]:
    """Place texts in the compact document.

    Args:
        document: Where they come from.
        texts: In the order in which they were cut, without white space; an empty one is not placed.
        pinned: For each text the one start that it may have, or None where it is free.
        preferred: For each text the start that it should have where nothing is lost by it, or None.

    Returns:
        For each text the start in the compact document, never falling; None where it has none in this order.

    """
    none = [None] * len(texts)
    rest = [*accumulate(map(len, reversed(texts)), initial=0)][-2::-1]
    whole = len(document.text)
    states = [_State(0, 0, (0, 0, 0, 0, 0), -1, None)]
    for number, (text, pin, liked) in enumerate(zip(texts, pinned or none, preferred or none, strict=True)):
        if not text or document.occurrences.first(text, min(one.start for one in states)) < 0:
            continue
        wanted = _Wanted(number, text, liked, pin, _Ahead(whole, rest[number] + len(text), len(texts) - number))
        states = _best(_next(document, states, wanted), _Ahead(whole, rest[number], len(texts) - number - 1))
    best = min(states, key=lambda one: _Ahead(whole, 0, 0).bound(one))
    return _traced(best, len(texts))


def _next(document: Compact, states: Sequence[_State], wanted: _Wanted) -> Iterator[_State]:
    length = len(wanted.text)
    for state in states:
        lost, gap, inside, unlike, uneven = state.cost
        starts = set(_candidates(document, wanted, state))
        if not starts or min(starts) > state.reach:  # a text that joins on is never left out for the sake of later ones
            left_out = (lost + length, gap, inside, unlike, uneven)
            yield _State(state.start, state.reach, left_out, state.piece, state.before)
        for start in starts:
            shared = max(0, min(state.reach, start + length) - start)
            other = unlike + (wanted.preferred is not None and start != wanted.preferred)
            within = inside + (start + length <= state.reach)
            cost = (lost, gap + max(0, start - state.reach), within, other, uneven + shared * shared)
            yield _State(start, max(state.reach, start + length), cost, wanted.number, state)


def _candidates(document: Compact, wanted: _Wanted, state: _State) -> Iterator[int]:
    """Give the occurrences in [start, reach], those that overlap least first, and the first one behind.

    No copy behind is better than one at `reach` itself: it costs a gap, and by the proof above wins no more than that.
    """
    text, piece, liked = document.text, wanted.text, wanted.preferred
    if wanted.pinned is not None:
        if wanted.pinned >= state.start:
            yield wanted.pinned
        return
    if liked is not None and liked >= state.start and text.startswith(piece, liked):
        yield liked
    even = wanted.ahead.even(state)
    if even:
        aim = max(state.start, state.reach - even)
        end = state.reach + len(piece)
        near = {text.rfind(piece, state.start, aim + len(piece)), text.find(piece, aim, end)}
        yield from near - {-1}
    at = text.rfind(piece, state.start, state.reach + len(piece))
    joins = at == state.reach
    given = 0
    while at >= 0 and given < WIDTH:
        yield at
        given += 1
        at = text.rfind(piece, state.start, at + len(piece) - 1)
    if joins:
        return
    after = state.reach + 1
    until = state.reach + HORIZON + len(piece)
    behind = text.find(piece, after, until) if given else document.occurrences.first(piece, after)
    if behind >= 0:
        yield behind


def _best(states: Iterator[_State], ahead: _Ahead) -> list[_State]:
    """Keep one state for each place and reach, and of all the best `WIDTH`."""
    found: dict[tuple[int, int], _State] = {}
    for state in states:
        key = (state.start, state.reach)
        if key not in found or state.cost < found[key].cost:
            found[key] = state
    if len(found) <= WIDTH:
        return list(found.values())
    return sorted(found.values(), key=lambda one: (ahead.bound(one), one.start))[:WIDTH]


def _traced(state: _State, count: int) -> list[int | None]:
    starts: list[int | None] = [None] * count
    while state.before is not None:
        starts[state.piece] = state.start
        state = state.before
    return starts
