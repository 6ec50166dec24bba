"""What is proposed for a stale label: a state, and places in the order of likelihood."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from reviewer.spans import Span


class AnchorState(StrEnum):
    """What became of a quote."""

    UNMOVED = "unmoved"
    """The same words at the same offsets, in matching surroundings."""
    MOVED = "moved"
    """The same words, in matching surroundings, at one other place and at no like one."""
    CHANGED = "changed"
    """One place stands out, but its words or its surroundings changed: a person decides."""
    AMBIGUOUS = "ambiguous"
    """Several places are alike, and nothing says which: a person decides, and nothing is preselected."""
    GONE = "gone"
    """Nothing that stands in the new text is the quote."""


class Source(StrEnum):
    """What the quote was looked for by."""

    TEXT = "text"
    """The old text: the quote with its surroundings."""
    QUOTE = "quote"
    """The quote alone, as the old text is missing or does not hold it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A place in the new text.

    `score` (0 to 1) is its likeness, `margin` its lead over the best other place (negative for those behind), `kept`
    the share of the quote's words that stand there; `parts` are the pieces that inserted text parts it into, if any.
    """

    start: int
    end: int
    score: float
    margin: float
    kept: float
    parts: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposals:
    """What became of a quote, and the places to choose from, most likely first.

    `alike` is the number of places that are as likely as the first; `note` says what a person should know.
    """

    state: AnchorState
    proposals: tuple[Proposal, ...]
    source: Source
    alike: int = 0
    note: str = ""

    @property
    def preselected(self) -> Proposal | None:
        """The place to accept if nobody objects; none where several are alike or none is left."""
        if self.state in (AnchorState.AMBIGUOUS, AnchorState.GONE) or not self.proposals:
            return None
        return self.proposals[0]
