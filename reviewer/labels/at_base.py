"""Which labels judge a change: those of its base, so that no change can relax what it is judged by."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from reviewer.corpus import Corpus
from reviewer.labels.check import OUTDATED, State, check
from reviewer.labels.label_set import Change, LabelSet
from reviewer.labels.schema import Label
from reviewer.queries import EvidenceItem, EvidenceSpan

_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class AtBase:
    """How the base's labels are judged on the change's documents.

    `changes` turn the base's set into the judged one. `restored` were edited or removed by the change and are judged
    as they are at base; `withheld` were too, but their documents changed as well, so that they count as lost until
    they are reviewed at base. `moved` follow a changed document without another meaning; `added` are not judged yet.
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
        elif theirs is not None and states["head"][label.id] not in OUTDATED and is_moved(ours or label, theirs):
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


def is_moved(one: Label, other: Label) -> bool:
    """Tell whether two labels ask the same and quote the same, wherever the quote stands."""
    asked = [replace(label.query, evidence=(), corpus=None) for label in (one, other)]
    return asked[0] == asked[1] and _quotes(one.query.evidence) == _quotes(other.query.evidence)


def _quotes(evidence: Sequence[EvidenceItem]) -> list[list[list[str]]]:
    return [[[_quote(span) for span in group] for group in item.alternatives] for item in evidence]


def _quote(span: EvidenceSpan) -> str:
    """Give the quote without the layout of its blanks; a span that quotes nothing stays bound to its place."""
    return _BLANKS.sub(" ", span.quote).strip() or f"{span.document} {span.start} {span.end}"


def _states(labels: LabelSet, corpus: Corpus) -> Mapping[str, State]:
    return {one.label.id: one.state for one in check(labels, corpus).labels}


def _by_id(labels: LabelSet) -> Mapping[str, Label]:
    return {label.id: label for label in labels.labels}


def _as(place: Label, chosen: Label) -> Change:
    """Put another version of a label where the base's stands."""
    return Change(place.id, replace(chosen, file=place.file, line=place.line, span_lines=chosen.span_lines))
