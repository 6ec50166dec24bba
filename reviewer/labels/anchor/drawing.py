"""Two passages as pieces that are kept, removed and added, for drawing them side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from reviewer.labels.anchor.alignment import Run, align_tokens
from reviewer.labels.anchor.tokens import Tokens, lex


class PieceKind(StrEnum):
    """What became of a piece of text."""

    KEPT = "kept"
    """The same words on both sides; their blanks, quote marks and dashes may differ."""
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of two passages; a removed one is empty in the new passage, an added one in the old."""

    kind: PieceKind
    old_start: int
    old_end: int
    new_start: int
    new_end: int


def word_diff(old: str, new: str) -> tuple[Piece, ...]:
    """Compare two passages word by word; the pieces cover both of them, in order and without gaps."""
    one, other = lex(old), lex(new)
    runs = [run for run in align_tokens(one.hashes, other.hashes).runs if _tells(run, one, other)]
    return tuple(piece for piece in _pieces(runs, one, other) if _has_text(piece))


def _tells(run: Run, old: Tokens, new: Tokens) -> bool:
    """Tell whether a kept run is worth drawing; a sign that happens to be kept between changed words is not."""
    at_edge = run.old == run.new == 0 or (run.old + run.size, run.new + run.size) == (len(old), len(new))
    return at_edge or bool(old.words[run.old : run.old + run.size].any())


def _pieces(runs: list[Run], old: Tokens, new: Tokens) -> Iterator[Piece]:
    """Give what each run keeps, and what was removed and added before the next; blanks go with what they follow."""
    edges = [(0, 0)]
    for run in runs:
        edges += (
            (_edge(old, run.old), _edge(new, run.new)),
            (_edge(old, run.old + run.size), _edge(new, run.new + run.size)),
        )
    edges.append((len(old.text), len(new.text)))
    for at, ((start, new_start), (end, new_end)) in enumerate(pairwise(edges)):
        if at % 2:
            yield Piece(PieceKind.KEPT, start, end, new_start, new_end)
        else:
            yield Piece(PieceKind.REMOVED, start, end, new_start, new_start)
            yield Piece(PieceKind.ADDED, end, end, new_start, new_end)


def _edge(tokens: Tokens, at: int) -> int:
    """Give where a token begins; the first takes the blanks before it, the last those behind it."""
    if at >= len(tokens):
        return len(tokens.text)
    return int(tokens.starts[at]) if at else 0


def _has_text(piece: Piece) -> bool:
    return piece.old_start < piece.old_end or piece.new_start < piece.new_end
