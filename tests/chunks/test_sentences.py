"""Chunks of whole sentences."""

from __future__ import annotations

from tests.chunks.cutting import texts

TEXT = "One is. Two is. Three is. Four is. Five is. Six is. Seven is."


def test_a_number_of_sentences_with_an_overlap_of_whole_ones() -> None:
    """Windows on the grid of sentences."""
    assert texts("sentences", TEXT, unit="sentences", size=3, overlap=1) == [
        "One is. Two is. Three is.",
        "Three is. Four is. Five is.",
        "Five is. Six is. Seven is.",
    ]


def test_sentences_are_joined_up_to_a_size_and_never_parted() -> None:
    """An overlap for which no whole sentence fits is none."""
    assert texts("sentences", TEXT, size=5) == [
        "One is. Two is.",
        "Three is. Four is.",
        "Five is. Six is.",
        "Seven is.",
    ]
    assert texts("sentences", TEXT, size=5, overlap=1) == texts("sentences", TEXT, size=5)
    assert texts("sentences", TEXT, size=4, overlap=2)[1] == "Two is. Three is."


def test_a_heading_an_item_and_a_row_end_a_sentence_too() -> None:
    """They have no stop."""
    text = "# Fees\nThey are due.\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n"
    assert texts("sentences", text, unit="sentences", size=1) == [
        "# Fees",
        "They are due.",
        "- one",
        "- two",
        "| a | b |\n| - | - |",
        "| 1 | 2 |",
        "| 3 | 4 |",
    ]


def test_a_sentence_longer_than_the_size_is_cut_between_words() -> None:
    """Where the size counts something else than sentences."""
    assert texts("sentences", "one two three four five. Six.", size=2) == ["one two", "three four", "five.", "Six."]
