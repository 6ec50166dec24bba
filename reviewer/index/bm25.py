"""Lexical search by BM25, through bm25s (an extra); no vector is needed.

Source: Robertson and Zaragoza 2009, https://doi.org/10.1561/1500000019; the variant is Lucene's, which is never below
zero; Lù 2024, https://arxiv.org/abs/2407.03618.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import numpy as np

from reviewer.errors import IndexingError
from reviewer.index.protocol import Metadata, Neighbours, Rows
from reviewer.index.rows import by_filter, passing
from reviewer.index.scoring import NONE, SCORE_DIGITS
from reviewer.index.words import VERSION, terms

if TYPE_CHECKING:
    from bm25s import BM25

EXTRA = "pip install 'overlap-reviewer[bm25]'"


class Bm25Index:
    """Scores every row that shares a term with the question; ties stand in the order in which rows were added.

    Scores are rounded to 1e-6 before ranking. A row that shares no term is not found. A filter leaves rows out of the
    list, never out of the counts: terms are as rare as in the whole corpus.
    """

    def __init__(self, *, k1: float = 1.5, b: float = 0.75) -> None:
        """Take how soon repeats of a term count less (k1), and how much a long text is held back (b).

        Raises:
            IndexingError: A parameter is refused.

        """
        for name, value, most in (("k1", k1, 100.0), ("b", b, 1.0)):
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
                raise IndexingError(f"index bm25: {name} is {value!r}", f"Use a number from 0 to {most:g}.")
        self._k1, self._b = float(k1), float(b)
        self._terms: list[list[str]] = []
        self._metadata: list[Mapping[str, str]] = []
        self._scorer: BM25 | None = None

    @property
    def exact(self) -> bool:
        """Always true: every row is scored."""
        return True

    @property
    def parameters(self) -> Mapping[str, str | int | float | bool]:
        """Everything that decides its answers."""
        return {
            "name": "bm25",
            "variant": "lucene",
            "library": f"bm25s {_installed()}",
            "k1": self._k1,
            "b": self._b,
            "terms": f"words {VERSION}: NFKC, casefold, no stemming, no stop words",
            "score_digits": SCORE_DIGITS,
        }

    def __len__(self) -> int:
        """Give the number of rows."""
        return len(self._metadata)

    def add_texts(self, texts: Sequence[str], metadata: Metadata) -> None:
        """Append rows: n texts with one mapping each.

        Raises:
            IndexingError: Their numbers differ.

        """
        if len(texts) != len(metadata):
            raise IndexingError(f"{len(texts)} texts with {len(metadata)} metadata", "Give one mapping a text.")
        self._terms += [terms(text) for text in texts]
        self._metadata += metadata
        self._scorer = None

    def search_texts(
        self, questions: Sequence[str], depth: int, filters: Sequence[Mapping[str, str]] | None = None
    ) -> list[Neighbours]:
        """Give at most `depth` rows a question, best first.

        Raises:
            IndexingError: The package bm25s is not installed.

        """
        found: dict[int, Neighbours] = {}
        for wanted, places in by_filter(filters, len(questions)).items():
            rows = passing(self._metadata, dict(wanted))
            for place in places:
                found[place] = self._ranked(terms(questions[place]), rows, depth)
        return [found[at] for at in range(len(questions))]

    def _ranked(self, wanted: list[str], rows: Rows, depth: int) -> Neighbours:
        scorer = self._built()
        known = [] if scorer is None else [term for term in wanted if term in scorer.vocab_dict]
        if scorer is None or not known:
            return Neighbours(NONE, np.zeros(0, np.float32))
        scores = np.round(np.asarray(scorer.get_scores(known), np.float64)[rows], SCORE_DIGITS)
        order = np.lexsort((rows, -scores))[: max(0, depth)]
        best = order[scores[order] > 0]
        return Neighbours(rows[best], scores[best].astype(np.float32))

    def _built(self) -> BM25 | None:
        """Count the terms when they are first asked for; None where there are none."""
        if self._scorer is None and any(self._terms):
            try:
                from bm25s import BM25
            except ImportError as error:
                raise IndexingError("index bm25: the package bm25s is not installed", EXTRA) from error
            self._scorer = BM25(k1=self._k1, b=self._b, method="lucene", backend="numpy", dtype="float64")
            self._scorer.index(self._terms, show_progress=False)
        return self._scorer


def _installed() -> str:
    try:
        return version("bm25s")
    except PackageNotFoundError:
        return "none"
