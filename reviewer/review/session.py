"""A review of one label set: what is offered, what a person decides about it, and writing it all at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from reviewer import fingerprint
from reviewer.corpus import Corpus
from reviewer.errors import LabelError
from reviewer.labels import disk
from reviewer.labels.check import OUTDATED, State, check
from reviewer.labels.label_set import LabelSet
from reviewer.labels.pending import forget_pending
from reviewer.labels.store import read_set, save
from reviewer.review.decided import Decided
from reviewer.review.decision import NO_SPAN, Act, Decision, Key
from reviewer.review.entry import Entry, Queue
from reviewer.review.journal import Journal, Step
from reviewer.review.outcome import HeldBack, fingerprint_of, is_written, outcome
from reviewer.review.waiting import waiting
from reviewer.spans import Place


@dataclass(frozen=True, slots=True)
class Signer:
    """Who decides, and on which day."""

    by: str
    on: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What would be written: labels by file, how many entries for each act, how many are open, what is held back."""

    files: Mapping[str, Sequence[str]]
    acts: Mapping[Act, int]
    undecided: int
    held_back: tuple[HeldBack, ...] = ()

    @property
    def labels(self) -> int:
        """The number of labels that would change."""
        return sum(map(len, self.files.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What a commit did: the labels that changed, what had been meant, and why a file could not be written."""

    labels: tuple[str, ...]
    summary: Summary
    refused: LabelError | None = None


class Session:
    """The review of a label folder; the journal must be open."""

    def __init__(self, folder: Path, corpus: Corpus, journal: Journal, signer: Signer) -> None:
        """Read the labels and take up what was decided before.

        What was decided about a label or a text that stands otherwise by now is set aside and offered again;
        `overtaken` are those that somebody else has settled.
        """
        self.folder = folder
        self.corpus = corpus
        self.signer = signer
        self.labels = read_set(folder)
        self.queue = Queue.of(entries_of(self.labels, corpus))
        self._decided = Decided(journal, waiting(folder, self.labels, corpus))
        self.overtaken = self._set_aside()

    @property
    def decisions(self) -> Mapping[Key, Decision]:
        """What stands decided."""
        return self._decided.current

    @property
    def earlier(self) -> Mapping[Key, Decision]:
        """What was decided about another label or text, and is offered again."""
        return self._decided.earlier

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self._decided.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is something to do again."""
        return self._decided.can_redo

    def accept(self, entry: Entry, number: int) -> Step:
        """Take the place that is offered under a number, from 1."""
        option = self.queue.offer(entry).options[number - 1]
        return self._decide({entry.key: self._placed(entry, Act.ACCEPT, option.place, number)})

    def accept_all(self, entries: Iterable[Entry]) -> Step:
        """Take the first place of each entry, in one step; only places of the same words may be taken so."""
        step: dict[Key, Decision | None] = {}
        for entry in entries:
            offer = self.queue.offer(entry)
            if not offer.doubt.may_be_accepted_in_bulk:
                raise ValueError(f"{entry.key} is {offer.doubt}")
            step[entry.key] = self._placed(entry, Act.ACCEPT, offer.options[0].place, 1)
        return self._decide(step)

    def adjust(self, entry: Entry, place: Place) -> Step:
        """Take a place that a person drew."""
        return self._decide({entry.key: self._placed(entry, Act.ADJUST, place, 0)})

    def repeat(self, entry: Entry) -> Step:
        """Decide again what was decided earlier, if the document is the same still."""
        before = self.earlier[entry.key]
        if before.act is Act.RETIRE:
            return self.retire(entry, before.reason)
        if before.place is None:
            return self.confirm(entry)
        return self.adjust(entry, before.place)

    def can_repeat(self, entry: Entry) -> bool:
        """Tell whether there is an earlier decision whose text still stands."""
        before = self.earlier.get(entry.key)
        return before is not None and self._is_of_this_text(before)

    def confirm(self, entry: Entry) -> Step:
        """Say that the documents as they are now hold no answer."""
        whole = fingerprint.short(self.corpus.fingerprint)
        return self._decide({entry.key: replace(self._signed(entry, Act.CONFIRM), fingerprint=whole)})

    def retire(self, entry: Entry, reason: str) -> Step:
        """Take a label out of use, with all its spans."""
        decision = self._signed(entry, Act.RETIRE, reason.strip())
        return self._decide({one.key: decision for one in self.queue.by_label()[entry.label.id]})

    def skip(self, entry: Entry) -> Step:
        """Leave an entry for another day."""
        return self._decide({entry.key: self._signed(entry, Act.SKIP)})

    def undo(self) -> Step:
        """Take back the last step and give what stands now; without one, an empty step."""
        return self._decided.undo()

    def redo(self) -> Step:
        """Do again what was taken back last."""
        return self._decided.redo()

    def after(self, key: Key | None, by: int, *, undecided: bool) -> Entry | None:
        """Give the entry `by` places on, round the end; of the undecided alone, if asked, and nothing without any."""
        entries = self.queue.entries
        at = next((at for at, one in enumerate(entries) if one.key == key), -1 if by > 0 else 0)
        ring = (entries[(at + by * distance) % len(entries)] for distance in range(1, len(entries) + 1))
        return next((one for one in ring if not undecided or one.key not in self.decisions), None)

    def summary(self) -> Summary:
        """Say what would be written now."""
        found = outcome(self.labels, self.decisions)
        files: dict[str, list[str]] = {}
        for change in found.changes:
            files.setdefault(self.labels[change.id].file, []).append(change.id)
        acts = Counter(act for _, act in _acts(self.decisions))
        undecided = sum(one.key not in self.decisions for one in self.queue.entries)
        return Summary(files=files, acts=acts, undecided=undecided, held_back=found.held_back)

    def commit(self) -> Written:
        """Write all decisions, each label's own lines alone; what cannot be written stays decided or is offered again.

        Afterwards the session stands on the files as they are; what was skipped is undecided again.
        """
        summary, found = self.summary(), outcome(self.labels, self.decisions)
        refused: LabelError | None = None
        try:
            save(self.folder, self.labels, found.changes)
        except LabelError as error:
            refused = error
        self.labels = read_set(self.folder)
        written = self._written([change.id for change in found.changes])
        with disk.locked(self.folder):
            forget_pending(self.folder, written)
        self.queue = Queue.of(entries_of(self.labels, self.corpus))
        self._decided.keep_only(
            {key: one for key, one in self.decisions.items() if one.is_written and key.label not in written},
            {key: one for key, one in self.earlier.items() if key.label not in written},
        )
        self.overtaken = self._set_aside()
        return Written(labels=written, summary=summary, refused=refused)

    def _written(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Give those labels which stand now as they were decided."""
        known = {label.id: label for label in self.labels.labels}
        others = {
            key.label
            for key, one in self.decisions.items()
            if key.label not in known or (one.is_written and not is_written(known[key.label], key, one))
        }
        return tuple(id_ for id_ in ids if id_ not in others)

    def _set_aside(self) -> tuple[Key, ...]:
        """Keep the decisions that fit, offer again those that do not, drop those about nothing that is open."""
        entries = {one.key: one for one in self.queue.entries}
        known = {label.id: label for label in self.labels.labels}
        fitting = {key: one for key, one in self.decisions.items() if key in entries and self._fits(entries[key], one)}
        others = {**self.earlier, **{key: one for key, one in self.decisions.items() if key not in fitting}}
        earlier = {key: one for key, one in others.items() if key in entries and one.is_written}
        self._decided.keep_only(fitting, earlier)
        dropped = [key for key in others if key not in entries]
        return tuple(
            key for key in dropped if key.label not in known or not is_written(known[key.label], key, others[key])
        )

    def _fits(self, entry: Entry, decision: Decision) -> bool:
        """Tell whether a decision is about the label and the text as they stand."""
        return decision.made_on == fingerprint_of(entry.label) and self._is_of_this_text(decision)

    def _is_of_this_text(self, decision: Decision) -> bool:
        if decision.act is Act.CONFIRM:
            return fingerprint.same(decision.fingerprint, self.corpus.fingerprint)
        if decision.place is None:
            return True
        document = self.corpus.documents.get(decision.place.document)
        return document is not None and fingerprint.same(decision.fingerprint, document.fingerprint)

    def _decide(self, step: Step) -> Step:
        """Take a step; a place for one span takes back that its label was retired."""
        entries = self.queue.by_label()
        retired = {
            other.key: None
            for key, decision in step.items()
            if decision is not None and decision.act is not Act.RETIRE
            for other in entries.get(key.label, ())
            if (found := self.decisions.get(other.key)) is not None and found.act is Act.RETIRE
        }
        return self._decided.decide({**retired, **step})

    def _signed(self, entry: Entry, act: Act, reason: str = "") -> Decision:
        made_on = fingerprint_of(entry.label)
        return Decision(act=act, by=self.signer.by, on=self.signer.on, reason=reason, made_on=made_on)

    def _placed(self, entry: Entry, act: Act, place: Place, number: int) -> Decision:
        document = self.corpus[place.document]
        return Decision(
            act=act,
            by=self.signer.by,
            on=self.signer.on,
            place=place,
            fingerprint=fingerprint.short(document.fingerprint),
            quote=document.text[place.start : place.end],
            number=number,
            made_on=fingerprint_of(entry.label),
        )


def _acts(decisions: Mapping[Key, Decision]) -> set[tuple[Key, Act]]:
    """Give what was done to which entry; a label with several spans is retired once."""
    return {(key._replace(span=NO_SPAN) if one.act is Act.RETIRE else key, one.act) for key, one in decisions.items()}


def entries_of(labels: LabelSet, corpus: Corpus) -> list[Entry]:
    """Give what needs a person: each span that no longer holds, and each label whose absence of an answer is old."""
    entries: list[Entry] = []
    for found in check(labels, corpus).of(*OUTDATED, State.TO_CONFIRM):
        if found.state is State.TO_CONFIRM:
            entries.append(Entry(label=found.label, state=found.state, span=NO_SPAN))
        entries += [
            Entry(label=found.label, state=one.state, span=at, renamed=one.renamed)
            for at, one in enumerate(found.spans)
            if one.state in OUTDATED
        ]
    return entries
