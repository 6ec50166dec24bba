"""Offsets in other units, and text rewritten with a way back: everything outside counts code points."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NoReturn

from reviewer.corpus.document import OffsetMap
from reviewer.errors import CorpusError
from reviewer.spans import Span


class LineIndex:
    """Lines of a canonical text, counted from 0; only LF ends a line."""

    __slots__ = ("length", "starts")

    def __init__(self, text: str) -> None:
        """Note where each line begins."""
        self.length = len(text)
        self.starts = (0, *(match.end() for match in re.finditer("\n", text)))

    def line_of(self, offset: int) -> int:
        """Give the line that holds `offset`; the end of the text belongs to the last line."""
        if not 0 <= offset <= self.length:
            raise CorpusError(f"offset {offset} lies outside a text of {self.length} characters")
        return bisect_right(self.starts, offset) - 1

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Give line and column of `offset`, both counted from 0."""
        line = self.line_of(offset)
        return line, offset - self.starts[line]

    def start_of(self, line: int) -> int:
        """Give the offset at which `line` begins; a line after the last begins at the end of the text."""
        return self.starts[line] if line < len(self.starts) else self.length


def from_utf8(text: str, offsets: Sequence[int]) -> tuple[int, ...]:
    """Convert offsets in UTF-8 bytes to code points, in one pass over the text."""
    if text.isascii():
        return _from_units(text, offsets, _utf8_width, "UTF-8 bytes")
    data = text.encode("utf-8")
    found: dict[int, int] = {}
    begin = count = 0
    for offset in sorted(set(offsets)):
        if not 0 <= offset <= len(data):
            _outside(offset, "UTF-8 bytes")
        try:
            count += len(data[begin:offset].decode("utf-8"))
        except UnicodeDecodeError:
            _outside(offset, "UTF-8 bytes")
        begin, found[offset] = offset, count
    return tuple(found[offset] for offset in offsets)


def from_utf16(text: str, offsets: Sequence[int]) -> tuple[int, ...]:
    """Convert offsets in UTF-16 units (JavaScript, LSP) to code points, in one pass over the text."""
    return _from_units(text, offsets, _utf16_width, "UTF-16 units")


def _utf8_width(char: str) -> int:
    """Give the number of bytes that a character takes in UTF-8."""
    return len(char.encode("utf-8"))


def _utf16_width(char: str) -> int:
    """Give the number of units that a character takes in UTF-16."""
    return 1 + (char > "\uffff")


def _edges(text: str, width: Callable[[str], int]) -> list[int]:
    """Give the unit offset at which each character begins, and the end."""
    return list(accumulate(map(width, text), initial=0))


def _from_units(text: str, offsets: Sequence[int], width: Callable[[str], int], unit: str) -> tuple[int, ...]:
    """Find each unit offset among the beginnings of characters."""
    if text.isascii():
        edges: Sequence[int] = range(len(text) + 1)
    else:
        edges = _edges(text, width)
    found = tuple(bisect_right(edges, offset) - 1 for offset in offsets)
    for offset, at in zip(offsets, found, strict=True):
        if at < 0 or edges[at] != offset:
            _outside(offset, unit)
    return found


def _outside(offset: int, unit: str) -> NoReturn:
    raise CorpusError(f"offset {offset} in {unit} lies inside a character or outside the text")


def rewrite(raw: str, pattern: re.Pattern[str], replace: Callable[[str], str], begin: int = 0) -> tuple[str, OffsetMap]:
    """Replace every match from `begin` on, and give the new text with the map back to `raw`.

    A match that changed is one piece: a place inside its replacement leads back to the whole of it.
    """
    parts: list[str] = []
    anchors = [(0, begin)]
    at, length = begin, 0
    for match in pattern.finditer(raw, begin):
        old, new = match.group(), replace(match.group())
        if new == old:
            continue
        parts += (raw[at : match.start()], new)
        length += match.start() - at + len(new)
        at = match.end()
        if len(old) == len(new) == 1:
            continue
        anchors.extend((inner, match.start()) for inner in range(length - len(new) + 1, length))
        if anchors[-1][0] == length:
            anchors.pop()
        anchors.append((length, at))
    parts.append(raw[at:])
    return "".join(parts), OffsetMap(tuple(anchors), len(raw))


