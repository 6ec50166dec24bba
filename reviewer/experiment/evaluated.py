"""An arm with all that was found about it: its lists, its scores, in every phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reviewer.chunks import Chunk
from reviewer.fingerprint import Plain
from reviewer.passages import Passage
from reviewer.runs import Run
from reviewer.scores import Scored


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """One run with its chunks, what it would send, and what that scores.

    `raw` is what it would send without treatments, None where there are none.
    """

    chunks: tuple[Chunk, ...]
    run: Run
    passages: Mapping[str, tuple[Passage, ...]]
    scored: Scored
    raw: Mapping[str, tuple[Passage, ...]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluated:
    """An arm: its real grid, its grid in other phases, and, where its index is approximate, what exact search finds.

    `manifest` is without the list of documents. `whole` tells whether the chunks are all there are, or those that were
    hit alone.
    """

    name: str
    manifest: Mapping[str, Plain]
    fingerprint: str
    real: Graded
    whole: bool = True
    shifted: tuple[Graded, ...] = ()
    exact: Graded | None = None

    @property
    def chunks(self) -> tuple[Chunk, ...]:
        """The chunks of the real grid."""
        return self.real.chunks

    @property
    def run(self) -> Run:
        """The run of the real grid, by the arm's own index."""
        return self.real.run

    @property
    def passages(self) -> Mapping[str, tuple[Passage, ...]]:
        """What the real grid would send."""
        return self.real.passages

    @property
    def scored(self) -> Scored:
        """The scores of the real grid."""
        return self.real.scored

    @property
    def phases(self) -> tuple[Graded, ...]:
        """Every phase, the real grid first."""
        return (self.real, *self.shifted)

    def values(self, measure: str, queries: Sequence[str]) -> NDArray[np.float64]:
        """Give a measure of each query, the mean over phases, float64 [queries]; what is not judged counts as 0."""
        scores = [one.scored.scores[measure] for one in self.phases]
        rows = [[by_query[query].value or 0.0 for query in queries] for by_query in scores]
        return np.asarray(np.mean(rows, axis=0), dtype=np.float64)
