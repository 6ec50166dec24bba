"""A label as it stands in a file: the query with its bound evidence, where it is written, and who decided what."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from reviewer.decoding import Field
from reviewer.errors import LabelError
from reviewer.ids import is_id
from reviewer.labels.values import (
    read_day,
    read_document,
    read_fingerprint,
    read_id,
    read_line,
    read_quote,
    read_texts,
)
from reviewer.queries import EvidenceItem, EvidenceSpan, Query

Value = TypeVar("Value")

VERSION = 1
SPLITS = ("dev", "held")

_LABEL_REQUIRED = ("id", "query")
_LABEL_OPTIONAL = (
    "boundary",
    "tags",
    "made",
    "answerable",
    "corpus",
    "filters",
    "evidence",
    "note",
    "reviewed",
    "approved",
    "retired",
)
_SPAN_REQUIRED = ("document", "fingerprint", "start", "end")
_RESERVED_TAGS = ("boundary", "made")
_MAX_ERRORS = 20


@dataclass(frozen=True, slots=True)
class Signature:
    """Who decided and on which day; `origin` is what the decision replaced, such as the fingerprint before."""

    by: str
    on: str
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Retirement:
    """Who took a label out of use, on which day and why; its id stays taken."""

    by: str
    on: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A query bound to its evidence, with its place in a file (`line` from 1) and the decisions about it.

    `span_lines` are the lines of the evidence spans, in the order of `spans`.
    """

    query: Query
    file: str = ""
    line: int = 0
    span_lines: tuple[int, ...] = ()
    made: str = ""
    note: str = ""
    reviewed: Signature | None = None
    approved: Signature | None = None
    retired: Retirement | None = None

    @property
    def id(self) -> str:
        """The query's id, unique in a set."""
        return self.query.id

    @property
    def place(self) -> str:
        """File and line, as editors open them."""
        return f"{self.file}:{self.line}"

    @property
    def spans(self) -> tuple[EvidenceSpan, ...]:
        """Every span of every item, in the order of the file."""
        return tuple(span for item in self.query.evidence for span in item.spans)

    @property
    def content(self) -> Label:
        """The label without its place, for telling whether two say the same."""
        return replace(self, file="", line=0, span_lines=())


def decode_labels(field: Field) -> tuple[Label, ...]:
    """Give the labels of one file's root; every malformed label is named in one LabelError."""
    entries = field.entries(required=("version", "queries"))
    check_version(entries["version"])
    return decode_queries(entries["queries"])


def check_version(field: Field) -> None:
    """Refuse a file of another version."""
    found = field.integer()
    if found != VERSION:
        raise field.fail(f"expected {VERSION}, got {found}", "The file was made for another version.")


def decode_queries(field: Field) -> tuple[Label, ...]:
    """Give the labels of a list; every malformed one is named in one LabelError."""
    labels: list[Label] = []
    errors: list[LabelError] = []
    for item in field.items():
        try:
            labels.append(_label(item))
        except LabelError as error:
            errors.append(error)
    raise_together(errors)
    return tuple(labels)


def raise_together(errors: Sequence[LabelError]) -> None:
    """Raise all errors as one that lists them (the first 20); none raises nothing."""
    if not errors:
        return
    messages = [error.message for error in errors[:_MAX_ERRORS]]
    if len(errors) > _MAX_ERRORS:
        messages.append(f"and {len(errors) - _MAX_ERRORS} more")
    hints = dict.fromkeys(error.hint for error in errors if error.hint)
    raise LabelError("\n".join(messages), "\n".join(hints))


def _label(field: Field) -> Label:
    entries = field.entries(_LABEL_REQUIRED, _LABEL_OPTIONAL)
    evidence, lines = _evidence(entries["evidence"]) if "evidence" in entries else ((), ())
    query = Query(
        id=read_id(entries["id"]),
        text=read_line(entries["query"]),
        evidence=evidence,
        boundary=_optional(entries, "boundary", read_id),
        tags=_tags(entries["tags"]) if "tags" in entries else {},
        answerable=entries["answerable"].flag() if "answerable" in entries else True,
        corpus=_optional(entries, "corpus", read_fingerprint),
        filters=read_texts(entries["filters"]) if "filters" in entries else {},
    )
    _check_answerable(field, query)
    return Label(
        query=query,
        file=field.file,
        line=field.line,
        span_lines=lines,
        made=_optional(entries, "made", read_id) or "",
        note=_optional(entries, "note", read_line) or "",
        reviewed=_optional(entries, "reviewed", _signature),
        approved=_optional(entries, "approved", _approval),
        retired=_optional(entries, "retired", read_retirement),
    )


