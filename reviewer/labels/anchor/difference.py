"""What became of every token of an old text: the diff of two texts, lines first, then words inside changed lines.

The diff is made twice, from the front and from the back. Where equal text was put in or taken out beside its like, the
two disagree, and neither is to be believed there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from reviewer.labels.anchor.alignment import Alignment, Gap, Run, align_lines, align_tokens, gaps, mirrored
from reviewer.labels.anchor.tokens import Ints, Tokens, combined

NOWHERE = -1

Aligner: TypeAlias = Callable[[Ints, Ints], Alignment]


@dataclass(frozen=True, slots=True)
class Carried:
    """One diff: `to_new` int64 [n old tokens] and `to_old` int64 [n new tokens], NOWHERE where nothing is kept."""

    to_new: Ints
    to_old: Ints


@dataclass(frozen=True, slots=True)
class Difference:
    """The diff from the front and that from the back, and the token stretches that were too large to align."""

    front: Carried
    back: Carried
    coarse: tuple[Gap, ...]


@dataclass(frozen=True, slots=True)
class _Lines:
    """Lines that hold a token: `hashes` int64 [m]; `firsts` int64 [m + 1] is the first token of each, then the end."""

    hashes: Ints
    firsts: Ints


def difference(old: Tokens, new: Tokens) -> Difference:
    """Compare two texts."""
    old_lines, new_lines = _lines(old), _lines(new)
    front = _compared(old, new, old_lines, new_lines, _from_front)
    back = _compared(old, new, old_lines, new_lines, _from_back)
    carried_front, carried_back = (_carried(one.runs, len(old), len(new)) for one in (front, back))
    return Difference(carried_front, carried_back, front.coarse)


def _lines(tokens: Tokens) -> _Lines:
    """Hash the lines by their tokens alone."""
    begins = np.flatnonzero(np.diff(tokens.lines, prepend=-1)).astype(np.int64)
    hashes = combined(tokens.hashes.view(np.uint64), begins)
    return _Lines(hashes, np.append(begins, len(tokens)))


def _from_front(align: Aligner, old: Ints, new: Ints) -> Alignment:
    return align(old, new)


def _from_back(align: Aligner, old: Ints, new: Ints) -> Alignment:
    return mirrored(align(old[::-1], new[::-1]), len(old), len(new))


def _compared(
    old: Tokens, new: Tokens, old_lines: _Lines, new_lines: _Lines, way: Callable[[Aligner, Ints, Ints], Alignment]
) -> Alignment:
    """Align lines, then the tokens of the lines that differ; all runs and stretches are in tokens."""
    lines = way(align_lines, old_lines.hashes, new_lines.hashes)
    runs = list(_runs_of_lines(lines, old_lines, new_lines))
    coarse: list[Gap] = []
    for gap in gaps(tuple(runs), len(old), len(new)):
        if not gap.cells:
            continue
        inner = way(align_tokens, old.hashes[gap.old : gap.old_stop], new.hashes[gap.new : gap.new_stop])
        runs += (Run(run.old + gap.old, run.new + gap.new, run.size) for run in inner.runs)
        coarse += (
            Gap(one.old + gap.old, one.old_stop + gap.old, one.new + gap.new, one.new_stop + gap.new)
            for one in inner.coarse
        )
    return Alignment(tuple(sorted(runs)), tuple(coarse))


def _runs_of_lines(lines: Alignment, old: _Lines, new: _Lines) -> Iterator[Run]:
    """Lead runs of lines to runs of tokens."""
    for run in lines.runs:
        first, new_first = int(old.firsts[run.old]), int(new.firsts[run.new])
        yield Run(first, new_first, int(old.firsts[run.old + run.size]) - first)


def _carried(runs: tuple[Run, ...], old: int, new: int) -> Carried:
    """Write runs down token by token."""
    table = np.array(runs, np.int64).reshape(-1, 3)
    starts = np.repeat(table[:, :2], table[:, 2], axis=0)
    within = np.arange(len(starts)) - np.repeat(np.cumsum(table[:, 2]) - table[:, 2], table[:, 2])
    at_old, at_new = (starts + within[:, np.newaxis]).T
    to_new, to_old = np.full(old, NOWHERE, np.int64), np.full(new, NOWHERE, np.int64)
    to_new[at_old], to_old[at_new] = at_new, at_old
    return Carried(to_new, to_old)
