"""How documents come out of their files: crashes, characters led back to equal ones, and time, by format.

Usage: python benchmarks/formats.py FOLDER [FOLDER …] [--suffix .html] [--most 50]
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from itertools import pairwise
from pathlib import Path

from reviewer.chunks.recursive import RecursiveSplitter
from reviewer.corpus import Document, PassedOver, canonicalise, document_from_bytes
from reviewer.corpus.formats import format_of
from reviewer.errors import CorpusError
from reviewer.spans import Span

SPLITTER = RecursiveSplitter(size=800, overlap=80, unit="characters")


@dataclass(slots=True)
class Row:
    """What was counted for one format."""

    files: int = 0
    refused: int = 0
    crashed: int = 0
    characters: int = 0
    visible: int = 0
    equal: int = 0
    decoded: int = 0
    chunks: int = 0
    wrong_chunks: int = 0
    seconds: float = 0.0

    def line(self, name: str) -> str:
        """Give the row as a line of the table."""
        share = self.equal / self.visible if self.visible else 0.0
        led = (self.equal + self.decoded) / self.visible if self.visible else 0.0
        per_file = 1000 * self.seconds / self.files if self.files else 0.0
        return (
            f"{name:10} {self.files:6} {self.characters:11,} {self.crashed:8} {self.refused:8} "
            f"{share:10.4%} {led:11.4%} {self.chunks:8,} {self.wrong_chunks:6} {per_file:9.1f}"
        )


def main() -> None:
    """Read the files below the folders, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--suffix", action="append", help="only files of this suffix")
    parser.add_argument("--most", type=int, default=0, help="at most so many of each folder, evenly spread")
    given = parser.parse_args()
    rows: dict[str, Row] = {}
    for path in files(given.folders, given.suffix, given.most):
        row = rows.setdefault(format_of(path.name), Row())
        measure(path, row)
    print("format      files  characters  crashed  refused  mapped eq.  or decoded   chunks  wrong   ms/file")
    for name, row in sorted(rows.items()):
        print(row.line(name))


def files(folders: list[Path], suffixes: list[str] | None, most: int) -> Iterator[Path]:
    """Give the regular files below each folder, by name."""
    for folder in folders:
        found = [folder] if folder.is_file() else sorted(one for one in folder.rglob("*") if one.is_file())
        found = [one for one in found if not one.is_symlink() and (not suffixes or one.suffix in suffixes)]
        yield from found[:: max(len(found) // most, 1)][:most] if most else found


def measure(path: Path, row: Row) -> None:
    """Read one file and count what came out."""
    data = path.read_bytes()
    started = time.perf_counter()
    row.files += 1
    try:
        document = document_from_bytes(path.name, data)
    except CorpusError as error:
        row.refused += 1
        print(f"refused: {path}: {error.message}")
        return
    except Exception as error:  # noqa: BLE001 # a crash is what is counted here
        row.crashed += 1
        print(f"crashed: {path}: {error!r}")
        return
    row.seconds += time.perf_counter() - started
    if isinstance(document, PassedOver):
        row.refused += 1
        return
    row.characters += len(document.text)
    count_mapped(document, data, row)
    for cut in SPLITTER.split(document):
        row.chunks += 1
        row.wrong_chunks += not 0 <= cut.start < cut.end <= len(document.text)


def count_mapped(document: Document, data: bytes, row: Row) -> None:
    """Count the visible characters whose place in the raw file holds the same character; entities do not."""
    raw = raw_text(data)
    anchors = [*document.source.anchors, (len(document.text), 0)]
    canonical = canonicalise(document.text).text
    row.crashed += canonical != document.text
    for (start, place), (end, _) in pairwise(anchors):
        here = document.text[start:end]
        there = raw[place : place + len(here)]
        row.visible += sum(not char.isspace() for char in here)
        if here == there:
            row.equal += sum(not char.isspace() for char in here)
            continue
        for at, char in enumerate(here):
            if char.isspace():
                continue
            row.equal += there[at : at + 1] == char
            row.decoded += there[at : at + 1] != char and is_written_as(char, document, start + at, raw)
    for block in document.blocks:
        row.crashed += not 0 <= block.start < block.end <= len(document.text)
        source = document.source.raw_span(Span(block.start, block.end))
        row.crashed += not 0 <= source.start < source.end <= len(raw)


def is_written_as(char: str, document: Document, at: int, raw: str) -> bool:
    """Tell whether the raw piece of a character is an HTML entity or a JSON escape for it."""
    place = document.source.raw_span(Span(at, at + 1))
    piece = raw[place.start : place.end]
    if char in unescape(piece):
        return True
    try:
        return bool(json.loads(f'"{piece}"') == char)
    except ValueError:
        return False


def raw_text(data: bytes) -> str:
    """Decode as the corpus does; where a page declares another encoding, every byte is one character."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


if __name__ == "__main__":
    main()
