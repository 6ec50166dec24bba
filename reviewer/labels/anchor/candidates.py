"""Where a quote may stand in the new text: exact hits, votes of three-token runs, and the place the diff carries it to.

None stands back for another: a copy that stands word for word elsewhere must not hide the edited original.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from reviewer.labels.anchor.alignment import align_tokens
from reviewer.labels.anchor.difference import NOWHERE, Carried, Difference
from reviewer.labels.anchor.fitting import Fit, Matches, fits, whole
from reviewer.labels.anchor.index import GramIndex, grams_of, occurrences
from reviewer.labels.anchor.sought import Sought
from reviewer.labels.anchor.tokens import Flags, Ints, Tokens

EXACT, PEAKS, CONTEXT_PEAKS = 24, 10, 4
"""How many exact hits, places voted for by the quote, and by its context, are looked at."""
COMMON_GRAM, RARE_GRAM = 400, 4
"""Runs that stand more often than this vote for nothing; context votes by runs that stand at most so often."""
LEAST_WIDTH = 16
"""Tokens within which runs vote for one place, unless the quote is longer."""
LEAST_VOTES = 0.15
"""The share of the quote's runs that must stand near each other."""
SAME_PLACE = 0.5
"""Places that share more of the shorter one are one place."""
MARGIN_TOKENS = 24
"""Context tokens that are aligned with a quote when its place is fitted."""
NEAR_TOKENS = 12
SHORT_WORDS, SHORT_CHARACTERS = 3, 12
"""A quote of fewer words or characters is looked for exactly, or where the diff says, and nowhere else."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place that may be the quote's; `votes` is how many of the two diffs carry the quote there."""

    fit: Fit
    votes: int = 0


@dataclass(frozen=True, slots=True)
class Found:
    """All candidates, how often the quote stands verbatim in the new text, and where else in the old one."""

    candidates: tuple[Candidate, ...]
    exact: int
    twins: Ints


def find(sought: Sought, new: GramIndex, diff: Difference | None) -> Found:
    """Collect the candidates of a quote, each place once."""
    carried = [] if diff is None else [_carried(sought, new.tokens, way) for way in (diff.front, diff.back)]
    hits = new.exact(sought.hashes)
    places = [one for way in carried for one in way]
    places += (whole(int(at), len(sought)) for at in _best_surrounded(hits, sought, new.tokens))
    if not sought.has_context and not len(hits):
        places += _cut_inside_words(sought, new.tokens)
    if not is_short(sought):
        for begin in _peaks(sought, new):
            places += _fitted(sought, new.tokens, begin)
    distinct: dict[tuple[int, int], Fit] = {}
    for one in places:
        distinct.setdefault((one.first, one.stop), one)
    candidates = tuple(Candidate(one, _votes(one, carried)) for one in distinct.values())
    before = occurrences(sought.source.hashes, sought.hashes)
    return Found(candidates, len(hits), before[before != sought.first])


def _cut_inside_words(sought: Sought, new: Tokens) -> Iterator[Fit]:
    """Find a lone quote that begins or ends inside a word, unless it is short."""
    if is_short(sought):
        return
    for hit in islice(sought.pattern.finditer(new.text), EXACT):
        touched = new.touched(*hit.span())
        if len(touched) == len(sought):
            yield whole(touched.start, len(sought))


def is_short(sought: Sought) -> bool:
    """Tell whether a quote is so short that likeness says nothing."""
    return int(sought.words.sum()) < SHORT_WORDS or len(sought.text) < SHORT_CHARACTERS


def _carried(sought: Sought, new: Tokens, carried: Carried) -> list[Fit]:
    """Give the places that one diff carries the quote to: one, or several if it was parted."""
    begin, stop = max(0, sought.first - MARGIN_TOKENS), sought.stop + MARGIN_TOKENS
    return fits(sought, new, Matches(begin, carried.to_new[begin:stop]))


def _votes(one: Fit, carried: Iterable[Sequence[Fit]]) -> int:
    """Count the diffs that carry the quote, or a part of it, to about this place."""
    return sum(any(overlap(one, other) > SAME_PLACE for other in way) for way in carried)


