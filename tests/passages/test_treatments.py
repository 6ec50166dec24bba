"""Pure parts of treatments: order, groups and places."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.corpus import document_from_text
from reviewer.errors import PassageError
from reviewer.passages import collapse, expand_to_section, merge_places, mmr_order
from reviewer.spans import Place, Span

TEXT = "preamble\n\n# One\nfirst part\n\n## Two\nsecond part\n"


@settings(deadline=None)
@given(st.integers(0, 8), st.integers(0, 10), st.floats(0, 1))
def test_mmr_gives_each_row_once_and_no_more_than_there_are(n: int, k: int, weight: float) -> None:
    """Each row comes once, and no more rows than there are."""
    vectors = np.random.default_rng(n).normal(size=(n, 3))
    order = mmr_order(np.ones(3), vectors, k, weight).tolist()
    assert len(order) == len(set(order)) == min(n, k)


def test_a_zero_vector_is_never_taken_for_the_best() -> None:
    """A zero vector has likeness 0, not NaN."""
    assert mmr_order(np.array([1.0, 0.0]), np.array([[0.0, 0.0], [0.6, 0.8]]), 2, 1.0).tolist() == [1, 0]


def test_a_negative_k_is_refused() -> None:
    """A negative k is refused."""
    with pytest.raises(PassageError):
        mmr_order(np.ones(2), np.ones((3, 2)), -1, 0.5)


def test_collapsing_keeps_every_hit_of_a_chosen_section_up_to_the_next_new_one() -> None:
    """Hits of chosen sections are kept until a section comes that is one too many."""
    assert collapse(["a", "b", "a", "c", "a"], 2).groups == ((0, 2), (1,))
    assert collapse(["a", "b", "a", "c", "a"], 2).swallowed == 1
    assert collapse([], 3).groups == ()
    assert collapse(["a"], 3).swallowed == 0


def test_a_place_across_a_heading_expands_to_both_sections() -> None:
    """A place across a heading expands to both sections, one in the preamble to the preamble."""
    document = document_from_text("a.md", TEXT)
    both = expand_to_section(document, Span(TEXT.index("part"), TEXT.index("second")))
    assert TEXT[both.start : both.end].strip() == TEXT[TEXT.index("# One") :].strip()
    alone = expand_to_section(document, Span(2, 5))
    assert TEXT[alone.start : alone.end].strip() == "preamble"


def test_merged_places_hold_what_the_places_held() -> None:
    """Merged places hold what the places held."""
    places = [Place("b", 5, 9), Place("a", 0, 3), Place("b", 0, 5), Place("a", 7, 8)]
    assert merge_places(places) == (Place("a", 0, 3), Place("a", 7, 8), Place("b", 0, 9))
