"""Repeats left out: hits that mostly repeat what better hits sent, and hits of one section taken as one."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from reviewer.errors import PassageError
from reviewer.passages.choosing import Choosing, Grounds
from reviewer.passages.passage import Parameters
from reviewer.passages.raw import kept_passages
from reviewer.runs import Hit
from reviewer.spans import Span, intersect, merge

SHARE = 0.4
"""The share from which on a hit is a same-source duplicate; diagnosis counts with the same."""

TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Collapse(Choosing):
    """Leaves out each hit of which at least `share` of the non-blank characters was already sent by hits kept."""

    share: float = SHARE

    def __post_init__(self) -> None:
        """Refuse a share that drops every hit, or cannot be reached."""
        if not 0 < self.share <= 1:
            raise PassageError(f"collapse: share {self.share} is refused", "Give a share over 0 and at most 1.")

    @property
    def name(self) -> str:
        """Its name with settings."""
        return f"collapse(share={self.share:g})"

    @property
    def parameters(self) -> Parameters:
        """Its name and its share."""
        return {"name": "collapse", "share": float(self.share)}

    def chosen(self, hits: Sequence[Hit], by: Grounds) -> list[Hit]:
        """Give the hits that bring something new, in their order."""
        sent: dict[str, tuple[Span, ...]] = {}
        kept = []
        for hit, passage in zip(hits, kept_passages(hits, by.table), strict=True):
            text, before = by.corpus[hit.document].text, sent.get(hit.document, ())
            own = merge(place.span for place in passage.places)
            again = _ink(text, intersect(own, before)) if before else 0
            if again >= max(self.share - TOLERANCE, 0) * _ink(text, own) and again:
                continue
            sent[hit.document] = merge([*before, *own])
            kept.append(hit)
        return kept


def _ink(text: str, spans: Sequence[Span]) -> int:
    """Count the non-blank characters of disjoint spans."""
    return sum(len("".join(text[span.start : span.end].split())) for span in spans)


@dataclass(frozen=True, slots=True)
class Collapsed:
    """Groups of hits, by position from 0, best first; `swallowed` counts hits beyond k that collapsing used up."""

    groups: tuple[tuple[int, ...], ...]
    swallowed: int


def collapse(sections: Sequence[Hashable], k: int) -> Collapsed:
    """Group ranked hits by section until there are k sections; hits that follow the last of them are not used.

    Args:
        sections: The section of each hit, best first; a section is one of its document, such as (id, path).
        k: How many sections.

    """
    groups: dict[Hashable, list[int]] = {}
    used = 0
    for at, section in enumerate(sections):
        if section not in groups and len(groups) == k:
            break
        groups.setdefault(section, []).append(at)
        used = at + 1
    return Collapsed(tuple(map(tuple, groups.values())), max(used - k, 0))
