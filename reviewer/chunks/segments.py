"""Token offsets of a long text, encoded in segments that meet where both sides agree.

One call over a whole document costs some 160 bytes of memory a byte and uses one core. A segment here is encoded with
context on both sides; in the zone that two neighbours share, both must give the same tokens, and they are joined at a
word (of the tokenizer's own pre-tokenizer) that begins there in both: tokens of a word do not depend on other words.
Where the zone holds no such word (a megabyte without a break) the segment is doubled and encoded again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

SEGMENT = 20_000
CONTEXT = 256
AT_ONCE = 16


class Encoding(Protocol):
    """What is read of an encoded text."""

    @property
    def offsets(self) -> list[tuple[int, int]]:
        """Start and end of each token, in code points."""

    def token_to_word(self, token_index: int) -> int | None:
        """Give the word (pre-token) of a token."""


EncodeBatch = Callable[[Sequence[str]], Sequence[Encoding]]


@dataclass(frozen=True, slots=True)
class _Segment:
    """The tokens of `text[begin:...]` by offsets in the whole text, int32 [n, 2]."""

    offsets: NDArray[np.int32]
    encoding: Encoding

    def rows(self, start: int, end: int) -> slice:
        """Give the rows of the tokens that begin in [start, end)."""
        low, high = self.offsets[:, 0].searchsorted((start, end))
        return slice(int(low), int(high))

    def opens_word(self, row: int) -> bool:
        """Tell whether a word of the pre-tokenizer begins with this token."""
        return row > 0 and self.encoding.token_to_word(row) != self.encoding.token_to_word(row - 1)


def token_offsets(text: str, encode: EncodeBatch, segment: int = SEGMENT, context: int = CONTEXT) -> NDArray[np.int32]:
    """Give the offsets that one run over the whole text would give.

    Args:
        text: Any text that the tokenizer takes.
        encode: Encodes texts without special tokens, truncation and padding.
        segment: Code points a segment adds.
        context: Code points that a segment reads on each side beyond its own.

    Returns:
        int32 [n, 2]: start and end of each token, in code points.

    """
    if len(text) <= segment + context:
        return _rows(encode([text])[0])
    bounds = [*range(0, len(text), segment), len(text)]
    plain = _Plain(text, encode, bounds, context)
    parts: list[NDArray[np.int32]] = []
    low, high, row = 0, 1, 0
    left = plain.segment(0)
    while high < len(bounds) - 1:
        right = plain.segment(high)
        joint = _meeting(left, right, bounds[high], context // 2)
        if joint:
            parts.append(left.offsets[row : joint[0]])
            left, row, low, high = right, joint[1], high, high + 1
        else:
            high = min(2 * high - low, len(bounds) - 1)
            left = plain.encoded([(low, high)])[0]  # begins where it began, so `row` stays
    parts.append(left.offsets[row:])
    return np.concatenate(parts)


class _Plain:
    """Segments of one length, encoded some at once so that every core works and memory stays bounded."""

    __slots__ = ("_bounds", "_context", "_encode", "_ready", "_text")

    def __init__(self, text: str, encode: EncodeBatch, bounds: Sequence[int], context: int) -> None:
        self._text = text
        self._encode = encode
        self._bounds = bounds
        self._context = context
        self._ready: dict[int, _Segment] = {}

    def segment(self, index: int) -> _Segment:
        """Give the segment from bound `index` to the next."""
        if index not in self._ready:
            wanted = range(index, min(index + AT_ONCE, len(self._bounds) - 1))
            self._ready = dict(zip(wanted, self.encoded([(one, one + 1) for one in wanted]), strict=True))
        return self._ready.pop(index)

    def encoded(self, pairs: Sequence[tuple[int, int]]) -> list[_Segment]:
        """Encode from bound to bound, with context."""
        begins = [max(self._bounds[low] - self._context, 0) for low, _ in pairs]
        ends = [self._bounds[high] + self._context for _, high in pairs]
        encodings = self._encode([self._text[begin:end] for begin, end in zip(begins, ends, strict=True)])
        return [_Segment(_rows(one) + np.int32(begin), one) for one, begin in zip(encodings, begins, strict=True)]


def _meeting(left: _Segment, right: _Segment, bound: int, reach: int) -> tuple[int, int] | None:
    """Give the rows of the first token of a word near `bound` that both have, where both agree on all around it."""
    one, other = left.rows(bound - reach, bound + reach), right.rows(bound - reach, bound + reach)
    if not np.array_equal(left.offsets[one], right.offsets[other]):
        return None
    count = one.stop - one.start
    for step in sorted(range(count), key=lambda step: abs(2 * step - count)):
        if left.opens_word(one.start + step) and right.opens_word(other.start + step):
            return one.start + step, other.start + step
    return None


def _rows(encoding: Encoding) -> NDArray[np.int32]:
    offsets = encoding.offsets
    return np.fromiter(chain.from_iterable(offsets), dtype=np.int32, count=2 * len(offsets)).reshape(-1, 2)
