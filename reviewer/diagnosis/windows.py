"""Windows of an arm from its splitter's identity: how its units are counted in a document."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from reviewer.chunks import SplitterIdentity, Tokenizer
from reviewer.corpus import Corpus
from reviewer.diagnosis.arm import Windows
from reviewer.spans import Place

_GRIDS = ("tokens", "characters", "words")
"""Splitters that cut windows without separators, by the unit they count."""

_WORD = re.compile(r"\S+")
_KEPT = 64


def windows_of(identity: SplitterIdentity, corpus: Corpus, tokenizer: Tokenizer | None = None) -> Windows | None:
    """Give the windows of a splitter that cuts on a grid; None for any other, and for tokens without their tokenizer.

    Args:
        identity: Of the splitter, as the run recorded it.
        corpus: The documents.
        tokenizer: The one whose fingerprint the identity names.

    """
    size, overlap = identity.size, identity.overlap
    if identity.name not in _GRIDS or size is None or overlap is None:
        return None
    counter = _counter(identity, corpus, tokenizer)
    return Windows(size=size, overlap=overlap, unit=identity.unit, count=counter) if counter else None


def _counter(identity: SplitterIdentity, corpus: Corpus, tokenizer: Tokenizer | None) -> Callable[[Place], int] | None:
    if identity.name == "characters":
        return lambda place: place.end - place.start
    if identity.name == "words":
        return _touching(corpus, _words)
    if tokenizer is None or tokenizer.fingerprint != identity.tokenizer:
        return None
    return _touching(corpus, tokenizer.offsets)


def _touching(corpus: Corpus, offsets: Callable[[str], NDArray[np.int32]]) -> Callable[[Place], int]:
    """Count the units of a document that share a character with a place."""

    @lru_cache(maxsize=_KEPT)
    def table(document: str) -> NDArray[np.int32]:
        found = offsets(corpus[document].text)
        return found[found[:, 1] > found[:, 0]]

    def count(place: Place) -> int:
        units = table(place.document)
        first = np.searchsorted(np.maximum.accumulate(units[:, 1]), place.start, side="right")
        return max(int(np.searchsorted(units[:, 0], place.end, side="left") - first), 0)

    return count


def _words(text: str) -> NDArray[np.int32]:
    return np.array([match.span() for match in _WORD.finditer(text)], dtype=np.int32).reshape(-1, 2)
