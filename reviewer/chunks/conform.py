"""Whether cuts keep their promises: places out of bounds are refused, everything else is counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from reviewer.chunks.chunk import Cut
from reviewer.chunks.clusters import Clusters
from reviewer.chunks.units import blanks
from reviewer.corpus import Document
from reviewer.corpus.units import unit_of_end
from reviewer.errors import SplitError
from reviewer.fingerprint import Plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """How often cuts of one document break a promise; all zero for our own splitters.

    Attributes:
        starts: Cuts that begin no later than the one before.
        ends: Cuts that end no later than the one before (a tail that repeats, or a chunk inside another).
        blank: Cuts without a character that is not white space.
        clusters: Starts and ends inside a grapheme cluster.
        uncovered: Characters, not white space, that no cut holds.

    """

    starts: int = 0
    ends: int = 0
    blank: int = 0
    clusters: int = 0
    uncovered: int = 0

    @property
    def total(self) -> int:
        """The sum of all counts."""
        return self.starts + self.ends + self.blank + self.clusters + self.uncovered

    def to_plain(self) -> dict[str, Plain]:
        """Give the counts by name."""
        return {
            "starts": self.starts,
            "ends": self.ends,
            "blank": self.blank,
            "clusters": self.clusters,
            "uncovered": self.uncovered,
        }


class BeyondError(SplitError):
    """A place lies out of its document; `unit` is what the places seem to count instead of code points, or nothing."""

    def __init__(self, message: str, hint: str, unit: str) -> None:
        """Keep the unit beside the message, which says it too."""
        super().__init__(f"{message}; its places seem to be {unit}" if unit else message, hint)
        self.unit = unit


def check(document: Document, cuts: Sequence[Cut]) -> None:
    """Refuse cuts and context out of `0 <= start < end <= len(text)`.

    Raises:
        SplitError: Names the document, the cut by its position, and the place.

    """
    length = len(document.text)
    for position, cut in enumerate(cuts):
        for start, end in cut.places:
            whole = type(start) is int and type(end) is int
            if not whole or not 0 <= start < end <= length:
                ends = [one.end for one in cuts if type(one.end) is int]
                raise BeyondError(
                    f"{document.id}: cut {position} is at [{start!r}, {end!r}) of {length} characters",
                    "Places are code points of the canonical text, start before end; a search that failed is no place.",
                    unit_of_end(document, max(ends, default=0)),
                )


def findings(document: Document, cuts: Sequence[Cut]) -> Findings:
    """Count what else cuts break, in the order in which they were given; places must have passed `check`."""
    clusters = Clusters(document.text)
    blank = blanks(document.text)
    filled = np.concatenate([[0], np.cumsum(~blank)])
    pairs = list(pairwise(cuts))
    return Findings(
        starts=sum(after.start <= before.start for before, after in pairs),
        ends=sum(after.end <= before.end for before, after in pairs),
        blank=sum(bool(filled[cut.end] == filled[cut.start]) for cut in cuts),
        clusters=sum(not clusters.is_edge(position) for cut in cuts for position in (cut.start, cut.end)),
        uncovered=_uncovered(filled, cuts),
    )


def _uncovered(filled: np.ndarray[tuple[int], np.dtype[np.int64]], cuts: Sequence[Cut]) -> int:
    held = reach = 0
    for cut in sorted(cuts, key=lambda cut: cut.start):
        start = max(cut.start, reach)
        if cut.end > start:
            held += int(filled[cut.end] - filled[start])
            reach = cut.end
    return int(filled[-1]) - held
