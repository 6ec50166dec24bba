"""Reading order: lines to blocks, and blocks by columns.

Two lines are of one block when each is the other's only neighbour; so a heading over two columns stands alone. Of two
blocks that share a stretch of the page's width the upper is read first; of two side by side the left one, unless a
block that shares a stretch with both lies between (Breuel, High Performance Document Layout Analysis, 2003).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.corpus.pdf.frames import Box
from reviewer.corpus.pdf.lines import Piece, around
from reviewer.corpus.pdf.tables import Table

_NEAR = 2.2  # type sizes from one line of a block to the next
_SLACK = 4.0  # points by which blocks may overlap
_MOST = 160  # blocks; a page with more is a drawing or a form, read from top to bottom


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of one column from top to bottom."""

    lines: tuple[Piece, ...]

    @property
    def box(self) -> Box:
        """The place of all lines."""
        return around(piece.box for piece in self.lines)


def in_order(found: Sequence[Piece], tables: Sequence[Table]) -> list[Lines | Table]:
    """Give the blocks of a page as they are read."""
    blocks: list[Lines | Table] = [*(Lines(tuple(chain)) for chain in _chains(found)), *tables]
    boxes = [block.box for block in blocks]
    waiting = sorted(range(len(blocks)), key=lambda at: (boxes[at].top, boxes[at].left))
    if len(blocks) > _MOST:
        return [blocks[at] for at in waiting]
    before = {at: {other for other in waiting if other != at and _precedes(boxes, other, at)} for at in waiting}
    ordered: list[int] = []
    while waiting:
        # No order may be without a circle on a page of overlapping blocks: then the uppermost of the least bound.
        at = min(waiting, key=lambda one: (len(before[one]), waiting.index(one)))
        waiting.remove(at)
        ordered.append(at)
        for held in before.values():
            held.discard(at)
    return [blocks[at] for at in ordered]


def _chains(found: Sequence[Piece]) -> list[list[Piece]]:
    """Put lines together that have each other for only neighbour."""
    boxes = [piece.box for piece in found]
    below = [_below(found, boxes, at) for at in range(len(found))]
    above: list[list[int]] = [[] for _ in found]
    for at, ones in enumerate(below):
        for one in ones:
            above[one].append(at)
    follows = {
        at: ones[0]
        for at, ones in enumerate(below)
        if ones
        and len(above[ones[0]]) == 1
        and _is_near(found[at], found[ones[0]])
        and (len(ones) == 1 or _goes_on(found[at], [found[one] for one in ones]))
    }
    heads = [at for at in range(len(found)) if at not in set(follows.values())]
    chains = []
    for head in heads:
        chain = [head]
        while chain[-1] in follows:
            chain.append(follows[chain[-1]])
        chains.append([found[at] for at in chain])
    return chains


def _below(found: Sequence[Piece], boxes: Sequence[Box], at: int) -> list[int]:
    """Give the lines next below one; `found` is sorted by height."""
    nearest: list[int] = []
    for other in range(at + 1, len(found)):
        if found[other].base - found[at].base > 3 * found[at].size + found[other].size:
            break
        lower = found[other].base - found[at].base > found[at].size / 4
        if lower and _share(boxes[at], boxes[other]) and not any(_share(boxes[one], boxes[other]) for one in nearest):
            nearest.append(other)
    return nearest


def _goes_on(one: Piece, below: Sequence[Piece]) -> bool:
    """Tell whether the nearest of several lines below is the next in the layer and of one kind, the others lower."""
    first = below[0]
    is_next = 0 < first.words[0].at[0] - one.words[-1].at[-1] <= 4  # noqa: PLR2004 # blanks and a line end
    is_alike = abs(first.size - one.size) < one.size / 20 and first.bold == one.bold
    return is_next and is_alike and all(other.base - first.base > 0.8 * first.size for other in below[1:])


def _is_near(one: Piece, other: Piece) -> bool:
    """Tell whether two lines lie as near as those of one block."""
    return other.base - one.base < _NEAR * max(one.size, other.size)


def _share(one: Box, other: Box) -> bool:
    """Tell whether two boxes share a stretch of the page's width worth speaking of."""
    shared = min(one.right, other.right) - max(one.left, other.left)
    return shared > min(4.0, (one.right - one.left) / 3, (other.right - other.left) / 3)


def _precedes(boxes: Sequence[Box], at: int, other: int) -> bool:
    """Tell whether one block is read before another."""
    one, two = boxes[at], boxes[other]
    if _share(one, two):
        return one.middle[1] < two.middle[1]
    if one.middle[0] >= two.middle[0]:
        return False
    upper, lower = sorted((one, two), key=lambda box: box.top)
    spanning = (box for box in boxes if box.left < one.right and box.right > two.left)
    return not any(_between(box, upper, lower) and _share(box, one) and _share(box, two) for box in spanning)


def _between(box: Box, upper: Box, lower: Box) -> bool:
    """Tell whether a box lies below one and above another."""
    is_between = upper.middle[1] < box.middle[1] < lower.middle[1]
    return is_between and box.bottom <= lower.top + _SLACK and box.top >= upper.bottom - _SLACK
