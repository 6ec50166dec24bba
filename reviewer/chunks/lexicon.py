"""Token offsets by words met before, for tokenizers that read each word between blanks on its own.

BERT's normaliser works sign by sign and its pre-tokenizer parts at every blank, so a word has the same tokens wherever
it stands. Natural text repeats its words: of ten megabytes a tenth or less has to be encoded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reviewer.chunks.units import blanks

BLOCK = 2**20
WORDS = 2**19
"""Words kept; a lexicon that has grown beyond it begins anew."""
_UNCLEAR = re.compile("[\x0b\x0c\x1c-\x1f\x85]")
"""Blanks for Python, control characters (dropped, so that they join words) for BERT's normaliser."""
_BLANK = re.compile(r"\s")

Rows = NDArray[np.int32]


def reads_words_alone(backend: str) -> bool:
    """Tell from a tokenizer's JSON whether the tokens of a word between blanks depend on nothing around it."""
    parts: Mapping[str, Any] = json.loads(backend)
    kinds = [(parts.get(part) or {}).get("type") for part in ("normalizer", "pre_tokenizer", "model")]
    plain = all(token["special"] for token in parts.get("added_tokens") or ())
    return kinds == ["BertNormalizer", "BertPreTokenizer", "WordPiece"] and plain


def is_clear(text: str) -> bool:
    """Tell whether Python and BERT's normaliser take the same characters of `text` for blanks."""
    return _UNCLEAR.search(text) is None


class Lexicon:
    """The tokens of every word met so far, by offsets in the word."""

    __slots__ = ("_codes", "_first", "_read", "_rows")
    _codes: dict[str, int]
    _first: NDArray[np.int64]
    _rows: Rows

    def __init__(self, read: Callable[[str], Rows]) -> None:
        """Take what gives the offsets of a text, int32 [n, 2]."""
        self._read = read
        self._forget()

    def offsets(self, text: str) -> Rows:
        """Give start and end of each token of a clear text, int32 [n, 2], in code points."""
        parts = [self._block(text[start:end], start) for start, end in _blocks(text)]
        return np.concatenate(parts) if parts else np.zeros((0, 2), dtype=np.int32)

    def counts(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of clear texts."""
        counted = np.zeros(len(texts), dtype=np.int64)
        for group in _groups(texts):
            words = [text.split() for _, text in group]
            codes = self._coded(list(chain.from_iterable(words)))
            before = np.concatenate([[0], np.cumsum(self._first[codes + 1] - self._first[codes])])
            ends = np.cumsum([len(one) for one in words])
            starts = np.concatenate([[0], ends[:-1]])
            np.add.at(counted, [number for number, _ in group], before[ends] - before[starts])
        return [int(count) for count in counted]

    def _block(self, text: str, begin: int) -> Rows:
        codes = self._coded(text.split())
        first = self._first[codes]
        counts = self._first[codes + 1] - first
        before = np.cumsum(counts) - counts
        rows = np.arange(counts.sum()) + np.repeat(first - before, counts)
        starts = _starts(text) + begin
        table: Rows = self._rows[rows] + np.repeat(starts, counts).astype(np.int32)[:, None]
        return table

    def _coded(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Give the number of each word, int64 [n], reading those that are new."""
        if len(self._codes) > WORDS:
            self._forget()
        new = [word for word in dict.fromkeys(words) if word not in self._codes]
        if new:
            self._learn(new)
        return np.fromiter(map(self._codes.__getitem__, words), dtype=np.int64, count=len(words))

    def _learn(self, words: Sequence[str]) -> None:
        """Read new words in one text, a line each, because a line break parts words as any blank does."""
        offsets = self._read("\n".join(words))
        lengths = np.fromiter(map(len, words), dtype=np.int64, count=len(words)) + 1
        starts = np.cumsum(lengths) - lengths
        first = offsets[:, 0].searchsorted(starts.astype(np.int32))
        counts = np.diff(first, append=len(offsets))
        self._codes.update(zip(words, range(len(self._codes), len(self._codes) + len(words)), strict=True))
        self._first = np.concatenate([self._first, self._first[-1] + np.cumsum(counts)])
        self._rows = np.concatenate([self._rows, offsets - np.repeat(starts, counts).astype(np.int32)[:, None]])

    def _forget(self) -> None:
        self._codes = {}
        self._first = np.zeros(1, dtype=np.int64)
        self._rows = np.zeros((0, 2), dtype=np.int32)


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Part a text at blanks into blocks of a bounded size (or one word), so that memory stays bounded."""
    start = 0
    while start < len(text):
        blank = _BLANK.search(text, start + BLOCK)
        end = blank.start() if blank else len(text)
        yield start, end
        start = end


def _groups(texts: Sequence[str]) -> Iterator[list[tuple[int, str]]]:
    """Group texts, or the blocks of long ones, each with the number of its text, so that words are read together."""
    group: list[tuple[int, str]] = []
    size = 0
    for number, text in enumerate(texts):
        for start, end in _blocks(text):
            group.append((number, text[start:end]))
            size += end - start
            if size >= BLOCK:
                yield group
                group, size = [], 0
    if group:
        yield group


def _starts(text: str) -> NDArray[np.int64]:
    begins = ~blanks(text)
    begins[1:] &= ~begins[:-1]
    return np.flatnonzero(begins)
