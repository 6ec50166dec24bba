"""Where a text stands next in a document, told without reading all of it for each text that stands nowhere.

A text that was rewritten, or that stands only before, has nearly always a run of a few characters that stands nowhere
behind. Where each run stands last is kept, by a hash of it; two runs of one hash only cost a search for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NEAR = 2**12
"""How far a text is looked for at once: most stand where the one before them ended."""

LONGEST = 16
"""Characters of the longest runs that are kept."""

_BASE = 0x9E3779B97F4A7C15
_WORD = 2**64

Hashes = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class _Runs:
    """The runs of one length: their hashes, rising, uint64 [n], and where each begins last, intp [n]."""

    hashes: Hashes
    last: NDArray[np.intp]


class Occurrences:
    """A text in which others are looked for."""

    def __init__(self, text: str) -> None:
        """Take the text; nothing is read before it must be."""
        self._text = text
        self._runs: dict[int, _Runs] = {}

    def first(self, wanted: str, start: int) -> int:
        """Give where `wanted` stands first from `start` on, or -1."""
        behind = start + NEAR
        near = self._text.find(wanted, start, behind + len(wanted))
        if near >= 0 or behind + len(wanted) >= len(self._text) or self._lacks(wanted, behind):
            return near
        return self._text.find(wanted, behind)

    def _lacks(self, wanted: str, start: int) -> bool:
        """Tell whether `wanted` surely stands nowhere from `start` on."""
        length = min(LONGEST, 1 << (len(wanted).bit_length() - 1))
        if length not in self._runs:
            self._runs[length] = _runs(self._text, length)
        runs, hashes = self._runs[length], _hashes(wanted, length)
        at = np.minimum(np.searchsorted(runs.hashes, hashes), len(runs.hashes) - 1)
        last = np.where(runs.hashes[at] == hashes, runs.last[at], -1)
        return bool(np.any(last < start + np.arange(len(hashes))))


def _runs(text: str, length: int) -> _Runs:
    hashes = _hashes(text, length)
    distinct, from_end = np.unique(hashes[::-1], return_index=True)
    return _Runs(distinct, len(hashes) - 1 - from_end)


def _hashes(text: str, length: int) -> Hashes:
    """Hash each run of `length` characters, a power of two: uint64 [len(text) - length + 1]."""
    hashes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.uint64)
    width, factor = 1, _BASE
    while width < length:
        hashes = hashes[:-width] * np.uint64(factor) + hashes[width:]
        width, factor = 2 * width, factor * factor % _WORD
    return hashes
