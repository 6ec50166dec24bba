"""The causes, and what a diagnosis says: one primary cause with its numbers, and what to try next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from reviewer.fingerprint import Plain

LOST, GAINED = "lost", "gained"


class Cause(StrEnum):
    """Why an evidence item is not matched within k; `docs/causes.md` says how each is proved."""

    LABEL_STALE = "label_stale"
    FILTERED_OUT = "filtered_out"
    HEADING_LOST = "heading_lost"
    SPLIT = "split"
    JUST_BELOW = "just_below"
    REMOVED_BY_TREATMENT = "removed_by_treatment"
    ANN_MISS = "ann_miss"
    CUT_BY_EMBEDDER = "cut_by_embedder"
    CROWDED_OUT = "crowded_out"
    BOILERPLATE = "boilerplate"
    OUTRANKED = "outranked"
    NOT_IN_DEPTH = "not_in_depth"

    @property
    def words(self) -> str:
        """The cause as people read it, such as `heading lost`."""
        return self.value.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Finding:
    """A cause that was proved: one sentence with its numbers, and the numbers by name.

    Neither holds text of a document, a query or a label; documents are named under the key `document` alone.
    """

    cause: Cause
    sentence: str
    numbers: Mapping[str, Plain] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Remedy:
    """What usually helps, in one sentence, and the name of the arm to try next where there is one."""

    sentence: str
    arm: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """Why one evidence item was lost, or why the baseline lacked what was gained.

    `structure` is what the evidence stands in (`table`, `list`, `code`, `fence`, `prose`); `secondary` are the causes
    that hold besides, in the order of precedence.
    """

    query: str
    item: int
    change: str
    cause: Cause
    sentence: str
    numbers: Mapping[str, Plain]
    remedy: Remedy
    structure: str
    secondary: tuple[Cause, ...] = ()

    def to_plain(self) -> dict[str, Plain]:
        """Give every part by its name; no text of a document, a query or a label is among them."""
        return {
            "query": self.query,
            "item": self.item,
            "change": self.change,
            "cause": self.cause.value,
            "sentence": self.sentence,
            "numbers": self.numbers,
            "remedy": self.remedy.sentence,
            "arm": self.remedy.arm,
            "structure": self.structure,
            "secondary": [cause.value for cause in self.secondary],
        }
