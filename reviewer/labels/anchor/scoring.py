"""How well a place answers to a quote: its words, its surroundings at several widths, and what the diff says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import Indel

from reviewer.labels.anchor.candidates import Candidate
from reviewer.labels.anchor.difference import NOWHERE, Difference
from reviewer.labels.anchor.fitting import Fit, ends_at
from reviewer.labels.anchor.index import LENGTH, GramIndex, grams_of
from reviewer.labels.anchor.sought import WIDEST, Sought, in_text
from reviewer.labels.anchor.tokens import Tokens
from reviewer.spans import total

NEAR_WIDTHS = ((32, 0.4), (160, 0.25))
"""Characters of context on each side that are compared token by token, and their weights."""
WIDE_WEIGHT = 0.35
"""The weight of the context of WIDEST characters, which is compared by its runs of three tokens."""
SLACK = 200
"""Characters by which inserted text may shift the wide context."""
QUOTE_WEIGHT, CONTEXT_WEIGHT, DIFF_WEIGHT = 0.45, 0.45, 0.10
BACKING = 0.3
"""The share of the wide context that must have come along for the diff's word to count in full."""
CLAIMED = 0.5
"""A place of which more than this share came from elsewhere in the old text may be another passage's."""
LONG = 8_000
"""A quote or a place of more characters is compared by tokens, not by characters."""
NEIGHBOURS = 8
"""Tokens on each side that must be equal, unless a line or a sentence ends before."""


class Neighbours(NamedTuple):
    """Equal tokens next to the quote on each side, and whether all are up to the end of its line or sentence."""

    left: int
    right: int
    intact: bool

    @property
    def both(self) -> int:
        """The equal tokens on both sides."""
        return self.left + self.right


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The runs of three tokens in the wide context of a quote, each with its weight, and the sum of the weights.

    A run weighs the less the more often it stands in the new text: what stands everywhere, like a boilerplate around a
    clause, tells no place from another. One that stands nowhere any more weighs as much as one that stands once.
    """

    grams: tuple[tuple[int, float], ...]
    weight: float


def surroundings(sought: Sought, new: GramIndex) -> Surroundings:
    """Weigh the wide context of a quote."""
    source = sought.source
    sides = (source.hashes[sought.outer.start : sought.first], source.hashes[sought.stop : sought.outer.stop])
    grams = np.concatenate([grams_of(side) for side in sides])
    weights = 1 / np.maximum(1, new.counts(grams))
    return Surroundings(tuple(zip(grams.tolist(), weights.tolist(), strict=True)), float(weights.sum()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A candidate with its figures, all 0 to 1.

    `kept` is the share of the quote's words that stand there; `context` the likeness of the surroundings, `wide` that
    of the wide ones alone; `claimed` tells whether it is the place of another passage of the old text, `same` whether
    all words are equal.
    """

    candidate: Candidate
    score: float
    kept: float
    context: float
    wide: float
    claimed: bool
    same: bool
    neighbours: Neighbours


def score(
    candidate: Candidate, sought: Sought, around: Surroundings, new: GramIndex, diff: Difference | None
) -> Scored:
    """Judge one candidate."""
    found = candidate.fit
    tokens = new.tokens
    same = np.array_equal(tokens.hashes[found.first : found.stop], sought.hashes)
    wide = _wide(around, new, found)
    context = _context(sought, tokens, found, wide)
    neighbours = _neighbours(sought, tokens, found)
    kept = _kept(sought, found.kept)
    likeness = 1.0 if same else (_likeness(sought, tokens, found.parts or ((found.first, found.stop),)) + kept) / 2
    backed = candidate.votes / 2 * min(1.0, wide / BACKING)
    total = QUOTE_WEIGHT * likeness + CONTEXT_WEIGHT * context + DIFF_WEIGHT * backed
    return Scored(
        candidate=candidate,
        score=min(1.0, total / _weight(sought, diff)),
        kept=kept,
        context=context,
        wide=wide,
        claimed=diff is not None and _claimed(sought, new, found, (neighbours.both, context), diff),
        same=same,
        neighbours=neighbours,
    )


def _weight(sought: Sought, diff: Difference | None) -> float:
    """Give the weight of what can be known of a quote: a quote alone has no surroundings."""
    has_surroundings = len(sought.outer) > len(sought)
    return QUOTE_WEIGHT + CONTEXT_WEIGHT * has_surroundings + DIFF_WEIGHT * (diff is not None)


def _likeness(sought: Sought, new: Tokens, parts: Sequence[tuple[int, int]]) -> float:
    """Compare the quote with what stands there, character by character unless it is long."""
    places = [new.span(*part) for part in parts]
    if max(len(sought.text), total(places)) > LONG:
        listed = [token for first, stop in parts for token in new.listed(first, stop)]
        return Indel.normalized_similarity(sought.hashes.tolist(), listed)
    there = " ".join(new.text[one.start : one.end] for one in places)
    return Indel.normalized_similarity(_plain(sought.text), _plain(there))


def _plain(text: str) -> str:
    return " ".join(text.split())


def _kept(sought: Sought, kept: tuple[int, ...]) -> float:
    """Give the share of the quote's words that are kept; of its signs, if it has no word."""
    words = sought.words if sought.words.any() else np.ones(len(sought), bool)
    return float(words[list(kept)].sum() / words.sum())


