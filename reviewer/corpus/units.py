"""Units in which another program may count offsets, told by where offsets fall when they are read as such.

Strings of Java and JavaScript count UTF-16 units, those of Go bytes, and a program may count in the file as it is on
disk. Such offsets are places too, only wrong ones: they fall into words where, read as what they are, they fall between
words. Splitters that cut anywhere fall into words in any unit, and are not suspected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reviewer.corpus.document import Document

Offsets = NDArray[np.int64]
"""int64 [n]."""

Letters = NDArray[np.bool_]
"""bool [len + 1]: whether each character, and the end, belongs to a word."""

LEAST = 20
"""Offsets that differ between two units; fewer prove nothing."""

MOST_IN_WORDS, LEAST_IN_WORDS = 0.05, 0.4
"""Shares of them that fall into words: at most by the unit that is suspected, at least by code points."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What is counted; `table` gives it before each code point of a document and at its end, int64 [len + 1]."""

    words: str
    table: Callable[[Document], Offsets]


@dataclass(frozen=True, slots=True)
class Fallen:
    """How many offsets tell code points and another unit apart, and how many of them fall into words by each."""

    differ: int = 0
    own: int = 0
    other: int = 0

    @property
    def is_suspect(self) -> bool:
        """Tell whether they seem to be counted in the other unit."""
        most, least = MOST_IN_WORDS * self.differ, LEAST_IN_WORDS * self.differ
        return self.differ >= LEAST and self.other <= most and self.own >= least

    def __add__(self, more: Fallen) -> Fallen:
        """Sum the counts."""
        return Fallen(self.differ + more.differ, self.own + more.own, self.other + more.other)


def can_differ(document: Document) -> bool:
    """Tell whether anything is counted otherwise; in most documents of plain English nothing is."""
    return not document.text.isascii() or document.source.anchors != ((0, 0),)


def letters_of(text: str) -> Letters:
    """Tell of each character, and of the end, whether it belongs to a word."""
    return np.fromiter((*map(str.isalnum, text), False), np.bool_, len(text) + 1)


def fallen(unit: Unit, document: Document, offsets: Offsets, letters: Letters) -> Fallen:
    """Count where the offsets of one document fall, by code points and by a unit.

    Args:
        unit: The other one.
        document: Whose offsets.
        offsets: int64 [n], each once.
        letters: Of the document's text.

    """
    table = unit.table(document)
    at = np.minimum(np.searchsorted(table, offsets), len(table) - 1)
    differ = at != offsets
    torn = table[at] != offsets  # in the middle of a character, where no splitter cuts
    return Fallen(
        differ=int(differ.sum()),
        own=int((differ & _in_word(letters, offsets)).sum()),
        other=int((differ & (torn | _in_word(letters, at))).sum()),
    )


def likeliest(counts: Iterable[Fallen]) -> str:
    """Name the unit that offsets seem to be counted in; nothing where that is code points.

    Args:
        counts: One for each of `UNITS`, in their order.

    """
    suspects = [(one.other / one.differ, unit.words) for one, unit in zip(counts, UNITS, strict=True) if one.is_suspect]
    return min(suspects, key=lambda one: one[0])[1] if suspects else ""


def unit_of_end(document: Document, end: int) -> str:
    """Name the unit by which the last of a document's places, beyond its end, ends where the text does, or nothing."""
    last = len(document.text.rstrip())
    for unit in UNITS:
        table = unit.table(document)
        if end > len(document.text) and table[last] <= end <= table[-1]:
            return unit.words
    return ""


def _in_word(letters: Letters, offsets: Offsets) -> Letters:
    at = np.clip(offsets, 0, len(letters) - 1)
    inside: Letters = letters[at] & letters[np.maximum(at - 1, 0)] & (at > 0)
    return inside


def _file(document: Document) -> Offsets:
    anchors = np.array(document.source.anchors, np.int64)
    own = np.arange(len(document.text) + 1)
    at = np.searchsorted(anchors[:, 0], own, side="right") - 1
    limits = np.append(anchors[1:, 1], document.source.length)
    found: Offsets = np.minimum(anchors[at, 1] + own - anchors[at, 0], limits[at])
    return found


def _utf16(document: Document) -> Offsets:
    return _summed(1 + (_codes(document) > 0xFFFF))  # noqa: PLR2004  # the last that is one unit


def _utf8(document: Document) -> Offsets:
    codes = _codes(document)
    return _summed(1 + (codes > 0x7F).astype(int) + (codes > 0x7FF) + (codes > 0xFFFF))  # noqa: PLR2004  # one more each


def _codes(document: Document) -> NDArray[np.uint32]:
    return np.frombuffer(document.text.encode("utf-32-le", "surrogatepass"), "<u4")


def _summed(widths: NDArray[np.int64]) -> Offsets:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(widths)])


UNITS = (
    Unit("characters of the file as it is", _file),
    Unit("UTF-16 units", _utf16),
    Unit("bytes of UTF-8", _utf8),
)
"""Of units that fit equally well the first is named."""
