"""Words are found as people type them."""

from __future__ import annotations

from reviewer.spans import Span
from reviewer.tui.searching import MOST_HITS, search

TEXT = "The fee (40 EUR) is due.\nThe Fee\n is due again. fee"


def test_case_and_line_ends_do_not_matter_and_signs_are_signs() -> None:
    """Blanks match any run of blanks; what looks like a pattern is taken letter for letter."""
    assert search(TEXT, "fee", 0).hits == (Span(4, 7), Span(29, 32), Span(48, 51))
    assert search(TEXT, "fee is due", 0).hits == (Span(29, 40),)
    assert search(TEXT, "(40 eur)", 0).hits == (Span(8, 16),)
    assert search(TEXT, ".*", 0).hits == ()


def test_the_nearest_hit_comes_first_and_steps_go_round() -> None:
    """From what is in sight on, then from the beginning."""
    found = search(TEXT, "fee", 30)
    assert found.current == Span(48, 51)
    assert found.step(1).current == Span(4, 7)
    assert found.step(1).step(-1).current == Span(48, 51)
    assert search(TEXT, "fee", 50).current == Span(4, 7)


def test_nothing_found_is_said() -> None:
    """An empty search says nothing, one without a hit does."""
    assert search(TEXT, "  ", 0).told == ""
    assert search(TEXT, "zebra", 0).told == "“zebra” is not in this document"
    assert search(TEXT, "zebra", 0).step(1).current is None
    assert search("a" * 5000, "a", 0).told.endswith(f"of {MOST_HITS}+")
