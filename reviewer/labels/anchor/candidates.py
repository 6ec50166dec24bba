"""Where a quote may stand in the new text: exact hits, votes of three-token runs, and the place the diff carries it to.

None stands back for another: a copy that stands word for word elsewhere must not hide the edited original.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from reviewer.labels.anchor.alignment import align_tokens
from reviewer.labels.anchor.difference import NOWHERE, Carried, Difference
from reviewer.labels.anchor.fitting import Fit, fits, whole
from reviewer.labels.anchor.index import GramIndex, grams_of
from reviewer.labels.anchor.sought import Sought
from reviewer.labels.anchor.tokens import Ints, Tokens

EXACT, PEAKS, CONTEXT_PEAKS = 24, 10, 4
"""How many exact hits, places voted for by the quote, and by its context, are looked at."""
COMMON_GRAM, RARE_GRAM = 400, 4
"""Runs that stand more often than this vote for nothing; context votes by runs that stand at most so often."""
LEAST_VOTES = 0.15
"""The share of the quote's runs that must stand near each other."""
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
    """All candidates, and how many exact hits there are in all."""

    candidates: tuple[Candidate, ...]
    exact: int


def find(sought: Sought, new: GramIndex, diff: Difference | None) -> Found:
    """Collect the candidates of a quote, each place once."""
    carried = [] if diff is None else [_carried(sought, new.tokens, way) for way in (diff.front, diff.back)]
    hits = new.exact(sought.hashes)
    places = [one for way in carried for one in way]
    places += (whole(int(at), len(sought)) for at in _best_surrounded(hits, sought, new.tokens))
    if not is_short(sought):
        for begin in _peaks(sought, new):
            places += _fitted(sought, new.tokens, begin)
    distinct: dict[tuple[int, int], Fit] = {}
    for one in places:
        distinct.setdefault((one.first, one.stop), one)
    return Found(tuple(Candidate(one, _votes(one, carried)) for one in distinct.values()), len(hits))


def is_short(sought: Sought) -> bool:
    """Tell whether a quote is so short that likeness says nothing."""
    return int(sought.words.sum()) < SHORT_WORDS or len(sought.text) < SHORT_CHARACTERS


def _carried(sought: Sought, new: Tokens, carried: Carried) -> list[Fit]:
    """Give the places that one diff carries the quote to: one, or several if it was parted."""
    begin, stop = max(0, sought.first - MARGIN_TOKENS), sought.stop + MARGIN_TOKENS
    return fits(sought, new, begin, carried.to_new[begin:stop])


def _votes(one: Fit, carried: Iterable[Sequence[Fit]]) -> int:
    """Count the diffs that carry the quote, or a part of it, to about this place."""
    return sum(any(overlap(one, other) > 0.5 for other in way) for way in carried)


def overlap(one: Fit, other: Fit) -> float:
    """Give the tokens that two places share, as a share of the shorter one."""
    shared = min(one.stop, other.stop) - max(one.first, other.first)
    return max(0, shared) / min(one.stop - one.first, other.stop - other.first)


def _best_surrounded(hits: Ints, sought: Sought, new: Tokens) -> Ints:
    """Keep the exact hits whose nearest neighbours agree best with those of the quote; earlier ones win ties."""
    if len(hits) <= EXACT:
        return hits
    agreement = np.zeros(len(hits))
    if sought.has_context:
        for distance in range(1, NEAR_TOKENS + 1):
            for old, at in (
                (sought.first - distance, hits - distance),
                (sought.stop - 1 + distance, hits + len(sought) - 1 + distance),
            ):
                if 0 <= old < len(sought.source):
                    inside = (at >= 0) & (at < len(new))
                    same = new.hashes[np.clip(at, 0, len(new) - 1)] == sought.source.hashes[old]
                    agreement += (inside & same) / distance
    else:
        agreement = -np.abs(new.starts[hits] - sought.start).astype(np.float64)
    return np.sort(hits[np.argsort(-agreement, kind="stable")[:EXACT]])


def _peaks(sought: Sought, new: GramIndex) -> Iterator[int]:
    """Give the tokens at which the quote may begin, by the votes of its runs and of the rare runs around it."""
    grams = grams_of(sought.hashes)
    wide = max(16, len(sought))
    yield from _most_voted(grams, 0, new, COMMON_GRAM, wide, PEAKS)
    if sought.has_context:
        around = sought.source.hashes[sought.outer.start : sought.outer.stop]
        yield from _most_voted(grams_of(around), sought.first - sought.outer.start, new, RARE_GRAM, wide, CONTEXT_PEAKS)


def _most_voted(grams: Ints, origin: int, new: GramIndex, most: int, wide: int, peaks: int) -> Iterator[int]:
    """Give the places that most of the runs agree on; `origin` is the run at which the quote begins."""
    counts = new.counts(grams)
    used = np.flatnonzero((counts > 0) & (counts <= most))
    if not len(used):
        return
    rows, places = new.occurrences(grams[used])
    begins = places - (used[rows] - origin)
    order = np.argsort(begins, kind="stable")
    begins, rows = begins[order], rows[order]
    until = np.searchsorted(begins, begins + wide, side="right")
    votes = until - np.arange(len(begins))
    least = max(1, LEAST_VOTES * len(grams))
    taken: list[int] = []
    for at in np.argsort(-votes, kind="stable")[:2000].tolist():
        if votes[at] < least or len(taken) == peaks:
            return
        begin = int(np.median(begins[at : until[at]]))
        if all(abs(begin - other) > wide for other in taken):
            taken.append(begin)
            yield begin


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
    return fits(sought, new, old_begin, matches)
