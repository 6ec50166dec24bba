"""Lines end where a reader would end them."""

from __future__ import annotations

import pytest
from rich.text import Text

from reviewer.reports.terminal_wrapping import BLANKS, HYPHENS, longest_piece, wrapped


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("boundary: condition-consequence", 19, ["boundary:", "condition-", "consequence"]),
        ("boundary: condition-consequence", 20, ["boundary: condition-", "consequence"]),
        ("evidence: 67-200 tokens", 12, ["evidence:", "67-200", "tokens"]),
        ("−19.7 [−32.4, −8.7]", 40, ["−19.7 [−32.4, −8.7]"]),
        ("条件 と 結果", 5, ["条件", "と", "結果"]),
        ("unbreakable", 4, ["unbreakable"]),
        ("", 4, [""]),
    ],
)
def test_pieces_stay_whole(text: str, width: int, lines: list[str]) -> None:
    """Blanks at the end of a line go; a number with a hyphen is no word with one; wide signs count twice."""
    assert wrapped(Text(text), width, HYPHENS).plain.split("\n") == lines


def test_later_lines_hang_below_the_first() -> None:
    """And are shorter by as much."""
    told = wrapped(Text("aa bb cc dd"), 5, BLANKS, hanging=2).plain.split("\n")
    assert told == ["aa bb", "  cc", "  dd"]


def test_styles_follow_their_words() -> None:
    """Over a break."""
    told = wrapped(Text.assemble("one ", ("two three", "bold")), 5, BLANKS)
    assert [told.plain[span.start : span.end] for span in told.spans] == ["two", "three"]


def test_the_longest_piece_decides_how_narrow_a_column_can_be() -> None:
    """By blanks or by hyphens too."""
    assert longest_piece("boundary: condition-consequence", HYPHENS) == len("consequence")
    assert longest_piece("boundary: condition-consequence", BLANKS) == len("condition-consequence")
