"""At most so many hits of one document, and of one section of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reviewer.chunks import Chunk
from reviewer.corpus import Corpus
from reviewer.errors import PassageError
from reviewer.passages.passage import Parameters, Passage
from reviewer.passages.raw import kept_passages
from reviewer.passages.table import table_of
from reviewer.queries import Query
from reviewer.runs import Hit
from reviewer.vectors import Vectors


@dataclass(frozen=True, slots=True)
class Cap:
    """Keeps the best hits of each document and section, and leaves out what is over the limit; none is no limit.

    A hit belongs to the section that it shares most characters with, the first of equals.
    """

    per_document: int | None = None
    per_section: int | None = None

    def __post_init__(self) -> None:
        """Refuse a cap that limits nothing, or everything."""
        limits = [one for one in (self.per_document, self.per_section) if one is not None]
        if not limits or any(type(one) is not int or one < 1 for one in limits):
            raise PassageError(
                f"cap: per_document {self.per_document} and per_section {self.per_section} are refused",
                "Give per_document, per_section or both, as whole numbers from 1.",
            )

    @property
    def name(self) -> str:
        """Its name with settings."""
        limits = {"per_document": self.per_document, "per_section": self.per_section}
        return f"cap({', '.join(f'{key}={value}' for key, value in limits.items() if value is not None)})"

    @property
    def parameters(self) -> Parameters:
        """Its name and its limits."""
        return {"name": "cap", "per_document": self.per_document, "per_section": self.per_section}

    @property
    def regroups(self) -> bool:
        """Never: hits stay hits."""
        return False

    def apply(
        self,
        query: Query,
        hits: Sequence[Hit],
        chunks: Mapping[str, Chunk],
        corpus: Corpus,
        vectors: Vectors | None,
    ) -> Sequence[Passage]:
        """Give the hits within both limits, in their order."""
        del query, vectors
        table = table_of(chunks)
        documents: Counter[str] = Counter()
        held: Counter[tuple[str, int]] = Counter()
        kept = []
        for hit in hits:
            section = hit.document, table.sectioned(corpus[hit.document]).most(hit.place)
            if _full(documents[hit.document], self.per_document) or _full(held[section], self.per_section):
                continue
            documents[hit.document] += 1
            held[section] += 1
            kept.append(hit)
        return kept_passages(kept, table)


def _full(count: int, limit: int | None) -> bool:
    return limit is not None and count >= limit
