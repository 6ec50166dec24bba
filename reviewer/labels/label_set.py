"""A set of labels as it was read, and the changes that somebody decided on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from reviewer import fingerprint
from reviewer.errors import LabelError
from reviewer.labels.schema import Label
from reviewer.labels.writing import tree
from reviewer.queries import Query

_DECISIONS = ("note", "reviewed", "approved")


@dataclass(frozen=True, slots=True)
class LabelSet:
    """All labels of a folder, in the order of files and lines; `files` maps each file to its bytes' fingerprint."""

    name: str
    labels: tuple[Label, ...]
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def in_use(self) -> tuple[Label, ...]:
        """The labels that are not retired."""
        return tuple(label for label in self.labels if label.retired is None)

    @property
    def queries(self) -> tuple[Query, ...]:
        """The queries of the labels in use."""
        return tuple(as_query(label) for label in self.in_use)

    @property
    def fingerprint(self) -> str:
        """Cover what is judged (queries, evidence, tags), not how or where it is written or who reviewed it."""
        trees = {label.id: tree(label) for label in self.in_use}
        return fingerprint.of_plain(
            {id_: {key: value for key, value in one.items() if key not in _DECISIONS} for id_, one in trees.items()}
        )

    def __getitem__(self, label: str) -> Label:
        """Give a label by its id, or say that there is none."""
        for one in self.labels:
            if one.id == label:
                return one
        raise LabelError(f"no label {label!r} in the set {self.name}", "`reviewer labels list` shows all ids.")


def as_query(label: Label) -> Query:
    """Give a label's query with `made` among its tags, so that `made: blind` is a slice like any other."""
    if not label.made:
        return label.query
    return replace(label.query, tags={**label.query.tags, "made": label.made})


@dataclass(frozen=True, slots=True)
class Change:
    """What a label shall be: another one of the same id, a new one (its `file` says where), or none."""

    id: str
    label: Label | None

    def __post_init__(self) -> None:
        """Refuse a label of another id."""
        if self.label is not None and self.label.id != self.id:
            raise ValueError(f"label {self.label.id} cannot replace {self.id}")
