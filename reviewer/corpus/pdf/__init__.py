"""A PDF's bytes in, its text in reading order out, with structure and the way back to the text layer.

A paragraph is one line of text, a table row too, with a tab between cells; a blank line stands between them. Broken
words are joined, ligatures are letters. Running headers, footers, page numbers and text set askew (watermarks) are
left out and counted in the metadata. Blocks are of the kinds `heading`, `paragraph`, `list-item`, `code`, `table`,
`table-header`, `table-row`, `table-cell` (with `table` from 1, `row`, `column` from 0, `headers`) and `page` (with
`page` from 1); a page may begin inside a paragraph, and its path is that of its first character.

Raw offsets count the characters of the text layer in reading order, see `reviewer.corpus.pdf.layer`; `read_layer`
gives them with pages and boxes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from reviewer.corpus.document import Block, Extracted
from reviewer.corpus.pdf.hyphens import join_broken_words
from reviewer.corpus.pdf.layer import Layer, layer_of, orders, source_of
from reviewer.corpus.pdf.places import Area, areas
from reviewer.corpus.pdf.reading import Reading, read
from reviewer.corpus.pdf.writing import Character, text_of

try:
    _LIBRARY = version("pypdfium2")
except PackageNotFoundError:
    _LIBRARY = "missing"

VERSION = f"1+pypdfium2-{_LIBRARY}"

__all__ = ["VERSION", "Area", "Layer", "areas", "join_broken_words", "read_bytes", "read_layer"]


def read_bytes(data: bytes, id: str) -> Extracted:  # noqa: A002 # Document's own names
    """Give text, structure, map and metadata of a PDF file's bytes; what cannot be read is refused by its `id`."""
    reading = read(data, id)
    characters = reading.writing.characters
    blocks = [*_pages(characters, reading.writing.blocks), *reading.writing.blocks]
    return Extracted(
        text=text_of(characters),
        source=source_of(characters, orders(reading.pages, characters)),
        blocks=tuple(sorted(blocks, key=lambda block: (block.start, -block.end))),
        metadata=_metadata(reading),
    )


def read_layer(data: bytes, id: str) -> Layer:  # noqa: A002 # Document's own names
    """Give the characters that raw offsets count, with their pages and boxes."""
    reading = read(data, id)
    return layer_of(reading.pages, orders(reading.pages, reading.writing.characters))


def _pages(characters: Sequence[Character], blocks: Sequence[Block]) -> list[Block]:
    """Give a block for each page that has text, from its first character to its last."""
    places: dict[int, tuple[int, int]] = {}
    for offset, character in enumerate(characters):
        if character.page:
            places[character.page] = (places.get(character.page, (offset,))[0], offset + 1)
    ordered = sorted(blocks, key=lambda block: block.start)
    found = []
    for page, (start, end) in places.items():
        above = bisect_left(ordered, start, key=lambda block: block.start)
        path = ordered[above - 1].path if above else ()
        found.append(Block(kind="page", start=start, end=end, path=path, attributes=(("page", str(page)),)))
    return found


def _metadata(reading: Reading) -> dict[str, str]:
    """Say what the file is, and what was left out of it."""
    first = next((block.path[-1] for block in reading.writing.blocks if block.kind == "heading"), "")
    without = [str(page.number) for page in reading.pages if not page.words]
    found = {
        "title": reading.title or first,
        "pages": str(len(reading.pages)),
        "pages_without_text": ", ".join(without),
        "running_lines_left_out": str(reading.running or ""),
        "words_askew_left_out": str(reading.askew or ""),
    }
    return {name: value for name, value in found.items() if value}
