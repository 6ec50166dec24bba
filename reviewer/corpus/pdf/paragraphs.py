"""Paragraphs, list items and code out of the lines of a column, joined again across columns and pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from reviewer.corpus.pdf.frames import Box
from reviewer.corpus.pdf.lines import MARK, Piece, around
from reviewer.corpus.pdf.tables import Table

PARAGRAPH, ITEM, CODE, HEADING = "paragraph", "list-item", "code", "heading"

_WIDER = 1.35  # times the usual distance of lines is a break
_OTHER_SIZE = 0.08
_TITLE = 1.3  # times the body's size
_INDENT = 0.8  # type sizes
_ENDS = re.compile(r"[.!?:;…。！？][\"'”’»)\]\d]*$")
_BULLETS = "•◦▪‣●○■□·∙–—*-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Lines that belong together, the first of a block or the last of one where it may go on.

    Attributes:
        pages: For each line the page it stands on.
        apart: Blank type sizes above it; without limit at the top of a block.

    """

    kind: str
    lines: tuple[Piece, ...]
    pages: tuple[int, ...]
    right: float
    first: bool = False
    last: bool = False
    indented: bool = False
    apart: float = float("inf")
    level: int | None = None

    @property
    def size(self) -> float:
        """The size of most of its first line."""
        return self.lines[0].size

    @property
    def text(self) -> str:
        """What its lines say, joined by blanks."""
        return " ".join(line.text for line in self.lines)

    @property
    def box(self) -> Box:
        """The place of all its lines."""
        return around(line.box for line in self.lines)


@dataclass(frozen=True, slots=True)
class Body:
    """How most of a document is set: the size of its type, and how many of it lie between lines."""

    size: float
    pitch: float


def body_of(pages: Iterable[Sequence[Piece]]) -> Body:
    """Measure the most frequent size of type, by characters, and the usual distance of its lines."""
    sizes = Counter[float]()
    pitches: list[float] = []
    for found in pages:
        for piece in found:
            sizes[round(piece.size, 1)] += sum(len(word.text) for word in piece.words)
        near = ((low.base - high.base) / high.size for high, low in pairwise(found) if high.size > 0)
        pitches.extend(pitch for pitch in near if 0.8 < pitch < 2)  # noqa: PLR2004 # lines of one paragraph
    size = sizes.most_common(1)[0][0] if sizes else 10.0
    return Body(size, median(pitches) if pitches else 1.2)


def paragraphs(lines: Sequence[Piece], page: int, body: Body) -> Iterator[Paragraph]:
    """Give the paragraphs of the lines of a block."""
    right = max(line.box.right for line in lines)
    left = min(line.box.left for line in lines)
    pitch = _pitch(lines, body)
    begin = 0
    for at in range(1, len(lines) + 1):
        if at < len(lines) and not _breaks(lines, begin, at, replace(body, pitch=pitch), right):
            continue
        held = tuple(lines[begin:at])
        above = (held[0].base - lines[begin - 1].base) / held[0].size - 1 if begin else float("inf")
        yield Paragraph(
            kind=_kind(held),
            lines=held,
            pages=(page,) * len(held),
            right=right,
            first=begin == 0,
            last=at == len(lines),
            indented=held[0].box.left > left + _INDENT * held[0].size,
            apart=above,
        )
        begin = at


def joined(found: Iterable[Paragraph | Table]) -> Iterator[Paragraph | Table]:
    """Join what a column or a page broke."""
    held: Paragraph | Table | None = None
    for one in found:
        if isinstance(held, Paragraph) and isinstance(one, Paragraph) and _goes_on(held, one):
            held = replace(
                held, lines=held.lines + one.lines, pages=held.pages + one.pages, right=one.right, last=one.last
            )
            continue
        if held is not None:
            yield held
        held = one
    if held is not None:
        yield held


def _kind(lines: Sequence[Piece]) -> str:
    """Tell code and list items from running text."""
    if all(line.mono for line in lines):
        return CODE
    return ITEM if _is_item(lines[0]) else PARAGRAPH


