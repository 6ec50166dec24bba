"""Words are found as people type them."""

from __future__ import annotations

import sys

from reviewer.spans import Span
from reviewer.tui.searching import MOST_HITS, SLICE, search, seek

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


def test_words_are_found_across_slices_and_line_ends() -> None:
    """The same hits as in one go, whatever lies on a border; the first from the given place on is looked at."""
    text = "a" * (SLICE - 4) + " Late \n\n delay " + "b" * SLICE + " late delay"
    found = seek(text, "LATE delay", SLICE + 100, lambda: False)
    assert found is not None
    first = text.index("Late")
    assert found.hits == (Span(first, first + 13), Span(len(text) - 10, len(text)))
    assert found.at == 1
    assert seek(text, "late", 0, lambda: True) is None
    nothing = seek(text, "  ", 0, lambda: False)
    assert nothing is not None
    assert nothing.hits == ()


def test_places_count_the_letters_of_the_text_itself() -> None:
    """Ignoring case moves no letter, whatever the text is of; letters that differ by case alone are alike."""
    text = "".join(chr(code) for code in range(sys.maxunicode + 1)) + "needle"
    assert search(text, "NEEDLE", 0).current == Span(len(text) - 6, len(text))
    for words, written in (("straße", "STRAßE"), ("σασ", "ΣΑΣ"), ("ΣΑΣ", "σας"), ("istanbul", "İstanbul"), ("Μ", "µ")):
        assert search(f"x {written} x", words, 0).current == Span(2, 2 + len(written)), words
