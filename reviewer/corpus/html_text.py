"""The text of a page as it is written down: blanks collapsed, entities decoded, blocks parted, each with its place."""

from __future__ import annotations

import re

from reviewer.corpus.document import OffsetMap
from reviewer.corpus.html_tokens import BLANK, unescape
from reviewer.corpus.offsets import MappedText

_ENTITY = r"&(?:\#(?:[xX][0-9a-fA-F]++|[0-9]++);?+|[A-Za-z][A-Za-z0-9]*+;?+)"
_PIECE = re.compile(rf"(?P<blank>[ \t\n\f]++)|(?P<entity>{_ENTITY})|[^ \t\n\f&]++(?:[ ][^ \t\n\f&]++)*+|&", re.VERBOSE)
_VERBATIM_PIECE = re.compile(rf"(?P<blank>[ \t\n\f]++)|(?P<entity>{_ENTITY})|[^ \t\n\f&]++|&", re.VERBOSE)
_BLANK = re.compile(r"[ \t\n\f]++")
_DEEPEST = 1 << 60


class PageText:
    """What was written so far, and what parts it from what comes next.

    Of all boundaries between two texts the widest counts, but an item, a row or a cell parts its neighbours in its own
    way, whatever ends or begins inside of it.
    """

    def __init__(self, source: str) -> None:
        """Begin an empty text of a page."""
        self._source = source
        self._out = MappedText()
        self._separator: str | None = ""
        self._ruled_at = _DEEPEST
        self._shallowest = _DEEPEST
        self._blank: tuple[int, int] | None = None
        self._held: list[tuple[str, int, int]] = []

    @property
    def is_parted(self) -> bool:
        """Whether nothing was written since the last boundary."""
        return self._separator is not None

    @property
    def length(self) -> int:
        """How much is written."""
        return self._out.length

    def part(self, breaks: int, depth: int) -> None:
        """Part by line breaks at the edge of a block that stands so deep."""
        self._held.clear()
        if depth <= self._ruled_at:
            before = self._separator or ""
            self._separator = before if before.count("\n") >= breaks else "\n" * breaks
            self._ruled_at = _DEEPEST
        self._shallowest = min(depth, self._shallowest)
        self._blank = None

    def part_by(self, separator: str, depth: int) -> None:
        """Part by this, whatever was crossed deeper inside; what was crossed outside counts more."""
        self._held.clear()
        if depth <= self._shallowest:
            self._separator, self._ruled_at, self._shallowest = separator, depth, depth
        self._blank = None

    def break_line(self) -> None:
        """Break the line; two breaks part paragraphs."""
        if self._ruled_at == _DEEPEST:
            self._separator = (self._separator or "") + "\n" if self._separator != "\n\n" else "\n\n"
        self._blank = None

    def blank(self, start: int, end: int) -> None:
        """Part words by the blanks, or the picture, at this place."""
        if self._separator is None:
            self._blank = (self._blank[0] if self._blank else start, end)

    def begin(self) -> int:
        """Write what parts the next text from the last, and give where the next text begins."""
        if self._separator is not None and self._held:
            self._held = _indent(self._held)
        if self.length and self._separator:
            self._out.fill(self._separator)
        elif self.length and self._blank:
            self._out.replace(" ", *self._blank)
        self._separator, self._blank = None, None
        self._ruled_at = self._shallowest = _DEEPEST
        return self.length

    def write(self, start: int, end: int) -> None:
        """Write a piece of the source that holds no blanks but single ones inside."""
        self._out.copy(self._source[start:end], start)

    def write_decoded(self, text: str, start: int, end: int) -> None:
        """Write what an entity stands for."""
        self._out.replace(text, start, end)

    def hold(self, text: str, start: int, end: int) -> None:
        """Keep blanks of a verbatim text until more of it follows."""
        self._held.append((text, start, end))

    def write_held(self) -> None:
        """Write the blanks before a verbatim text; before its first, those of its first line only."""
        for text, start, end in self._held:
            if len(text) == end - start:
                self._out.copy(text, start)
            else:
                self._out.replace(text, start, end)
        self._held.clear()

    def finish(self) -> tuple[str, OffsetMap]:
        """Give the text and its map to the source."""
        return self._out.finish(len(self._source))


def _indent(held: list[tuple[str, int, int]]) -> list[tuple[str, int, int]]:
    """Give of blanks before a verbatim text those that indent its first line."""
    line = max((at for at, one in enumerate(held) if "\n" in one[0]), default=None)
    if line is None:
        return held
    text, _, end = held[line]
    indent = text[text.rfind("\n") + 1 :]
    return [(indent, end - len(indent), end), *held[line + 1 :]] if indent else held[line + 1 :]


def pieces(source: str, start: int, end: int, *, verbatim: bool) -> list[tuple[str | None, int, int]]:
    """Cut a text into `(decoded, start, end)`: None is copied, a blank text is blanks, another is what an entity is."""
    found: list[tuple[str | None, int, int]] = []
    for match in (_VERBATIM_PIECE if verbatim else _PIECE).finditer(source, start, end):
        if match.lastgroup == "blank":
            found.append((match[0], match.start(), match.end()))
        elif match.lastgroup == "entity":
            decoded = unescape(match[0])
            found.append((None if decoded == match[0] else decoded, match.start(), match.end()))
        else:
            found.append((None, match.start(), match.end()))
    return found


def is_blank_piece(source: str, start: int, end: int) -> bool:
    """Tell whether a part of the source is blanks alone, as it is between most tags."""
    return _BLANK.fullmatch(source, start, end) is not None


def is_blank(text: str) -> bool:
    """Tell whether a decoded text holds but blanks as HTML counts them (a no-break space is none)."""
    return not text.strip(BLANK)
