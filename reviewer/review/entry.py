"""What waits for a decision, and what is offered for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from reviewer.labels.check import State
from reviewer.labels.schema import Label
from reviewer.queries import EvidenceSpan
from reviewer.review.decision import NO_SPAN, Key
from reviewer.spans import Place, Span


class Doubt(StrEnum):
    """How sure the best proposal is, the surest first."""

    UNMOVED = "unmoved"
    MOVED = "moved"
    CHANGED = "changed"
    AMBIGUOUS = "ambiguous"
    GONE = "gone"
    TO_CONFIRM = "to confirm"
    UNREAD = "…"
    """Not compared yet."""

    @property
    def may_be_accepted_in_bulk(self) -> bool:
        """Whether the words are the same and the place is the only one."""
        return self in {Doubt.UNMOVED, Doubt.MOVED}

    @property
    def preselects(self) -> bool:
        """Whether the first proposal stands out from the others."""
        return self in {Doubt.UNMOVED, Doubt.MOVED, Doubt.CHANGED}

    @property
    def meaning(self) -> str:
        """Say in a few words what the state says."""
        return _MEANINGS[self]


_MEANINGS = {
    Doubt.UNMOVED: "the same words at the same place; the document changed elsewhere",
    Doubt.MOVED: "the same words, once, at another place",
    Doubt.CHANGED: "the words changed",
    Doubt.AMBIGUOUS: "several like places; choose one",
    Doubt.GONE: "no place is like it",
    Doubt.TO_CONFIRM: "no answer was found; documents changed since",
    Doubt.UNREAD: "being compared",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A stale span of a label, or a label without an answer; `renamed` are where its document's text stands now."""

    label: Label
    state: State
    span: int = NO_SPAN
    renamed: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        """What a decision about it is filed under."""
        return Key(self.label.id, self.span)

    @property
    def evidence(self) -> EvidenceSpan | None:
        """The span as it stands in the label file."""
        return None if self.span == NO_SPAN else self.label.spans[self.span]

    @property
    def document(self) -> str:
        """The document it points into, or an empty text."""
        return self.evidence.document if self.evidence is not None else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A place that is offered; `kept` is the share of the passage's words that stand there.

    `parts` are the pieces of a passage that was torn apart; `margin` is the lead over the next place.
    """

    place: Place
    score: float
    margin: float
    kept: float
    parts: tuple[Span, ...] = ()
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What the label was made on: a text and the passage's place in it, and where the text was found."""

    text: str
    span: Span
    source: str
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What is known about an entry: its state, the places offered (best first), the passage before, a remark."""

    doubt: Doubt
    options: tuple[Option, ...] = ()
    before: Before | None = None
    note: str = ""

    @property
    def chosen(self) -> int:
        """The number of the option that is preselected, from 1; 0 for none."""
        return 1 if self.options and self.doubt.preselects else 0


UNREAD = Offer(doubt=Doubt.UNREAD)
_ORDER = {doubt: at for at, doubt in enumerate(Doubt)}


@dataclass(slots=True)
class Queue:
    """Entries grouped by document in the order of ids, those without evidence last; in a group, least doubt first."""

    groups: dict[str, list[Entry]]
    offers: dict[Key, Offer] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> Queue:
        """Group entries; until they are compared they stand in the order of the text."""
        groups: dict[str, list[Entry]] = {}
        for entry in entries:
            groups.setdefault(entry.document, []).append(entry)
        for group in groups.values():
            group.sort(key=_place)
        return cls(dict(sorted(groups.items(), key=lambda pair: (not pair[0], pair[0]))))

    @property
    def entries(self) -> list[Entry]:
        """All entries in their order."""
        return [entry for group in self.groups.values() for entry in group]

    def __len__(self) -> int:
        """Give the number of entries."""
        return sum(map(len, self.groups.values()))

    def by_label(self) -> dict[str, list[Entry]]:
        """Give the entries of each label."""
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            found.setdefault(entry.label.id, []).append(entry)
        return found

    def offer(self, entry: Entry) -> Offer:
        """Give what is offered for an entry, so far."""
        return self.offers.get(entry.key, UNREAD)

    def settle(self, document: str, offers: Mapping[Key, Offer]) -> None:
        """Take in what was found for a document's entries, and put them in the order of doubt."""
        self.offers.update(offers)
        self.groups[document].sort(key=self._doubt)

    def _doubt(self, entry: Entry) -> tuple[int, float, int, str]:
        offer = self.offer(entry)
        margin = offer.options[0].margin if offer.options else 0.0
        return (_ORDER[offer.doubt], -margin, *_place(entry))


def _place(entry: Entry) -> tuple[int, str]:
    return (entry.evidence.start if entry.evidence is not None else 0, entry.label.id)
