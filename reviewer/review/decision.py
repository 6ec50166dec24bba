"""What a person decides about one stale span, or about a label that was not answerable."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from reviewer.spans import Place


class Key(NamedTuple):
    """What is decided: the span of a label at an index of `Label.spans`, or a label without evidence (-1)."""

    label: str
    span: int


NO_SPAN = -1
"""The index that stands for a label without evidence."""


class Act(StrEnum):
    """What is done; only these five exist, and none happens without a person."""

    ACCEPT = "accept"
    """A proposed place is taken as it is."""
    ADJUST = "adjust"
    """A place is taken that a person drew."""
    CONFIRM = "confirm"
    """There still is no answer in the documents."""
    RETIRE = "retire"
    """The label is taken out of use, with a reason."""
    SKIP = "skip"
    """Left for another day: nothing is written."""

    @property
    def done(self) -> str:
        """The act in the past, for lists and sums."""
        return {"accept": "accepted", "adjust": "adjusted", "confirm": "confirmed", "retire": "retired"}.get(
            self.value, "skipped"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """An act, who did it and when; for accept and adjust the new place, its words and their document's fingerprint.

    `number` is the proposal that was taken (0 for none), `fingerprint` covers the corpus for a confirmation, and
    `made_on` is the fingerprint of the label as it stood: on another one, the decision is only offered again.
    """

    act: Act
    by: str
    on: str
    place: Place | None = None
    fingerprint: str = ""
    quote: str = ""
    number: int = 0
    reason: str = ""
    made_on: str = ""

    def __post_init__(self) -> None:
        """Refuse what could not be written."""
        if (self.act in {Act.ACCEPT, Act.ADJUST}) != (self.place is not None):
            raise ValueError(f"{self.act} with place {self.place}")
        if self.act is Act.RETIRE and not self.reason.strip():
            raise ValueError("retired without a reason")
        if self.place is not None and not self.quote.strip():
            raise ValueError("evidence without words")

    @property
    def is_written(self) -> bool:
        """Whether it changes the label file."""
        return self.act is not Act.SKIP
