"""Headings by shape: short, set apart, and larger, bolder, numbered or in capitals.

Levels are ranks of the shapes that a document's headings have: the larger first, then bold ones, then those of fewer
numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from reviewer.corpus.pdf.paragraphs import CODE, HEADING, PARAGRAPH, Body, Paragraph
from reviewer.corpus.pdf.tables import Table

_LARGER = 1.12  # times the body's size, as the next two
_TITLE = 1.3
_NOTE = 0.9
_LONGEST = 160
_SHORT = 70
_MOST_LINES = 4
_APART = 0.55
_MOST_LEVELS = 6
_NUMBERS = re.compile(
    r"(?:Chapter |Appendix |Part |Section )?(\d+(?:\.\d+)*|[A-Z](?:\.\d+)+|[A-Z](?=[.:]))[.:)]?\s+(?=\S)"
)

_Shape: TypeAlias = tuple[float, bool, int]


def with_headings(found: Sequence[Paragraph | Table], body: Body) -> list[Paragraph | Table]:
    """Mark the paragraphs that are headings, and give them levels."""
    shapes = {at: _shape(one) for at, one in _headings(found, body)}
    levels = {shape: min(level, _MOST_LEVELS) for level, shape in enumerate(sorted(set(shapes.values())), 1)}
    return [
        replace(one, kind=HEADING, level=levels[shapes[at]]) if at in shapes and isinstance(one, Paragraph) else one
        for at, one in enumerate(found)
    ]


def _headings(found: Sequence[Paragraph | Table], body: Body) -> list[tuple[int, Paragraph]]:
    """Give the headings with their places; of a title page without running text only the largest."""
    headings = [
        (at, one) for at, one in enumerate(found) if isinstance(one, Paragraph) and _is_heading(found, at, body)
    ]
    cover = [one for one in found if isinstance(one, Table) or one.pages[0] == 1]
    if len(cover) == len(found) or any(isinstance(one, Table) or len(one.text) > _LONGEST for one in cover):
        return headings
    largest = max((one.size for _, one in headings if one.pages[0] == 1), default=0.0)
    return [(at, one) for at, one in headings if one.pages[0] > 1 or one.size == largest]


def _shape(one: Paragraph) -> _Shape:
    """Give what headings of one level have in common, the highest level first."""
    numbers = _NUMBERS.match(one.text)
    return -round(one.size * 2) / 2, not one.lines[0].bold, numbers[1].count(".") if numbers else 0


def _is_heading(found: Sequence[Paragraph | Table], at: int, body: Body) -> bool:
    """Judge a paragraph by its own shape, and by what stands after it."""
    one = found[at]
    if not isinstance(one, Paragraph) or one.kind == CODE or len(one.lines) > _MOST_LINES:
        return False
    text = one.text
    is_numbered = bool(_NUMBERS.match(text))
    letters = sum(map(str.isalpha, text))
    if len(text) > _LONGEST or letters < max(2, len(text) / 3) or (one.kind != PARAGRAPH and not is_numbered):
        return False
    if one.size >= _LARGER * body.size:
        return is_numbered or one.size >= _TITLE * body.size or not text.endswith((".", ",", ";"))
    if one.size < _NOTE * body.size or text.endswith((",", ";", ":", ".")) or one.apart < _APART:
        return False
    if all(line.bold for line in one.lines):
        return True
    is_line = len(one.lines) == 1 and len(text) <= _SHORT
    return is_line and _is_titled(text, is_numbered=is_numbered) and _leads(found, at, body)


def _is_titled(text: str, *, is_numbered: bool) -> bool:
    """Tell capitals, and what is numbered and begins with one, from a sentence."""
    words = re.findall(r"[^\W\d_]+", text)
    if not words or ". ." in text or "…" in text:
        return False
    if is_numbered:
        return words[0][0].isupper() and not text.rstrip()[-1].isdigit()
    return text.isupper() and len(text) > 3  # noqa: PLR2004 # not an abbreviation


def _leads(found: Sequence[Paragraph | Table], at: int, body: Body) -> bool:
    """Tell whether running text follows at once, on the same page and in the same column."""
    one, after = found[at], found[at + 1] if at + 1 < len(found) else None
    if not isinstance(one, Paragraph) or not isinstance(after, Paragraph) or after.pages[0] != one.pages[0]:
        return False
    distance = after.lines[0].base - one.lines[-1].base
    return 0 < distance < 4 * body.size and len(after.text) > _SHORT
