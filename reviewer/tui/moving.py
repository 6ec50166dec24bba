"""Steps through a text by character, word and sentence, for moving the ends of a span; pure.

A start moves between the beginnings of words and sentences, an end between their ends. A character is what a reader
sees as one (a grapheme cluster), so that no step stops inside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import regex

from reviewer.chunks.clusters import Clusters
from reviewer.spans import Span


class Unit(StrEnum):
    """How far one step goes."""

    CHARACTER = "character"
    WORD = "word"
    SENTENCE = "sentence"


class End(StrEnum):
    """Which end of a span moves."""

    START = "start"
    END = "end"

    @property
    def other(self) -> End:
        """The end that stays."""
        return End.END if self is End.START else End.START


_SIGN = r"[\p{Han}\p{Hiragana}\p{Katakana}]"
_WORD = regex.compile(rf"(?V1){_SIGN}\p{{M}}*|[\w--{_SIGN}]+(?:['’][\w--{_SIGN}]+)*|[^\w\s]+")
_SENTENCE_END = regex.compile(
    r"""[.!?…]+[)\]"'”’»*_`]*(?=\s|\Z)"""  # a full stop and what closes after it
    r"""|[。！？]+[」』”’）]*"""
    r"""|\S(?=[^\S\n]*\n[^\S\n]*(?:\n|[-*+#|>]|\d+[.)]))"""  # the last word before a blank line, item, row, heading
    r"""|\S(?=\s*\Z)"""
)
_BLANKS = regex.compile(r"\s*")
_WINDOWS = (400, 8_000, 160_000)


class Mover:
    """Moves the ends of spans in one text."""

    __slots__ = ("_clusters", "_text")

    def __init__(self, text: str) -> None:
        """Read nothing yet; looking is local."""
        self._text = text
        self._clusters = Clusters(text)

    def move(self, span: Span, end: End, unit: Unit, *, forward: bool) -> Span:
        """Give the span with one end a step further; an end stops at the text's edge and before the other end."""
        at = span.start if end is End.START else span.end
        to = self.step(at, end, unit, forward=forward)
        if end is End.START:
            return Span(to, span.end) if to < span.end else span
        return Span(span.start, to) if to > span.start else span

    def step(self, offset: int, end: End, unit: Unit, *, forward: bool) -> int:
        """Give the next place at which such an end may stand."""
        if unit is Unit.CHARACTER:
            return self._character(offset, forward=forward)
        stops = self._ahead(offset, end, unit) if forward else self._back(offset, end, unit)
        return next(stops, len(self._text) if forward else 0)

    def whole(self, start: int, end: int) -> Span:
        """Give the span between two offsets in any order, widened so that it cuts no character."""
        low, high = min(start, end), max(start, end)
        low = self._clusters.around(low)[0]
        high = self._clusters.around(high)[1]
        return Span(low, high) if low < high else Span(low, self._character(low, forward=True))

    def word_at(self, offset: int) -> Span:
        """Give the word that holds `offset`, else the character there."""
        begin = max(self._text.rfind("\n", 0, offset) + 1, offset - _WINDOWS[0])
        for match in _WORD.finditer(self._text, begin):
            if match.end() > offset:
                return Span(*match.span()) if match.start() <= offset else self.whole(offset, offset + 1)
        return self.whole(offset, offset)

    def _character(self, offset: int, *, forward: bool) -> int:
        if forward:
            return self._clusters.around(min(offset + 1, len(self._text)))[1]
        return self._clusters.around(max(offset - 1, 0))[0]

    def _ahead(self, offset: int, end: End, unit: Unit) -> Iterator[int]:
        return (stop for stop in self._stops(offset, len(self._text), end, unit) if stop > offset)

    def _back(self, offset: int, end: End, unit: Unit) -> Iterator[int]:
        """Look through windows that reach further and further back."""
        for window in (*_WINDOWS, offset):
            begin = max(offset - window, 0)
            stops = [stop for stop in self._stops(begin, offset, end, unit) if stop < offset]
            if begin > 0:
                stops = stops[1:]  # the window may have begun inside a word
            if stops:
                yield stops[-1]
                return

    def _stops(self, begin: int, stop: int, end: End, unit: Unit) -> Iterator[int]:
        """Give the places from about `begin` to `stop` where a start or an end of this unit lies."""
        if unit is Unit.WORD:
            side = 0 if end is End.START else 1
            yield from (match.span()[side] for match in _WORD.finditer(self._text, begin, stop))
            return
        if end is End.START and begin == 0:
            yield self._skip_blanks(0)
        for match in _SENTENCE_END.finditer(self._text, begin):
            if match.end() > stop:
                return
            after = self._skip_blanks(match.end())
            if end is End.END or after < len(self._text):
                yield match.end() if end is End.END else after

    def _skip_blanks(self, offset: int) -> int:
        found = _BLANKS.match(self._text, offset)
        return found.end() if found else offset
