"""What a splitter counts (characters, words, tokens), as boundaries in the text: unit k begins at `position(k)`."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

SPACES = "".join(char for code in range(0x3001) if (char := chr(code)).isspace())
_BLANK = np.zeros(0x3002, dtype=np.bool_)
_BLANK[[ord(char) for char in SPACES]] = True


class Units(Protocol):
    """Boundaries that never fall; unit k is the text from `position(k)` to `position(k + 1)`, the last ends with it."""

    def position(self, unit: int) -> int:
        """Give where unit `unit` begins; 0 below the first, the text's length from the last one on."""

    def holding(self, position: int) -> int:
        """Give the unit that holds the character at `position`."""

    def begun(self, position: int) -> int:
        """Give how many units begin before `position`."""


class Characters:
    """Every code point is a unit."""

    __slots__ = ("_length",)

    def __init__(self, length: int) -> None:
        """Take the length of the text."""
        self._length = length

    def position(self, unit: int) -> int:
        """Give the unit itself, held inside the text."""
        return min(max(unit, 0), self._length)

    def holding(self, position: int) -> int:
        """Give the position itself."""
        return position

    def begun(self, position: int) -> int:
        """Give the position itself."""
        return position


class Table:
    """Units of any length, by a table of their starts."""

    __slots__ = ("_count", "_length", "_starts")
    _starts: memoryview[int]

    def __init__(self, starts: NDArray[np.int32], length: int) -> None:
        """Take starts, int32 [n], that never fall, and the length of the text."""
        self._starts = starts.data  # single look-ups: bisect over the bare memory is fast, and casts and copies nothing
        self._count = len(starts)
        self._length = length

    def position(self, unit: int) -> int:
        """Give where the unit begins."""
        if unit <= 0:
            return 0
        return self._starts[unit] if unit < self._count else self._length

    def holding(self, position: int) -> int:
        """Give the last unit that begins at or before `position`, so that units without a character are passed."""
        return max(bisect_right(self._starts, position) - 1, 0)

    def begun(self, position: int) -> int:
        """Give how many units begin before `position`."""
        return bisect_left(self._starts, position)


def word_units(text: str) -> Table:
    """Count words: a word is a run of non-blank characters, and the blanks after it go with it."""
    blank = blanks(text)
    begins = ~blank
    begins[1:] &= blank[:-1]
    return Table(np.flatnonzero(begins).astype(np.int32), len(text))


def token_units(offsets: NDArray[np.int32], length: int) -> Table:
    """Count tokens by their offsets, int32 [n, 2]: a character belongs to the first token that touches it.

    What no token touches (blanks, a stripped accent) goes with the token before it.
    """
    starts = np.maximum.accumulate(offsets[:, 0]) if len(offsets) else offsets[:, 0]
    starts = starts.copy()
    if len(offsets):
        np.maximum(starts[1:], np.maximum.accumulate(offsets[:-1, 1]), out=starts[1:])
    return Table(np.minimum(starts, length, out=starts), length)


def blanks(text: str) -> NDArray[np.bool_]:
    """Mark the white space of a text: bool [len(text)], the same characters that `str.isspace` names."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return _BLANK[np.minimum(codes, 0x3001)]


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Give the place without the blanks at its ends; start equals end where nothing else is in it."""
    piece = text[start:end]
    kept = piece.lstrip()
    start += len(piece) - len(kept)
    return start, start + len(kept.rstrip())
