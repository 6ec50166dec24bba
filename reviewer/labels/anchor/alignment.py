"""Two sequences of hashes in, what both keep out; large ones are cut at items that occur once in both.

A common beginning and end are set aside first. What is small enough goes to RapidFuzz; what is larger is divided at
runs that are unique in both (the idea of Bram Cohen's patience diff), and what still cannot be divided is left
unaligned and said to be coarse: neither time nor memory grows with the product of two large texts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import Indel, Levenshtein, Opcodes

from reviewer.labels.anchor.tokens import Ints

CELLS = 4_000_000
"""The largest product of two lengths that is aligned item by item: about 3 ms and half a megabyte."""
UNIQUE_LINES = (1, 1)
UNIQUE_TOKENS = (8, 4, 2, 1)
"""Lengths of the runs at which large sequences are divided, most reliable first."""

_BASE = np.uint64(0xD6E8FEB86659FD93)

Opcoder = Callable[[Sequence[int], Sequence[int]], Opcodes]


class Run(NamedTuple):
    """`size` items that stand at `old` in the one sequence and at `new` in the other."""

    old: int
    new: int
    size: int


class Gap(NamedTuple):
    """A stretch of both sequences that the runs leave out: old from, old to, new from, new to."""

    old: int
    old_stop: int
    new: int
    new_stop: int

    @property
    def cells(self) -> int:
        """The cost of aligning it item by item."""
        return (self.old_stop - self.old) * (self.new_stop - self.new)


@dataclass(frozen=True, slots=True)
class Alignment:
    """The runs that both sequences keep, rising in both, and the stretches that were too large to align."""

    runs: tuple[Run, ...]
    coarse: tuple[Gap, ...] = ()


def align_lines(old: Ints, new: Ints) -> Alignment:
    """Align two texts' lines, given as hashes, with as few lines changed as possible."""
    return _align(old, new, Levenshtein.opcodes, UNIQUE_LINES)


def align_tokens(old: Ints, new: Ints) -> Alignment:
    """Align two texts' tokens, given as hashes, with as many tokens kept as possible."""
    return _align(old, new, Indel.opcodes, UNIQUE_TOKENS)


def mirrored(alignment: Alignment, old: int, new: int) -> Alignment:
    """Give the alignment of two sequences of these lengths from that of the two reversed."""
    runs = (Run(old - run.old - run.size, new - run.new - run.size, run.size) for run in reversed(alignment.runs))
    coarse = (
        Gap(old - gap.old_stop, old - gap.old, new - gap.new_stop, new - gap.new) for gap in reversed(alignment.coarse)
    )
    return Alignment(tuple(runs), tuple(coarse))


def gaps(runs: Sequence[Run], old: int, new: int) -> Iterator[Gap]:
    """Give the stretches that rising runs leave out of sequences of these lengths."""
    edges = (Run(0, 0, 0), *runs, Run(old, new, 0))
    for one, following in pairwise(edges):
        gap = Gap(one.old + one.size, following.old, one.new + one.size, following.new)
        if gap.old < gap.old_stop or gap.new < gap.new_stop:
            yield gap


def _align(old: Ints, new: Ints, opcodes: Opcoder, unique: Sequence[int]) -> Alignment:
    """Align depth first; the stack holds what is still to be aligned, and the lengths of runs left to try."""
    runs: list[Run] = []
    coarse: list[Gap] = []
    stack = [(Gap(0, len(old), 0, len(new)), tuple(unique))]
    while stack:
        gap, lengths = stack.pop()
        if gap.cells > CELLS:
            head, gap, tail = _set_aside(old, new, gap)
            runs += (run for run in (head, tail) if run.size)
        if not gap.cells:
            continue
        if gap.cells <= CELLS:
            runs += _item_by_item(old, new, gap, opcodes)
        elif not lengths:
            coarse.append(gap)
        else:
            anchors = _unique_runs(old, new, gap, lengths[0])
            runs += anchors
            stack += ((one, lengths[1:]) for one in _between(anchors, gap))
    return Alignment(tuple(_joined(sorted(runs))), tuple(sorted(coarse)))


def _set_aside(old: Ints, new: Ints, gap: Gap) -> tuple[Run, Gap, Run]:
    """Cut off the beginning and the end that both sides share."""
    shorter = min(gap.old_stop - gap.old, gap.new_stop - gap.new)
    head = _same(old[gap.old : gap.old + shorter], new[gap.new : gap.new + shorter])
    shorter -= head
    one, other = old[gap.old_stop - shorter : gap.old_stop], new[gap.new_stop - shorter : gap.new_stop]
    tail = _same(one[::-1], other[::-1])
    inner = Gap(gap.old + head, gap.old_stop - tail, gap.new + head, gap.new_stop - tail)
    return Run(gap.old, gap.new, head), inner, Run(inner.old_stop, inner.new_stop, tail)


