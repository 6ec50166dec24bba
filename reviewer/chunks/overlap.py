"""What neighbouring chunks really share, measured on their places; never the configured number."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise

import numpy as np

from reviewer.chunks.chunk import Chunk
from reviewer.chunks.tokenizer import Tokenizer
from reviewer.chunks.units import token_units
from reviewer.corpus import Corpus
from reviewer.fingerprint import Plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """A distribution in seven numbers; percentiles interpolate between neighbours; all 0 where `count` is 0."""

    count: int
    minimum: int
    p10: float
    median: float
    mean: float
    p90: float
    maximum: int

    @classmethod
    def of(cls, values: Sequence[int]) -> Spread:
        """Describe `values`."""
        if not values:
            return cls(count=0, minimum=0, p10=0.0, median=0.0, mean=0.0, p90=0.0, maximum=0)
        p10, median, p90 = (float(one) for one in np.percentile(values, [10, 50, 90]))
        return cls(
            count=len(values),
            minimum=min(values),
            p10=p10,
            median=median,
            mean=math.fsum(values) / len(values),
            p90=p90,
            maximum=max(values),
        )

    def to_plain(self) -> dict[str, Plain]:
        """Give the numbers by name."""
        return {
            "count": self.count,
            "min": self.minimum,
            "p10": self.p10,
            "median": self.median,
            "mean": self.mean,
            "p90": self.p90,
            "max": self.maximum,
        }


@dataclass(frozen=True, slots=True)
class RealisedOverlap:
    """Overlap by boundary (two neighbours in one document), in characters and, with a tokenizer, in tokens."""

    characters: Spread
    tokens: Spread | None = None

    @property
    def applied(self) -> bool:
        """Tell whether any two neighbours share a character."""
        return self.characters.maximum > 0

    def to_plain(self) -> dict[str, Plain]:
        """Give both spreads by unit."""
        return {"characters": self.characters.to_plain(), "tokens": self.tokens.to_plain() if self.tokens else None}


def realised_overlap(
    chunks: Iterable[Chunk], corpus: Corpus | None = None, tokenizer: Tokenizer | None = None
) -> RealisedOverlap:
    """Measure what neighbours share.

    Args:
        chunks: Of any number of documents, in any order.
        corpus: The documents, needed to count tokens.
        tokenizer: Counts the shared tokens of the document, where it is given with `corpus`.

    """
    pairs = list(_neighbours(chunks))
    characters = Spread.of([end - start for _, start, end in pairs])
    if corpus is None or tokenizer is None:
        return RealisedOverlap(characters)
    return RealisedOverlap(characters, Spread.of(_shared_tokens(pairs, corpus, tokenizer)))


def overlaps(chunks: Iterable[Chunk]) -> tuple[int, ...]:
    """Give the shared characters of each boundary, by document and place; a gap counts as 0."""
    return tuple(end - start for _, start, end in _neighbours(chunks))


def longest_safe(overlap: int, min_coverage: float, size: int | None = None) -> float:
    """Give the length of the longest span that some window always holds to `min_coverage`, in the overlap's unit.

    A span of length L that two windows with overlap O part evenly lies to (L + O) / 2 in each, so the limit is
    O / (2 c - 1); from c = 0.5 down one half is always enough. A window of `size` holds at most that of any span, so
    with `size` the limit is at most size / c. Reckoned exactly: overlap 120 and 0.8 give 200.
    """
    coverage = Fraction(str(min_coverage))
    parted = Fraction(overlap) / (2 * coverage - 1) if 2 * coverage > 1 else None
    filled = Fraction(size) / coverage if size is not None and coverage > 0 else None
    limits = [limit for limit in (parted, filled) if limit is not None]
    return float(min(limits)) if limits else math.inf


def _neighbours(chunks: Iterable[Chunk]) -> Iterator[tuple[str, int, int]]:
    """Give for each two neighbours the document and [start, end) of what they share; equal where they share nothing."""
    ordered = sorted(chunks, key=lambda chunk: (chunk.document, chunk.start, chunk.end))
    for document, group in groupby(ordered, key=lambda chunk: chunk.document):
        for before, after in pairwise(group):
            yield document, after.start, max(min(before.end, after.end), after.start)


def _shared_tokens(pairs: Sequence[tuple[str, int, int]], corpus: Corpus, tokenizer: Tokenizer) -> list[int]:
    """Count the document's tokens that begin in each shared place."""
    counts: list[int] = []
    for document, group in groupby(pairs, key=lambda pair: pair[0]):
        text = corpus[document].text
        units = token_units(tokenizer.offsets(text), len(text))
        counts.extend(units.begun(end) - units.begun(start) for _, start, end in group)
    return counts
