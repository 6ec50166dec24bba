"""What is said of a query above its neighbourhood: what changed, the cause, what helps. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.diagnosis import Neighbourhood
from reviewer.reports import words
from reviewer.reports.causes import KNOWN
from reviewer.reports.result import ItemChange
from reviewer.tui import glyphs
from reviewer.tui.gutters import Part
from reviewer.tui.wrapping import Rows

UNCHANGED = "UNCHANGED"
INDENT = 4
Line = tuple[Part, ...]


def change_lines(changes: Sequence[ItemChange], found: Neighbourhood) -> tuple[Line, ...]:
    """Say of each changed item its cause, proof and remedy; of an unchanged query its ranks."""
    if not changes:
        return (((UNCHANGED, "heading"), (f"  {ranks_of(found)}", "plain")),)
    return tuple(line for one in changes for line in _lines(one, found.min_coverage))


def _lines(one: ItemChange, least: float) -> list[Line]:
    cause = one.cause.replace("_", " ") if one.cause in KNOWN else "not diagnosed"
    style = "bad" if one.change == "lost" else "good"
    lines: list[Line] = [((f"{one.change.upper()} · {cause}", style), (f"  {one.because}", "plain"))]
    helps = f"Usually helps: {one.remedy}" if one.remedy and one.change == "lost" else ""
    if helps:
        arm = f" Next arm: {one.next_arm}." if one.next_arm else ""
        lines.append((("  " + helps + arm, "plain"),))
    also = ", ".join(other.replace("_", " ") for other in one.besides if other in KNOWN)
    figures = f"rank {words.ranks(one)} · best share {words.shares(one, least)}"
    facts = f"  evidence {one.item + 1}: {words.places(one)} · {figures}"
    lines.append(((facts + (f" · also {also}" if also else ""), "muted"),))
    return lines


def wrapped(parts: Line, width: int) -> tuple[Line, ...]:
    """Break a line of a short part and a long one into rows of at most so many cells; the later ones are indented."""
    if sum(glyphs.cells(glyphs.one_line(text)) for text, _ in parts) <= width:
        return (parts,)
    *first, (text, style) = parts
    used = sum(glyphs.cells(glyphs.one_line(one)) for one, _ in first)
    safe = " " * used + glyphs.one_line(text)
    rows = Rows(safe, width - INDENT)
    found = [safe[slice(*rows.span(at))] for at in range(len(rows))]
    return (
        (*first, (found[0][used:], style)),
        *(((" " * INDENT + one, style),) for one in found[1:]),
    )


def ranks_of(found: Neighbourhood) -> str:
    """Say the first matching rank of each item in both arms."""
    pairs = zip(found.baseline.ranks, found.candidate.ranks, strict=True)
    told = [
        f"evidence {at}: rank {before or words.DASH} → {after or words.DASH}"
        for at, (before, after) in enumerate(pairs, start=1)
    ]
    return " · ".join(told) or "its evidence is not known without the labels"
