"""Broken words joined again, with the way back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.corpus.pdf import join_broken_words


@pytest.mark.parametrize(
    ("raw", "joined"),
    [
        ("indem-\nnity", "indemnity"),
        ("10-\n20", "10-\n20"),
        ("Jean-\nClaude", "Jean-\nClaude"),
        ("word -\nnext", "word -\nnext"),
        ("über-\nörtlich", "überörtlich"),
        ("soft\u00ad\nened", "softened"),
        ("a well-known man, well-\nknown", "a well-known man, well-known"),
        ("wellknown, well-known, well-\nknown", "wellknown, well-known, wellknown"),
        ("-\na", "-\na"),
        ("", ""),
    ],
)
def test_which_words_are_joined(raw: str, joined: str) -> None:
    """A letter, a hyphen, a line end, a small letter; unless the text writes the compound so elsewhere."""
    assert join_broken_words(raw).text == joined


@settings(max_examples=100)
@given(st.text(st.sampled_from("ab A1-\n\u00ad"), max_size=30))
def test_each_kept_character_leads_to_an_equal_one(raw: str) -> None:
    """Only hyphens and line ends go, and offsets never fall."""
    text, source = join_broken_words(raw)
    places = [source.raw(at) for at in range(len(text))]
    assert [raw[place] for place in places] == list(text)
    assert places == sorted(set(places))
    assert set(range(len(raw))) - set(places) <= {at for at, char in enumerate(raw) if char in "-\n\u00ad"}
