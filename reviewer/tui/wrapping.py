"""A text as rows of at most so many cells: where each row begins, what is drawn in it, and which character is where.

Pure: no terminal and no widget. Every offset counts code points of the text. Rows end after blanks where they can.
Texts are wrapped in pieces (a line, or some thousand characters of an endless line), so that marks drawn into the text
make only their own pieces anew.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import accumulate

from reviewer.tui import glyphs, parting

WIDE = 2
"""The cells of an ideograph; a row may end on either side of one."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign drawn into the text before the character at `at`, or after it; it takes no character's place."""

    at: int
    sign: str
    name: str
    after: bool = False

    @property
    def cells(self) -> int:
        """The cells that it takes."""
        return glyphs.cells(self.sign)


@dataclass(frozen=True, slots=True)
class Cell:
    """What is drawn for one character: its sign with the marks before and after it, and its cells in all."""

    sign: str
    width: int
    before: tuple[Mark, ...] = ()
    after: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class _Base:
    """A text wrapped without marks: `special` finds what is not plain, `cuts` are where long lines are cut."""

    rows: tuple[int, ...]
    cuts: tuple[int, ...]
    special: re.Pattern[str] | None


class Rows:
    """A text's rows at a width, marks drawn in."""

    __slots__ = ("_base", "_marked", "_places", "starts", "text", "width")

    def __init__(self, text: str, width: int, marks: Sequence[Mark] = ()) -> None:
        """Wrap a text; one that was wrapped at this width shortly before costs only its marks' pieces."""
        self.text = text
        self.width = max(width, 2)
        self._base = _wrapped(text, self.width)
        self._marked = _by_character([mark for mark in marks if 0 <= mark.at < len(text)])
        self._places = sorted(self._marked)
        self.starts: Sequence[int] = self._starts()

    def __len__(self) -> int:
        """Give the number of rows; an empty text has one."""
        return len(self.starts)

    def span(self, row: int) -> tuple[int, int]:
        """Give start and end of a row; a line end belongs to the row before it."""
        end = self.starts[row + 1] if row + 1 < len(self.starts) else len(self.text)
        return self.starts[row], end

    def row_of(self, offset: int) -> int:
        """Give the row that holds the character at `offset`; the end of the text belongs to the last row."""
        return max(bisect_right(self.starts, offset) - 1, 0)

    def plain(self, row: int) -> str | None:
        """Give a row's text if it is drawn letter for letter, one cell each, without marks."""
        start, end = self.span(row)
        if self._is_marked(start, end) or self._is_special(start, end):
            return None
        return self.text[start:end].removesuffix("\n")

    def signs(self, row: int) -> Sequence[str] | None:
        """Give the sign of each character of a row, a line end's being empty; none where marks or tabs stand in it."""
        plain = self.plain(row)
        if plain is not None:
            return plain
        start, end = self.span(row)
        if self._is_marked(start, end) or "\t" in self.text[start:end]:
            return None
        begin, stop = self._piece_of(start)
        signs = _drawn(self.text, begin, stop)[0][start - begin : end - begin]
        return [*signs[:-1], ""] if self.text[end - 1] == "\n" else signs

    def cells(self, row: int) -> list[Cell]:
        """Give what is drawn for each character of a row; a tab reaches to its stop, a line end draws nothing."""
        start, end = self.span(row)
        plain = self.plain(row)
        if plain is not None:
            return [Cell(char, 1) for char in plain] + [Cell("", 0)] * (end - start - len(plain))
        return list(self._cells(start, end))

    def offset_at(self, row: int, column: int) -> int:
        """Give the offset of the character at a cell of a row; beyond the row's end, of its last place."""
        start, end = self.span(row)
        x = 0
        for at, cell in enumerate(self.cells(row), start=start):
            x += cell.width
            if column < x and self.text[at] != "\n":
                return at
        return end - 1 if end < len(self.text) or self.text[start:end].endswith("\n") else end

    def column_of(self, offset: int) -> int:
        """Give the cell at which the character at `offset` begins in its row, after the marks before it."""
        row = self.row_of(offset)
        cells = self.cells(row)
        inside = offset - self.starts[row]
        marks = sum(mark.cells for mark in cells[inside].before) if inside < len(cells) else 0
        return sum(cell.width for cell in cells[:inside]) + marks

    def _is_marked(self, start: int, end: int) -> bool:
        return bisect_left(self._places, start) != bisect_left(self._places, end)

    def _is_special(self, start: int, end: int) -> bool:
        return self._base.special is not None and self._base.special.search(self.text, start, end) is not None

    def _piece_of(self, offset: int) -> tuple[int, int]:
        return parting.piece_at(self.text, self._base.cuts, offset)

    def _starts(self) -> Sequence[int]:
        """Take the rows without marks, those of the pieces with marks wrapped anew."""
        rows, taken = self._base.rows, 0
        found: list[int] = []
        for start, end in sorted({self._piece_of(at) for at in self._places}):
            found += rows[taken : bisect_left(rows, start)]
            widths = list(_drawn(self.text, start, end)[1])
            for at in self._places[bisect_left(self._places, start) : bisect_left(self._places, end)]:
                widths[at - start] += sum(mark.cells for mark in self._marked[at])
            edges = list(accumulate(widths, initial=0))
            found += (start + row for row in _wrap_piece(self.text[start:end], self.width, widths, edges))
            taken = bisect_left(rows, end)
        return [*found, *rows[taken:]] if found else rows

    def _cells(self, start: int, end: int) -> Iterator[Cell]:
        # What a combining mark stands on may lie before the row, never before its piece.
        begin, stop = self._piece_of(start)
        signs, widths = _drawn(self.text, begin, stop)
        x = 0
        for at in range(start, end):
            marks = self._marked.get(at, ())
            sign, width = signs[at - begin], widths[at - begin]
            before = tuple(mark for mark in marks if not mark.after)
            x += sum(mark.cells for mark in before)
            if self.text[at] == "\t":
                width = glyphs.TAB - x % glyphs.TAB
                sign = " " * width
            elif self.text[at] == "\n":
                sign, width = "", 0
            after = tuple(mark for mark in marks if mark.after)
            x += width + sum(mark.cells for mark in after)
            yield Cell(sign, width + sum(mark.cells for mark in marks), before, after)


