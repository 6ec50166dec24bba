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
from itertools import accumulate, pairwise

from reviewer.tui import glyphs

PIECE = 4096
"""A line longer than this is wrapped in pieces of about so many characters."""
MOST_MARKS_TOGETHER = 64
"""A longer run of combining marks may be cut."""
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
        if bisect_left(self._places, start) != bisect_left(self._places, end) or self._is_special(start, end):
            return None
        return self.text[start:end].removesuffix("\n")

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

    def _is_special(self, start: int, end: int) -> bool:
        return self._base.special is not None and self._base.special.search(self.text, start, end) is not None

    def _piece_of(self, offset: int) -> tuple[int, int]:
        return _piece(self.text, self._base.cuts, offset)

    def _starts(self) -> Sequence[int]:
        """Take the rows without marks, those of the pieces with marks wrapped anew."""
        rows, taken = self._base.rows, 0
        found: list[int] = []
        for start, end in sorted({self._piece_of(at) for at in self._places}):
            found += rows[taken : bisect_left(rows, start)]
            widths = list(_drawn(self.text, start, end)[1])
            for at in self._places[bisect_left(self._places, start) : bisect_left(self._places, end)]:
                widths[at - start] += sum(mark.cells for mark in self._marked[at])
            found += (start + row for row in _wrap_piece(self.text[start:end], self.width, widths))
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


@lru_cache(maxsize=12)
def _wrapped(text: str, width: int) -> _Base:
    """Wrap a text without marks: what is plain by one pattern, the other pieces character by character."""
    special, cuts = _special(text), tuple(_cuts(text))
    rows: list[int] = []
    for start, end, is_plain in _stretches(text, cuts, special):
        if is_plain:
            rows += _wrap_plain(text, start, end, width)
        elif _fits_whole(piece := text[start:end], width):
            rows.append(start)
        else:
            rows += (start + row for row in _wrap_piece(piece, width, glyphs.draw(piece)[1]))
    if not text or text.endswith("\n"):
        rows.append(len(text))
    return _Base(tuple(rows), cuts, special)


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


def _piece(text: str, cuts: Sequence[int], offset: int) -> tuple[int, int]:
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
        start, end = _piece(text, cuts, found.start()) if found else (len(text), len(text))
        inside = cuts[bisect_right(cuts, at) : bisect_left(cuts, start)]
        yield from ((begin, stop, True) for begin, stop in pairwise([at, *inside, start]) if begin < stop)
        if found:
            yield start, end, False
        at = end


def _fits_whole(line: str, width: int) -> bool:
    return line.isascii() and len(line) + line.count("\t") * (glyphs.TAB - 1) <= width


@lru_cache(maxsize=64)
def _row_pattern(width: int) -> re.Pattern[str]:
    """Give the pattern of a row: the rest of its line, as much as ends with a blank, or as much as fits."""
    return re.compile(rf"[^\n]{{0,{width}}} ?(?:\n|\Z)|[^\n]{{0,{width}}} |[^\n]{{{width}}}")


def _wrap_plain(text: str, start: int, end: int, width: int) -> list[int]:
    rows = list(accumulate(map(len, _row_pattern(width).findall(text, start, end)), initial=start))
    while rows and rows[-1] == end:
        rows.pop()
    return rows


def _wrap_piece(piece: str, width: int, widths: Sequence[int]) -> Iterator[int]:
    """Give where a piece's rows begin, for characters of these widths."""
    inner = len(piece) - piece.endswith("\n")
    if "\t" in piece:
        limits = partial(_limit_with_tabs, piece, width, widths)
    else:
        limits = partial(_limit, width, list(accumulate(widths, initial=0)))
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
