"""Fixed windows on a grid: how many chunks a text must give, and what their overlap can split."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from reviewer.chunks import Tokenizer
from reviewer.experiment.phases import PHASE
from reviewer.fingerprint import Plain

SLACK = 0.1
"""Cuts are moved to the edges of what a reader sees as one sign, so that counts may differ by a few in a hundred."""

COMBINING, COMBINED = 0x300, 0.02
"""From this code point on signs may be of several characters; a text with a larger share of them is not counted on."""

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Windows of `size` units every `size - overlap` units, shifted by `phase`; `count` counts units of a text."""

    unit: str
    size: int
    overlap: int
    phase: int
    count: Count

    def __str__(self) -> str:
        """Name size, stride and unit."""
        return f"windows of {self.size} {self.unit} every {self.size - self.overlap}"

    def chunks_of(self, text: str) -> tuple[int, int]:
        """Give the fewest and the most chunks that a text can give.

        Long blanks leave windows without a character, which are dropped; where many signs are of several characters,
        windows are held back and fall together, and any number is possible.
        """
        if not _is_plain(text):
            return 1, len(text)
        first, stride = self.phase + self.overlap if self.phase else self.size, self.size - self.overlap
        expected = 1 + -(-max(self.count(text) - first, 0) // stride)
        slack = 1 + int(SLACK * expected)
        fewest = 1 if re.search(rf"\s{{{stride},}}", text) else max(expected - slack, 1)
        return fewest, expected + slack


def _is_plain(text: str) -> bool:
    """Tell whether nearly all signs of a text are one character."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return bool(np.mean(codes >= COMBINING) <= COMBINED) if len(codes) else True


def grid_of(splitter: Mapping[str, Plain], tokenizer: Tokenizer | None) -> Grid | None:
    """Give the grid of a splitter's identity; None where it has none, or counts in tokens of another tokenizer.

    Args:
        splitter: The splitter's part of a manifest.
        tokenizer: The one at hand, if there is one.

    """
    settings, size, overlap = splitter.get("settings"), splitter.get("size"), splitter.get("overlap")
    phase = settings.get(PHASE) if isinstance(settings, Mapping) else None
    if not isinstance(phase, int) or not isinstance(size, int) or not isinstance(overlap, int):
        return None
    unit = str(splitter.get("unit"))
    count = _counter(unit, splitter.get("tokenizer"), tokenizer)
    return None if count is None else Grid(unit=unit, size=size, overlap=overlap, phase=phase, count=count)


def _counter(unit: str, named: Plain, tokenizer: Tokenizer | None) -> Count | None:
    if unit == "characters":
        return lambda text: len(text.rstrip())
    if unit == "words":
        return lambda text: len(text.split())
    if unit == "tokens" and tokenizer is not None and named == tokenizer.fingerprint:
        return lambda text: len(tokenizer.offsets(text))
    return None
