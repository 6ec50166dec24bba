"""Two ranked lists side by side as rows, aligned by rank, with k drawn between. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.diagnosis import Neighbourhood, RankedList, RankedPassage
from reviewer.reports import words
from reviewer.scores import MIN_COVERAGE
from reviewer.tui import glyphs
from reviewer.tui.gutters import Part

RIGHT, PARTLY, REPEATS = "●", "◐", "≈"
LEGEND = f"{RIGHT} holds the evidence · {PARTLY} part of it · {REPEATS} mostly sent before · beyond k dimmed"
BETWEEN = " │ "


@dataclass(frozen=True, slots=True)
class RankRow:
    """One rank in both lists; `rank` is 0 on the line of k, and where ranks were left out."""

    rank: int
    parts: tuple[Part, ...]


def rank_rows(found: Neighbourhood, width: int, *, most: int | None = None) -> tuple[RankRow, ...]:
    """Draw both lists.

    Args:
        found: The neighbourhood.
        width: Cells of a row.
        most: Ranks shown from the first; beyond them only those that hold evidence. None shows all.

    """
    half = (width - len(BETWEEN)) // 2
    deepest = max(len(found.baseline.passages), len(found.candidate.passages))
    drawn = [_heading(found, half)]
    left_out = False
    for rank in range(1, deepest + 1):
        pair = (_at(found.baseline, rank), _at(found.candidate, rank))
        shown = most is None or rank <= most or any(one is not None and one.matches for one in pair)
        if shown and left_out:
            drawn.append(RankRow(0, (("  …", "muted"),)))
        left_out = not shown
        if shown:
            drawn.append(RankRow(rank, _pair(pair, half, found.min_coverage, is_beyond=rank > found.k)))
        if rank == found.k:
            drawn.append(RankRow(0, ((f"─ k = {found.k} ".ljust(half, "─") + "─┼─" + "─" * half, "muted"),)))
    if left_out:
        drawn.append(RankRow(0, ((f"  … to rank {deepest}", "muted"),)))
    return tuple(drawn)


def _heading(found: Neighbourhood, half: int) -> RankRow:
    names = (f"baseline {found.baseline.arm}", f"candidate {found.candidate.arm}")
    left, right = (_filled(name, half) for name in names)
    return RankRow(0, ((left, "heading"), (BETWEEN, "muted"), (right, "heading")))


def _pair(
    pair: tuple[RankedPassage | None, RankedPassage | None], half: int, least: float, *, is_beyond: bool
) -> tuple[Part, ...]:
    left, right = (_entry(one, half, least, is_beyond=is_beyond) for one in pair)
    return (left, (BETWEEN, "muted"), right)


def _entry(one: RankedPassage | None, half: int, least: float, *, is_beyond: bool) -> Part:
    """Draw one hit: rank, sign, place, score, and what it holds of the evidence."""
    if one is None:
        return (" " * half, "plain")
    best = max(one.shares, default=0.0)
    sign = RIGHT if one.matches else (PARTLY if best > 0 else " ")
    told = f"{one.score:.3f} {share_words(one, least)}".rstrip()
    own = one.places[-1]
    head = f"{one.rank:>3} {sign}{REPEATS if one.duplicate else ' '} "
    room = max(half - glyphs.cells(head) - glyphs.cells(told) - 1, 0)
    line = _filled(head + _place(own.document, own.start, own.end, room), half - glyphs.cells(told)) + told
    return (_filled(line, half), "muted" if is_beyond else ("good" if one.matches else "plain"))


def share_words(one: RankedPassage, least: float = MIN_COVERAGE) -> str:
    """Say how much of the evidence a hit holds, or else how much of it was sent before."""
    best = max(one.shares, default=0.0)
    if best > 0:
        return f"share {words.share(best, least)}"
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
