"""What a terminal is sent for any character: never a control, and always as many cells as were counted."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from reviewer.tui import glyphs

TEXTS = st.text(
    st.one_of(
        st.characters(codec="utf-8"),
        st.sampled_from("\t\n\x00\x1b\x7f\x85\u00ad\u0301\u200b\u200d\u202e\u2028\ufe0f漢אن👍🏽🇩️a "),
    ),
    max_size=60,
)


@settings(deadline=None, max_examples=60)
@given(TEXTS)
def test_nothing_that_drives_a_terminal_is_sent(text: str) -> None:
    """No control, no direction, no joiner, no line end of any kind is in what is drawn."""
    for sign in glyphs.draw(text)[0]:
        assert "\n" not in sign
        for char in sign:
            assert unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Zl", "Zp"}, ascii(char)


@settings(deadline=None, max_examples=60)
@given(TEXTS)
def test_cells_are_those_that_the_terminal_library_counts(text: str) -> None:
    """The sum of the widths is the width of the whole, whatever stands beside what."""
    signs, widths = glyphs.draw(text)
    drawn = "".join(signs)
    assert cell_len(drawn) == sum(widths) + text.count("\n") * 1
    assert len(signs) == len(widths) == len(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("x\x1b[31my", "x␛[31my"),
        ("a\tb", "a b"),
        ("one\r\ntwo", "one␍ two"),
        ("\u202eabc\u202c", "⇤abc⇹"),
        ("zero\u200bwidth", "zero∙width"),
        ("e\u0301", "e\u0301"),
        ("\u0301", "◌\u0301"),
        ("🇩🇪", "DE"),
        ("漢字", "漢字"),
    ],
)
def test_stand_ins(text: str, shown: str) -> None:
    """Each has a sign that says what it is."""
    assert glyphs.one_line(text) == shown


def test_marks_do_not_pile_up() -> None:
    """A base with a hundred marks is drawn as several cells, so that no row grows without end."""
    signs, widths = glyphs.draw("e" + "\u0301" * 100)
    assert sum(widths) == 1 + (100 - glyphs.MOST_MARKS + glyphs.MOST_MARKS - 1) // glyphs.MOST_MARKS
    assert max(map(len, signs)) == 2


@settings(deadline=None, max_examples=60)
@given(TEXTS, st.integers(0, 20))
def test_shortening_keeps_to_the_width(text: str, width: int) -> None:
    """What is cut says so, and what fits is not touched."""
    short = glyphs.shortened(text, width)
    assert cell_len(short) <= width
    assert short == glyphs.one_line(text) or short.endswith("…") or not width