def _optional(entries: Mapping[str, Field], key: str, read: Callable[[Field], Value]) -> Value | None:
    return read(entries[key]) if key in entries else None


def _check_answerable(field: Field, query: Query) -> None:
    if query.answerable and not query.evidence:
        hint = "Give its evidence, or write `answerable: false`."
        raise field.fail(f"{query.id} has no evidence", hint)
    if query.answerable and query.corpus is not None:
        raise field.fail(f"{query.id} names a corpus but is answerable", "Only labels without an answer name one.")
    if not query.answerable and query.evidence:
        hint = "Remove the evidence, or the line `answerable: false`."
        raise field.fail(f"{query.id} is not answerable but has evidence", hint)


def _evidence(field: Field) -> tuple[tuple[EvidenceItem, ...], tuple[int, ...]]:
    """Give the items and the line of each of their spans."""
    lines: list[int] = []
    items = tuple(_item(item, lines) for item in field.items())
    if not items:
        raise field.fail("expected at least one evidence item, got none")
    places = [tuple(tuple(span.place for span in group) for group in item.alternatives) for item in items]
    for at, place in enumerate(places):
        if place in places[:at]:
            raise field.items()[at].fail("the same evidence is given twice", "Remove one of the two items.")
    return items, tuple(lines)


def _item(field: Field, lines: list[int]) -> EvidenceItem:
    if "any" not in field.mapping():
        return EvidenceItem((_alternative(field, lines),))
    alternatives = field.entries(required=("any",))["any"]
    return EvidenceItem(tuple(_alternative(one, lines) for one in _several(alternatives)))


def _alternative(field: Field, lines: list[int]) -> tuple[EvidenceSpan, ...]:
    """Give one alternative: a span, or the spans that must lie together in one passage."""
    if "together" not in field.mapping():
        return (_span(field, lines),)
    spans = tuple(_span(one, lines) for one in _several(field.entries(required=("together",))["together"]))
    if len({span.document for span in spans}) > 1:
        hint = "A passage comes from one document: make them two evidence items."
        raise field.fail("spans of two documents cannot stand together", hint)
    return spans


def _several(field: Field) -> list[Field]:
    fields = field.items()
    if len(fields) <= 1:
        raise field.fail(f"expected at least two entries, got {len(fields)}", "Write a single span without this key.")
    return fields


def _span(field: Field, lines: list[int]) -> EvidenceSpan:
    entries = field.entries(_SPAN_REQUIRED, ("quote",))
    start = entries["start"].integer(least=0)
    end = entries["end"].integer(least=0)
    if end <= start:
        raise entries["end"].fail(f"expected more than start ({start}), got {end}", "The end is exclusive.")
    lines.append(field.line)
    return EvidenceSpan(
        document=read_document(entries["document"]),
        start=start,
        end=end,
        fingerprint=read_fingerprint(entries["fingerprint"]),
        quote=read_quote(entries["quote"]) if "quote" in entries else "",
    )


def _tags(field: Field) -> dict[str, str]:
    tags = read_texts(field)
    for key, value in field.mapping().items():
        if not is_id(key) or key in _RESERVED_TAGS:
            hint = "Tags are named like ids; boundary and made are keys of a label."
            raise value.fail(f"{key!r} cannot be a tag", hint)
        if not tags[key].isprintable():
            raise value.fail("a tag's value is one line without control characters")
        if key == "split":
            value.choice(SPLITS)
    return tags


def _signature(field: Field) -> Signature:
    entries = field.entries(("by", "on"), ("from",))
    return Signature(
        by=read_line(entries["by"]),
        on=read_day(entries["on"]),
        origin=_optional(entries, "from", read_line) or "",
    )


def _approval(field: Field) -> Signature:
    """Give who let the label into the set; unlike a review, that replaced nothing."""
    entries = field.entries(("by", "on"))
    return Signature(read_line(entries["by"]), read_day(entries["on"]))


def read_retirement(field: Field) -> Retirement:
    """Give who took something out of use, on which day and why."""
    entries = field.entries(("by", "on", "reason"))
    return Retirement(read_line(entries["by"]), read_day(entries["on"]), read_line(entries["reason"]))
