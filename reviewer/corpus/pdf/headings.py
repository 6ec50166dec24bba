"""Headings by shape: short, set apart, and larger, bolder, numbered, in capitals or title case.

Levels are ranks of the shapes that a document's headings have: the larger first, then bold ones, then those of fewer
numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from reviewer.corpus.pdf.paragraphs import CODE, HEADING, Body, Paragraph
from reviewer.corpus.pdf.tables import Table

_LARGER = 1.12
_LONGEST = 160
_SHORT = 70
_MOST_LINES = 4
_APART = 0.55
_MOST_LEVELS = 6
_NUMBERS = re.compile(r"(?:Chapter |Appendix |Part |Section )?(\d+(?:\.\d+)*|[A-Z](?:\.\d+)+|[A-Z](?=[.:]))[.:)]?\s+(?=\S)")
_SMALL_WORDS = frozenset("a an and as at but by for from in into nor of off on or over per the to up via vs with".split())

_Shape: TypeAlias = tuple[float, bool, int]


def with_headings(found: Sequence[Paragraph | Table], body: Body) -> list[Paragraph | Table]:
    """Mark the paragraphs that are headings, and give them levels."""
    marked = list(found)
    for at, one in enumerate(found):
        if isinstance(one, Paragraph) and _is_heading(found, at, body):
            marked[at] = replace(one, kind=HEADING)
    shapes = {_shape(one) for one in marked if _is_marked(one)}
    levels = {shape: min(level, _MOST_LEVELS) for level, shape in enumerate(sorted(shapes), 1)}
    return [replace(one, level=levels[_shape(one)]) if _is_marked(one) else one for one in marked]


def _is_marked(one: Paragraph | Table) -> bool:
    """Tell whether something was found to be a heading."""
    return isinstance(one, Paragraph) and one.kind == HEADING


def _shape(one: Paragraph | Table) -> _Shape:
    """Give what headings of one level have in common, the highest level first."""
    if not isinstance(one, Paragraph):
        raise TypeError(one)
    numbers = _NUMBERS.match(one.text)
    return -round(one.size * 2) / 2, not one.lines[0].bold, numbers[1].count(".") if numbers else 0


def _is_heading(found: Sequence[Paragraph | Table], at: int, body: Body) -> bool:
    """Judge a paragraph by its own shape, and by what stands after it."""
    one = found[at]
    if not isinstance(one, Paragraph) or one.kind == CODE:
        return False
    text = one.text
    if len(text) > _LONGEST or len(one.lines) > _MOST_LINES or sum(map(str.isalpha, text)) < max(2, len(text) / 3):
        return False
    is_numbered = bool(_NUMBERS.match(text))
    if one.kind != "paragraph" and not is_numbered:
        return False
    if one.size >= _LARGER * body.size:
        return not text.endswith((".", ",", ";")) or is_numbered or one.size >= 1.3 * body.size  # noqa: PLR2004 # a title
    if one.size < 0.9 * body.size or text.endswith((",", ";", ":", ".")) or one.apart < _APART or len(text) > 2 * _SHORT:  # noqa: PLR2004 # notes
        return False
    if all(line.bold for line in one.lines):
        return True
    return len(one.lines) == 1 and len(text) <= _SHORT and _is_titled(text, is_numbered) and _leads(found, at, body)


def _is_titled(text: str, is_numbered: bool) -> bool:  # noqa: FBT001 # told by position beside its text
    """Tell capitals and title case from a sentence."""
    words = [word for word in re.findall(r"[^\W\d_]+", text) if word.lower() not in _SMALL_WORDS]
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
