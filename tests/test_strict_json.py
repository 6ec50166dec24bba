"""JSON is read in one way, wherever it comes from."""

from __future__ import annotations

import math

import pytest

from reviewer.decoding import parse_json


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"a": 1, "b": 2, "a": 3}', "the key 'a' stands twice"),
        ('[{"x": {"y": 1, "y": 1}}]', "the key 'y' stands twice"),
        ("[NaN]", "NaN is not a number"),
        ("-Infinity", "-Infinity is not a number"),
        ("1" * 301, "a number of 301 digits"),
        ("[" * 100_000, "nested too deeply"),
        ("{} x", "Extra data"),
        ("", "Expecting value"),
    ],
)
def test_what_a_careless_reader_would_take_is_refused(text: str, told: str) -> None:
    """The last of two keys, no number, a number without end, a text that ends no stack."""
    with pytest.raises(ValueError, match=told):
        parse_json(text)


def test_bytes_that_are_no_text_are_refused() -> None:
    """As a ValueError too, so that a reader needs to know of no other."""
    with pytest.raises(ValueError, match="utf-8"):
        parse_json(b"\xff")
    assert parse_json('"\u00e9"'.encode()) == "\u00e9"


def test_who_names_numbers_better_may_ask_for_them() -> None:
    """Keys that stand twice are refused all the same."""
    value = parse_json('{"score": NaN}', finite=False)
    assert isinstance(value, dict)
    assert math.isnan(value["score"])
    with pytest.raises(ValueError, match="stands twice"):
        parse_json('{"a": 1, "a": 1}', finite=False)


def test_fractions_beyond_any_float_are_refused_where_numbers_must_be_finite() -> None:
    """They would be read as infinity."""
    with pytest.raises(ValueError, match="1e999 is beyond any number"):
        parse_json('{"score": 1e999}')
    assert parse_json("[1.5, -0.25e-3]") == [1.5, -0.00025]
