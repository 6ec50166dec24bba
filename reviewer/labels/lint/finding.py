"""What lint has to say about a label, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.labels.schema import Label


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A doubt about a label (`id` is empty where it is about the set), with its place and a remedy."""

    rule: str
    file: str
    line: int
    id: str
    message: str
    remedy: str


def found(rule: str, label: Label, message: str, remedy: str, *, span: int | None = None) -> Finding:
    """Give a finding about a label, or about its `span`-th evidence span."""
    line = label.span_lines[span] if span is not None and label.span_lines else label.line
    return Finding(rule=rule, file=label.file, line=line, id=label.id, message=message, remedy=remedy)
