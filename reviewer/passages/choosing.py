"""What treatments share that choose among hits: each hit stays one passage, some are left out or change places."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reviewer.chunks import Chunk
from reviewer.corpus import Corpus
from reviewer.passages.passage import Passage
from reviewer.passages.raw import kept_passages
from reviewer.passages.table import ChunkTable, table_of
from reviewer.queries import Query
from reviewer.runs import Hit
from reviewer.vectors import Vectors


@dataclass(frozen=True, slots=True)
class Grounds:
    """What hits are chosen by: the arm's chunks, the corpus, and float32 [hits, d] vectors where the arm has them."""

    table: ChunkTable
    corpus: Corpus
    vectors: Vectors | None


class Choosing(ABC):
    """A treatment that says which hits are sent, and in which order."""

    __slots__ = ()

    @property
    def regroups(self) -> bool:
        """Never: hits stay hits."""
        return False

    @property
    def reads_vectors(self) -> bool:
        """Seldom: most are told by places."""
        return False

    def apply(
        self,
        query: Query,
        hits: Sequence[Hit],
        chunks: Mapping[str, Chunk],
        corpus: Corpus,
        vectors: Vectors | None,
    ) -> Sequence[Passage]:
        """Give the chosen hits as passages; see `Treatment.apply`."""
        del query
        table = table_of(chunks)
        return kept_passages(self.chosen(hits, Grounds(table, corpus, vectors)), table)

    @abstractmethod
    def chosen(self, hits: Sequence[Hit], by: Grounds) -> list[Hit]:
        """Give the hits that are sent, best first."""
