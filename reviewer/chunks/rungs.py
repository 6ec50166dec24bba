"""Where a document may be cut, rung below rung: sections, blocks, parts of blocks, and lines or sentences.

A block that ends in a colon, a caption in bold and a heading stay with what follows: the edge behind them lies one rung
lower. Edges are starts of lines, but for sentences.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from reviewer.chunks.clusters import Clusters
from reviewer.chunks.outline import Outline
from reviewer.chunks.sentence_ends import sentence_starts
from reviewer.corpus import Block, Document
from reviewer.corpus.plain import paragraphs

LINED = frozenset({"code", "table", "html", "front-matter"})
"""Blocks that have lines and no sentences."""
INTRODUCED = frozenset({"list", "table", "code", "quote"})
"""Blocks that a line ending in a colon belongs to."""
_CONTAINERS = frozenset({"page", "section", "symbol"})
_PARTS = frozenset({"paragraph", "list", "list-item", "table-row", "code", "quote", "heading"})
_CAPTION = re.compile(r"\*\*[^\n]+\*\*|__[^\n]+__")
_WORDS = re.compile(r"(?<=\s)\S")
_LINES = re.compile(r"\n(?=[^\S\n]*\S)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rungs:
    """Edges by strength, the strongest first; each is a rising list.

    Attributes:
        outline: One list for each level of heading, each with the levels above it.
        blocks: Starts of blocks that do not belong to what stands before them.
        parts: Starts of what blocks hold (items, rows, paragraphs), and of blocks that belong to what is before them.
        lined: Places in which lines are edges instead of sentences, and words are none.
        whole: Whether an overlap begins at `blocks` alone.
        tied: Starts of lines that belong to what stands before them.
        headers: Of tables, whose lines are no edges.
        clusters: Of the text.

    """

    text: str
    outline: tuple[list[int], ...]
    blocks: list[int]
    parts: list[int]
    lined: tuple[tuple[int, int], ...]
    clusters: Clusters
    whole: bool = False
    tied: frozenset[int] = frozenset()
    headers: tuple[tuple[int, int], ...] = ()

    @property
    def count(self) -> int:
        """How many rungs there are."""
        return len(self.outline) + 3

    @property
    def inner(self) -> int:
        """The first rung below the outline."""
        return len(self.outline)

    def edges(self, rung: int, start: int, end: int) -> Sequence[int]:
        """Give the edges of a rung in (start, end)."""
        tables = (*self.outline, self.blocks, self.parts)
        if rung < len(tables):
            table = tables[rung]
            return table[bisect_right(table, start) : bisect_left(table, end)]
        return [edge for edge in self._fine(start, end) if start < edge < end and self._is_free(edge)]

    def _is_free(self, edge: int) -> bool:
        """Tell whether an edge parts no sign and no header."""
        at = bisect_left(self.headers, (edge, 0)) - 1
        return (at < 0 or self.headers[at][1] <= edge) and self.clusters.is_edge(edge)

    def sharing(self, start: int, end: int) -> Iterator[int]:
        """Give the edges in [start, end) at which an overlap may begin, the strongest first."""
        yield from self.edges(self.inner, start - 1, end)
        if self.whole:
            return
        for rung in range(self.inner + 1, self.count):
            yield from self.edges(rung, start - 1, end)
        at = bisect_right(self.lined, (start, len(self.text))) - 1
        if at < 0 or self.lined[at][1] <= start:
            words = (found.start() for found in _WORDS.finditer(self.text, start, end))
            yield from (word for word in words if self.clusters.is_edge(word))
            yield max(self.clusters.around(start))

    def _fine(self, start: int, end: int) -> Iterator[int]:
        """Give line starts where there are lines, and starts of sentences elsewhere."""
        at = max(bisect_right(self.lined, (start, len(self.text))) - 1, 0)
        position = start
        for low, high in self.lined[at:]:
            if low >= end:
                break
            if high <= position:
                continue
            if low > position:
                yield from sentence_starts(self.text, position, low)
                yield low
            yield from (found.end() for found in _LINES.finditer(self.text, max(low, position), min(high, end)))
            position = min(high, end)
            yield position
        yield from sentence_starts(self.text, position, end)


def rungs_of(document: Document, outline: Outline, *, by_outline: bool) -> Rungs:
    """Find where a document may be cut; without blocks its paragraphs are found here.

    Args:
        document: Any.
        outline: What opens its sections.
        by_outline: Whether sections are cut at before blocks; else headings only stay with what follows.

    """
    text = document.text
    blocks = document.blocks or tuple(paragraphs(text))
    top = tuple(_outermost(blocks))
    begun = _line_starts(text, top)
    tied = _tied(text, top, begun, outline)
    inside = tuple(_inside(blocks))
    leads = outline.leads(text)
    levels = sorted({mark.level for mark in outline.marks}) if by_outline else []
    opened = {mark.start for mark in outline.marks} - leads
    return Rungs(
        text=text,
        outline=tuple(
            [mark.start for mark in outline.marks if mark.level <= one and mark.start in opened] for one in levels
        ),
        blocks=sorted((opened | set(begun)) - tied - leads),
        parts=sorted(tied | leads | set(_line_starts(text, inside))),
        tied=frozenset(tied),
        headers=tuple((one.start, one.end) for one in blocks if one.kind == "table-header"),
        lined=tuple((one.start, one.end) for one in top if one.kind in LINED),
        clusters=Clusters(text),
    )


def introduces(text: str, block: Block, following: Block | None = None) -> bool:
    """Tell whether a block belongs to what follows: a heading, a caption in bold, or words that end in a colon."""
    if block.kind == "heading":
        return True
    if block.kind != "paragraph" or (following is not None and following.kind not in INTRODUCED):
        return False
    return text[block.end - 1] in ":：" or bool(_CAPTION.fullmatch(text, block.start, block.end))


def outermost(document: Document) -> tuple[Block, ...]:
    """Give the blocks that lie in no other but a page, a section or a symbol."""
    return tuple(_outermost(document.blocks))


def _outermost(blocks: Iterable[Block]) -> Iterator[Block]:
    reach = 0
    for block in blocks:
        if block.kind not in _CONTAINERS and block.start >= reach and block.start < block.end:
            reach = block.end
            yield block


def _inside(blocks: Sequence[Block]) -> Iterator[Block]:
    """Give the parts of blocks; the first row behind a header stays with it."""
    after_header = False
    for block in blocks:
        if block.kind in _PARTS and not (after_header and block.kind == "table-row"):
            yield block
        after_header = block.kind == "table-header" or (after_header and block.kind == "table-cell")


def _line_starts(text: str, blocks: Iterable[Block]) -> list[int]:
    """Give where the line begins in which each block does; no stretch of text is read twice."""
    found: list[int] = []
    line = read = 0
    for block in blocks:
        before = text.rfind("\n", read, block.start)
        line = line if before < 0 else before + 1
        read = block.start
        found.append(line)
    return found


def _tied(text: str, top: Sequence[Block], begun: Sequence[int], outline: Outline) -> set[int]:
    """Give the starts of lines that belong to what stands before them, and open no section."""
    titles = {mark.title.end for mark in outline.marks}
    openings = {mark.start for mark in outline.marks}
    tied = {
        edge
        for one, other, edge in zip(top, top[1:], begun[1:], strict=False)
        if one.end in titles or introduces(text, one, other)
    }
    return tied - openings
