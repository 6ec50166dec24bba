"""Labels and their states as plain data, for programs that read `--json`."""

from __future__ import annotations

from typing import TypeAlias

from reviewer.labels.check import LabelState, SpanState, Staleness
from reviewer.labels.importers import Imported
from reviewer.labels.lint import Finding
from reviewer.labels.schema import Signature

Plain: TypeAlias = "str | int | bool | list[Plain] | dict[str, Plain] | None"


def of_label(found: LabelState) -> Plain:
    """Give a label whole, with its state."""
    label, query = found.label, found.label.query
    return {
        "id": query.id,
        "state": str(found.state),
        "reason": found.reason,
        "file": label.file,
        "line": label.line,
        "query": query.text,
        "boundary": query.boundary,
        "tags": dict(query.tags),
        "made": label.made or None,
        "answerable": query.answerable,
        "reviewed": _signature(label.reviewed),
        "approved": _signature(label.approved),
        "spans": [_span(one) for one in found.spans],
    }


def _signature(signed: Signature | None) -> Plain:
    return None if signed is None else {"by": signed.by, "on": signed.on}


def of_staleness(staleness: Staleness, max_stale: int) -> Plain:
    """Give the counts, the limit and every label that is not fresh; ids, offsets and places only, no text."""
    return {
        "set": staleness.name,
        "counts": {str(state): count for state, count in staleness.counts.items()},
        "outdated": len(staleness.outdated),
        "max_stale": max_stale,
        "within_limit": len(staleness.outdated) <= max_stale,
        "labels": [_state(one) for one in staleness.labels if one.state != "fresh"],
    }


def of_finding(finding: Finding) -> Plain:
    """Give a finding of lint."""
    return {
        "rule": finding.rule,
        "file": finding.file,
        "line": finding.line,
        "id": finding.id or None,
        "message": finding.message,
        "remedy": finding.remedy,
    }


def of_import(imported: Imported) -> dict[str, int]:
    """Give what an import counted."""
    return {
        "documents": len(imported.documents),
        "queries": len(imported.labels),
        "spans": imported.spans,
        "mismatched": len(imported.broken),
        "alternatives": imported.alternatives,
        "too_common": imported.too_common,
    }


def _state(found: LabelState) -> Plain:
    label = found.label
    return {
        "id": label.id,
        "state": str(found.state),
        "reason": found.reason,
        "file": label.file,
        "line": found.line,
        "spans": [_span(one) for one in found.spans],
    }


def _span(one: SpanState) -> Plain:
    span = one.span
    return {
        "document": span.document,
        "start": span.start,
        "end": span.end,
        "fingerprint": span.fingerprint,
        "state": str(one.state),
        "line": one.line,
        "renamed": list(one.renamed),
    }
