"""What is said of a query above its neighbourhood: what changed, the cause, what helps. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.experiment.match_table import UNCHANGED, is_found_by_neither
from reviewer.reports import words
from reviewer.reports.causes import KNOWN
from reviewer.reports.result import ItemChange
from reviewer.tui import glyphs
from reviewer.tui.gutters import Part
from reviewer.tui.wrapping import Rows

INDENT = 4
NEITHER = "found by neither"
"""What no arm finds has not changed, and is not well either."""
Line = tuple[Part, ...]


def change_lines(items: Sequence[ItemChange], least: float, *, is_answerable: bool = True) -> tuple[Line, ...]:
    """Say of each changed item its cause, proof and remedy, and where and at which ranks all others stand.

    Args:
        items: Every evidence item of a query, from `Closer.items`.
        least: The share that makes a match.
        is_answerable: Whether the query has evidence at all.

    """
    changed = [one for one in items if one.change != UNCHANGED]
    lines = [line for one in changed for line in _lines(one, least)]
    others = [((f"  {_facts(one, least)} · {_standing(one)}", "muted"),) for one in items if one.change == UNCHANGED]
    if changed:
        return (*lines, *others)
    if not items:
        told = "its evidence is not known without the labels" if is_answerable else "nothing answers it, by its label"
        return (((UNCHANGED.upper(), "heading"), (f"  {told}", "plain")),)
    if all(map(is_found_by_neither, items)):
        told, facts = NEITHER, [_facts(one, least) for one in items]
    else:
        told, facts = UNCHANGED, [_facts(one, least) + _apart(one) for one in items]
    first, *rest = facts
    return (((told.upper(), "heading"), (f"  {first}", "plain")), *(((f"  {one}", "plain"),) for one in rest))


def _standing(one: ItemChange) -> str:
    return NEITHER if is_found_by_neither(one) else UNCHANGED


def _apart(one: ItemChange) -> str:
    """Name an item that neither arm finds among others of its query."""
    return f" · {NEITHER}" if is_found_by_neither(one) else ""


def _lines(one: ItemChange, least: float) -> list[Line]:
    cause = one.cause.replace("_", " ") if one.cause in KNOWN else "not diagnosed"
    style = "bad" if one.change == "lost" else "good"
    lines: list[Line] = [((f"{one.change.upper()} · {cause}", style), (f"  {one.because}", "plain"))]
    if one.remedy and one.change == "lost":
        arm = f"Next arm: {one.next_arm}. " if one.next_arm else ""
        lines.append(((f"  {arm}Usually helps: {one.remedy}", "plain"),))
    also = ", ".join(other.replace("_", " ") for other in one.besides if other in KNOWN)
    lines.append(((f"  {_facts(one, least)}" + (f" · also {also}" if also else ""), "muted"),))
    return lines


def _facts(one: ItemChange, least: float) -> str:
    """Name an item, where it lies (which only its label or a change tells), its ranks and its best shares."""
    places = f" {words.places(one)} ·" if one.places else ""
    return f"evidence {one.item + 1}:{places} rank {words.ranks(one)} · best share {words.shares(one, least)}"


def wrapped(parts: Line, width: int) -> tuple[Line, ...]:
    """Break a line of a short part and a long one into rows of at most so many cells; the later ones are indented."""
    if sum(glyphs.cells(glyphs.one_line(text)) for text, _ in parts) <= width:
        return (parts,)
    *first, (text, style) = parts
    used = sum(glyphs.cells(glyphs.one_line(one)) for one, _ in first)
    safe = " " * used + glyphs.one_line(text)
    rows = Rows(safe, width - INDENT)
    found = [safe[slice(*rows.span(at))].rstrip(" ") for at in range(len(rows))]
    return (
        (*first, (found[0][used:], style)),
        *(((" " * INDENT + one, style),) for one in found[1:]),
    )
