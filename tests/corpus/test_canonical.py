"""Canonical text: what becomes of raw characters, and the way back to them."""

from __future__ import annotations

import re
import time
import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reviewer.corpus import canonicalise, decode
from reviewer.errors import CorpusError
from reviewer.spans import Span

TROUBLE = (
    "aeE \n\r\ufeff\u0301\u0315\u0323\u05ae\u0344\u0958\u1e9b\u212b"
    "\u1100\u1161\u11a8\uac00\u09c7\u09be\u0f73\u0f71\ud800\udc00"
)
"""Characters that compose, expand, reorder or vanish, so that short texts meet many rules."""

anything = st.text(st.characters(exclude_categories=()), max_size=40) | st.text(st.sampled_from(TROUBLE), max_size=12)


def by_definition(raw: str) -> str:
    """Canonicalise in the plain way, whole text at a time and without a map."""
    text = raw.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", re.sub("[\ud800-\udfff]", "\ufffd", text))


@settings(max_examples=400)
@given(anything)
@example("\ufeff\ufeffx")
@example("\r\u0301\n")
@example("\u09c7\u09be")
def test_canonical_text_follows_its_definition(raw: str) -> None:
    """Working piece by piece gives what the definition gives on the whole, and once more changes nothing."""
    text = canonicalise(raw).text
    assert text == by_definition(raw)
    assert canonicalise(text).text == text
    assert text.encode("utf-8").decode("utf-8") == text


@settings(max_examples=300)
@given(anything)
def test_map_never_goes_back_and_ends_with_the_raw_text(raw: str) -> None:
    """Raw offsets never fall as canonical ones rise; both ends meet."""
    text, source = canonicalise(raw)
    offsets = [source.raw(offset) for offset in range(len(text) + 1)]
    assert offsets == sorted(offsets)
    assert offsets[0] == len(raw) - len(raw.lstrip("\ufeff"))
    assert offsets[-1] == len(raw)


@settings(max_examples=300)
@given(anything, st.data())
def test_raw_span_holds_what_the_span_came_from(raw: str, data: st.DataObject) -> None:
    """The raw characters of a span, canonicalised alone, hold the span's text."""
    text, source = canonicalise(raw)
    if not text:
        return
    start = data.draw(st.integers(0, len(text) - 1))
    span = Span(start, data.draw(st.integers(start + 1, len(text))))
    raw_span = source.raw_span(span)
    assert raw_span.end <= len(raw)
    # A piece's own beginning is no beginning of a file: a mark of byte order there is a character.
    assert text[span.start : span.end] in canonicalise("\x00" + raw[raw_span.start : raw_span.end]).text


@given(st.text(st.characters(max_codepoint=0x7F, exclude_characters="\r")))
def test_plain_text_is_its_own_canonical_text(raw: str) -> None:
    """ASCII without carriage returns stays, place by place."""
    text, source = canonicalise(raw)
    assert text == raw
    assert source.anchors == ((0, 0),)


def test_place_inside_an_expanded_character_leads_to_the_whole() -> None:
    """U+0958 becomes two characters; either of them came from the one."""
    text, source = canonicalise("x\u0958y")
    assert len(text) == 4
    assert [source.raw_span(Span(at, at + 1)) for at in range(4)] == [Span(0, 1), Span(1, 2), Span(1, 2), Span(2, 3)]


@pytest.mark.parametrize("piece", ["Fee\r\n", "Cafe\u0301 ", "\u0301\u0323", "\u0e01\u0e33\u0e38 "])
def test_time_is_linear(piece: str) -> None:
    """Half a million characters take seconds, even where each changes or all are marks out of order."""
    began = time.perf_counter()
    canonicalise(piece * (500_000 // len(piece)))
    assert time.perf_counter() - began < 20


def test_undecodable_bytes_are_refused_with_file_and_offset() -> None:
    """A byte of another encoding is named with its place."""
    with pytest.raises(CorpusError, match=r"docs/a\.md: byte 6 \(0xe9, line 2\) is not UTF-8"):
        decode(b"ok\ncaf\xe9", "docs/a.md")


def test_byte_order_mark_counts_in_the_raw_text_only() -> None:
    """Raw offsets include the mark, canonical ones do not."""
    text, source = canonicalise(decode(b"\xef\xbb\xbfFee", "a.txt"))
    assert text == "Fee"
    assert source.raw_span(Span(0, 3)) == Span(1, 4)
