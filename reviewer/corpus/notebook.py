"""Text and structure of a Jupyter notebook (nbformat 3 and 4): what its author wrote, cell after cell.

Markdown cells are Markdown, code cells are code in the notebook's language, raw cells are paragraphs. Outputs are
left out: each run writes them anew, so a label in one would be stale with the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from reviewer.corpus import markdown, plain
from reviewer.corpus.document import Block, Extracted
from reviewer.corpus.notebook_json import Text, parse, write
from reviewer.corpus.offsets import MappedText
from reviewer.errors import CorpusError

VERSION = f"1+markdown-{markdown.VERSION}"

_BETWEEN = "\n\n"
_MAGIC = re.compile(r"%%(bash|cython|html|javascript|js|latex|perl|R|ruby|script|sh|sql|svg|writefile)\b")
_LEVELS = ("1", "2", "3", "4", "5", "6")
_LANGUAGES = {"js": "javascript", "R": "r", "sh": "bash"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cell:
    """A cell's text and its place in the text of the notebook; the third format has headings and languages of cells."""

    kind: str
    start: int
    text: str
    level: int
    language: str


def read(text: str) -> Extracted:
    """Give the cells' sources one after another, parted by a blank line; `language` is metadata."""
    notebook = parse(text) if text.strip() else {}
    if not isinstance(notebook, dict):
        raise CorpusError("this is no notebook: its JSON is no object", "Save the notebook again, or exclude it.")
    out = MappedText()
    cells = list(_written(text, notebook, out))
    written, source = out.finish(len(text))
    language = _language(text, notebook)
    metadata = {"language": language} if language else {}
    return Extracted(text=written, source=source, blocks=tuple(_blocks(cells, language)), metadata=metadata)


def _written(source: str, notebook: Mapping[str, Any], out: MappedText) -> Iterator[_Cell]:
    """Write the cells that are not blank."""
    for cell in _cells(notebook):
        strings = _strings(cell.get("source", cell.get("input")))
        text = "".join(one.of(source) for one in strings)
        if text.isspace() or not text:
            continue
        if out.length:
            out.fill(_BETWEEN)
        start = out.length
        for one in strings:
            write(source, one, out)
        level = str(cell.get("level", ""))
        yield _Cell(
            kind=_text(source, cell.get("cell_type")),
            start=start,
            text=text,
            level=int(level) if level in _LEVELS else 1,
            language=_text(source, cell.get("language")).lower(),
        )


def _cells(notebook: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Give the cells, of all worksheets where the format is the third."""
    sheets = notebook.get("worksheets")
    holders = sheets if isinstance(sheets, list) and "cells" not in notebook else [notebook]
    for holder in holders:
        cells = holder.get("cells") if isinstance(holder, dict) else None
        yield from (cell for cell in cells or () if isinstance(cell, dict))


def _strings(source: object) -> list[Text]:
    """Give the strings of a source, which is one or a list of them."""
    found = source if isinstance(source, list) else [source]
    return [one for one in found if isinstance(one, Text)]


def _text(source: str, value: object) -> str:
    return value.of(source) if isinstance(value, Text) else ""


def _language(source: str, notebook: Mapping[str, Any]) -> str:
    """Give the language that the notebook's kernel speaks."""
    metadata = notebook.get("metadata")
    if not isinstance(metadata, dict):
        return ""
    for part, name in (("language_info", "name"), ("kernelspec", "language")):
        of_part = metadata.get(part)
        language = _text(source, of_part.get(name)) if isinstance(of_part, dict) else ""
        if language:
            return language.lower()
    return ""


def _blocks(cells: list[_Cell], language: str) -> Iterator[Block]:
    """Give the cells' blocks; a heading stands above all cells that follow."""
    above: list[tuple[int, str]] = []
    for number, cell in enumerate(cells):
        for block in _blocks_of(cell, language):
            kind = "paragraph" if block.kind == "front-matter" and number else block.kind
            if kind == "heading":
                level = block.level or 1
                above = [one for one in above if one[0] < level]
                above.append((level, block.path[-1]))
            path = tuple(title for _, title in above)
            yield replace(block, kind=kind, start=cell.start + block.start, end=cell.start + block.end, path=path)


def _blocks_of(cell: _Cell, language: str) -> Iterator[Block]:
    """Give the blocks of one cell, in offsets of its text."""
    if cell.kind == "markdown":
        yield from markdown.extract(cell.text).blocks
    elif cell.kind == "code":
        start = len(cell.text) - len(cell.text.lstrip("\n"))
        magic = _MAGIC.match(cell.text[start:])
        spoken = _LANGUAGES.get(magic[1], magic[1]) if magic else language or cell.language
        attributes = (("language", spoken),) if spoken else ()
        yield Block(kind="code", start=start, end=len(cell.text.rstrip()), attributes=attributes)
    elif cell.kind == "heading":
        yield Block(kind="heading", start=0, end=len(cell.text), path=(cell.text.strip(),), level=cell.level)
    else:
        yield from plain.paragraphs(cell.text)
