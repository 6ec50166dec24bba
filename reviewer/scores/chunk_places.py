"""An arm's chunks as columns, and which of them share a character with a span."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from reviewer.chunks import Chunk
from reviewer.scores.coverage import CorpusLine, Ints, Spans
from reviewer.scores.sent import join


class ChunkPlaces:
    """Every chunk of an arm with the context it would send.

    `spans` are the chunks' own places on the corpus line, by rising start. `places` are all places they
    would send, chunk after chunk; those of chunk i begin at `first[i]`.
    """

    __slots__ = ("_reached", "documents", "first", "places", "spans")

    def __init__(self, chunks: Iterable[Chunk], line: CorpusLine, *, arm: str) -> None:
        """Lay out the chunks; one outside the corpus is a ScoreError."""
        ordered = sorted(chunks, key=lambda chunk: (chunk.document, chunk.start, chunk.end))
        whose = f"chunks of {arm}"
        sent = [[*((one.start, one.end) for one in chunk.context), (chunk.start, chunk.end)] for chunk in ordered]
        documents = line.documents((chunk.document for chunk in ordered), whose)
        counts = np.array([len(places) for places in sent], dtype=np.int64)
        flat = np.array([place for places in sent for place in places], dtype=np.int64).reshape(-1, 2)
        self.documents = np.repeat(documents, counts)
        self.first: Ints = np.append(0, np.cumsum(counts))
        self.places = Spans(flat[:, 0], flat[:, 1])
        line.place(np.zeros_like(self.documents), self.documents, self.places, whose)
        own = self.first[1:] - 1
        self.spans = line.place(
            np.zeros_like(documents), documents, Spans(self.places.starts[own], self.places.ends[own]), whose
        )
        self._reached = np.maximum.accumulate(self.spans.ends) if ordered else self.spans.ends

    def meeting(self, spans: Spans) -> tuple[Ints, Ints]:
        """Pair spans of the corpus line with the chunks that share a character with them: rows of both, int64 [n]."""
        low = np.searchsorted(self._reached, spans.starts, side="right")
        high = np.searchsorted(self.spans.starts, spans.ends, side="left")
        pairs = list(join(np.maximum(high - low, 0), low))
        if not pairs:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        span, chunk = (np.concatenate([pair[side] for pair in pairs]) for side in (0, 1))
        kept = self.spans.ends[chunk] > spans.starts[span]
        return span[kept], chunk[kept]

    def sent_by(self, chunks: Ints) -> tuple[Ints, Ints]:
        """Give, for chunks by number, rows of `places` with the position in `chunks` they belong to, int64 [n]."""
        pairs = list(join(self.first[chunks + 1] - self.first[chunks], self.first[chunks]))
        if not pairs:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        at, place = (np.concatenate([pair[side] for pair in pairs]) for side in (0, 1))
        return place, at
