"""A text parted for wrapping: what is plain, and pieces with something special, measured once for all widths. Pure."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

from reviewer.tui import glyphs

PIECE = 4096
"""A line longer than this is wrapped in pieces of about so many characters."""
MOST_MARKS_TOGETHER = 64
"""A longer run of combining marks may be cut."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of plain text, or a piece with something special, measured: widths and, added up, where each ends."""

    start: int
    end: int
    measured: tuple[Sequence[int], Sequence[int]] | None = None


@dataclass(frozen=True, slots=True)
class Parted:
    """What wrapping needs of a text at any width."""

    special: re.Pattern[str] | None
    cuts: tuple[int, ...]
    pieces: tuple[Piece, ...]


def parted(text: str) -> Parted:
    """Part a text and measure what is not plain; of a long one, once for all widths."""
    return _parted_long(text) if len(text) > PIECE else _part(text)


@lru_cache(maxsize=6)
def _parted_long(text: str) -> Parted:
    return _part(text)


def _part(text: str) -> Parted:
    special, cuts = _special(text), tuple(_cuts(text))
    return Parted(
        special,
        cuts,
        tuple(
            Piece(start, end, None if is_plain else _measured(text[start:end]))
            for start, end, is_plain in _stretches(text, cuts, special)
        ),
    )


def _measured(piece: str) -> tuple[Sequence[int], Sequence[int]]:
    """Give widths, and the cells before each character; as arrays, since a text may have a million."""
    widths: Sequence[int] = bytes(map(glyphs.WIDTHS.__getitem__, piece))
    if widths.count(0) > piece.count("\n"):  # marks, which join the cell before them or stand on a circle
        widths = bytes(glyphs.draw(piece)[1])
    return widths, array("L", accumulate(widths, initial=0))


def _special(text: str) -> re.Pattern[str] | None:
    """Give the pattern that finds a character of this text which is not drawn by itself in one cell."""
    chars = sorted(char for char in set(text) if char != "\n" and not glyphs.is_plain(char))
    return re.compile(f"[{''.join(map(re.escape, chars))}]") if chars else None


def _cuts(text: str) -> Iterator[int]:
    """Give where long lines are cut: after a blank near each multiple of a piece's length, seldom before a mark."""
    lines = text.split("\n")
    if max(map(len, lines)) <= PIECE:
        return
    at = 0
    for line in lines:
        for begin in range(PIECE, len(line) - PIECE // 2, PIECE):
            blank = line.find(" ", begin, begin + PIECE // 4)
            cut = blank + 1 if blank >= 0 else begin
            marks = (cut + step for step in range(MOST_MARKS_TOGETHER) if glyphs.WIDTHS[line[cut + step]])
            yield at + next(marks, cut)
        at += len(line) + 1


def piece_at(text: str, cuts: Sequence[int], offset: int) -> tuple[int, int]:
    """Give start and end of the piece that holds an offset: a line with its end, or what lies between two cuts."""
    start, end = text.rfind("\n", 0, offset) + 1, text.find("\n", offset) + 1 or len(text)
    if cuts:
        after = bisect_right(cuts, offset)
        start = max(start, cuts[after - 1]) if after else start
        end = min(end, cuts[after]) if after < len(cuts) else end
    return start, end


def _stretches(text: str, cuts: Sequence[int], special: re.Pattern[str] | None) -> Iterator[tuple[int, int, bool]]:
    """Part a text into stretches of plain text, none across a cut, and single pieces with something special."""
    at = 0
    while at < len(text):
        found = special.search(text, at) if special else None
        start, end = piece_at(text, cuts, found.start()) if found else (len(text), len(text))
        inside = cuts[bisect_right(cuts, at) : bisect_left(cuts, start)]
        yield from ((begin, stop, True) for begin, stop in pairwise([at, *inside, start]) if begin < stop)
        if found:
            yield start, end, False
        at = end
