"""Two ranked lists side by side as rows, aligned by rank, with k drawn between. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.diagnosis import Neighbourhood, RankedList, RankedPassage
from reviewer.reports import words
from reviewer.tui import glyphs
from reviewer.tui.gutters import Part

RIGHT, PARTLY, REPEATS = "●", "◐", "≈"
LEGEND = f"{RIGHT} holds the evidence · {PARTLY} part of it · {REPEATS} mostly sent before · beyond k dimmed"
BETWEEN = " │ "
ROOMY = 48
"""A list of fewer cells names the columns of its figures once, over them."""
SHARE, EVIDENCE = "share", "evidence "
NAMED = f"score {SHARE}"


@dataclass(frozen=True, slots=True)
class RankRow:
    """One rank in both lists; `rank` is 0 on the line of k, and where ranks were left out."""

    rank: int
    parts: tuple[Part, ...]


def rank_rows(
    found: Neighbourhood, width: int, *, most: int | None = None, numbers: Sequence[int] = ()
) -> tuple[RankRow, ...]:
    """Draw both lists.

    Args:
        found: The neighbourhood.
        width: Cells of a row.
        most: Ranks shown from the first; beyond them only those that hold evidence. None shows all.
        numbers: Of the evidence items, where a hit is to name the one that it holds.

    """
    half = (width - len(BETWEEN)) // 2
    telling = _Telling(half, found.min_coverage, tuple(numbers))
    deepest = max(len(found.baseline.passages), len(found.candidate.passages))
    drawn = [_heading(found, telling)]
    left_out = False
    for rank in range(1, deepest + 1):
        pair = (_at(found.baseline, rank), _at(found.candidate, rank))
        shown = most is None or rank <= most or any(one is not None and one.matches for one in pair)
        if shown and left_out:
            drawn.append(RankRow(0, (("  …", "muted"),)))
        left_out = not shown
        if shown:
            drawn.append(RankRow(rank, _pair(pair, telling, is_beyond=rank > found.k)))
        if rank == found.k:
            drawn.append(RankRow(0, ((f"─ k = {found.k} ".ljust(half, "─") + "─┼─" + "─" * half, "muted"),)))
    if left_out:
        drawn.append(RankRow(0, ((f"  … to rank {deepest}", "muted"),)))
    return tuple(drawn)


@dataclass(frozen=True, slots=True)
class _Telling:
    """The cells of one list, the share that makes a match, and the numbers of the items that are told apart."""

    half: int
    least: float
    numbers: tuple[int, ...]

    @property
    def is_narrow(self) -> bool:
        """Whether figures go without their words, which the heading has instead."""
        return self.half < ROOMY


def _heading(found: Neighbourhood, telling: _Telling) -> RankRow:
    names = (f"baseline {found.baseline.arm}", f"candidate {found.candidate.arm}")
    room = telling.half - len(NAMED) - 1 if telling.is_narrow else telling.half
    end = f" {NAMED}" if telling.is_narrow else ""
    left, right = (_filled(name, room) + end for name in names)
    return RankRow(0, ((left, "heading"), (BETWEEN, "muted"), (right, "heading")))


def _pair(
    pair: tuple[RankedPassage | None, RankedPassage | None], telling: _Telling, *, is_beyond: bool
) -> tuple[Part, ...]:
    left, right = (_entry(one, telling, is_beyond=is_beyond) for one in pair)
    return (left, (BETWEEN, "muted"), right)


def _entry(one: RankedPassage | None, telling: _Telling, *, is_beyond: bool) -> Part:
    """Draw one hit: rank, sign, place, score, and what it holds of the evidence."""
    half = telling.half
    if one is None:
        return (" " * half, "plain")
    best = max(one.shares, default=0.0)
    sign = RIGHT if one.matches else (PARTLY if best > 0 else " ")
    held = share_words(one, telling.least, telling.numbers)
    if telling.is_narrow:
        held = held.removeprefix(f"{SHARE} ").removeprefix(EVIDENCE).removesuffix(" sent").rjust(len(SHARE))
    told = f"{one.score:.3f} {held}" if held else f"{one.score:.3f}"
    own = one.places[-1]
    head = f"{one.rank:>3} {sign}{REPEATS if one.duplicate else ' '} "
    room = max(half - glyphs.cells(head) - glyphs.cells(told) - 1, 0)
    line = _filled(head + _place(own.document, own.start, own.end, room), half - glyphs.cells(told)) + told
    return (_filled(line, half), "muted" if is_beyond else ("good" if one.matches else "plain"))


def share_words(one: RankedPassage, least: float, numbers: Sequence[int] = ()) -> str:
    """Say how much of the evidence a hit holds (with numbers: of which items), or else how much was sent before."""
    best = max(one.shares, default=0.0)
    if best > 0:
        items = one.matches or (one.shares.index(best),)
        which = f"{EVIDENCE}{'+'.join(str(numbers[at]) for at in items)}:" if numbers else SHARE
        return f"{which} {words.share(best, least)}"
    return f"{round(100 * one.repeated)} % sent" if one.duplicate else ""


def _place(document: str, start: int, end: int, room: int) -> str:
    """Name a place; where space lacks, the file without its folders."""
    offsets = f" {start}–{end}"
    for name in (document, document.rpartition("/")[2]):
        if glyphs.cells(glyphs.one_line(name)) + len(offsets) <= room:
            return glyphs.one_line(name) + offsets
    return glyphs.shortened(document.rpartition("/")[2], max(room - len(offsets), 0)) + offsets


def _filled(text: str, width: int) -> str:
    cut = glyphs.shortened(text, width)
    return cut + " " * max(width - glyphs.cells(cut), 0)


def _at(ranked: RankedList, rank: int) -> RankedPassage | None:
    return ranked.passages[rank - 1] if rank <= len(ranked.passages) else None
