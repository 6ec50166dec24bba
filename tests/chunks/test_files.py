"""`chunks.jsonl`, written and read strictly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reviewer.chunks import Chunk, read_chunks, write_chunks
from reviewer.errors import SplitError
from reviewer.spans import Span

CHUNKS = (
    Chunk(id="a1", document="ä/\u2028b.md", start=0, end=9, context=(Span(2, 4),), tokens=3),
    Chunk(id="a2", document="ä/\u2028b.md", start=4, end=12),
)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    """Also names with line separators; nothing else is left beside the file."""
    path = tmp_path / "chunks.jsonl"
    write_chunks(path, CHUNKS)
    assert read_chunks(path) == CHUNKS
    assert [one.name for one in tmp_path.iterdir()] == ["chunks.jsonl"]
    assert '"text"' not in path.read_text(encoding="utf-8")


def test_a_foreign_file_needs_places_only(tmp_path: Path) -> None:
    """Chunks without ids are named by their places; BOM, CRLF and blank lines do no harm."""
    path = tmp_path / "chunks.jsonl"
    path.write_bytes(
        b'\xef\xbb\xbf{"document": "a.md", "start": 0, "end": 5}\r\n\r\n{"document": "a.md", "start": 3, "end": 8}\r\n'
    )
    first, second = read_chunks(path)
    assert (first.document, first.start, first.end, first.tokens) == ("a.md", 0, 5, None)
    assert first.id != second.id
    assert read_chunks(path)[0].id == first.id


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "not JSON"),
        ("[1, 2]", "not a JSON object"),
        ("7", "not a JSON object"),
        ("[" * 100_000, "not JSON"),
        ('{"document": "a", "start": 0}', "no end"),
        ('{"document": "a", "start": 0, "end": 4, "text": "Fees"}', "unknown field 'text'"),
        ('{"document": "a", "start": 0, "end": 4, "end": 5}', "the key 'end' stands twice"),
        ('{"document": "", "start": 0, "end": 4}', "document is ''"),
        ('{"document": 7, "start": 0, "end": 4}', "document is 7"),
        ('{"document": "a", "start": -1, "end": 4}', "[-1, 4] is no place"),
        ('{"document": "a", "start": 4, "end": 4}', "[4, 4] is no place"),
        ('{"document": "a", "start": true, "end": 4}', "[True, 4] is no place"),
        ('{"document": "a", "start": 0, "end": 4.0}', "[0, 4.0] is no place"),
        ('{"document": "a", "start": 0, "end": 4, "tokens": -1}', "tokens is -1"),
        ('{"document": "a", "start": 0, "end": 4, "context": 5}', "context is 5"),
        ('{"document": "a", "start": 0, "end": 4, "context": [[1]]}', "[1] is no place"),
        ('{"document": "a", "start": 0, "end": 4, "context": [{"a": 1, "b": 2}]}', "is no place"),
        ('{"document": "a", "start": 0, "end": 4, "id": "two words"}', "id is 'two words'"),
        ('{"id": "a1", "document": "a", "start": 2, "end": 4}', "a second chunk 'a1'"),
    ],
)
def test_a_malformed_line_is_named(tmp_path: Path, line: str, told: str) -> None:
    """By file and line, with what is wrong and what a line looks like."""
    path = tmp_path / "chunks.jsonl"
    path.write_text('{"id": "a1", "document": "a", "start": 0, "end": 4}\n' + line + "\n", encoding="utf-8")
    with pytest.raises(SplitError) as caught:
        read_chunks(path)
    assert caught.value.message.startswith(f"{path}:2: ")
    assert told in caught.value.message
    assert caught.value.hint


def test_a_file_that_cannot_be_read_or_written_is_told(tmp_path: Path) -> None:
    """A missing file, a folder, bytes that are no UTF-8, a folder that is not there."""
    with pytest.raises(SplitError, match="No such file"):
        read_chunks(tmp_path / "missing.jsonl")
    with pytest.raises(SplitError, match="directory"):
        read_chunks(tmp_path)
    (tmp_path / "latin.jsonl").write_bytes(b'{"document": "\xe4"}')
    with pytest.raises(SplitError, match=r"not UTF-8 \(byte 14\)"):
        read_chunks(tmp_path / "latin.jsonl")
    with pytest.raises(SplitError, match="cannot be written"):
        write_chunks(tmp_path / "missing" / "chunks.jsonl", CHUNKS)


@pytest.mark.parametrize(
    "name", ["docs/a.md#3", "clueweb22-en0000-00-00000:3", "https://example.org/a?b=1#c", "文書-3", "../x"]
)
def test_ids_of_other_systems_are_read_as_they_are(tmp_path: Path, name: str) -> None:
    """They name chunks in ranked lists, and no file."""
    path = tmp_path / "chunks.jsonl"
    path.write_text(json.dumps({"id": name, "document": "a", "start": 0, "end": 4}) + "\n", encoding="utf-8")
    assert [one.id for one in read_chunks(path)] == [name]


@pytest.mark.parametrize("name", ["", "a b", "a\n", "a\u202eb", "x" * 513, "\u200b"])
def test_ids_that_cannot_be_seen_or_written_in_a_line_are_refused(tmp_path: Path, name: str) -> None:
    """A ranked list in columns parts at blanks."""
    path = tmp_path / "chunks.jsonl"
    path.write_text(json.dumps({"id": name, "document": "a", "start": 0, "end": 4}) + "\n", encoding="utf-8")
    with pytest.raises(SplitError, match="id is"):
        read_chunks(path)
