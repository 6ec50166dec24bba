"""Places of a document that are looked at besides the evidence: hits of a rank, and words that were searched. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.diagnosis import Neighbourhood, RankedPassage
from reviewer.spans import Place
from reviewer.tui.drawing import Layer
from reviewer.tui.searching import Search


@dataclass(frozen=True, slots=True)
class Visit:
    """A place that is shown instead of the evidence, what is said of it, and what is marked there."""

    said: str
    place: Place
    layers: tuple[Layer, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """A hit of one side, in its place."""

    side: str
    arm: str
    passage: RankedPassage

    @property
    def visit(self) -> Visit:
        """Show the hit, with all that it sends of its document marked."""
        own = self.passage.places[-1]
        sent = [one.span for one in self.passage.places if one.document == own.document]
        said = f"{self.side} {self.arm}, rank {self.passage.rank}"
        return Visit(said, own, (Layer("hit", sent),))


def opened(found: Neighbourhood, rank: int) -> tuple[Opened, ...]:
    """Give the hits of a rank, the candidate's first."""
    sides = (("candidate", found.candidate), ("baseline", found.baseline))
    return tuple(
        Opened(side, listed.arm, listed.passages[rank - 1])
        for side, listed in sides
        if 0 < rank <= len(listed.passages)
    )


def visit_of(search: Search, document: str) -> Visit | None:
    """Show the hit that is looked at, with the others marked."""
    now = search.current
    if now is None:
        return None
    layers = (Layer("hit", search.hits), Layer("found", (now,)))
    return Visit(search.told, Place(document, now.start, now.end), layers)
