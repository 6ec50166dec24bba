"""Spans of OpenTelemetry: searches by OpenInference's conventions or by those of GenAI; other spans are passed over.

Read are OTLP in JSON (as the Collector's file exporter writes it), spans with flat attributes (as the SDK prints them)
and rows with columns `attributes.…` (as Phoenix exports them).
Sources: https://arize-ai.github.io/openinference/spec/semantic_conventions.html and
https://github.com/open-telemetry/semantic-conventions-genai (gen_ai.retrieval, in development).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from reviewer.runs.formats.placing import Found
from reviewer.runs.formats.reading import read_objects
from reviewer.runs.formats.traced import Retrieval
from reviewer.runs.formats.values import found, mapping, milliseconds, sequence, text

RESOURCES, SCOPES = "resourceSpans", "scopeSpans"
COLUMN = "attributes."
OPENINFERENCE, GENAI = "retrieval.documents", "gen_ai.retrieval.documents"
QUESTIONS = ("gen_ai.retrieval.query.text", "input.value")
SAID = ("query_id", "filters", "transformation")
_FLAT = re.compile(r"retrieval\.documents\.([0-9]{1,6})\.document\.(.+)", re.DOTALL)


def is_opentelemetry(value: Mapping[str, object]) -> bool:
    """Tell whether an object is a batch of OTLP, or a span."""
    return RESOURCES in value or "attributes" in value or any(key.startswith(COLUMN) for key in value)


def opentelemetry_retrievals(path: Path) -> Iterator[Retrieval]:
    """Read the spans that searched: those with documents, or of the kind or operation of a retrieval."""
    for where, value in read_objects(path):
        for place, span in _spans(where, value):
            attributes = _attributes(span)
            if _searched(attributes):
                yield Retrieval(
                    place=place,
                    question=next((text(attributes[key]) for key in QUESTIONS if text(attributes.get(key))), ""),
                    found=_found(place, attributes),
                    said=_said(attributes),
                    latency=_latency(span),
                )


def _spans(where: str, value: Mapping[str, object]) -> Iterator[tuple[str, Mapping[str, object]]]:
    if RESOURCES not in value:
        yield where, value
        return
    scopes = (scope for one in sequence(value[RESOURCES]) for scope in sequence(mapping(one).get(SCOPES)))
    spans = (mapping(span) for scope in scopes for span in sequence(mapping(scope).get("spans")))
    for number, span in enumerate(spans, start=1):
        yield f"{where}, span {text(span.get('spanId')) or number}", span


def _attributes(span: Mapping[str, object]) -> dict[str, object]:
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
    """Give what an OTLP value holds."""
    for kind, held in mapping(value).items():
        if kind == "arrayValue":
            return [_value(one) for one in sequence(mapping(held).get("values"))]
        if kind == "kvlistValue":
            pairs = map(mapping, sequence(mapping(held).get("values")))
            return {text(one.get("key")): _value(one.get("value")) for one in pairs}
        if kind == "intValue" and isinstance(held, str):
            return int(held) if held.lstrip("-").isdigit() else None
        return held
    return None


def _searched(attributes: Mapping[str, object]) -> bool:
    kind, operation = attributes.get("openinference.span.kind"), attributes.get("gen_ai.operation.name")
    named = kind == "RETRIEVER" or operation == "retrieval"
    return named or OPENINFERENCE in attributes or GENAI in attributes or any(map(_FLAT.fullmatch, attributes))


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


def _latency(span: Mapping[str, object]) -> float | None:
    for start, end in (("startTimeUnixNano", "endTimeUnixNano"), ("start_time", "end_time")):
        if start in span:
            return milliseconds(span.get(start), span.get(end))
    return None
