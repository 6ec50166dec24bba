"""Texts are grouped without loss, padding or excess."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reviewer.vectors.batches import batches, windows

lengths = st.lists(st.integers(0, 30), max_size=60)


@given(lengths, st.integers(1, 100))
def test_a_batch_holds_equal_lengths_within_its_budget(given_lengths: list[int], tokens: int) -> None:
    """Each text is in one batch; only a text alone may pass the budget."""
    found = list(batches(given_lengths, tokens))
    assert sorted(at for batch in found for at in batch) == list(range(len(given_lengths)))
    for batch in found:
        assert len({given_lengths[at] for at in batch}) == 1
        assert len(batch) == 1 or sum(given_lengths[at] for at in batch) <= tokens


@given(lengths, st.integers(1, 100))
def test_a_window_holds_texts_of_falling_length(given_lengths: list[int], characters: int) -> None:
    """Each text is in one window, longest first; only a text alone may pass the bound."""
    found = list(windows(given_lengths, characters))
    order = [at for window in found for at in window]
    assert sorted(order) == list(range(len(given_lengths)))
    assert order == sorted(order, key=lambda at: (-given_lengths[at], at))
    assert all(len(window) == 1 or sum(given_lengths[at] for at in window) <= characters for window in found)
