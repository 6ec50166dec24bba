"""A text as tokens: words, single signs and single ideographs, each with its offsets and a hash.

Blanks are no tokens, so a reflow, other indentation or other line ends leave the same tokens. Canonically equal
spellings, quote marks, dashes and blanks of any typography hash alike; case is kept.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from reviewer.corpus import OffsetMap, canonicalise
from reviewer.spans import Span

Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

_BLANK, _WORD, _ALONE, _MARK = range(4)
_UNSPACED = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x2E80, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))
"""Scripts written without blanks between words (Thai to Khmer, Han and kana): each character is a token."""
_TYPOGRAPHY = {
    **dict.fromkeys("‘’‚‛′ʼ", "'"),
    **dict.fromkeys("“”„‟″", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
}
_STEP = np.uint64(0x9E3779B97F4A7C15)
_BASE = np.uint64(0xD6E8FEB86659FD93)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a text: `starts` and `ends` are offsets in it, int64 [n]; `hashes` int64 [n]; `words` bool [n].

    `lines` int64 [n] is the number of the line that each token stands in.
    """

    text: str
    starts: Ints
    ends: Ints
    hashes: Ints
    words: Flags
    lines: Ints

    def __len__(self) -> int:
        """Give the number of tokens."""
        return len(self.starts)

    def touched(self, start: int, end: int) -> range:
        """Give the tokens that share a character with `[start, end)`."""
        first = int(np.searchsorted(self.ends, start, side="right"))
        return range(first, max(first, int(np.searchsorted(self.starts, end, side="left"))))

    def span(self, first: int, stop: int) -> Span:
        """Give the place of the tokens from `first` up to `stop`."""
        return Span(int(self.starts[first]), int(self.ends[stop - 1]))

    def listed(self, first: int, stop: int) -> list[int]:
        """Give the hashes from `first` up to `stop`, both cut at the edges of the text."""
        listed: list[int] = self.hashes[max(0, first) : max(0, stop)].tolist()
        return listed


def lex(text: str) -> Tokens:
    """Give the tokens of a text, in time linear in its length."""
    canonical = canonicalise(text)
    codes = np.frombuffer(canonical.text.encode("utf-32-le"), np.uint32)
    kinds, values = (table[codes] for table in _tables(canonical.text))
    starts, ends = _edges(kinds)
    lines = np.searchsorted(np.flatnonzero(codes == ord("\n")), starts)
    hashes = combined(values, starts)
    words = (kinds[starts] == _WORD) | ((kinds[starts] == _ALONE) & _is_letter(canonical.text, codes[starts]))
    if canonical.text != text:
        starts, ends = _led_back(canonical.source, starts, ends)
    return Tokens(text, starts, ends, hashes, words, lines)