class MappedText:
    """A text that is written piece by piece, each with the place in the raw text that it came from.

    Pieces come in the order of the raw text. What is left out between two copied pieces becomes a gap of the map.
    """

    __slots__ = ("_anchors", "_at", "_gaps", "_in_step", "_is_filling", "_parts", "length")

    def __init__(self) -> None:
        """Begin an empty text."""
        self._parts: list[str] = []
        self._anchors: list[tuple[int, int]] = []
        self._gaps: list[tuple[int, int]] = []
        self._at = 0  # where the last piece ends in the raw text
        self._in_step = False  # whether the last character is one raw character
        self._is_filling = True  # whether what was left out before the next piece belongs to the last one
        self.length = 0

    def copy(self, text: str, start: int) -> None:
        """Add raw text as it stands at `start`."""
        if text:
            self._meet(start)
            if not (self._in_step and start == self._at):
                self._anchors.append((self.length, start))
            self._add(text, start + len(text), in_step=True)

    def replace(self, text: str, start: int, end: int) -> None:
        """Add what the raw piece `[start, end)` became as a whole (an entity, an escape, a run of blanks)."""
        if len(text) == end - start == 1:
            self.copy(text, start)
        elif text:
            self._meet(start)
            self._anchors.extend((self.length + at, start) for at in range(len(text)))
            self._add(text, end, in_step=False)

    def fill(self, text: str) -> None:
        """Add text that stands for all that is left out between the pieces around it (a line break for tags)."""
        if text:
            self._anchors.extend((self.length + at, self._at) for at in range(len(text)))
            self._add(text, self._at, in_step=False)
            self._is_filling = True

    def finish(self, length: int) -> tuple[str, OffsetMap]:
        """Give the text and its map to a raw text of `length` characters."""
        anchors = self._anchors if self._anchors and self._anchors[0][0] == 0 else [(0, 0), *self._anchors]
        if not self._in_step and self.length:
            anchors = [*anchors, (self.length, self._at)]
        return "".join(self._parts), OffsetMap(tuple(anchors), length, tuple(self._gaps))

    def _meet(self, start: int) -> None:
        """Note what was left out before a piece."""
        if start > self._at and not self._is_filling:
            self._gaps.append((self._at, start))

    def _add(self, text: str, end: int, *, in_step: bool) -> None:
        self._parts.append(text)
        self.length += len(text)
        self._at, self._in_step, self._is_filling = end, in_step, False


def through(first: OffsetMap, then: OffsetMap) -> OffsetMap:
    """Give the map that leads where `first` leads and `then` leads on from there."""
    if then.anchors == ((0, 0),) and not then.gaps:
        return OffsetMap(first.anchors, then.length, first.gaps)
    anchors: list[tuple[int, int]] = []
    middles = [middle for middle, _ in then.anchors]
    for at, (offset, middle) in enumerate(first.anchors):
        anchors.append((offset, then.raw(middle)))
        last = len(middles)
        if at + 1 < len(first.anchors):
            following, its_middle = first.anchors[at + 1]
            last = min(bisect_left(middles, middle + following - offset), bisect_right(middles, its_middle))
        inside = range(bisect_right(middles, middle), last)
        anchors.extend((offset + middles[row] - middle, then.anchors[row][1]) for row in inside)
    gaps = [*then.gaps, *((then.raw(start), then.raw(end)) for start, end in first.gaps)]
    return OffsetMap(tuple(anchors), then.length, tuple(_apart(gaps)))


def _apart(places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort places and join those that touch."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        elif start < end:
            found.append((start, end))
    return found


def first_at(text_length: int, source: OffsetMap, raw: int) -> int:
    """Give the first offset of a text of that length which leads to `raw` or behind it."""
    return bisect_left(range(text_length), raw, key=source.raw)


def find_ignoring_case(text: str, needle: str) -> tuple[Span, ...]:
    """Give the places in `text` that equal `needle` but for case; case folding may change lengths, offsets do not."""
    return _find(text, needle, str.casefold)


def find_quote(text: str, quote: str) -> tuple[Span, ...]:
    """Give the places in `text` that equal `quote` but for canonical and compatibility forms (NFKC).

    A match that begins or ends inside a character (a ligature) widens to the whole character.
    """
    return _find(text, unicodedata.normalize("NFC", quote), lambda char: unicodedata.normalize("NFKC", char))


def _find(text: str, needle: str, fold: Callable[[str], str]) -> tuple[Span, ...]:
    """Search the folded needle in the folded text, and lead each match back."""
    folded, back = _folded(text, fold)
    sought = "".join(map(fold, needle))
    if not sought:
        return ()
    matches = re.finditer(re.escape(sought), folded)
    return tuple(back.raw_span(Span(match.start(), match.end())) for match in matches)


def _folded(text: str, fold: Callable[[str], str]) -> tuple[str, OffsetMap]:
    """Fold character by character, so that the way back is known."""
    changed = {char: fold(char) for char in set(text) if fold(char) != char}
    if all(len(new) == 1 for new in changed.values()):
        return text.translate({ord(char): new for char, new in changed.items()}), OffsetMap(((0, 0),), len(text))
    one_of = "".join(map(re.escape, sorted(changed)))
    return rewrite(text, re.compile(f"[{one_of}]"), changed.__getitem__)
