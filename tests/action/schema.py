"""GitHub's own description of its REST interface, as a check of requests and answers."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import parse_qsl, unquote, urlsplit

from jsonschema import Draft202012Validator

Json: TypeAlias = Any
"""Decoded JSON; its shape is what is checked."""

FILE = Path(__file__).parent / "data" / "github-rest-schema.json"


@cache
def description() -> Json:
    """Give the description, read once."""
    return json.loads(FILE.read_text(encoding="utf-8"))


class Operation:
    """One method of one path."""

    def __init__(self, template: str, method: str, described: Json) -> None:
        """Keep what is described."""
        self.template, self.method, self.described = template, method, described

    def faults(self, values: dict[str, str], query: list[tuple[str, str]], body: object) -> list[str]:
        """Name what a request does that is not described."""
        known = {(one["in"], one["name"]): one for one in self.described.get("parameters", [])}
        found = [f"unknown query {name}" for name, _ in query if ("query", name) not in known]
        given = {("path", name): value for name, value in values.items()} | {("query", k): v for k, v in query}
        for key, one in known.items():
            if key in given and not _fits(given[key], one["schema"]):
                found.append(f"{key[1]}={given[key]!r} does not fit")
        content = self.described.get("requestBody", {}).get("content", {}).get("application/json")
        if content is not None:
            found += [error.message for error in Draft202012Validator(nullable(content["schema"])).iter_errors(body)]
            extra = set(body) - set(content["schema"].get("properties", {})) if isinstance(body, dict) else set()
            found += [f"unknown field {name}" for name in sorted(extra)]
        return found

    def answer_faults(self, status: int, body: object) -> list[str]:
        """Name what an answer of ours lacks that GitHub's has."""
        described = self.described["responses"].get(str(status), {}).get("content", {}).get("application/json")
        if described is None:
            return []
        return [error.message for error in Draft202012Validator(nullable(described["schema"])).iter_errors(body)]


@cache
def _operations() -> list[tuple[re.Pattern[str], str, dict[str, Operation]]]:
    found = []
    for template, methods in description()["paths"].items():
        pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template)
        named = {m: Operation(template, m, d) for m, d in methods.items() if m != "parameters"}
        found.append((re.compile(pattern), template, named))
    return sorted(found, key=lambda one: one[1].count("{"))


def find(method: str, url: str) -> tuple[Operation, dict[str, str], list[tuple[str, str]]] | None:
    """Give the operation of a request with the values of its path and query."""
    parts = urlsplit(url)
    for pattern, _, named in _operations():
        match = pattern.fullmatch(parts.path)
        if match is not None and method.lower() in named:
            values = {name: unquote(value) for name, value in match.groupdict().items()}
            return named[method.lower()], values, parse_qsl(parts.query, keep_blank_values=True)
    return None


def nullable(schema: Json) -> Json:
    """Turn OpenAPI 3.0's `nullable` into JSON Schema."""
    if isinstance(schema, list):
        return [nullable(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: nullable(value) for key, value in schema.items() if key not in ("nullable", "format", "example")}
    return {"anyOf": [inner, {"type": "null"}]} if schema.get("nullable") is True else inner


def _fits(value: str, schema: Json) -> bool:
    if schema.get("type") == "integer":
        return re.fullmatch(r"-?[0-9]+", value) is not None
    return "enum" not in schema or value in schema["enum"]