def _is_item(line: Piece) -> bool:
    """Tell whether a line begins with a bullet or an item's number."""
    return len(line.words) > 1 and bool(MARK.fullmatch(line.mark))


def _pitch(lines: Sequence[Piece], body: Body) -> float:
    """Give the usual distance of lines in type sizes; few lines say little, so the document's is the least."""
    near = [(low.base - high.base) / high.size for high, low in pairwise(lines) if high.size > 0]
    return max(body.pitch, min(median(near), body.pitch * _WIDER)) if near else body.pitch


def _breaks(lines: Sequence[Piece], begin: int, at: int, body: Body, right: float) -> bool:
    """Tell whether a paragraph that began at line `begin` ends before line `at`."""
    before, line = lines[at - 1], lines[at]
    size = max(before.size, line.size)
    if line.base - before.base > _WIDER * body.pitch * size or abs(before.size - line.size) > _OTHER_SIZE * size:
        return True
    if before.mono != line.mono:
        return abs(before.box.left - line.box.left) > size / 2 or bool(_ENDS.search(before.text)) or before.mono
    if before.mono or (size > _TITLE * body.size and size - min(before.size, line.size) < size / 30):
        return False
    if before.bold != line.bold or (_is_item(line) and _may_begin_item(before, line, right)):
        return True
    if before.bold and abs(before.box.middle[0] - line.box.middle[0]) < size:
        return False  # a centred title of several lines
    return _is_set_in(lines, begin, at) or _is_short(before, line, right)


def _may_begin_item(before: Piece, line: Piece, right: float) -> bool:
    """Tell an item's mark from a number that the wrapping brought to the front."""
    if line.words[0].text[0] in _BULLETS:
        return True
    return bool(_ENDS.search(before.text)) or _is_item(before) or before.box.right < right - 2 * before.size


def _is_set_in(lines: Sequence[Piece], begin: int, at: int) -> bool:
    """Tell whether a line is indented against the one before, or stands out against an item's or a hanging text."""
    before, line = lines[at - 1], lines[at]
    step = line.box.left - before.box.left
    limit = _INDENT * line.size
    if _is_item(lines[begin]):
        hangs = at - begin > 1 and before.box.left > lines[begin].box.left + limit / 2
        stays = step < limit / 2 and bool(_ENDS.search(before.text)) and at - begin == 1
        return stays or (hangs and step < -limit / 2)
    if step > limit:
        following = lines[at + 1].box.left if at + 1 < len(lines) else before.box.left
        return following < line.box.left - limit / 2 and bool(_ENDS.search(before.text))
    hanging = at - begin > 1 and lines[begin].box.left < before.box.left - limit / 2
    return hanging and step < -limit / 2


def _is_short(before: Piece, line: Piece, right: float) -> bool:
    """Tell whether a line ended though the next word had room."""
    first = line.words[0].box
    room = right - before.box.right - line.size / 2
    return room > first.right - first.left and bool(_ENDS.search(before.text) or room > right / 3)


def _goes_on(held: Paragraph, one: Paragraph) -> bool:
    """Tell whether a paragraph that ends a column goes on at the head of the next."""
    if held.kind == one.kind == CODE and held.pages[-1] == one.pages[0]:
        step = one.lines[0].base - held.lines[-1].base
        return 0 < step < 1.6 * one.size
    if not (held.last and one.first) or held.kind not in (PARAGRAPH, ITEM) or one.kind != PARAGRAPH:
        return False
    last, first = held.lines[-1], one.lines[0]
    if abs(last.size - first.size) > _OTHER_SIZE * last.size or last.bold != first.bold or one.indented:
        return False
    before, after = last.text.rstrip("\"'”’)]"), first.text.lstrip("\"'“‘([")
    if not before or not after or _ENDS.search(before):
        return False
    is_full = last.box.right > held.right - 3 * last.size
    return after[0].islower() or before[-1] in "-\u00ad," or (is_full and len(held.lines) > 1 and len(one.lines) > 1)
