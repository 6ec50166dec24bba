"""Spans of OpenTelemetry: searches by OpenInference's conventions or by those of GenAI; other spans are passed over.

Read are OTLP in JSON (as the Collector's file exporter writes it), spans with flat attributes (as the SDK prints them
and Phoenix's API answers) and rows with columns `attributes.…` (as Phoenix exports them).
Sources: https://arize-ai.github.io/openinference/spec/semantic_conventions.html and
https://github.com/open-telemetry/semantic-conventions-genai (gen_ai.retrieval, in development).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from reviewer.runs.formats.nesting import within
from reviewer.runs.formats.placing import Found
from reviewer.runs.formats.reading import read_objects
from reviewer.runs.formats.traced import Retrieval
from reviewer.runs.formats.values import found, mapping, milliseconds, sequence, text, whole

RESOURCES = ("resourceSpans", "resource_spans", "batches")
SCOPES = ("scopeSpans", "scope_spans", "instrumentationLibrarySpans")
"""In OTLP's JSON, by protobuf's own names, in answers of Tempo, and before the version of 2022."""

COLUMN = "attributes."
OPENINFERENCE, GENAI = "retrieval.documents", "gen_ai.retrieval.documents"
QUESTIONS = ("gen_ai.retrieval.query.text", "input.value")
SAID = ("query_id", "filters", "transformation")
IDS, PARENTS = ("spanId", "span_id", "context.span_id"), ("parentSpanId", "parent_span_id", "parent_id")
TRACES = ("traceId", "trace_id", "context.trace_id")
MOMENTS = (
    ("startTimeUnixNano", "endTimeUnixNano"),
    ("start_time_unix_nano", "end_time_unix_nano"),
    ("start_time", "end_time"),
)
FAILED = ("ERROR", "STATUS_CODE_ERROR", 2)
_FLAT = re.compile(r"retrieval\.documents\.([0-9]{1,6})\.document\.(.+)", re.DOTALL)

Span = Mapping[str, object]


def is_opentelemetry(value: Mapping[str, object]) -> bool:
    """Tell whether an object is a batch of OTLP, or a span."""
    return _held(value, RESOURCES) is not None or "attributes" in value or any(key.startswith(COLUMN) for key in value)


def opentelemetry_retrievals(path: Path) -> Iterator[Retrieval]:
    """Read the spans that searched: those with documents, or of the kind or operation of a retrieval."""
    searches: list[tuple[str, str, Span, Mapping[str, object]]] = []
    parents: dict[str, str] = {}
    for where, value in read_objects(path):
        for place, span in _spans(where, value):
            name, parent = _named(span, IDS) or place, _named(span, PARENTS)
            if parent:
                parents[name] = parent
            attributes = _attributes(span)
            if _searched(attributes):
                searches.append((place, name, span, attributes))
    inner = within({name for _, name, _, _ in searches}, parents)
    for place, name, span, held in searches:
        yield _retrieval(place, name, span, held, inner=name in inner)


def _retrieval(place: str, name: str, span: Span, attributes: Mapping[str, object], *, inner: bool) -> Retrieval:
    return Retrieval(
        place=place,
        id=name,
        question=next((text(attributes[key]) for key in QUESTIONS if text(attributes.get(key))), ""),
        found=_found(place, attributes),
        said=_said(attributes),
        latency=_latency(span),
        inner=inner,
        failed=_failed(span),
        recorded=_recorded(attributes),
    )


def _spans(where: str, value: Mapping[str, object]) -> Iterator[tuple[str, Span]]:
    resources = _held(value, RESOURCES)
    if resources is None:
        yield where, value
        return
    scopes = (scope for one in sequence(resources) for scope in sequence(_held(mapping(one), SCOPES)))
    spans = (mapping(span) for scope in scopes for span in sequence(mapping(scope).get("spans")))
    for number, span in enumerate(spans, start=1):
        yield f"{where}, span {_held(span, IDS) or number}", span


def _held(value: Mapping[str, object], names: Sequence[str]) -> object:
    """Give what stands under the first of several names that is there."""
    return next((value[name] for name in names if name in value), None)


def _named(span: Span, names: Sequence[str]) -> str:
    """Give an id of a span together with its trace's, since span ids are of a trace; nothing where there is none."""
    own = {**{f"context.{key}": one for key, one in mapping(span.get("context")).items()}, **span}
    name = text(_held(own, names))
    return f"{text(_held(own, TRACES))}/{name}" if name else ""


