"""Chunks of whole paragraphs."""

from __future__ import annotations

from tests.chunks.cutting import cut, texts
from tests.chunks.test_sections import GUIDE


def test_paragraphs_are_joined_while_they_fit_whatever_the_headings_say() -> None:
    """A heading stays with its text, and a list with the line that governs it."""
    assert texts("paragraphs", GUIDE, size=16) == [
        "# Guide\n\nRead this first.",
        "## Fees\n\nFees are due at once. They are never waived. Pay by card.",
        "The exceptions are:\n\n- small firms\n- large firms",
        "### Late fees\n\nLate fees are ten euro.\n\n## Appeals\n\nAn appeal is free.",
    ]


def test_each_paragraph_can_be_a_chunk_of_its_own() -> None:
    """With `join: false`."""
    assert texts("paragraphs", "One.\n\nTwo.\nStill two.\n\nThree.", size=50, join=False) == [
        "One.",
        "Two.\nStill two.",
        "Three.",
    ]


def test_nothing_goes_along_unless_it_is_asked_for() -> None:
    """The plain splitter people compare with; the settings are there."""
    assert not any(one.embedded or one.sent for one in cut("paragraphs", GUIDE, size=16))
    assert cut("paragraphs", GUIDE, size=20, embed=["headings"])[2].embedded == ["# Guide", "## Fees"]


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    """And a sentence too long between words."""
    text = "One two three. Four five six. Seven eight nine ten eleven."
    assert texts("paragraphs", text, size=4) == ["One two three.", "Four five six.", "Seven eight nine ten", "eleven."]
