"""Golden fixtures: what is read out of small files, checked by eye: text, places, structure, and the way to the source.

`python tests/corpus/test_golden.py` writes them anew; then look at every line that changed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reviewer.corpus import Block, Document, document_from_bytes
from reviewer.spans import Span

GOLDEN = Path(__file__).parent / "golden"
FORMATS = ("csv", "html", "notebook", "rst")
FILES = sorted(one for name in FORMATS for one in (GOLDEN / name).iterdir() if not one.name.endswith(".json"))


def expected(path: Path) -> Path:
    """Give the file that says what comes out of another."""
    return path.with_name(f"{path.name}.json")


def read(path: Path) -> Document:
    """Read a file as a corpus does."""
    document = document_from_bytes(path.name, path.read_bytes())
    assert isinstance(document, Document)
    return document


def as_golden(path: Path) -> dict[str, Any]:
    """Give a document as the golden files write it; `words` pairs what is written differently in the source."""
    document, raw = read(path), path.read_text(encoding="utf-8")
    return {
        "text": document.text.split("\n"),
        "metadata": dict(document.metadata),
        "blocks": [as_line(document, block) for block in document.blocks],
        "words": [pair for pair in words(document, raw) if pair[0] != pair[1]],
    }


def as_line(document: Document, block: Block) -> dict[str, Any]:
    """Give a block with its text, without what it does not have."""
    level = {"level": block.level} if block.level else {}
    path = {"path": " > ".join(block.path)} if block.path else {}
    attributes = {"attributes": dict(block.attributes)} if block.attributes else {}
    text = document.text[block.start : block.end]
    return {"kind": block.kind, **level, "span": [block.start, block.end], "text": text, **path, **attributes}


def words(document: Document, raw: str) -> list[tuple[str, str]]:
    """Pair each word with what stands at its place in the source."""
    found, at = [], 0
    for word in document.text.split():
        at = document.text.index(word, at)
        source = document.source.raw_span(Span(at, at + len(word)))
        found.append((word, raw[source.start : source.end]))
        at += len(word)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_is_read_is_what_was_checked(path: Path) -> None:
    """Text, metadata, blocks and differences to the source are those of the golden file."""
    golden = json.loads(expected(path).read_text(encoding="utf-8"))
    assert json.loads(json.dumps(as_golden(path))) == golden


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_line_ends_of_the_file_do_not_change_what_is_read(path: Path) -> None:
    """A checkout with CRLF has the same document, so that its labels hold."""
    document = document_from_bytes(path.name, path.read_bytes().replace(b"\n", b"\r\n"))
    assert isinstance(document, Document)
    assert (document.text, document.blocks) == (read(path).text, read(path).blocks)


def main() -> None:
    """Write the golden files, one block a line."""
    for path in FILES:
        golden = as_golden(path)
        parts = []
        for name, value in golden.items():
            lines = ",\n".join(f"    {json.dumps(one, ensure_ascii=False)}" for one in value)
            is_list = isinstance(value, list) and value
            parts.append(f'  "{name}": ' + (f"[\n{lines}\n  ]" if is_list else json.dumps(value, ensure_ascii=False)))
        expected(path).write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
