"""Alignment of two sequences: what is kept rises in both, and large sequences stay cheap."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.labels.anchor import alignment as module
from reviewer.labels.anchor.alignment import Alignment, align_lines, align_tokens, gaps, mirrored
from reviewer.labels.anchor.tokens import Ints

SEQUENCES = st.lists(st.integers(0, 6), max_size=60)


def array(values: list[int]) -> Ints:
    """Give hashes."""
    return np.array(values, np.int64)


def check(alignment: Alignment, old: Ints, new: Ints) -> None:
    """Every run is equal on both sides, and runs rise without overlap."""
    at_old = at_new = 0
    for run in alignment.runs:
        assert run.old >= at_old
        assert run.new >= at_new
        assert (old[run.old : run.old + run.size] == new[run.new : run.new + run.size]).all()
        at_old, at_new = run.old + run.size, run.new + run.size
    assert at_old <= len(old)
    assert at_new <= len(new)


@given(SEQUENCES, SEQUENCES, st.sampled_from([1, 20, 4_000_000]))
@settings(max_examples=150)
def test_runs_are_equal_and_rise(one: list[int], other: list[int], cells: int) -> None:
    """It holds for both kinds, forward and mirrored, and when only small stretches are aligned item by item."""
    old, new = array(one), array(other)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "CELLS", cells)
        for align in (align_lines, align_tokens):
            check(align(old, new), old, new)
            check(mirrored(align(old[::-1], new[::-1]), len(old), len(new)), old, new)


def test_large_sequences_are_divided_at_what_is_unique() -> None:
    """Of 20,000 items with 1 in 50 replaced nearly all others are kept, and nothing is left coarse."""
    old = np.arange(20_000, dtype=np.int64)
    new = np.where(old % 50 == 0, -old - 1, old)
    found = align_tokens(old, new)
    assert sum(run.size for run in found.runs) == 19_600
    assert not found.coarse


def test_a_block_that_moved_is_kept_at_one_place_only() -> None:
    """The longer chain of unique items wins; what moved is left out."""
    old = np.arange(10_000, dtype=np.int64)
    new = np.concatenate((old[9_000:], old[:9_000]))
    found = align_tokens(old, new)
    check(found, old, new)
    assert sum(run.size for run in found.runs) == 9_000


def test_what_cannot_be_divided_is_said_to_be_coarse() -> None:
    """Two large stretches without a unique common item are left unaligned, openly."""
    old, new = array([1, 2] * 3_000), array([2, 2, 1] * 2_000)
    found = align_tokens(old, new)
    assert found.coarse
    assert sum((gap.old_stop - gap.old) for gap in found.coarse) > 5_000


def test_gaps_are_what_runs_leave_out() -> None:
    """Gaps and runs together cover both sequences."""
    old, new = array([1, 2, 3, 4]), array([1, 9, 3, 4, 5])
    found = list(gaps(align_tokens(old, new).runs, 4, 5))
    assert [(gap.old, gap.old_stop, gap.new, gap.new_stop) for gap in found] == [(1, 2, 1, 2), (4, 4, 4, 5)]
