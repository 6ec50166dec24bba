"""Docling's chunkers over our own reading of the document: `{name: docling, class: HybridChunker, max_tokens: 256}`.

Docling chunks documents of its own kind. One is built from the blocks that `reviewer` read, each with its place,
without any of Docling's models: headings as headings, every other block as a text of its own. A chunk made of whole
blocks has their place; a block that was split is aligned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from reviewer.chunks.chunk import Cut, Setting, SplitterIdentity
from reviewer.chunks.foreign.adapter import ForeignSplitter
from reviewer.chunks.foreign.align import squeezed
from reviewer.chunks.foreign.options import OWN, Measure, Options, given, library, made, versions
from reviewer.chunks.foreign.pieces import Piece
from reviewer.chunks.tokenizer import DEFAULT_TOKENIZER, load_tokenizer
from reviewer.chunks.units import trimmed
from reviewer.corpus import Block, Document
from reviewer.errors import SplitError
from reviewer.spans import Span

CLASSES = ("HybridChunker", "HierarchicalChunker")
_SETTINGS = {CLASSES[0]: ("merge_peers", "always_emit_headings"), CLASSES[1]: ("always_emit_headings",)}


class Docling(ForeignSplitter):
    """HybridChunker (by tokens) or HierarchicalChunker (a chunk a block) of docling-core.

    `max_tokens` (or `size`) with `tokenizer` and `revision` is its tokenizer. Headings are embedded along with a chunk,
    as Docling's `contextualize` does.
    """

    name = "docling"

    def __init__(self, **settings: Setting) -> None:
        """Make the chunker.

        Raises:
            SplitError: The package is not installed, or a setting is unknown.

        """
        options = Options(self.name, settings)
        super().__init__(options)
        chunkers = library(self.name, "docling_core.transforms.chunker")
        self._class = options.choice("class", CLASSES, CLASSES[0])
        self._measure, self._size, arguments = OWN, None, {}
        if self._class == CLASSES[0]:
            chunkers = library(self.name, "docling_core.transforms.chunker.hybrid_chunker")
            options.renamed("size", "max_tokens")
            self._size = options.whole("max_tokens")
            if not self._size:
                raise SplitError(f"splitter {self.name}: max_tokens is missing", "Give `max_tokens`, a whole number.")
            name, revision = options.text("tokenizer"), options.text("revision")
            ours = load_tokenizer(name or DEFAULT_TOKENIZER, revision)
            self._measure = Measure("tokens", ours.count, ours.fingerprint)
            arguments = {"tokenizer": _counter(ours.count, self._size)}
        self._settings = options.rest(_SETTINGS[self._class])
        self._chunker = made(self.name, getattr(chunkers, self._class), **given(self._settings), **arguments)

    @property
    def measure(self) -> Measure:
        """Tokens, for the HybridChunker."""
        return self._measure

    @property
    def identity(self) -> SplitterIdentity:
        """The class, all settings and the version."""
        rest: dict[str, Setting] = {**self._settings, "class": self._class, "version": versions("docling-core")}
        return self.identified(rest, self._size, None)

    def split(self, document: Document) -> Sequence[Cut]:
        """Cut one document; the headings above a chunk are embedded along with it."""
        headings = [block for block in document.blocks if block.kind == "heading"]
        return [Cut(cut.start, cut.end, embedded=_above(headings, cut.start)) for cut in super().split(document)]

    def pieces(self, document: Document) -> Sequence[Piece]:
        """Give the chunks' texts, with a place where a chunk is made of whole blocks."""
        theirs = _document(document)
        return [_piece(document, chunk) for chunk in self._chunker.chunk(theirs)]


def _counter(count: Any, limit: int) -> Any:  # noqa: ANN401  # a class of Docling's, known only when it is imported
    from docling_core.transforms.chunker.tokenizer.base import BaseTokenizer

    class Counter(BaseTokenizer):  # type: ignore[misc]  # the package is not there for the type checker
        """Our tokenizer as Docling asks for one."""

        def count_tokens(self, text: str) -> int:
            return int(count(text))

        def get_max_tokens(self) -> int:
            return limit

        def get_tokenizer(self) -> object:
            return count

    return Counter()


def _document(document: Document) -> Any:  # noqa: ANN401  # a class of Docling's, known only when it is imported
    from docling_core.types.doc import BoundingBox, DoclingDocument, ProvenanceItem
    from docling_core.types.doc.labels import DocItemLabel

    theirs = DoclingDocument(name=document.id)
    nowhere = BoundingBox(l=0, t=0, r=0, b=0)
    for start, end, level, title in _items(document):
        where = ProvenanceItem(page_no=1, bbox=nowhere, charspan=(start, end))
        if level is None:
            theirs.add_text(label=DocItemLabel.TEXT, text=document.text[start:end], prov=where)
        else:
            theirs.add_heading(text=title, level=level, prov=where)
    return theirs


def _items(document: Document) -> Iterator[tuple[int, int, int | None, str]]:
    """Give start, end, level and title of headings, and of all text between, by outermost block; none is left out."""
    reach = 0
    for block in document.blocks:
        if block.start < reach or block.kind == "page":
            continue
        yield from ((*piece, None, "") for piece in _text(document, reach, block.start))
        if block.kind == "heading":
            yield block.start, block.end, max(1, block.level or 1), block.path[-1] if block.path else ""
        else:
            yield from ((*piece, None, "") for piece in _text(document, block.start, block.end))
        reach = block.end
    yield from ((*piece, None, "") for piece in _text(document, reach, len(document.text)))


def _text(document: Document, start: int, end: int) -> Iterator[tuple[int, int]]:
    begin, stop = trimmed(document.text, start, end)
    if begin < stop:
        yield begin, stop


def _piece(document: Document, chunk: Any) -> Piece:  # noqa: ANN401  # a class of Docling's
    spans = [one.charspan for item in chunk.meta.doc_items for one in item.prov]
    if spans:
        start, end = min(start for start, _ in spans), max(end for _, end in spans)
        if squeezed(document.text[start:end]) == squeezed(chunk.text):
            return Piece(None, start, end)
    return Piece(chunk.text)


def _above(headings: Sequence[Block], position: int) -> tuple[Span, ...]:
    """Give the headings that stand above a position, outermost first."""
    above: list[Block] = []
    for block in headings:
        if block.start >= position:
            break
        while above and (above[-1].level or 1) >= (block.level or 1):
            above.pop()
        above.append(block)
    return tuple(block.span for block in above)
