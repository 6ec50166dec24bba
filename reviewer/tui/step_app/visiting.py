"""Places of a document that are looked at besides the evidence: hits of a rank, and words that were searched. Pure."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

from reviewer.diagnosis import Neighbourhood, RankedPassage
from reviewer.spans import Place, Span
from reviewer.tui.drawing import Layer
from reviewer.tui.searching import MOST_HITS, Search

SLICE = 200_000
"""Characters searched in one go; between two of them a key can be answered."""
REACH = 1_000
"""Characters that words may take more than they have, where blanks lie between them."""


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


def seek(text: str, words: str, near: int, is_dropped: Callable[[], bool]) -> Search | None:
    """Find words in a text, slice by slice, ignoring case and how blanks are set; None where it was dropped meanwhile.

    Args:
        text: A document's.
        words: What was typed.
        near: The first hit from here on is looked at.
        is_dropped: Tells that nobody waits for it any more.

    """
    parts = words.split()
    pattern = re.compile(r"\s+".join(map(re.escape, parts)), re.IGNORECASE)
    hits: list[Span] = []
    at, reach = 0, len(words) + REACH
    while parts and at < len(text) and len(hits) < MOST_HITS:
        if is_dropped():
            return None
        stop = at + SLICE
        for match in pattern.finditer(text, at, stop + reach):
            if match.start() >= stop:
                break
            hits.append(Span(*match.span()))
        at = max(stop, hits[-1].end if hits else 0)
    first = bisect_left([hit.start for hit in hits], near)
    return Search(words, tuple(hits[:MOST_HITS]), first if first < len(hits) else 0)


def visit_of(search: Search, document: str) -> Visit | None:
    """Show the hit that is looked at, with the others marked."""
    now = search.current
    if now is None:
        return None
    layers = (Layer("hit", search.hits), Layer("found", (now,)))
    return Visit(search.told, Place(document, now.start, now.end), layers)
