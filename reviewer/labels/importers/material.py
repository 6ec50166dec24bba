"""What an importer reads from a foreign data set: raw documents, and questions with claims about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Claim:
    """A half-open span of a raw document in code points, and the words it is said to hold, if the source says so."""

    document: str
    start: int
    end: int
    text: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question; each item of `items` lists claims of which one serves. `home` is the document it was asked of."""

    id: str
    text: str
    items: tuple[tuple[Claim, ...], ...] = ()
    home: str = ""
    boundary: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Material:
    """Raw documents by the id they will have, and the questions about them; a question without items has no answer."""

    documents: Mapping[str, str]
    questions: tuple[Question, ...]
