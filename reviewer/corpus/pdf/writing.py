"""Paragraphs and tables written as one text, with blocks and, for each character, the one of the layer it came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reviewer.corpus.canonical import canonicalise
from reviewer.corpus.document import Block
from reviewer.corpus.pdf.hyphens import Spellings, breaks
from reviewer.corpus.pdf.lines import Piece, columns, spaced
from reviewer.corpus.pdf.paragraphs import CODE, HEADING, Paragraph
from reviewer.corpus.pdf.tables import Table

BETWEEN_CELLS = "\t"
BETWEEN_BLOCKS = "\n\n"


class Character(NamedTuple):
    """A character, and the page (from 1) and index in its layer that it came from; page 0 if it was put in."""

    char: str
    page: int = 0
    at: int = 0


class Writing:
    """A text as it grows, and its blocks."""

    __slots__ = ("_path", "_spellings", "_tables", "blocks", "characters")

    def __init__(self, spellings: Spellings) -> None:
        """Begin with nothing."""
        self.characters: list[Character] = []
        self.blocks: list[Block] = []
        self._spellings = spellings
        self._path: list[tuple[int, str]] = []
        self._tables = 0

    def put(self, one: Paragraph | Table) -> None:
        """Write a paragraph or a table after what there is, a blank line between."""
        if self.characters:
            self.characters.extend(map(Character, BETWEEN_BLOCKS))
        if isinstance(one, Table):
            self._put_table(one)
        else:
            self._put_paragraph(one)

    def _put_paragraph(self, one: Paragraph) -> None:
        """Write lines as one; code keeps its lines."""
        start = len(self.characters)
        if one.kind == CODE:
            self.characters.extend(_lines(one.lines, one.pages, min(line.box.left for line in one.lines)))
        else:
            self.characters.extend(_flowing(list(_lines(one.lines, one.pages)), self._spellings))
        if one.kind == HEADING and one.level is not None:
            title = canonicalise(text_of(self.characters[start:])).text
            self._path = [*(held for held in self._path if held[0] < one.level), (one.level, title)]
        self._block(one.kind, start, level=one.level)

    def _put_table(self, one: Table) -> None:
        """Write a row a line, a tab between cells; empty cells keep their tabs."""
        self._tables += 1
        begin = len(self.characters)
        titled = {cell.column for cell in one.rows[0]} if one.has_header else set()
        for number, row in enumerate(one.rows):
            if number:
                self.characters.append(Character("\n"))
            start, column = len(self.characters), 0
            for cell in row:
                self.characters.extend(Character(BETWEEN_CELLS) for _ in range(cell.column - column))
                column, place = cell.column, len(self.characters)
                lines = list(_lines(cell.lines, (one.page,) * len(cell.lines)))
                self.characters.extend(_flowing(lines, self._spellings))
                headers = f"0,{column}" if number and column in titled else None
                self._block("table-cell", place, row=number, column=column, headers=headers)
            self._block("table-header" if number == 0 and one.has_header else "table-row", start, row=number)
        self._block("table", begin)

    def _block(self, kind: str, start: int, level: int | None = None, **places: int | str | None) -> None:
        """Note a block that ends where the text does."""
        table = {"table": self._tables} if kind.startswith("table") else {}
        attributes = tuple((name, str(value)) for name, value in (table | places).items() if value is not None)
        path = tuple(title for _, title in self._path)
        end = len(self.characters)
        if start < end:
            self.blocks.append(Block(kind=kind, start=start, end=end, path=path, level=level, attributes=attributes))


def text_of(characters: Sequence[Character]) -> str:
    """Give what characters say."""
    return "".join(character.char for character in characters)


def _lines(lines: Sequence[Piece], pages: Sequence[int], left: float | None = None) -> Iterator[Character]:
    """Give the characters of lines with line ends between; with `left` the indentation, too."""
    for number, (line, page) in enumerate(zip(lines, pages, strict=True)):
        if number:
            yield Character("\n")
        if left is not None:
            first = line.words[0]
            width = (first.box.right - first.box.left) / max(len(first.text), 1)
            yield from map(Character, " " * columns(first.box.left - left, width))
        for blanks, word in spaced(line.words):
            yield from map(Character, " " * blanks)
            yield from (Character(char, page, at) for char, at in zip(word.text, word.at, strict=True))


def _flowing(characters: list[Character], spellings: Spellings) -> list[Character]:
    """Join broken words and turn the other line ends into blanks, or into nothing after a hyphen that stays."""
    text = text_of(characters)
    kept: list[Character] = []
    at = 0
    for start, end in breaks(text, spellings):
        kept.extend(characters[at:start])
        at = end
    kept.extend(characters[at:])
    flowing: list[Character] = []
    for character in kept:
        if character.char != "\n":
            if character.char != "\u00ad":
                flowing.append(character)
        elif not _is_bound(flowing):
            flowing.append(Character(" "))
    return flowing


def _is_bound(before: Sequence[Character]) -> bool:
    """Tell whether what follows a line end belongs to a compound: a hyphen or slash right after a letter or digit."""
    return len(before) > 1 and before[-1].char in "-/" and before[-2].char.isalnum()
