"""Offsets in bytes, UTF-16 units and lines, and finding text whose folding changes lengths."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.corpus import LineIndex, find_ignoring_case, find_quote
from reviewer.corpus.offsets import MappedText, from_utf8, from_utf16, rewrite, through
from reviewer.errors import CorpusError
from reviewer.spans import Span

encodable = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(encodable)
def test_bytes_lead_to_code_points(text: str) -> None:
    """Each character's byte offset is that of the encoded text before it."""
    offsets = range(len(text) + 1)
    in_bytes = [len(text[:offset].encode()) for offset in offsets]
    assert from_utf8(text, in_bytes) == tuple(offsets)


@given(encodable)
def test_utf16_units_lead_to_code_points(text: str) -> None:
    """Each character's UTF-16 offset is that of the encoded text before it."""
    offsets = range(len(text) + 1)
    units = [len(text[:offset].encode("utf-16-le")) // 2 for offset in offsets]
    assert from_utf16(text, units) == tuple(offsets)


def test_emoji_takes_two_utf16_units() -> None:
    """What JavaScript calls [3, 4) is the third character."""
    assert from_utf16("\U0001f600 x", (3, 4)) == (2, 3)


@pytest.mark.parametrize("offset", [-1, 2, 99])
def test_offset_inside_a_character_or_outside_is_refused(offset: int) -> None:
    """Half a character is no place."""
    with pytest.raises(CorpusError, match=f"offset {offset} in UTF-8 bytes"):
        from_utf8("a\u20ac", (offset,))


@given(st.text(st.sampled_from("ab\n\x0c\u2028\x85"), max_size=30))
def test_lines_are_those_between_line_feeds(text: str) -> None:
    """Line and column of every offset lead to the character there, with LF as the only line end."""
    lines, index = text.split("\n"), LineIndex(text)
    assert [text[start : start + len(line)] for start, line in zip(index.starts, lines, strict=True)] == lines
    for offset, char in enumerate(text):
        line, column = index.line_and_column(offset)
        assert (lines[line] + "\n")[column] == char
        assert index.start_of(line) + column == offset
    assert index.start_of(len(lines)) == len(text)


def test_line_of_an_offset_outside_is_refused() -> None:
    """An offset beyond the end has no line."""
    with pytest.raises(CorpusError, match="offset 3 lies outside a text of 2"):
        LineIndex("ab").line_of(3)


def test_finding_ignores_case_but_keeps_offsets() -> None:
    """Sharp s folds into two letters; the match is the one character and its neighbours."""
    assert find_ignoring_case("Die STRASSE, die Stra\u00dfe", "strasse") == (Span(4, 11), Span(17, 23))


def test_finding_a_quote_across_canonical_and_compatibility_forms() -> None:
    """An accent may be typed apart, a ligature in letters, a full-width digit plainly."""
    assert find_quote("Caf\u00e9 fee", "Cafe\u0301") == (Span(0, 4),)
    assert find_quote("o\ufb03ce \uff14\uff10", "office 40") == (Span(0, 7),)
    assert find_quote("fee", "") == ()
    assert find_quote("fee", "tax") == ()


def test_markup_in_a_needle_is_text() -> None:
    """Signs that mean something to a pattern are sought as they are."""
    assert find_quote("a (b)* c", "(b)*") == (Span(2, 6),)


def test_rewriting_leads_back_to_whole_pieces() -> None:
    """Replacing grows, shrinks and deletes; every place knows the piece it came from."""
    text, source = rewrite("a--b==c", re.compile("--|==|b"), {"--": "", "==": "xyz", "b": "b"}.__getitem__)
    assert text == "abxyzc"
    assert [source.raw_span(Span(at, at + 1)) for at in range(6)] == [
        Span(0, 3),
        Span(3, 4),
        Span(4, 6),
        Span(4, 6),
        Span(4, 6),
        Span(6, 7),
    ]


pieces = st.lists(st.tuples(st.sampled_from(["copy", "replace", "fill", "skip"]), st.integers(1, 3)), max_size=12)


@settings(max_examples=100, deadline=None)
@given(pieces)
def test_a_text_written_piece_by_piece_leads_back_to_its_pieces(plan: list[tuple[str, int]]) -> None:
    """A copied character leads to itself, a replaced piece to the whole of it, and neither to what was left out."""
    raw = "".join(f"{chr(0x61 + at % 26)}" for at in range(40))
    writer, at = MappedText(), 0
    expected: list[tuple[str, tuple[int, int] | None]] = []
    for what, size in plan:
        if what == "copy":
            writer.copy(raw[at : at + size], at)
            expected += [(char, (at + number, at + number + 1)) for number, char in enumerate(raw[at : at + size])]
        elif what == "replace":
            writer.replace("X", at, at + size + 1)
            expected.append(("X", (at, at + size + 1)))
            at += 1
        elif what == "fill" and writer.length:
            writer.fill("\n")
            expected.append(("\n", None))
        at += size if what != "fill" else 0
    text, source = writer.finish(len(raw))
    assert text == "".join(char for char, _ in expected)
    for offset, (_, place) in enumerate(expected):
        found = source.raw_span(Span(offset, offset + 1))
        assert place is None or (found.start, found.end) == place


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from("ab<>&e\u0301\r\n"), max_size=20))
def test_two_maps_after_each_other_lead_where_both_lead(raw: str) -> None:
    """Every offset goes through both, the end included."""
    middle, inner = rewrite(raw, re.compile("[<>]+|&"), lambda piece: "&amp;" if piece == "&" else "_")
    text, outer = rewrite(middle, re.compile("a+|_"), lambda piece: piece[:1] * 2)
    both = through(outer, inner)
    for at in range(len(text)):
        there = outer.raw_span(Span(at, at + 1))
        assert both.raw_span(Span(at, at + 1)) == inner.raw_span(there)
    assert [both.raw(at) for at in range(len(text) + 1)] == [inner.raw(outer.raw(at)) for at in range(len(text) + 1)]
