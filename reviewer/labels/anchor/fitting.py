"""From token-by-token matches to a place: strays cut off, replaced edges taken in, halves kept apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from reviewer.labels.anchor.difference import NOWHERE
from reviewer.labels.anchor.sought import Sought
from reviewer.labels.anchor.tokens import Ints, Tokens, lex

SIGN_WEIGHT = 0.25
"""What a kept sign counts beside a kept word, when strays are told from remains."""
GAP_COST, STRAY = 0.5, 3.0
"""What each token put between two kept runs costs, and the most that a gap costs: three words are no stray."""
WIDE_GAP, HALF = 1.5, 0.25
"""Both sides of a gap that is so many times longer than the quote must keep this share of it."""
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
    """Runs that are being collected: at `size` of them they were worth most; `since` is what later ones weigh."""

    runs: list[Match]
    size: int = 0
    best: float = 0.0
    since: float = 0.0


class Side(NamedTuple):
    """What is known beside the quote's outermost kept token.

    `lost` tokens of the quote and `context` tokens outside it are not kept there, and `room` new tokens stand in their
    place; `borders` are the distances at which a line or a sentence begins or ends there, if the quote does so too.
    """

    lost: int
    context: int
    room: int
    borders: tuple[int, ...] = ()

    @property
    def may_grow(self) -> bool:
        """Tell whether anything may have been replaced there."""
        return self.lost > 0 and self.room > 0

    @property
    def most(self) -> int:
        """The number of new tokens that may have replaced what was lost."""
        return 2 * self.lost + EDGE_SLACK

    @property
    def sizes(self) -> range:
        """The numbers of new tokens that may belong to the quote."""
        return range(1, min(self.room, self.most) + 1)


@dataclass(frozen=True, slots=True)
class Fit:
    """A place in tokens of the new text: from `first` up to `stop`, the tokens of the quote kept there, its parts."""

    first: int
    stop: int
    kept: tuple[int, ...]
    parts: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Matches:
    """What became of the old tokens from `begin` on: `to_new` int64 [m], rising, NOWHERE where nothing is kept."""

    begin: int
    to_new: Ints

    def inside(self, sought: Sought) -> Ints:
        """Give the part that is the quote's."""
        return self.to_new[sought.first - self.begin : sought.stop - self.begin]

    def before(self, sought: Sought) -> Ints:
        """Give the part before the quote."""
        return self.to_new[: sought.first - self.begin]

    def after(self, sought: Sought) -> Ints:
        """Give the part after the quote."""
        return self.to_new[sought.stop - self.begin :]


def fits(sought: Sought, new: Tokens, matches: Matches) -> list[Fit]:
    """Fit a quote to the places its tokens are kept at, the largest remains first."""
    runs = list(_runs(matches.inside(sought), sought))
    found = []
    for chain in _chains(runs, len(sought)):
        first, last = chain[0], chain[-1]
        start = first.new - _taken(_left(sought, new, matches, first, runs))
        stop = last.new + last.size + _taken(_right(sought, new, matches, last, runs))
        kept = tuple(at for run in chain for at in range(run.old, run.old + run.size))
        found.append(Fit(start, stop, kept, _parts(chain, start, stop, len(sought))))
    return sorted(found, key=lambda one: -len(one.kept))


def whole(at: int, length: int) -> Fit:
    """Give the fit of a quote that stands whole at a token."""
    return Fit(at, at + length, tuple(range(length)))


def _chains(runs: Iterable[Match], length: int) -> list[list[Match]]:
    """Give the chains of kept runs that outweigh the text between them, without what are mere strays.

    What lies between two runs is counted once, from where the chain was worth most, however many strays lie there.
    """
    chains = [_Chain([])]
    for run in runs:
        chain = chains[-1]
        cost = _cost(chain.runs[chain.size - 1], run, length) if chain.runs else 0.0
        if cost >= chain.best:
            chain = _Chain([])
            chains.append(chain)
            cost = 0.0
        chain.runs.append(run)
        chain.since += run.weight
        if chain.since > cost:
            chain.best, chain.since, chain.size = chain.best + chain.since - cost, 0.0, len(chain.runs)
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
    return min(GAP_COST * gap, STRAY) if gap <= WIDE_GAP * length else max(STRAY, HALF * length)