def _failed(span: Span) -> bool:
    status = mapping(span.get("status"))
    return any(one in FAILED for one in (status.get("code"), status.get("status_code"), span.get("status_code")))


def _attributes(span: Span) -> dict[str, object]:
    """Give attributes by their full names, however they are nested."""
    columns = {key.removeprefix(COLUMN): one for key, one in span.items() if key.startswith(COLUMN)}
    given = span.get("attributes")
    if isinstance(given, list):
        return {text(mapping(one).get("key")): _value(mapping(one).get("value")) for one in given}
    return dict(_flattened({**columns, **mapping(given)}, ""))


def _flattened(value: Mapping[str, object], path: str) -> Iterator[tuple[str, object]]:
    for key, one in value.items():
        name = f"{path}{key}"
        if isinstance(one, dict) and name not in {"metadata", "filters"}:
            yield from _flattened(one, f"{name}.")
        else:
            yield name, one


def _value(value: object) -> object:
    """Give what an OTLP value holds, by either spelling of its kind; some writers list every kind, all but one null."""
    for kind, held in mapping(value).items():
        if held is None:
            continue
        match kind.replace("_", "").lower():
            case "arrayvalue":
                return [_value(one) for one in sequence(mapping(held).get("values"))]
            case "kvlistvalue":
                pairs = map(mapping, sequence(mapping(held).get("values")))
                return {text(one.get("key")): _value(one.get("value")) for one in pairs}
            case "intvalue" if isinstance(held, str):
                return whole(held)
            case _:
                return held
    return None


def _searched(attributes: Mapping[str, object]) -> bool:
    kind, operation = attributes.get("openinference.span.kind"), attributes.get("gen_ai.operation.name")
    return kind == "RETRIEVER" or operation == "retrieval" or _recorded(attributes)


def _recorded(attributes: Mapping[str, object]) -> bool:
    return OPENINFERENCE in attributes or GENAI in attributes or any(map(_FLAT.fullmatch, attributes))


def _found(place: str, attributes: Mapping[str, object]) -> tuple[Found, ...]:
    listed = sequence(attributes.get(GENAI)) or sequence(attributes.get(OPENINFERENCE))
    ranked: dict[int, dict[str, object]] = {}
    for key, value in attributes.items():
        if match := _FLAT.fullmatch(key):
            ranked.setdefault(int(match[1]), {})[match[2]] = value
    documents = [_own(mapping(one)) for one in listed] or [ranked[at] for at in sorted(ranked)]
    return tuple(found(place, rank, one) for rank, one in enumerate(documents, start=1))


def _own(document: Mapping[str, object]) -> Mapping[str, object]:
    """Give a document's fields by their short names, however deep they stand."""
    return {
        **{key.removeprefix("document."): one for key, one in document.items()},
        **mapping(document.get("document")),
    }


def _said(attributes: Mapping[str, object]) -> Mapping[str, object]:
    """Give what our own attributes say, or the span's metadata."""
    held = {**mapping(attributes.get("metadata")), **{key: attributes[key] for key in SAID if key in attributes}}
    return {**held, "filters": mapping(held["filters"])} if "filters" in held else held


def _latency(span: Span) -> float | None:
    for start, end in MOMENTS:
        if start in span:
            return milliseconds(span.get(start), span.get(end))
    return None
