"""Deciding about one label without the review: what is offered for it, and accepting a place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from reviewer import fingerprint
from reviewer.corpus import Corpus
from reviewer.errors import LabelError
from reviewer.labels.check import State
from reviewer.labels.label_set import Change, LabelSet
from reviewer.labels.store import change
from reviewer.review.decision import NO_SPAN, Act, Decision, Key
from reviewer.review.entry import Entry, Offer
from reviewer.review.outcome import fingerprint_of, outcome
from reviewer.review.proposer import Proposer
from reviewer.review.session import Signer, entries_of
from reviewer.spans import Place

_HINT = "`reviewer labels show` names the places; choose with --proposal N, or give --at START:END."


def entries_for(
    labels: LabelSet, corpus: Corpus, label: str, span: int | None = None, *, also_fresh: bool = False
) -> list[Entry]:
    """Give what is open about a label, or about one of its spans, counted from 1; nothing open is an error.

    With `also_fresh`, spans that are not open are given where none of those asked for is.
    """
    wanted = labels[label]
    if wanted.retired is not None:
        raise LabelError(f"{label} is retired: {wanted.retired.reason}", "Ask anew with `reviewer labels add`.")
    found = [one for one in entries_of(labels, corpus) if one.label is wanted]
    if also_fresh and not _of_span(found, span):
        spans = range(len(wanted.spans)) or (NO_SPAN,)
        found = [Entry(label=wanted, state=State.FRESH, span=at) for at in spans]
    found = _of_span(found, span)
    if not found:
        what = label if span is None else f"{label}, span {span},"
        raise LabelError(
            f"{what} is not stale",
            "`reviewer labels list --stale` names those that are; --at START:END moves evidence that is not.",
        )
    return found


def _of_span(entries: Sequence[Entry], span: int | None) -> list[Entry]:
    return [one for one in entries if span is None or one.span == span - 1]


@dataclass(frozen=True, slots=True)
class Choice:
    """Which span (from 1; none means all), and which proposal (from 1) or place; none means the one that stands out."""

    span: int | None = None
    proposal: int | None = None
    at: Place | None = None

    @property
    def is_of_one_span(self) -> bool:
        """Whether it names a place, which only one span can have."""
        return self.proposal is not None or self.at is not None


def accept(
    folder: Path, proposer: Proposer, signer: Signer, label: str, choice: Choice | None = None
) -> Mapping[Key, Decision]:
    """Accept the places of a label's open spans, or the place that is chosen, and write it; gives what was decided."""
    chosen = choice or Choice()
    decided: dict[Key, Decision] = {}

    def decide(labels: LabelSet) -> Sequence[Change]:
        entries = entries_for(labels, proposer.corpus, label, chosen.span, also_fresh=chosen.at is not None)
        if len(entries) > 1 and chosen.is_of_one_span:
            kind = "spans" if entries[0].state is State.FRESH else "stale spans"
            raise LabelError(f"{label} has {len(entries)} {kind}", "Say which with --span, counted from 1.")
        decided.update({one.key: _decision(one, proposer, signer, chosen) for one in entries})
        made = outcome(labels, decided)
        if made.held_back:
            raise LabelError(f"{label}: {made.held_back[0].why}", "Decide about all its spans in `reviewer labels`.")
        return made.changes

    change(folder, decide)
    return decided


def _decision(entry: Entry, proposer: Proposer, signer: Signer, choice: Choice) -> Decision:
    made_on = fingerprint_of(entry.label)
    if entry.span == NO_SPAN and not choice.is_of_one_span:
        whole = fingerprint.short(proposer.corpus.fingerprint)
        return Decision(act=Act.CONFIRM, by=signer.by, on=signer.on, fingerprint=whole, made_on=made_on)
    number, place = (0, choice.at) if choice.at is not None else _offered(entry, proposer.offer(entry), choice.proposal)
    document = proposer.corpus[place.document]
    quote = document.text[place.start : place.end]
    if place.end > len(document.text) or not quote.strip():
        raise LabelError(f"{place.document} has no words at [{place.start}, {place.end})", _HINT)
    return Decision(
        act=Act.ACCEPT if number else Act.ADJUST,
        by=signer.by,
        on=signer.on,
        place=place,
        fingerprint=fingerprint.short(document.fingerprint),
        quote=quote,
        number=number,
        made_on=made_on,
    )


def _offered(entry: Entry, offer: Offer, proposal: int | None) -> tuple[int, Place]:
    """Give the place of a proposal, or the one that stands out; none that nobody chose among like ones."""
    number = offer.chosen if proposal is None else proposal
    if number == 0:
        raise LabelError(f"{entry.label.id} is {offer.doubt}: {offer.note or offer.doubt.meaning}", _HINT)
    if not 0 < number <= len(offer.options):
        raise LabelError(f"{entry.label.id}: there is no proposal {number}, only {len(offer.options)}", _HINT)
    return number, offer.options[number - 1].place
