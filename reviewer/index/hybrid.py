"""Several indexes asked, one list given: reciprocal rank fusion.

Source: Cormack, Clarke and Büttcher 2009, https://doi.org/10.1145/1571941.1572114.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from reviewer.errors import IndexingError
from reviewer.index.asking import add_rows, find
from reviewer.index.protocol import AnyIndex, Metadata, Neighbours
from reviewer.vectors import Vectors

TWO = 2
SCORE_DIGITS = 12
"""Of k times a score: sums of the same ranks in another order differ by less."""

PARTS = ("exact", "bm25")


class HybridIndex:
    """Gives a row the sum of 1 / (k + rank) over the parts that find it; ties stand in the order of the rows.

    Every part is asked for at least `window` rows, so that what is second in both lists may come first. Scores are
    ranked to 12 digits, since far down or with a large k neighbours differ by less than 1e-6; they are no cosines.
    """

    def __init__(self, *, parts: Sequence[str | Mapping[str, object]] = PARTS, k: int = 60, window: int = 100) -> None:
        """Take the parts, each a name or settings with a name, the constant k, and how deep parts are asked at least.

        Raises:
            IndexingError: A parameter is refused, or there are fewer than two parts.

        """
        for name, value in (("k", k), ("window", window)):
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise IndexingError(f"index hybrid: {name} is {value!r}", "Use a whole number from 1 up.")
        if isinstance(parts, str) or not isinstance(parts, Sequence) or len(parts) < TWO:
            raise IndexingError(f"index hybrid: parts is {parts!r}", "List two indexes at least: [exact, bm25].")
        self._k, self._window = k, window
        self.parts: tuple[AnyIndex, ...] = tuple(_part(one) for one in parts)

    @property
    def exact(self) -> bool:
        """Whether every part is."""
        return all(part.exact for part in self.parts)

    @property
    def parameters(self) -> Mapping[str, str | int | float | bool]:
        """Everything that decides its answers, a part's settings under its number."""
        own: dict[str, str | int | float | bool] = {
            "name": "hybrid",
            "k": self._k,
            "window": self._window,
            "score_digits": SCORE_DIGITS,
        }
        for at, part in enumerate(self.parts, start=1):
            own |= {f"part {at} {name}": value for name, value in part.parameters.items()}
        return own

    def __len__(self) -> int:
        """Give the number of rows that every part can find."""
        return min(len(part) for part in self.parts)

    def add_both(self, vectors: Vectors, texts: Sequence[str], metadata: Metadata) -> None:
        """Append rows to every part: float32 [n, d], n texts, n mappings."""
        for part in self.parts:
            add_rows(part, vectors, texts, metadata)

    def search_both(
        self,
        vectors: Vectors,
        texts: Sequence[str],
        depth: int,
        filters: Sequence[Mapping[str, str]] | None = None,
    ) -> list[Neighbours]:
        """Give at most `depth` rows a question, best first."""
        deep = max(depth, self._window)
        lists = [find(part, vectors, texts, deep, filters) for part in self.parts]
        return [self._fused(found, depth) for found in zip(*lists, strict=True)]

    def _fused(self, lists: Sequence[Neighbours], depth: int) -> Neighbours:
        rows, places = np.unique(np.concatenate([one.rows for one in lists]), return_inverse=True)
        scores = np.zeros(len(rows))
        shares = [1 / (self._k + np.arange(1, len(one.rows) + 1)) for one in lists]
        np.add.at(scores, places, np.concatenate(shares))
        order = np.lexsort((rows, -np.round(self._k * scores, SCORE_DIGITS)))[: max(0, depth)]
        return Neighbours(rows[order].astype(np.int64), scores[order].astype(np.float32))


def _part(settings: object) -> AnyIndex:
    from reviewer.index.settings import make_index

    if isinstance(settings, str):
        settings = {"name": settings}
    if not isinstance(settings, Mapping) or "name" not in settings or settings["name"] == "hybrid":
        raise IndexingError(f"index hybrid: {settings!r} is no part", "Name an index, such as exact or bm25.")
    return make_index(settings)
