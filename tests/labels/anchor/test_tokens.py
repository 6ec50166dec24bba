"""Tokens: what counts as the same word, and where it stands."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.corpus import canonicalise
from reviewer.labels.anchor.tokens import lex


def tokens_of(text: str) -> list[str]:
    """Give the tokens as strings."""
    tokens = lex(text)
    return [text[start:end] for start, end in zip(tokens.starts, tokens.ends, strict=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("max_size=10.5", ["max_size", "=", "10", ".", "5"]),
        ("don't", ["don", "'", "t"]),
        ("a ---- b ...", ["a", "----", "b", "..."]),
        ("日本語 fee", ["日", "本", "語", "fee"]),
        ("x̱y", ["x̱y"]),
        (" \n\t", []),
        ("", []),
    ],
)
def test_words_signs_and_ideographs_are_tokens(text: str, expected: list[str]) -> None:
    """Words stay whole, repeated signs too, and scripts without blanks fall into characters."""
    assert tokens_of(text) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Café", "Cafe\u0301"),
        ("“ten” – it’s", '"ten" - it\'s'),
        ("take ten\ndays", "take\u00a0 ten\r\n   days"),
    ],
)
def test_typography_spelling_and_blanks_are_no_difference(one: str, other: str) -> None:
    """Equal words hash alike however they are set."""
    assert lex(one).hashes.tolist() == lex(other).hashes.tolist()


@pytest.mark.parametrize(("one", "other"), [("Fee", "fee"), ("10", "100"), ("a b", "ab"), ("a-b", "a b")])
def test_case_digits_and_joints_are_a_difference(one: str, other: str) -> None:
    """What changes the meaning changes the hashes."""
    assert lex(one).hashes.tolist() != lex(other).hashes.tolist()


@given(st.text(max_size=80))
@settings(max_examples=150)
def test_tokens_cover_all_but_blanks(text: str) -> None:
    """Tokens rise, do not overlap, and leave out nothing but blanks."""
    text = canonicalise(text).text
    tokens = lex(text)
    covered = "".join(text[start:end] for start, end in zip(tokens.starts, tokens.ends, strict=True))
    assert covered == "".join(text.split())
    assert all(end <= start for end, start in zip(tokens.ends, tokens.starts[1:], strict=False))


@given(st.text(alphabet="aé ç\u0301.\nñ\r", max_size=40))
@settings(max_examples=100)
def test_offsets_are_those_of_the_text_as_given(text: str) -> None:
    """In a decomposed text or one with other line ends, each token's place holds that token."""
    decomposed = unicodedata.normalize("NFD", text)
    found = [canonicalise(token).text for token in tokens_of(decomposed)]
    assert found == tokens_of(canonicalise(text).text)
