"""Fingerprints: stable, told apart, and comparable in their short form."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer import fingerprint

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=3), inner, max_size=3),
    max_leaves=8,
)


def test_text_bytes_and_file_of_equal_content_agree(tmp_path: Path) -> None:
    """One content has one fingerprint, and anyone can compute it with sha256."""
    path = tmp_path / "a.md"
    path.write_bytes("Gebühr 40 €\n".encode())
    expected = "sha256:" + hashlib.sha256("Gebühr 40 €\n".encode()).hexdigest()
    assert fingerprint.of_text("Gebühr 40 €\n") == expected
    assert fingerprint.of_bytes("Gebühr 40 €\n".encode()) == expected
    assert fingerprint.of_file(path) == expected


@given(st.dictionaries(st.text("abc", min_size=1, max_size=3), plain, max_size=5))
def test_order_of_settings_does_not_matter(settings: dict[str, fingerprint.Plain]) -> None:
    """A configuration file may be sorted without making another arm."""
    turned = dict(reversed(settings.items()))
    assert fingerprint.of_plain(settings) == fingerprint.of_plain(turned)


@pytest.mark.parametrize(("one", "other"), [({"a": 1}, {"a": "1"}), ({"a": None}, {}), ({"a": [1, 2]}, {"a": [2, 1]})])
def test_different_settings_are_told_apart(one: fingerprint.Plain, other: fingerprint.Plain) -> None:
    """Type, presence and order in a list all count."""
    assert fingerprint.of_plain(one) != fingerprint.of_plain(other)


@given(st.text("ab", max_size=4), st.text("ab", max_size=4))
def test_short_forms_agree_exactly_with_their_own_text(one: str, other: str) -> None:
    """Labels carry sixteen digits, and they are compared where both have digits."""
    whole = fingerprint.of_text(other)
    short = fingerprint.short(fingerprint.of_text(one))
    assert len(short) == len("sha256:") + 16
    assert fingerprint.same(short, whole) == fingerprint.same(whole, short) == (one == other)


@pytest.mark.parametrize("cut", ["", "sha256:", "sha256:9f2c41d07b3a55e"])
def test_fewer_than_sixteen_digits_agree_with_nothing(cut: str) -> None:
    """A cut fingerprint proves nothing, not even against itself."""
    assert not fingerprint.same(cut, "sha256:9f2c41d07b3a55e1")
    assert not fingerprint.same(cut, cut)
