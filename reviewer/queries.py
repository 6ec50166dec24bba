"""Queries, their evidence items, and the slices they belong to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reviewer.spans import Place, Span

CONTROL = "control"
PATTERNS = (
    "condition-consequence",
    "prerequisite-action",
    "definition-exception",
    "heading-paragraph",
    "list-item",
    "table-row",
    "cross-reference",
    "code-explanation",
)
"""The boundary patterns we know; the list is open."""


@dataclass(frozen=True, slots=True)
class EvidenceSpan:
    """A place in a document, bound to the fingerprint of the text its offsets were read from."""

    document: str
    start: int
    end: int
    fingerprint: str = ""
    quote: str = ""

    @property
    def span(self) -> Span:
        """The place without its document."""
        return Span(self.start, self.end)

    @property
    def place(self) -> Place:
        """The place without fingerprint and quote."""
        return Place(self.document, self.start, self.end)


@dataclass(frozen=True, slots=True)
class EvidenceItem:
    """What must be retrieved: any one of `alternatives`, each a group of spans needed in one passage.

    A plain span is one alternative of one span; `together:` is one alternative of several spans;
    `any:` is several alternatives.
    """

    alternatives: tuple[tuple[EvidenceSpan, ...], ...]

    @property
    def spans(self) -> tuple[EvidenceSpan, ...]:
        """Every span of every alternative, in order."""
        return tuple(span for group in self.alternatives for span in group)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question with its evidence; all items are needed. Not answerable means no evidence."""

    id: str
    text: str
    evidence: tuple[EvidenceItem, ...] = ()
    boundary: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    answerable: bool = True
    corpus: str | None = None
    filters: Mapping[str, str] = field(default_factory=dict)

    @property
    def slices(self) -> tuple[str, ...]:
        """Names of the slices the query belongs to, such as `boundary: any` and `risk: critical`."""
        names = [f"{key}: {value}" for key, value in sorted(self.tags.items())]
        if self.boundary is not None and self.boundary != CONTROL:
            names = ["boundary: any", f"boundary: {self.boundary}", *names]
        elif self.boundary == CONTROL:
            names = [CONTROL, *names]
        return tuple(names)
