"""A run file of any format in, a run out; the format is told by the content, or given."""

from __future__ import annotations

from pathlib import Path

from reviewer.errors import RunError
from reviewer.runs.formats.jsonl import jsonl_records
from reviewer.runs.formats.known import Known
from reviewer.runs.formats.langsmith import is_langsmith, langsmith_retrievals
from reviewer.runs.formats.opentelemetry import is_opentelemetry, opentelemetry_retrievals
from reviewer.runs.formats.reading import read_lines, read_objects
from reviewer.runs.formats.traced import traced_records
from reviewer.runs.formats.trec import is_trec, trec_records
from reviewer.runs.formats.values import mapping
from reviewer.runs.gather import gather
from reviewer.runs.record import Ranked

JSONL, TREC, LANGSMITH, OPENTELEMETRY = "jsonl", "trec", "langsmith", "opentelemetry"
FORMATS = (JSONL, TREC, LANGSMITH, OPENTELEMETRY)
OWN = {"query_id", "rank"}
"""What every line of a run file has."""


def read_ranked(path: Path, known: Known, *, arm: str, depth: int | None = None, form: str | None = None) -> Ranked:
    """Read a run that any system wrote.

    Args:
        path: The file.
        known: What places and questions are looked up in; a run file of our own needs nothing of it.
        arm: What the run is called.
        depth: Beyond which no hit may stand.
        form: One of `FORMATS`; told by the content where it is None.

    Raises:
        RunError: It cannot be read as that format, or is no ranked list that could be scored; names file and line.

    """
    form = form or format_of(path)
    if form not in FORMATS:
        raise RunError(f"no run format is called {form!r}", f"Known: {', '.join(FORMATS)}.")
    if form == JSONL:
        return gather(path, jsonl_records(path), arm=arm, depth=depth)
    if form == TREC:
        return gather(path, trec_records(path, known.chunks), arm=arm, depth=depth)
    retrievals = langsmith_retrievals(path) if form == LANGSMITH else opentelemetry_retrievals(path)
    records, notes = traced_records(path, retrievals, known)
    return gather(path, records, arm=arm, depth=depth, notes=notes)


def format_of(path: Path) -> str:
    """Tell the format by what a file holds; what is like none is held to be JSON lines, which says what is wrong."""
    first = next((line for _, line in read_lines(path)), "").strip()
    if not first.startswith(("{", "[")):
        return TREC if is_trec(first) else JSONL
    if mapping(first).keys() >= OWN:
        return JSONL
    try:
        _, value = next(read_objects(path), ("", {}))
    except RunError:
        return JSONL
    if is_langsmith(value):
        return LANGSMITH
    return OPENTELEMETRY if is_opentelemetry(value) else JSONL
