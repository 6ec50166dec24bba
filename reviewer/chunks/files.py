"""`chunks.jsonl`: one chunk a line, places only, so that any program can hand over what it cut."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from reviewer import ids
from reviewer.chunks.chunk import Chunk, pairs
from reviewer.decoding import parse_json
from reviewer.errors import SplitError
from reviewer.spans import Span

FIELDS = ("id", "document", "start", "end", "context", "embedded", "tokens")
REQUIRED = ("document", "start", "end")
SHAPE = (
    'A line is like {"document": "a.md", "start": 0, "end": 120}; '
    "`id`, `context`, `embedded` and `tokens` may be added."
)


def write_chunks(path: Path, chunks: Iterable[Chunk]) -> None:
    """Write chunks, one a line, beside the file first and then into its place.

    Raises:
        SplitError: The file cannot be written.

    """
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with aside.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{_line(chunk)}\n" for chunk in chunks)
        aside.replace(path)
    except OSError as error:
        raise SplitError(f"{path}: cannot be written ({error.strerror})", "Check the folder and its rights.") from error
    finally:
        aside.unlink(missing_ok=True)


def read_chunks(path: Path) -> tuple[Chunk, ...]:
    """Read chunks in the order of the file; a chunk without an id is named by its place.

    Raises:
        SplitError: The file cannot be read, a line is malformed, or two chunks have one id; names file and line.

    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise SplitError(f"{path}: not UTF-8 (byte {error.start})", "Write the file as UTF-8.") from error
    except OSError as error:
        raise SplitError(f"{path}: cannot be read ({error.strerror})", "Check the path.") from error
    chunks: dict[str, Chunk] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        chunk = _chunk(line, f"{path}:{number}")
        if chunk.id in chunks:
            raise SplitError(f"{path}:{number}: a second chunk {chunk.id!r}", "Every chunk stands once.")
        chunks[chunk.id] = chunk
    return tuple(chunks.values())


def _line(chunk: Chunk) -> str:
    plain: dict[str, object] = {
        "id": chunk.id,
        "document": chunk.document,
        "start": chunk.start,
        "end": chunk.end,
    }
    if chunk.context:
        plain["context"] = [[span.start, span.end] for span in chunk.context]
    if chunk.embedded:
        plain["embedded"] = [[span.start, span.end] for span in chunk.embedded]
    if chunk.tokens is not None:
        plain["tokens"] = chunk.tokens
    return json.dumps(plain, separators=(",", ":"))


def _chunk(line: str, where: str) -> Chunk:
    fields = _fields(line, where)
    document, tokens = fields["document"], fields.get("tokens")
    if not isinstance(document, str) or not document:
        raise SplitError(f"{where}: document is {document!r}, not a name", SHAPE)
    if tokens is not None and not _is_count(tokens):
        raise SplitError(f"{where}: tokens is {tokens!r}, not a count", SHAPE)
    place = _span([fields["start"], fields["end"]], where)
    context, embedded = (_spans(fields, name, where) for name in ("context", "embedded"))
    name = fields.get("id", ids.chunk_id("", document, pairs((place, *context)), "", pairs(embedded)))
    if not isinstance(name, str) or not ids.is_chunk_id(name):
        raise SplitError(f"{where}: id is {name!r}", "An id is 1 to 512 characters without blanks and controls.")
    return Chunk(
        id=name,
        document=document,
        start=place.start,
        end=place.end,
        context=context,
        embedded=embedded,
        tokens=tokens if isinstance(tokens, int) else None,
    )


def _spans(fields: Mapping[str, object], name: str, where: str) -> tuple[Span, ...]:
    value = fields.get(name, [])
    if not isinstance(value, list):
        raise SplitError(f"{where}: {name} is {value!r}, not a list of [start, end]", SHAPE)
    return tuple(_span(one, where) for one in value)


def _fields(line: str, where: str) -> Mapping[str, object]:
    try:
        value = parse_json(line)
    except ValueError as error:
        raise SplitError(f"{where}: not JSON ({error})", SHAPE) from error
    if not isinstance(value, dict):
        raise SplitError(f"{where}: not a JSON object", SHAPE)
    unknown = sorted(name for name in value if name not in FIELDS)
    if unknown:
        raise SplitError(f"{where}: unknown field {unknown[0]!r}", f"Known: {', '.join(FIELDS)}; never text.")
    said = {name: one for name, one in value.items() if one is not None}  # writers of other languages say null for none
    missing = [name for name in REQUIRED if name not in said]
    if missing:
        raise SplitError(f"{where}: no {missing[0]}", SHAPE)
    return said


def _span(value: object, where: str) -> Span:
    if isinstance(value, list) and [_is_count(one) for one in value] == [True, True] and value[0] < value[1]:
        return Span(value[0], value[1])
    raise SplitError(f"{where}: {value!r} is no place", "A place is [start, end) in code points, 0 <= start < end.")


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
