"""From token-by-token matches to a place: strays cut off, replaced edges taken in, halves kept apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from reviewer.labels.anchor.difference import NOWHERE
from reviewer.labels.anchor.sought import Sought
from reviewer.labels.anchor.tokens import Ints, Tokens, lex

SIGN_WEIGHT = 0.25
"""What a kept sign counts beside a kept word, when strays are told from remains."""
GAP_COST, DEAREST_GAP = 0.5, 10.0
"""What each token put between two kept runs costs, and the most that a gap costs: remains of ten words bridge any."""
WIDEST_GAP, WIDEST_GAP_TOKENS = 3, 200
"""Nothing bridges a gap of three quotes and of 200 tokens."""
LEAST_CHAIN = 0.3
"""The share of the largest remains that others must reach to be told from strays."""
PART_GAP, PART_GAP_SHARE = 12, 0.4
"""Text put in of more tokens than this, and than this share of the quote, parts it."""
EDGE_SLACK = 6
"""Tokens by which the text that replaced an edge may exceed twice what it replaced."""


class Match(NamedTuple):
    """A token of the quote and the token of the new text that it is kept as, or a run of them."""

    old: int
    new: int
    size: int
    weight: float


@dataclass(slots=True)
class _Chain:
    """Runs that are being collected, what they are worth, and at how many of them they were worth most."""

    runs: list[Match]
    worth: float = 0.0
    best: float = 0.0
    size: int = 0


class Side(NamedTuple):
    """What is known beside the quote's outermost kept token.

    `lost` tokens of the quote and `context` tokens outside it are not kept there; `room` new tokens stand in their place.
    """

    lost: int
    context: int
    room: int


@dataclass(frozen=True, slots=True)
class Fit:
    """A place in tokens of the new text: from `first` up to `stop`, the tokens of the quote kept there, its parts."""

    first: int
    stop: int
    kept: tuple[int, ...]
    parts: tuple[tuple[int, int], ...] = ()


def fits(sought: Sought, new: Tokens, begin: int, matches: Ints) -> list[Fit]:
    """Fit a quote to the places its tokens are kept at, the largest remains first.

    `matches` int64 [m] gives the new token for each old one from `begin` on, or NOWHERE; it must rise.
    """
    runs = _runs(matches[sought.first - begin : sought.stop - begin], sought)
    found = [_fit(sought, new, begin, matches, chain) for chain in _chains(runs, len(sought))]
    return sorted(found, key=lambda one: -len(one.kept))


def _fit(sought: Sought, new: Tokens, begin: int, matches: Ints, chain: Sequence[Match]) -> Fit:
    """Give the place of one chain of kept runs."""
    first, last = chain[0], chain[-1]
    left = _left(matches[: sought.first - begin], first)
    right = _right(matches[sought.stop - begin :], last, len(sought), len(new))
    start = first.new - _taken(left, _borders_before(new, first.new, left.room), begins_at(sought.source, sought.first))
    stop = last.new + last.size
    stop += _taken(right, _borders_after(new, stop, right.room), ends_at(sought.source, sought.stop))
    kept = tuple(at for run in chain for at in range(run.old, run.old + run.size))
    return Fit(start, stop, kept, _parts(chain, start, stop, len(sought)))


def whole(at: int, length: int) -> Fit:
    """Give the fit of a quote that stands whole at a token."""
    return Fit(at, at + length, tuple(range(length)))


def _chains(runs: Iterable[Match], length: int) -> list[list[Match]]:
    """Give the chains of kept runs that outweigh the text between them (Kadane's rule), without what are mere strays."""
    chains: list[_Chain] = []
    chain = _Chain([])
    for run in runs:
        cost = _cost(chain.runs[-1], run, length) if chain.runs else 0.0
        if cost >= chain.worth:
            chains.append(chain)
            chain, cost = _Chain([]), 0.0
        chain.runs.append(run)
        chain.worth += run.weight - cost
        if chain.worth > chain.best:
            chain.best, chain.size = chain.worth, len(chain.runs)
    chains.append(chain)
    least = LEAST_CHAIN * max(one.best for one in chains)
    return [one.runs[: one.size] for one in chains if one.size and one.best >= least]


def _runs(inner: Ints, sought: Sought) -> Iterator[Match]:
    """Give the kept tokens, those that follow each other on both sides as one."""
    kept = np.flatnonzero(inner != NOWHERE)
    if not len(kept):
        return
    places, weights = inner[kept], np.where(sought.words[kept], 1.0, SIGN_WEIGHT)
    breaks = np.flatnonzero((np.diff(kept) != 1) | (np.diff(places) != 1)) + 1
    for one in np.split(np.arange(len(kept)), breaks):
        yield Match(int(kept[one[0]]), int(places[one[0]]), len(one), float(weights[one].sum()))


def _cost(one: Match, other: Match, length: int) -> float:
    """Give what the new tokens between two runs cost."""
    gap = other.new - one.new - one.size
    if gap > max(WIDEST_GAP * length, WIDEST_GAP_TOKENS):
        return float("inf")
    return min(GAP_COST * gap, DEAREST_GAP)


def _left(context: Ints, first: Match) -> Side:
    """Look left of the first kept token."""
    kept = np.flatnonzero((context != NOWHERE) & (context < first.new))
    at = int(kept[-1]) if len(kept) else -1
    neighbour = int(context[at]) if len(kept) else -1
    return Side(first.old, len(context) - 1 - at, first.new - neighbour - 1 if len(kept) or not len(context) else 0)


def _right(context: Ints, last: Match, length: int, end: int) -> Side:
    """Look right of the last kept token."""
    stop = last.new + last.size
    kept = np.flatnonzero((context != NOWHERE) & (context >= stop))
    at = int(kept[0]) if len(kept) else len(context)
    neighbour = int(context[at]) if len(kept) else end
    return Side(length - last.old - last.size, at, neighbour - stop if len(kept) or not len(context) else 0)


def _taken(side: Side, borders: Sequence[int], at_border: bool) -> int:
    """Say how many of the new tokens beside a kept one replace what the quote lost there."""
    if not side.lost or not side.room:
        return 0
    most = 2 * side.lost + EDGE_SLACK
    sizes = [*borders, side.room] if not side.context else borders
    nearest = min(sizes, key=lambda size: abs(size - side.lost), default=0)
    if at_border and 0 < nearest <= most:
        return nearest
    if not side.context:
        return side.room if side.room <= most else min(side.lost, side.room)
    return round(side.room * side.lost / (side.lost + side.context))


def _borders_before(new: Tokens, at: int, room: int) -> list[int]:
    """Give the distances before `at` at which a line or a sentence begins."""
    return [size for size in range(1, room + 1) if begins_at(new, at - size)] if room <= WIDEST_GAP_TOKENS else []


def _borders_after(new: Tokens, stop: int, room: int) -> list[int]:
    """Give the distances after `stop` at which a line or a sentence ends."""
    return [size for size in range(1, room + 1) if ends_at(new, stop + size)] if room <= WIDEST_GAP_TOKENS else []


def begins_at(tokens: Tokens, at: int) -> bool:
    """Tell whether a line or a sentence begins at a token."""
    return at <= 0 or ends_at(tokens, at)


def ends_at(tokens: Tokens, stop: int) -> bool:
    """Tell whether a line or a sentence ends before a token."""
    if not 0 < stop < len(tokens):
        return True
    return bool(tokens.lines[stop] != tokens.lines[stop - 1]) or int(tokens.hashes[stop - 1]) in sentence_ends()


@cache
def sentence_ends() -> frozenset[int]:
    """Give the hashes of the signs that end a sentence."""
    return frozenset(lex(".!?:。！？").hashes.tolist())


def _parts(remains: Sequence[Match], start: int, stop: int, length: int) -> tuple[tuple[int, int], ...]:
    """Give the pieces of a place that inserted text parts, as token ranges; nothing if none does."""
    edges = [start]
    for one, other in zip(remains, remains[1:], strict=False):
        inserted = other.new - one.new - one.size - (other.old - one.old - one.size)
        if inserted > max(PART_GAP, PART_GAP_SHARE * length):
            edges += (one.new + one.size, other.new)
    pairs = tuple(zip(edges[::2], [*edges[1::2], stop], strict=True))
    return pairs if len(pairs) > 1 else ()
