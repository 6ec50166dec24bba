"""Foreign text is shown, and does nothing unseen, wherever it is printed."""

from __future__ import annotations

import pytest

from reviewer.chunks.conformance.excerpts import readable
from reviewer.reports.escaping import inline
from reviewer.visible import visible, visible_lines


@pytest.mark.parametrize(
    "text",
    [
        "one\n\ttwo",
        "4\u00a0min, 10\u202f000",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\U0001f469\u200d\U0001f467",
        "Donau\u00addampf",
        "\u06dd1",
        "\ue000",
    ],
)
def test_what_can_be_read_stays(text: str) -> None:
    """Line ends, blanks of any width, joiners between what they join, places to break a word, signs of a font."""
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31m", "\\u001b[31m"),
        ("a\u202eb", "a\\u202eb"),
        ("a\u200db", "a\\u200db"),
        ("a\u200bb\ufeff", "a\\u200bb\\ufeff"),
        ("a\u2028b", "a\\u2028b"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
    ],
)
def test_what_acts_or_hides_is_shown_alike_everywhere(text: str, shown: str) -> None:
    """On a terminal, in a finding about a splitter and in a comment: one text, one look."""
    assert visible(text) == readable(text) == shown
    if "\u2028" not in text:  # in one line of prose it is a blank, as every line end
        assert inline(text).replace("&#92;", "\\").replace("&#91;", "[") == shown


def test_every_line_end_is_one_kind() -> None:
    """So that none can hide what stood before it in a log."""
    assert visible_lines("a\r\nb\rc\n") == "a\nb\nc\n"
