"""What one splitter did to one text, measured on the text: nothing that it says of itself is believed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

import numpy as np

from reviewer.chunks.chunk import Cut
from reviewer.chunks.conform import BeyondError, findings
from reviewer.chunks.conformance.excerpts import excerpt
from reviewer.chunks.foreign.pieces import Piece
from reviewer.chunks.foreign.placing import Fate, place, wrong_copies
from reviewer.chunks.units import blanks
from reviewer.corpus import Document
from reviewer.corpus.units import UNITS, Fallen, can_differ, fallen, letters_of, likeliest, unit_of_end
from reviewer.fingerprint import Plain

SHOWN = 3
_EXCERPT = 60

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Counts over one text or several.

    Attributes:
        chunks: Handed over.
        claimed: Of them with a place that the splitter claims.
        bare: Of these without a text that the place could be held to.
        false: Claimed places that do not hold the chunk's text.
        wrong_copies: Claimed places that hold its text, but must be another copy of it, at least so many: with them the
            chunks do not follow each other in the text, or leave more of it out than they need to.
        respaced: Chunks with other white space than the text.
        rewritten: Chunks with other text.
        unplaced: Chunks that are like nothing there.
        blank: Chunks of white space alone.
        characters: Of the text, not white space.
        lost: Of them in no chunk.
        indexed: Of them in chunks, as often as they are in one.
        inside: Chunks that end no later than the one before.
        clusters: Boundaries inside what a reader sees as one sign.
        longer: Chunks longer than the size; `longest` is the longest, in units.
        overlaps: What neighbours share, in units, by boundary.
        units: Where the claimed offsets fall by each of `reviewer.corpus.units.UNITS`.

    """

    chunks: int = 0
    claimed: int = 0
    bare: int = 0
    false: int = 0
    wrong_copies: int = 0
    respaced: int = 0
    rewritten: int = 0
    unplaced: int = 0
    blank: int = 0
    characters: int = 0
    lost: int = 0
    indexed: int = 0
    inside: int = 0
    clusters: int = 0
    longer: int = 0
    longest: int = 0
    overlaps: tuple[int, ...] = ()
    units: tuple[Fallen, ...] = (Fallen(),) * len(UNITS)

    @property
    def true(self) -> int:
        """Claimed places that are the chunk's own."""
        return self.claimed - self.false - self.wrong_copies

    @property
    def unit(self) -> str:
        """What the claimed offsets seem to count instead of code points, or nothing."""
        return likeliest(self.units)

    @property
    def broken(self) -> bool:
        """Tell whether a score would be taken on another text than the splitter's, or some text cannot be found."""
        return any((self.false, self.wrong_copies, self.rewritten, self.unplaced, self.lost, self.unit))

    def __add__(self, other: Tally) -> Tally:
        """Sum the counts; of `longest` the larger."""
        summed = {one.name: getattr(self, one.name) + getattr(other, one.name) for one in fields(self)}
        units = tuple(mine + theirs for mine, theirs in zip(self.units, other.units, strict=True))
        return Tally(**summed | {"longest": max(self.longest, other.longest), "units": units})

    def to_plain(self) -> dict[str, Plain]:
        """Give the counts by name, and of the overlaps the middle and the ends."""
        told = [one.name for one in fields(self) if one.name not in {"overlaps", "units"}]
        counts: dict[str, Plain] = {name: getattr(self, name) for name in told}
        spread = [float(one) for one in np.percentile(self.overlaps, [0, 50, 100])] if self.overlaps else []
        overlap = dict(zip(("min", "median", "max"), spread, strict=False))
        return {**counts, "true": self.true, "overlap": overlap}


@dataclass(frozen=True, slots=True)
class Measured:
    """The tally of one text, and a few of the worst findings in words."""

    tally: Tally
    examples: tuple[str, ...]