def _context(sought: Sought, new: Tokens, found: Fit, wide: float) -> float:
    """Give the likeness of the surroundings; a side where one of the texts ends says nothing."""
    said = weight = 0.0
    for width, share in NEAR_WIDTHS:
        for old, now, told in (_before(sought, new, found.first, width), _after(sought, new, found.stop, width)):
            if told:
                said += share * told * Indel.normalized_similarity(old, now) / 2
                weight += share * told / 2
    return (said + WIDE_WEIGHT * wide) / (weight + WIDE_WEIGHT) if weight else 0.0


def _wide(around: Surroundings, new: GramIndex, found: Fit) -> float:
    """Give the share of the wide context that stands around a place; without any, nothing speaks against it: 1."""
    if not around.grams:
        return 1.0
    tokens = new.tokens
    low = int(np.searchsorted(tokens.starts, tokens.starts[found.first] - WIDEST - SLACK))
    high = int(np.searchsorted(tokens.ends, tokens.ends[found.stop - 1] + WIDEST + SLACK, side="right"))
    before, after = new.by_place[low : max(low, found.first - LENGTH + 1)], new.by_place[found.stop : high]
    now = {*before.tolist(), *after.tolist()}
    return sum(weight for gram, weight in around.grams if gram in now) / around.weight


def _before(sought: Sought, new: Tokens, first: int, width: int) -> tuple[list[int], list[int], float]:
    """Give the tokens before the quote and before a place, and how much of the width both texts have."""
    source = sought.source
    old = source.listed(int(np.searchsorted(source.starts, source.starts[sought.first] - width)), sought.first)
    now = new.listed(int(np.searchsorted(new.starts, new.starts[first] - width)), first)
    if len(now) < first and len(old) < sought.first:
        return old, now, 1.0
    size = min(len(old), len(now))
    return old[len(old) - size :], now[len(now) - size :], size / max(len(old), len(now), 1)


def _after(sought: Sought, new: Tokens, stop: int, width: int) -> tuple[list[int], list[int], float]:
    """Give the tokens after the quote and after a place, and how much of the width both texts have."""
    source = sought.source
    reach = int(np.searchsorted(source.ends, source.ends[sought.stop - 1] + width, side="right"))
    old = source.listed(sought.stop, reach)
    reach = int(np.searchsorted(new.ends, new.ends[stop - 1] + width, side="right"))
    now = new.listed(stop, reach)
    if len(now) < len(new) - stop and len(old) < len(source) - sought.stop:
        return old, now, 1.0
    size = min(len(old), len(now))
    return old[:size], now[:size], size / max(len(old), len(now), 1)


def _claimed(sought: Sought, new: GramIndex, found: Fit, mine: tuple[int, float], diff: Difference) -> bool:
    """Tell whether a place is another old passage's: both diffs carry it over, and it has as much of what is around it.

    `mine` is the number of the quote's neighbours that the place has, and the likeness of its surroundings.
    """
    origins = [way.to_old[found.first : found.stop] for way in (diff.front, diff.back)]
    outside = [(one != NOWHERE) & ((one < sought.first) | (one >= sought.stop)) for one in origins]
    both = outside[0] & outside[1]
    if both.mean() <= CLAIMED:
        return False
    span = sought.source.span(int(origins[0][both].min()), int(origins[0][both].max()) + 1)
    other = in_text(sought.source, span.start, span.end)
    return (_neighbours(other, new.tokens, found).both, _context_in(other, new, found)) >= mine


def context_of(sought: Sought, at: int, new: GramIndex, found: Fit) -> float:
    """Say how like the surroundings of the quote's copy at an old token are to those of a place, 0 to 1."""
    span = sought.source.span(at, at + len(sought))
    return _context_in(in_text(sought.source, span.start, span.end), new, found)


def _context_in(sought: Sought, new: GramIndex, found: Fit) -> float:
    return _context(sought, new.tokens, found, _wide(surroundings(sought, new), new, found))


def _neighbours(sought: Sought, new: Tokens, found: Fit) -> Neighbours:
    """Compare what stands right beside the quote and beside a place; of a lone quote nothing is known."""
    if not sought.has_context:
        return Neighbours(left=0, right=0, intact=False)
    left, left_intact = _beside(sought.source, sought.first - 1, new, found.first - 1, -1)
    right, right_intact = _beside(sought.source, sought.stop, new, found.stop, 1)
    return Neighbours(left, right, intact=left_intact and right_intact)


def _beside(source: Tokens, old: int, new: Tokens, now: int, step: int) -> tuple[int, bool]:
    """Count the equal tokens on one side; they are intact if the first unlike one lies beyond a line or a sentence."""
    intact = False
    for count in range(NEIGHBOURS):
        old_ends, new_ends = not 0 <= old < len(source), not 0 <= now < len(new)
        if old_ends and new_ends:
            return NEIGHBOURS, True
        intact = intact or ends_at(source, old + (step < 0))
        if old_ends or new_ends or source.hashes[old] != new.hashes[now]:
            return count, intact
        old, now = old + step, now + step
    return NEIGHBOURS, True