def _by_character(marks: Sequence[Mark]) -> Mapping[int, tuple[Mark, ...]]:
    found: dict[int, tuple[Mark, ...]] = {}
    for mark in marks:
        found[mark.at] = (*found.get(mark.at, ()), mark)
    return found


@lru_cache(maxsize=64)
def _drawn(text: str, start: int, end: int) -> tuple[list[str], list[int]]:
    """Give signs and widths of a piece's characters."""
    return glyphs.draw(text[start:end])


def _wrapped(text: str, width: int) -> _Base:
    """Wrap a text without marks; long texts are kept apart, so that a question or a title never drives one out."""
    return _wrapped_long(text, width) if len(text) > parting.PIECE else _wrap(text, width)


@lru_cache(maxsize=12)
def _wrapped_long(text: str, width: int) -> _Base:
    return _wrap(text, width)


def _wrap(text: str, width: int) -> _Base:
    """Wrap a text: what is plain by its blanks, the other pieces by the cells of their characters."""
    parted = parting.parted(text)
    rows: list[int] = []
    for piece in parted.pieces:
        if piece.measured is None:
            rows += _wrap_plain(text, piece.start, piece.end, width)
        elif _fits_whole(inner := text[piece.start : piece.end], width):
            rows.append(piece.start)
        else:
            rows += (piece.start + row for row in _wrap_piece(inner, width, *piece.measured))
    if not text or text.endswith("\n"):
        rows.append(len(text))
    return _Base(tuple(rows), parted.cuts, parted.special)


def _fits_whole(line: str, width: int) -> bool:
    return line.isascii() and len(line) + line.count("\t") * (glyphs.TAB - 1) <= width


def _wrap_plain(text: str, start: int, end: int, width: int) -> list[int]:
    """Give where rows begin: after the last blank that fits or hangs, else where the width ends."""
    rows: list[int] = []
    row = start
    while row < end:
        newline = text.find("\n", row, end)
        inner, following = (newline, newline + 1) if newline >= 0 else (end, end)
        rows.append(row)
        while inner - row > width and not (inner - row == width + 1 and text[inner - 1] == " "):
            blank = text.rfind(" ", row, row + width + 1)
            row = blank + 1 if blank >= 0 else row + width
            rows.append(row)
        row = following
    return rows


def _wrap_piece(piece: str, width: int, widths: Sequence[int], edges: Sequence[int]) -> Iterator[int]:
    """Give where a piece's rows begin, for characters of these widths; `edges` are the widths added up, from 0."""
    inner = len(piece) - piece.endswith("\n")
    limits = partial(_limit_with_tabs, piece, width, widths) if "\t" in piece else partial(_limit, width, edges)
    row = 0
    yield row
    while (limit := limits(row)) < inner and (row := _break(piece, row, limit, widths)) < inner:
        yield row


def _limit(width: int, edges: Sequence[int], row: int) -> int:
    """Give the first offset that does not fit into the row; one character always does."""
    return max(bisect_right(edges, edges[row] + width) - 1, row + 1)


def _limit_with_tabs(piece: str, width: int, widths: Sequence[int], row: int) -> int:
    x = 0
    for at in range(row, len(piece)):
        x += widths[at] if piece[at] != "\t" else widths[at] - 1 + glyphs.TAB - x % glyphs.TAB
        if x > width and at > row:
            return at
    return len(piece)


def _break(piece: str, row: int, limit: int, widths: Sequence[int]) -> int:
    """Give where the next row begins: after the last blank that fits or hangs, beside a wide sign, or at the limit."""
    if piece[limit] == " " and widths[limit] == 1:
        return limit + 1
    for at in range(limit, row, -1):
        if piece[at - 1] in " \t" or WIDE in {glyphs.WIDTHS[piece[at - 1]], glyphs.WIDTHS[piece[at]]}:
            return at
    return limit
