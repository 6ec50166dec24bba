"""A quoted text can be read in any script, and can do nothing to the terminal that shows it."""

from __future__ import annotations

import pytest

from reviewer.chunks.conformance.excerpts import excerpt, readable


@pytest.mark.parametrize(
    "text", ["Fees are due.", "رسوم مستحقة", "👩\u200d👩\u200d👧 family", "می\u200cخواهم", "ẹ́ каждый"]
)
def test_what_can_be_read_stays_as_it_is(text: str) -> None:
    """Joiners between letters or signs among it: they only decide how these are drawn."""
    assert excerpt(text, 60) == f"'{text}'"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\x1b[31mred", "a\\u001b[31mred"),
        ("a\u202eb", "a\\u202eb"),
        ("a\u200db", "a\\u200db"),
        ("\u200d👩", "\\u200d👩"),
        ("one\ntwo\tthree\r", "one\\ntwo\\tthree\\r"),
        ("tag \U000e0041", "tag \\U000e0041"),
        ("\ud800 alone", "\\ud800 alone"),
    ],
)
def test_what_could_act_or_mislead_is_escaped(text: str, shown: str) -> None:
    """Colours, changes of direction, joiners between plain letters, invisible tags, halves of pairs."""
    assert readable(text) == shown
    assert readable(shown) == shown


def test_signs_that_nobody_sees_are_named() -> None:
    """A chunk of one joiner alone is no empty pair of quotes."""
    assert excerpt("\u200d", 60) == "U+200D (zero width joiner)"
    assert excerpt("\x07\u200b", 60) == "U+0007 (a control character) U+200B (zero width space)"
    assert excerpt("", 60) == "''"


def test_a_long_text_is_cut() -> None:
    """With a mark."""
    assert excerpt("x" * 61, 60) == f"'{'x' * 60}…'"