def overlap(one: Fit, other: Fit) -> float:
    """Give the tokens that two places share, as a share of the shorter one."""
    shared = min(one.stop, other.stop) - max(one.first, other.first)
    return max(0, shared) / min(one.stop - one.first, other.stop - other.first)


def _best_surrounded(hits: Ints, sought: Sought, new: Tokens) -> Ints:
    """Keep the exact hits whose nearest neighbours agree best with those of the quote; earlier ones win ties."""
    if len(hits) <= EXACT:
        return hits
    if not sought.has_context:
        return np.sort(hits[np.argsort(np.abs(new.starts[hits] - sought.start), kind="stable")[:EXACT]])
    agreement = np.zeros(len(hits))
    for distance in range(1, NEAR_TOKENS + 1):
        agreement += _equal(sought, sought.first - distance, new, hits - distance) / distance
        behind = len(sought) - 1 + distance
        agreement += _equal(sought, sought.first + behind, new, hits + behind) / distance
    return np.sort(hits[np.argsort(-agreement, kind="stable")[:EXACT]])


def _equal(sought: Sought, old: int, new: Tokens, at: Ints) -> Flags:
    """Tell at which of these tokens the new text has the old token; outside of the texts nothing is equal: bool [m]."""
    if not 0 <= old < len(sought.source):
        return np.zeros(len(at), np.bool_)
    inside = (at >= 0) & (at < len(new))
    equal: Flags = inside & (new.hashes[np.clip(at, 0, len(new) - 1)] == sought.source.hashes[old])
    return equal


def _peaks(sought: Sought, new: GramIndex) -> Iterator[int]:
    """Give the tokens at which the quote may begin, by the votes of its runs and of the rare runs around it."""
    wide = max(LEAST_WIDTH, len(sought))
    yield from islice(_most_voted(grams_of(sought.hashes), 0, new, COMMON_GRAM, wide), PEAKS)
    if sought.has_context:
        around = grams_of(sought.source.hashes[sought.outer.start : sought.outer.stop])
        origin = sought.first - sought.outer.start
        yield from islice(_most_voted(around, origin, new, RARE_GRAM, wide), CONTEXT_PEAKS)


def _most_voted(grams: Ints, origin: int, new: GramIndex, most: int, wide: int) -> Iterator[int]:
    """Give the places that most of the runs agree on, not nearer to each other than `wide`.

    `origin` is the run at which the quote begins; runs that stand more than `most` times have no vote.
    """
    counts = new.counts(grams)
    used = np.flatnonzero((counts > 0) & (counts <= most))
    rows, places = new.occurrences(grams[used])
    begins = np.sort(places - (used[rows] - origin))
    until = np.searchsorted(begins, begins + wide, side="right")
    votes = until - np.arange(len(begins))
    middles = begins[(np.arange(len(begins)) + until - 1) // 2]
    least = max(1, LEAST_VOTES * len(grams))
    while votes.max(initial=0) >= least:
        middle = middles[votes.argmax()]
        yield int(middle)
        votes = np.where(np.abs(middles - middle) <= wide, 0, votes)


def _fitted(sought: Sought, new: Tokens, begin: int) -> list[Fit]:
    """Fit the quote, with some context, to the new text around a place."""
    old_begin = max(sought.outer.start, sought.first - MARGIN_TOKENS)
    old_stop = min(sought.outer.stop, sought.stop + MARGIN_TOKENS)
    slack = len(sought) + 2 * MARGIN_TOKENS
    low, high = max(0, begin - slack), min(len(new), begin + len(sought) + slack)
    matches = np.full(old_stop - old_begin, NOWHERE, np.int64)
    if low < high:
        for run in align_tokens(sought.source.hashes[old_begin:old_stop], new.hashes[low:high]).runs:
            matches[run.old : run.old + run.size] = np.arange(run.new, run.new + run.size) + low
    return fits(sought, new, Matches(old_begin, matches))
