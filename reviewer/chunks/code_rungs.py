"""Where source code may be cut: at symbols, the outer ones first, then at statements, then at lines."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from reviewer.chunks.clusters import Clusters
from reviewer.chunks.outline import Mark, Outline, line_start
from reviewer.chunks.rungs import Rungs
from reviewer.corpus import Block, Document
from reviewer.corpus.code_statements import LEVELS, statement_starts
from reviewer.spans import Span

_CALLABLE = frozenset({"function", "method", "constructor", "macro"})
_CLOSERS = re.compile(r"(?:\W|_|\bend\b)*")
_COMMENTS = re.compile(r"(?:\s*(?:#|//|/\*|\*|--)[^\n]*(?:\n|\Z))+\s*")
_REST = re.compile(r"[^\w\n]*(?:(?:#|//|--)[^\n]*)?(?:\n|\Z)")
_LINES = re.compile(r"\n(?=[^\S\n]*\S)")


class _Named(NamedTuple):
    """A symbol: its block, its signature, and the rows of the symbols around it."""

    block: Block
    signature: Span
    around: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SymbolOutline(Outline):
    """The symbols of a document as marks; each governs its own place, and its signature is its title."""

    ends: tuple[int, ...] = ()
    chains: tuple[tuple[int, ...], ...] = ()
    _begun: list[int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Note where each begins."""
        Outline.__post_init__(self)
        object.__setattr__(self, "_begun", [mark.start for mark in self.marks])

    def above(self, position: int) -> tuple[int, ...]:
        """Give the rows of the symbols that hold `position` behind their signatures, the outermost first."""
        at = bisect_right(self._begun, position) - 1
        if at < 0:
            return ()
        marks, ends = self.marks, self.ends
        return tuple(one for one in self.chains[at] if marks[one].title.end <= position < ends[one])


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeRungs(Rungs):
    """Rungs whose outline are symbols and whose inner rungs are statements by depth, then lines.

    Attributes:
        statements: Gives the starts of statements by depth; asked only where a symbol does not fit.

    """

    statements: Callable[[], Sequence[Sequence[int]]]

    @property
    def count(self) -> int:
        """How many rungs there are."""
        return len(self.outline) + LEVELS + 1

    def edges(self, rung: int, start: int, end: int) -> Sequence[int]:
        """Give the edges of a rung in (start, end)."""
        depth = rung - len(self.outline)
        if depth >= LEVELS:
            return [found.end() for found in _LINES.finditer(self.text, start, end) if start < found.end() < end]
        table = self.outline[rung] if depth < 0 else self.statements()[depth]
        return table[bisect_right(table, start) : bisect_left(table, end)]


def symbol_outline(document: Document) -> SymbolOutline:
    """Give the symbols that a document's blocks tell of."""
    named = tuple(_named(document.blocks))
    return SymbolOutline(
        tuple(Mark(one.block.start, one.signature, len(one.around) + 1) for one in named),
        tuple(one.block.end for one in named),
        tuple((*one.around, row) for row, one in enumerate(named)),
    )


def code_rungs(document: Document) -> CodeRungs:
    """Find where a document with symbols may be cut; a symbol inside a function is a statement of it."""
    text = document.text
    clusters = Clusters(text)
    levels: dict[int, set[int]] = {}
    for depth, edge in _edges(text, tuple(_named(document.blocks))):
        if clusters.is_edge(edge):
            levels.setdefault(depth, set()).add(edge)
    outline: list[list[int]] = []
    above: set[int] = set()
    for depth in sorted(levels):
        above |= levels[depth]
        outline.append(sorted(above))
    return CodeRungs(
        text=text,
        outline=tuple(outline),
        blocks=[],
        parts=[],
        lined=((0, len(text)),),
        clusters=clusters,
        statements=cache(lambda: statement_starts(document)),
    )


def _named(blocks: Iterable[Block]) -> Iterator[_Named]:
    """Pair symbols with their signatures and nest them."""
    found = [block for block in blocks if block.kind == "symbol"]
    signatures: dict[str, list[Span]] = {}
    for block in blocks:
        if block.kind == "signature":
            signatures.setdefault(block.attribute("symbol") or "", []).append(block.span)
    above: list[int] = []
    for row, block in enumerate(found):
        while above and found[above[-1]].end <= block.start:
            above.pop()
        own = signatures.get(block.attribute("symbol") or "", [])
        at = bisect_left(own, block.start, key=lambda span: span.start)
        signature = own[at] if at < len(own) and own[at].end <= block.end else Span(block.start, block.start + 1)
        yield _Named(block, signature, tuple(above))
        above.append(row)


def _edges(text: str, named: Sequence[_Named]) -> Iterator[tuple[int, int]]:
    """Give rank and place of the edges before and behind symbols that lie in no function, the strongest 0."""
    callables = {row for row, one in enumerate(named) if one.block.attribute("kind") in _CALLABLE}
    siblings: dict[tuple[int, ...], list[Block]] = {}
    for one in named:
        if callables.isdisjoint(one.around):
            siblings.setdefault(one.around, []).append(one.block)
    for around, blocks in siblings.items():
        rank = 2 * len(around)
        opening = _opening(text, blocks[0].start)
        if not (around and _is_bare(text, named[around[-1]], opening)):
            yield rank, opening
        for block, following in pairwise(blocks):
            for weaker, edge in _between(text, block.end, following.start):
                yield rank + weaker, edge
        after = _behind(text, blocks[-1].end)
        if not _CLOSERS.fullmatch(text, after, named[around[-1]].block.end if around else len(text)):
            yield rank, after


def _is_bare(text: str, one: _Named, opening: int) -> bool:
    """Tell whether a symbol is but its signature up to `opening`, so that it stays with what it opens."""
    signature = one.signature
    return one.block.start == signature.start and bool(
        _CLOSERS.fullmatch(text, signature.end, max(opening, signature.end))
    )


def _between(text: str, end: int, following: int) -> Iterator[tuple[int, int]]:
    """Give the edges between a symbol and the next: brackets go with what they close, comments with what follows."""
    after = _behind(text, end)
    opening = _opening(text, following)
    if after >= opening or _CLOSERS.fullmatch(text, after, opening):
        yield 0, opening
        return
    yield 0, after
    yield int(bool(_COMMENTS.fullmatch(text, after, opening))), opening


def _behind(text: str, end: int) -> int:
    """Give the start of the next line where nothing but a comment stands behind a symbol in its own."""
    rest = _REST.match(text, end)
    return rest.end() if rest else end


def _opening(text: str, start: int) -> int:
    """Give the start of the line where nothing stands before the symbol in it."""
    line = line_start(text, start)
    return start if text[line:start].strip() else line
