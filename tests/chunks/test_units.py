"""What is counted: characters, words and tokens as boundaries."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from reviewer.chunks.units import blanks, token_units, trimmed, word_units


@given(st.text(st.one_of(st.sampled_from(" \t\n\x1c\x85\xa0\u2003\u3000\u200b"), st.characters(), st.just("\ud800"))))
def test_blanks_and_words_are_those_of_python(text: str) -> None:
    """The same characters that `str.isspace` names part the same words that `str.split` gives."""
    assert blanks(text).tolist() == [char.isspace() for char in text]
    words = word_units(text)
    assert words.begun(len(text)) == len(text.split())
    for number, word in enumerate(text.split()):
        start = words.position(number) if number else len(text) - len(text.lstrip())
        assert text[start : start + len(word)] == word


def test_a_character_belongs_to_its_first_token() -> None:
    """Four byte tokens of one sign: the units after the first begin behind the sign."""
    offsets = np.array([[0, 2], [3, 4], [3, 4], [3, 4], [3, 4], [5, 7]], dtype=np.int32)
    units = token_units(offsets, 7)
    assert [units.position(unit) for unit in range(7)] == [0, 3, 4, 4, 4, 5, 7]
    assert units.holding(3) == 1


def test_offsets_that_fall_back_or_leave_the_text_do_no_harm() -> None:
    """Boundaries never fall and never leave the text, whatever a tokenizer answers."""
    offsets = np.array([[0, 4], [2, 3], [9, 99]], dtype=np.int32)
    units = token_units(offsets, 6)
    assert [units.position(unit) for unit in range(4)] == [0, 4, 6, 6]


def test_trimming_a_blank_place_leaves_nothing() -> None:
    """Start equals end."""
    assert trimmed("a \n b", 1, 4) == (4, 4)
    assert trimmed("a b ", 0, 4) == (0, 3)