def _left(sought: Sought, new: Tokens, matches: Matches, first: Match, runs: Sequence[Match]) -> Side:
    """Look left of the first kept token; what a part of the quote that is kept elsewhere precedes is not lost there."""
    lost = first.old - max((run.old + run.size for run in runs if _no_stray(run) and run.old < first.old), default=0)
    context = matches.before(sought)
    kept = np.flatnonzero((context != NOWHERE) & (context < first.new))
    if len(kept):
        side = Side(lost, len(context) - 1 - int(kept[-1]), first.new - int(context[kept[-1]]) - 1)
    else:
        side = Side(lost, len(context), 0 if len(context) else first.new)
    if not side.may_grow or not ends_at(sought.source, sought.first):
        return side
    return side._replace(borders=tuple(size for size in side.sizes if ends_at(new, first.new - size)))


def _right(sought: Sought, new: Tokens, matches: Matches, last: Match, runs: Sequence[Match]) -> Side:
    """Look right of the last kept token; what a part of the quote that is kept elsewhere follows is not lost there."""
    stop, behind = last.new + last.size, last.old + last.size
    lost = min((run.old for run in runs if _no_stray(run) and run.old > last.old), default=len(sought)) - behind
    context = matches.after(sought)
    kept = np.flatnonzero((context != NOWHERE) & (context >= stop))
    if len(kept):
        side = Side(lost, int(kept[0]), int(context[kept[0]]) - stop)
    else:
        side = Side(lost, len(context), 0 if len(context) else len(new) - stop)
    if not side.may_grow or not ends_at(sought.source, sought.stop):
        return side
    return side._replace(borders=tuple(size for size in side.sizes if ends_at(new, stop + size)))


def _no_stray(run: Match) -> bool:
    return run.weight >= STRAY


def _taken(side: Side) -> int:
    """Say how many of the new tokens beside a kept one replace what the quote lost there."""
    if not side.may_grow:
        return 0
    nearest = min(side.borders, key=lambda size: abs(size - side.lost), default=0)
    if 0 < nearest <= side.most:
        return nearest
    if not side.context:
        return side.room if side.room <= side.most else min(side.lost, side.room)
    return round(side.room * side.lost / (side.lost + side.context))


def ends_at(tokens: Tokens, stop: int) -> bool:
    """Tell whether a line or a sentence ends before a token, as it does at both ends of a text."""
    if not 0 < stop < len(tokens) or tokens.lines[stop] != tokens.lines[stop - 1]:
        return True
    sign = int(tokens.hashes[stop - 1])
    has_blank = bool(tokens.starts[stop] > tokens.ends[stop - 1])
    return (has_blank and sign in closing_signs(".!?:")) or sign in closing_signs("。！？")


@cache
def closing_signs(signs: str) -> frozenset[int]:
    """Give the hashes of signs that end a sentence."""
    return frozenset(lex(" ".join(signs)).hashes.tolist())


def _parts(remains: Sequence[Match], start: int, stop: int, length: int) -> tuple[tuple[int, int], ...]:
    """Give the pieces of a place that inserted text parts, as token ranges; nothing if none does."""
    edges = [start]
    for one, other in pairwise(remains):
        inserted = other.new - one.new - one.size - (other.old - one.old - one.size)
        if inserted > max(PART_GAP, PART_GAP_SHARE * length):
            edges += (one.new + one.size, other.new)
    pairs = tuple(zip(edges[::2], [*edges[1::2], stop], strict=True))
    return pairs if len(pairs) > 1 else ()
