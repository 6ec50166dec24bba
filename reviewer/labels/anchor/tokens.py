"""A text as tokens: words, signs (a repeated one as a whole) and single ideographs, with offsets and a hash.

Blanks are no tokens, so a reflow, other indentation or other line ends leave the same tokens. Canonically equal
spellings, quote marks, dashes and blanks of any typography hash alike; case is kept.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from reviewer.corpus import OffsetMap, canonicalise
from reviewer.spans import Span

Ints: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

_BLANK, _WORD, _LETTER, _SIGN, _MARK = range(5)
_UNSPACED = (
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x2E80, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
"""Scripts written without blanks between words (Thai to Khmer, Han and kana): each character is a token."""
_TYPOGRAPHY = {
    **dict.fromkeys("‘’‚‛′ʼ", "'"),
    **dict.fromkeys("“”„‟″", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
}
MANY = 20_000
"""Characters from which counting them is faster than sorting them."""
_ODD = np.uint64(0x9E3779B97F4A7C15)
_BASE = np.uint64(0xD6E8FEB86659FD93)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """The tokens of a text: offsets `starts`, `ends`, int64 [n]; `hashes` int64 [n]; `words` bool [n] (no mere sign).

    `lines` int64 [n] is the number of the line in which each token begins.
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
    kind_of, value_of = _tables(codes)
    kinds = kind_of[codes]
    starts, ends = _edges(kinds, codes)
    hashes = combined(value_of[codes], starts)
    lines = np.searchsorted(np.flatnonzero(codes == ord("\n")), starts)
    words = (kinds[starts] == _WORD) | (kinds[starts] == _LETTER)
    if canonical.text != text:
        starts, ends = (_led_back(canonical.source, offsets) for offsets in (starts, ends))
    return Tokens(text=text, starts=starts, ends=ends, hashes=hashes, words=words, lines=lines.astype(np.int64))


def combined(values: NDArray[np.uint64], starts: Ints) -> Ints:
    """Hash each run of `values` that begins at `starts` and ends at the next: int64 [len(starts)].

    A polynomial in an odd base modulo 2**64, then mixed; equal runs hash alike, and zeros count as nothing.
    """
    if not len(starts):
        return np.zeros(0, np.int64)
    lengths = np.diff(np.append(starts, len(values)))
    places = np.arange(starts[0], len(values)) - np.repeat(starts, lengths)
    powers = np.full(int(lengths.max()), _BASE)
    powers[0] = 1
    powers = np.multiply.accumulate(powers)
    sums = np.add.reduceat(values[starts[0] :] * powers[places], starts - starts[0])
    return _mixed(sums).view(np.int64)


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Spread values over 64 bits (the finaliser of splitmix64; Steele, Lea, Flood 2014)."""
    values = values * _ODD
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def _tables(codes: NDArray[np.uint32]) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """Give kind and value of every code point that occurs: uint8 and uint64 [highest + 1]; blanks have the value 0."""
    occurring = np.flatnonzero(np.bincount(codes)) if len(codes) > MANY else np.unique(codes)
    size = int(occurring[-1]) + 1 if len(occurring) else 0
    kinds, values = np.zeros(size, np.uint8), np.zeros(size, np.uint64)
    chars = [chr(code) for code in occurring.tolist()]
    kinds[occurring] = [_kind(char) for char in chars]
    plain = np.array([ord(_TYPOGRAPHY.get(char, char)) for char in chars], np.uint64)
    values[occurring] = np.where(kinds[occurring] == _BLANK, np.uint64(0), _mixed(plain + np.uint64(1)))
    return kinds, values


def _kind(char: str) -> int:
    """Say what a character does to tokens."""
    if char.isspace():
        return _BLANK
    if unicodedata.category(char).startswith("M"):
        return _MARK
    if not (char.isalnum() or char == "_"):
        return _SIGN
    return _LETTER if any(first <= ord(char) <= last for first, last in _UNSPACED) else _WORD


def _edges(kinds: NDArray[np.uint8], codes: NDArray[np.uint32]) -> tuple[Ints, Ints]:
    """Give where tokens begin and end; a mark belongs to what stands before it, a sign to its like."""
    before = np.concatenate(([np.uint8(_BLANK)], kinds[:-1])) if len(kinds) else kinds
    repeats = np.concatenate(([False], codes[1:] == codes[:-1])) if len(codes) else kinds == _SIGN
    begins = (
        (kinds == _LETTER)
        | ((kinds == _SIGN) & ~repeats)
        | ((kinds == _WORD) & (before != _WORD) & (before != _MARK))
        | ((kinds == _MARK) & (before == _BLANK))
    )
    borders = np.flatnonzero(begins | ((kinds == _BLANK) & (before != _BLANK)))
    is_start = begins[borders]
    following = np.append(borders[1:], len(kinds))
    return borders[is_start], following[is_start]


def _led_back(source: OffsetMap, offsets: Ints) -> Ints:
    """Lead canonical offsets back to those of the text as it was given."""
    anchors = np.array(source.anchors, np.int64)
    at = np.searchsorted(anchors[:, 0], offsets, side="right") - 1
    limits = np.append(anchors[1:, 1], source.length)
    led: Ints = np.minimum(anchors[at, 1] + offsets - anchors[at, 0], limits[at])
    return led
