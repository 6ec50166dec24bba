"""At most so many hits of one document, and of one section of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.errors import PassageError
from reviewer.passages.choosing import Choosing, Grounds
from reviewer.passages.passage import Parameters
from reviewer.runs import Hit


@dataclass(frozen=True, slots=True)
class Cap(Choosing):
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

    def chosen(self, hits: Sequence[Hit], by: Grounds) -> list[Hit]:
        """Give the hits within both limits, in their order."""
        documents: Counter[str] = Counter()
        held: Counter[tuple[str, int]] = Counter()
        kept = []
        for hit in hits:
            section = hit.document, by.table.sectioned(by.corpus[hit.document]).most(hit.place)
            if _full(documents[hit.document], self.per_document) or _full(held[section], self.per_section):
                continue
            documents[hit.document] += 1
            held[section] += 1
            kept.append(hit)
        return kept


def _full(count: int, limit: int | None) -> bool:
    return limit is not None and count >= limit
