"""Sentences end where readers see their end."""

from __future__ import annotations

import pytest

from reviewer.labels.sites.sentences import sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("It costs 3.50 EUR. Pay it.", ["It costs 3.50 EUR.", "Pay it."]),
        ("See e.g. Section 3. Then pay.", ["See e.g. Section 3.", "Then pay."]),
        ("Das gilt z. B. Montag nicht. Sonst doch.", ["Das gilt z. B. Montag nicht.", "Sonst doch."]),
        ("He said “no.” She left.", ["He said “no.”", "She left."]),
        ("A stop. but it goes on. End", ["A stop. but it goes on.", "End"]),
        ("一つ。二つ。", ["一つ。", "二つ。"]),
        ("  \n ", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    """Abbreviations, numbers and small letters after a stop end nothing."""
    assert [text[one.start : one.end] for one in sentences(text, 0, len(text))] == expected


def test_only_the_given_part_is_read() -> None:
    """Offsets are those of the whole text."""
    text = "No. One. Two. No."
    assert [(one.start, one.end) for one in sentences(text, 4, 13)] == [(4, 8), (9, 13)]
