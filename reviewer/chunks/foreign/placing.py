"""Pieces in, places out: claimed places where they hold the text, an alignment where they do not or none is claimed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from reviewer.chunks.chunk import Cut
from reviewer.chunks.foreign.align import Compact, align, squeezed
from reviewer.chunks.foreign.nearest import Nearest
from reviewer.chunks.foreign.pieces import Piece
from reviewer.fingerprint import Plain

ALIKE = 0.5
"""The least share of a rewritten text's characters, in words, that its place must hold."""


class Fate(StrEnum):
    """How a chunk came by its place."""

    TRUE = "true"
    """The place that was claimed holds the text."""

    ALIGNED = "aligned"
    """The text stands in the document as it is; its place was found by the alignment."""

    RESPACED = "respaced"
    """The same but for white space."""

    REWRITTEN = "rewritten"
    """Other text than the document's; the place is the nearest to it."""

    UNPLACED = "unplaced"
    """It stands nowhere in this order, and nothing there is like it."""

    BLANK = "blank"
    """Nothing but white space; it has no place."""


@dataclass(frozen=True, slots=True)
class Placed:
    """What became of each piece: a place or None, and how it came by it; `lies` are claimed places that do not hold."""

    places: tuple[tuple[int, int] | None, ...]
    fates: tuple[Fate, ...]
    lies: tuple[int, ...]

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """The places there are, in the order of the pieces."""
        return tuple(Cut(*place) for place in self.places if place is not None)

    def first(self, *fates: Fate) -> int | None:
        """Give the number of the first piece with one of these fates."""
        return next((number for number, fate in enumerate(self.fates) if fate in fates), None)

    def to_plain(self) -> dict[str, Plain]:
        """Count the pieces by fate, and the false claims."""
        counted = Counter(self.fates)
        return {**{fate.value: counted[fate] for fate in Fate}, "false_offsets": len(self.lies)}


def place(text: str, pieces: Sequence[Piece], *, believed: bool = True) -> Placed:
    """Give each piece its place in `text`.

    Args:
        text: The canonical text.
        pieces: In the order in which they were cut.
        believed: Whether a claimed place that holds the text is taken; a library that searched for its own chunks can
            have found another copy, and is aligned anyhow.

    """
    lies = tuple(number for number, piece in enumerate(pieces) if piece.claims and not piece.is_true(text))
    given = [_claimed(piece, text, believed=believed) for piece in pieces]
    if all(place is not None for place in given):
        return Placed(tuple(given), (Fate.TRUE,) * len(pieces), tuple(n for n in lies if pieces[n].text is not None))
    document = Compact(text)
    texts = [squeezed(piece.text or "") for piece in pieces]
    pins = [None if one is None or not texts[n] else document.before(one[0]) for n, one in enumerate(given)]
    starts = align(document, texts, pinned=pins)
    return _settled(document, pieces, _Found(texts, given, starts), lies)


def wrong_copies(text: str, pieces: Sequence[Piece]) -> tuple[int, ...]:
    """Give the pieces whose claimed place holds their text and must yet be another copy of it; at least so many are.

    They are those that disagree with the alignment that agrees with the most claims of all that are the best in order
    and gaps: with every claim true, it would agree with all.
    """
    document = Compact(text)
    texts = [squeezed(piece.text or "") for piece in pieces]
    claims = [
        document.before(piece.start) if piece.start is not None and texts[n] and piece.is_true(text) else None
        for n, piece in enumerate(pieces)
    ]
    if not any(claim is not None for claim in claims):
        return ()
    starts = align(document, texts, preferred=claims)
    return tuple(n for n, claim in enumerate(claims) if claim is not None and starts[n] not in {None, claim})


def _claimed(piece: Piece, text: str, *, believed: bool) -> tuple[int, int] | None:
    if piece.start is None or piece.end is None:
        return None
    if piece.text is None:
        return piece.start, piece.end
    return (piece.start, piece.end) if believed and piece.is_true(text) else None


@dataclass(frozen=True, slots=True)
class _Found:
    """By piece: its text without white space, the claimed place that is taken, and the start in the compact text."""

    texts: Sequence[str]
    given: Sequence[tuple[int, int] | None]
    starts: Sequence[int | None]


def _settled(document: Compact, pieces: Sequence[Piece], of: _Found, lies: tuple[int, ...]) -> Placed:
    places: list[tuple[int, int] | None] = []
    fates: list[Fate] = []
    limits, nearest = _limits(of.starts, len(document.text)), Nearest(document)
    least = 0
    for number, piece in enumerate(pieces):
        start, claimed = of.starts[number], of.given[number]
        found: tuple[int, int] | None
        if claimed is not None:
            found, fate = claimed, Fate.TRUE
        elif not of.texts[number]:
            found, fate = None, Fate.BLANK
        elif start is not None:
            found, fate = _verbatim(document, piece, start, len(of.texts[number]), least)
        else:
            behind = max(least, places[-1][1] if places and places[-1] else 0)
            share, found = nearest.of(piece.text or "", (behind, least), limits[number])
            found = found if share >= ALIKE else None
            fate = Fate.UNPLACED if found is None else Fate.REWRITTEN
        least = max(least, found[0] if found else 0)
        places.append(found)
        fates.append(fate)
    return Placed(tuple(places), tuple(fates), lies)


def _verbatim(document: Compact, piece: Piece, start: int, length: int, least: int) -> tuple[tuple[int, int], Fate]:
    """Give the place, with the white space at its ends where that stands in the document too."""
    text, own = document.original, piece.text or ""
    begin, end = document.place(start, length)
    head, tail = own[: len(own) - len(own.lstrip())], own[len(own.rstrip()) :]
    if head and text[:begin].endswith(head) and begin - len(head) >= least:
        begin -= len(head)
    if tail and text.startswith(tail, end):
        end += len(tail)
    same = own.strip() in text[begin:end]
    return (begin, end), Fate.ALIGNED if same else Fate.RESPACED


def _limits(starts: Sequence[int | None], whole: int) -> list[int]:
    """Give for each piece where the next that is placed begins, or the end."""
    limits, behind = [whole] * len(starts), whole
    for number in range(len(starts) - 1, -1, -1):
        limits[number] = behind
        start = starts[number]
        behind = behind if start is None else start
    return limits