def measure(
    document: Document, pieces: Sequence[Piece], count: Count, size: int | None, *, believed: bool = True
) -> Measured:
    """Measure what a splitter handed over.

    Args:
        document: The text.
        pieces: As handed over.
        count: Counts units of a text.
        size: The configured size, where there is one.
        believed: Whether chunks are looked for at the places that are claimed and hold them, as the adapter does.

    Raises:
        SplitError: A place without text is out of bounds.

    """
    text = document.text
    _refuse_nowhere(document, pieces)
    placed, wrong = place(text, pieces, believed=believed), wrong_copies(text, pieces)
    cuts = placed.cuts
    broken = findings(document, cuts)
    fates = list(placed.fates)
    sizes = [count(text[cut.start : cut.end]) for cut in cuts]
    filled = np.concatenate([[0], np.cumsum(~blanks(text))])
    tally = Tally(
        chunks=len(pieces),
        claimed=sum(one.claims for one in pieces),
        bare=sum(one.text is None for one in pieces),
        false=len(placed.lies),
        wrong_copies=len(wrong),
        respaced=fates.count(Fate.RESPACED),
        rewritten=fates.count(Fate.REWRITTEN),
        unplaced=fates.count(Fate.UNPLACED),
        blank=fates.count(Fate.BLANK) + broken.blank,
        characters=int(filled[-1]),
        lost=broken.uncovered,
        indexed=sum(int(filled[cut.end] - filled[cut.start]) for cut in cuts),
        inside=broken.ends,
        clusters=broken.clusters,
        longer=sum(one > size for one in sizes) if size else 0,
        longest=max(sizes, default=0),
        overlaps=_overlaps(text, cuts, count),
        units=_units(document, pieces),
    )
    odd = [n for n, fate in enumerate(fates) if fate in {Fate.REWRITTEN, Fate.UNPLACED}]
    told = [*(_told(text, n, pieces[n], placed.places[n]) for n in sorted({*placed.lies, *wrong, *odd}))]
    return Measured(tally, tuple(told[:SHOWN]))


def _refuse_nowhere(document: Document, pieces: Sequence[Piece]) -> None:
    for number, one in enumerate(pieces, start=1):
        if one.text is None and not one.is_true(document.text):
            raise BeyondError(
                f"{document.id}: chunk {number} is at [{one.start}, {one.end}) of {len(document.text)} characters",
                "Places are code points of the canonical text, start before end.",
                unit_of_end(document, max(piece.end or 0 for piece in pieces)),
            )


def _units(document: Document, pieces: Sequence[Piece]) -> tuple[Fallen, ...]:
    """Count where the claimed offsets that lie in the text fall, by each unit."""
    claimed = {offset for one in pieces for offset in (one.start, one.end) if offset is not None}
    held = sorted(offset for offset in claimed if 0 <= offset <= len(document.text))
    if not held or not can_differ(document):
        return (Fallen(),) * len(UNITS)
    letters = letters_of(document.text)
    return tuple(fallen(unit, document, np.array(held, np.int64), letters) for unit in UNITS)


def _overlaps(text: str, cuts: Sequence[Cut], count: Count) -> tuple[int, ...]:
    ordered = sorted(cuts, key=lambda cut: (cut.start, cut.end))
    return tuple(
        count(text[after.start : min(before.end, after.end)]) if after.start < before.end else 0
        for before, after in pairwise(ordered)
    )


def _told(text: str, number: int, piece: Piece, found: tuple[int, int] | None) -> str:
    claim = "claims no place"
    if piece.start is not None:
        claim = f"claims [{piece.start}, {piece.end})" if piece.start >= 0 else f"has the offset {piece.start}"
    there = f", where {excerpt(text[piece.start : piece.end], _EXCERPT)} stands" if _inside(piece, text) else ""
    where = f"; it is at [{found[0]}, {found[1]})" if found else "; it is nowhere"
    return f"chunk {number + 1} {excerpt(piece.text or '', _EXCERPT)} {claim}{there}{where}"


def _inside(piece: Piece, text: str) -> bool:
    return piece.start is not None and piece.end is not None and 0 <= piece.start < piece.end <= len(text)