def _same(one: Ints, other: Ints) -> int:
    """Count the items at the beginning that are equal."""
    unlike = one != other
    return int(unlike.argmax()) if unlike.any() else len(one)


def _item_by_item(old: Ints, new: Ints, gap: Gap, opcodes: Opcoder) -> Iterator[Run]:
    """Align a small stretch."""
    found = opcodes(old[gap.old : gap.old_stop].tolist(), new[gap.new : gap.new_stop].tolist())
    for one in found:
        if one.tag == "equal":
            yield Run(gap.old + one.src_start, gap.new + one.dest_start, one.src_end - one.src_start)


def _unique_runs(old: Ints, new: Ints, gap: Gap, length: int) -> list[Run]:
    """Give rising runs made of windows of `length` items that occur once in each side of a stretch."""
    one, at_old = _once(_windows(old[gap.old : gap.old_stop], length))
    other, at_new = _once(_windows(new[gap.new : gap.new_stop], length))
    _, first, second = np.intersect1d(one, other, assume_unique=True, return_indices=True)
    order = np.argsort(at_old[first])
    left, right = at_old[first][order] + gap.old, at_new[second][order] + gap.new
    rising = _longest_rising(right)
    return list(_apart(_chained(left[rising], right[rising], length)))


def _windows(hashes: Ints, length: int) -> Ints:
    """Hash every window of `length` items: int64 [n - length + 1]."""
    count = max(0, len(hashes) - length + 1)
    values = np.zeros(count, np.uint64)
    for step in range(length):
        values = values * _BASE + hashes[step : step + count].view(np.uint64)
    return values.view(np.int64)


def _once(hashes: Ints) -> tuple[Ints, Ints]:
    """Give the hashes that occur once, sorted, and where."""
    found, at, counts = np.unique(hashes, return_index=True, return_counts=True)
    return found[counts == 1], at[counts == 1]


def _longest_rising(values: Ints) -> Ints:
    """Give the indices of a longest rising subsequence (Fredman 1975, by patience sorting): int64 [m]."""
    if not len(values) or (values[1:] > values[:-1]).all():
        return np.arange(len(values))
    tops: list[int] = []
    top_at: list[int] = []
    before = np.full(len(values), -1, np.int64)
    for at, value in enumerate(values.tolist()):
        pile = bisect_left(tops, value)
        before[at] = top_at[pile - 1] if pile else -1
        tops[pile : pile + 1] = [value]
        top_at[pile : pile + 1] = [at]
    chain = [top_at[-1]]
    while before[chain[-1]] >= 0:
        chain.append(int(before[chain[-1]]))
    return np.array(chain[::-1], np.int64)


def _chained(left: Ints, right: Ints, length: int) -> Iterator[Run]:
    """Join windows that overlap or touch on one diagonal."""
    if not len(left):
        return
    breaks = np.flatnonzero((np.diff(right - left) != 0) | (np.diff(left) > length)) + 1
    for one in np.split(np.arange(len(left)), breaks):
        yield Run(int(left[one[0]]), int(right[one[0]]), int(left[one[-1]] - left[one[0]]) + length)


def _apart(runs: Iterable[Run]) -> Iterator[Run]:
    """Cut from each run what it shares with the one before, so that runs rise in both sequences."""
    old = new = 0
    for run in runs:
        shared = max(0, old - run.old, new - run.new)
        if shared < run.size:
            yield Run(run.old + shared, run.new + shared, run.size - shared)
            old, new = run.old + run.size, run.new + run.size


def _between(runs: Sequence[Run], gap: Gap) -> Iterator[Gap]:
    """Give what runs inside a stretch leave out of it."""
    shifted = [Run(run.old - gap.old, run.new - gap.new, run.size) for run in runs]
    for one in gaps(shifted, gap.old_stop - gap.old, gap.new_stop - gap.new):
        yield Gap(one.old + gap.old, one.old_stop + gap.old, one.new + gap.new, one.new_stop + gap.new)


def _joined(runs: Iterable[Run]) -> Iterator[Run]:
    """Join runs that follow each other without a gap."""
    last: Run | None = None
    for run in runs:
        if last and (last.old + last.size, last.new + last.size) == (run.old, run.new):
            last = Run(last.old, last.new, last.size + run.size)
            continue
        if last:
            yield last
        last = run
    if last:
        yield last
