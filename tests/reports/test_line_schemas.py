"""The schemas of run, chunk and passage files: what we write fits, and what they refuse our readers refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import reviewer.reports
from reviewer.chunks import Chunk, read_chunks, write_chunks
from reviewer.errors import ReviewerError
from reviewer.passages import Passage, write_passages
from reviewer.passages.files import read_passages
from reviewer.runs import Hit, Run, read_run, write_run
from reviewer.runs.formats.jsonl import FIELDS
from reviewer.spans import Place, Span

HIT = {"query_id": "q", "rank": 1, "document": "a.md", "start": 0, "end": 9, "score": 0.5}
CHUNK = {"document": "a.md", "start": 0, "end": 9}
PASSAGE = {"query_id": "q", "rank": 1, "places": [["a.md", 0, 9]], "hits": [1], "score": 0.5}

RUN = Run(
    arm="arm",
    fingerprint="sha256:1f",
    depth=2,
    hits={"q": (Hit(rank=1, document="a.md", start=0, end=9, score=0.5),), "none": ()},
    phase=2,
    transformation="v2",
    filters={"q": {"language": "de"}},
    latency={"q": 12.5, "none": 3.0},
)


def held(name: str) -> dict[str, Any]:
    """Give the schema of a line as the package holds it."""
    file = Path(reviewer.reports.__file__).with_name(f"{name}.schema.json")
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def schema(name: str) -> Draft202012Validator:
    """Give what holds a line to its schema."""
    Draft202012Validator.check_schema(held(name))
    return Draft202012Validator(held(name))


def lines(path: Path) -> list[Any]:
    """Read JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_what_is_written_fits(tmp_path: Path) -> None:
    """Runs with all that may be said, chunks with context, passages and queries without any."""
    write_run(tmp_path / "run", RUN)
    context = (Span(0, 3),)
    chunks = [
        Chunk(id="c", document="a.md", start=3, end=9, context=context, embedded=context, tokens=2),
        Chunk(id="d", document="a.md", start=0, end=3),
    ]
    write_chunks(tmp_path / "chunks", chunks)
    passage = Passage(rank=1, places=(Place("a.md", 0, 9),), hits=(1,), score=0.5)
    write_passages(tmp_path / "passages", {"q": (passage,), "none": ()}, arm="sha256:1f", phase=1)
    for name, count in (("run", 2), ("chunks", 2), ("passages", 2)):
        written = lines(tmp_path / name)
        assert len(written) == count
        for line in written:
            schema(name).validate(line)


def test_what_a_run_says_comes_back(tmp_path: Path) -> None:
    """Transformation, filters and latencies survive the file."""
    write_run(tmp_path / "run", RUN)
    assert read_run(tmp_path / "run", arm="arm", depth=2) == RUN


def test_every_field_of_a_run_is_described() -> None:
    """The schema names what the reader knows, and nothing else."""
    assert set(held("run")["properties"]) == set(FIELDS)


def read(name: str, path: Path) -> int:
    """Read a file of that kind, and give how many queries or chunks it holds."""
    if name == "run":
        return len(read_run(path, arm="arm").hits)
    if name == "chunks":
        return len(read_chunks(path))
    return len(read_passages(path, Run(arm="a", fingerprint="", depth=1, hits={"q": RUN.hits["q"]})))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("run", HIT),
        ("run", {**HIT, "filters": {"language": "de"}, "latency": 4, "transformation": "v1", "arm": "", "phase": 0}),
        ("run", {**HIT, "filters": None, "latency": None}),
        ("run", {"query_id": "q", "rank": 0}),
        ("run", {**HIT, "arm": None, "phase": None, "transformation": None}),
        ("run", {"query_id": "q", "rank": 0, "document": None, "start": None, "end": None, "score": None}),
        ("run", {"query_id": "q", "rank": 0, "document": "", "start": 0, "end": 0, "score": 0.0}),
        ("chunks", CHUNK),
        ("chunks", {**CHUNK, "id": "c-1", "context": [[0, 2]], "embedded": [], "tokens": None}),
        ("chunks", {**CHUNK, "id": None, "context": None, "embedded": None}),
        ("passages", PASSAGE),
    ],
)
def test_both_take(name: str, line: dict[str, object], tmp_path: Path) -> None:
    """What fits the schema can be read, and is there then."""
    schema(name).validate(line)
    path = tmp_path / "file"
    path.write_text(json.dumps(line), encoding="utf-8")
    assert read(name, path) == 1


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("run", {**HIT, "rank": "1"}),
        ("run", {**HIT, "rank": 0}),
        ("run", {**HIT, "score": None}),
        ("run", {**HIT, "end": 0}),
        ("run", {**HIT, "text": "Later appeals"}),
        ("run", {**HIT, "latency": -1}),
        ("run", {**HIT, "latency": "4 ms"}),
        ("run", {**HIT, "filters": {"year": 2024}}),
        ("run", {**HIT, "transformation": "a version"}),
        ("run", {"query_id": "q", "rank": 1}),
        ("run", {**HIT, "document": ""}),
        ("run", {**HIT, "start": None}),
        ("chunks", {**CHUNK, "end": 0}),
        ("chunks", {**CHUNK, "text": "Later appeals"}),
        ("chunks", {**CHUNK, "id": "a b"}),
        ("chunks", {**CHUNK, "context": [[0]]}),
        ("chunks", {"document": "a.md", "start": 0}),
        ("chunks", {"document": "a.md", "start": 0, "end": None}),
        ("passages", {**PASSAGE, "places": []}),
        ("passages", {**PASSAGE, "hits": [0]}),
        ("passages", {**PASSAGE, "places": [["a.md", 0]]}),
        ("passages", {"query_id": "q", "rank": 1}),
    ],
)
def test_both_refuse(name: str, line: dict[str, object], tmp_path: Path) -> None:
    """What the schema refuses cannot be read either."""
    assert not schema(name).is_valid(line)
    path = tmp_path / "file"
    path.write_text(json.dumps(line), encoding="utf-8")
    with pytest.raises(ReviewerError):
        read(name, path)
