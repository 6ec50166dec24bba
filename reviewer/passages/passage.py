"""A passage: the ordered places that would be sent to the generator for one hit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from reviewer.chunks import Chunk
from reviewer.corpus import Corpus
from reviewer.queries import Query
from reviewer.runs import Hit
from reviewer.spans import Place
from reviewer.vectors import Vectors

Parameters = Mapping[str, str | int | float | bool | None]
"""The settings of a treatment by the names they have in a configuration."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """The scored unit: places in the order they are sent, with the ranks of the hits it came from."""

    rank: int
    places: tuple[Place, ...]
    hits: tuple[int, ...]
    score: float


class Treatment(Protocol):
    """A change of the ranked list after retrieval."""

    @property
    def name(self) -> str:
        """Its name with settings, such as `mmr(lambda=0.5)`."""

    @property
    def parameters(self) -> Parameters:
        """Its name and everything that decides its answers, for the manifest."""

    @property
    def regroups(self) -> bool:
        """Whether its passages are no longer one hit each, so that no other treatment can follow."""

    @property
    def reads_vectors(self) -> bool:
        """Whether it weighs the hits' vectors against their scores, so that only arms scored by cosine can have it."""

    def apply(
        self,
        query: Query,
        hits: Sequence[Hit],
        chunks: Mapping[str, Chunk],
        corpus: Corpus,
        vectors: Vectors | None,
    ) -> Sequence[Passage]:
        """Turn raw hits into what would be sent.

        Args:
            query: The question asked.
            hits: Hits to depth, best first. Their order is that of the list; `rank` is what retrieval gave them, and
                need not rise where another treatment came before.
            chunks: The arm's chunks by id.
            corpus: To read context and sections from.
            vectors: float32 [len(hits), d], the hits' vectors, where the arm has them.

        Returns:
            Passages, best first; ranks start at 1 without a gap, `hits` are the ranks that retrieval gave.

        """
