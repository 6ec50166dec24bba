"""Which labels judge a change: those of its base, so that no change can relax what it is judged by."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from reviewer import fingerprint
from reviewer.corpus import Corpus
from reviewer.labels.check import OUTDATED, State, check
from reviewer.labels.label_set import Change, LabelSet
from reviewer.labels.schema import Label
from reviewer.queries import EvidenceSpan

_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class AtBase:
    """How the base's labels are judged on the change's documents.

    `changes` turn the base's set into the judged one. `restored` were edited or removed by the change and are judged
    as they are at base; `withheld` were too, but their documents changed as well, so that they count as lost until
    they are reviewed at base. `moved` follow their own document, changed or renamed, without another meaning; `added`
    are not judged yet.
    """

    changes: tuple[Change, ...]
    restored: tuple[str, ...]
    withheld: tuple[Label, ...]
    moved: tuple[str, ...]
    added: tuple[str, ...]


def at_base(tip: LabelSet, before: LabelSet, head: LabelSet, corpus: Corpus) -> AtBase:
    """Choose for every label of the base which version judges.

    Args:
        tip: The labels at the tip of the base branch; their order and ids are what is judged.
        before: The labels where the change left the base branch.
        head: The labels as the change has them.
        corpus: The documents as the change has them.

    """
    states = {name: _states(one, corpus) for name, one in {"tip": tip, "before": before, "head": head}.items()}
    old, new = _by_id(before), _by_id(head)
    changes, restored, withheld, moved = [], [], [], []
    for label in tip.labels:
        ours, theirs = old.get(label.id), new.get(label.id)
        touched = ours is not None and (theirs is None or theirs.content != ours.content)
        if states["tip"][label.id] not in OUTDATED:
            restored += [label.id] * (touched and (theirs is None or theirs.content != label.content))
        elif ours is not None and states["before"][label.id] not in OUTDATED:
            changes.append(_as(label, ours))
            restored += [label.id] * touched
        elif theirs is not None and states["head"][label.id] not in OUTDATED and moves(ours or label, theirs, corpus):
            changes.append(_as(label, theirs))
            moved.append(label.id)
        elif touched:
            withheld.append(label)
        elif ours is None:
            changes.append(Change(label.id, None))
    known = {label.id for label in (*tip.labels, *before.labels)}
    return AtBase(
        changes=tuple(changes),
        restored=tuple(restored),
        withheld=tuple(withheld),
        moved=tuple(moved),
        added=tuple(label.id for label in head.in_use if label.id not in known),
    )


def moves(one: Label, other: Label, corpus: Corpus) -> bool:
    """Tell whether the label `other` asks the same and quotes the same of the same documents, wherever it stands there.

    A quote that stands in another document of the change is another answer: whoever laid that document could choose it.
    """
    asked = [replace(label.query, evidence=(), corpus=None) for label in (one, other)]
    shapes = [[[len(group) for group in item.alternatives] for item in label.query.evidence] for label in (one, other)]
    pairs = zip(one.spans, other.spans, strict=False)
    return asked[0] == asked[1] and shapes[0] == shapes[1] and all(_follows(new, old, corpus) for old, new in pairs)


def _follows(new: EvidenceSpan, old: EvidenceSpan, corpus: Corpus) -> bool:
    """Tell whether a span says what an older one said: the same words of its document, or its place in the same text.

    Quotes are compared without the layout of their blanks; what quotes nothing is its place.
    """
    found = corpus.documents.get(new.document)
    same_text = found is not None and fingerprint.same(old.fingerprint, found.fingerprint)
    if new.document != old.document and (old.document in corpus.documents or not same_text):
        return False
    quotes = [_BLANKS.sub(" ", span.quote).strip() for span in (new, old)]
    if not any(quotes):
        return same_text and (new.start, new.end) == (old.start, old.end)
    return quotes[0] == quotes[1]


def _states(labels: LabelSet, corpus: Corpus) -> Mapping[str, State]:
    return {one.label.id: one.state for one in check(labels, corpus).labels}


def _by_id(labels: LabelSet) -> Mapping[str, Label]:
    return {label.id: label for label in labels.labels}


def _as(place: Label, chosen: Label) -> Change:
    """Put another version of a label where the base's stands."""
    return Change(place.id, replace(chosen, file=place.file, line=place.line, span_lines=chosen.span_lines))
