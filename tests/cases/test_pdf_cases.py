"""The public cases about what PDF extraction does: broken words, ligatures, pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from reviewer.corpus import document_from_text, find_quote
from reviewer.corpus.pages import pages_of
from reviewer.corpus.pdf import join_broken_words
from reviewer.spans import Span

CASES = Path(__file__).parent


def case(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Give what a case gives and expects."""
    read = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    return read["input"], read["expect"]


def test_dehyphenation_map() -> None:
    """A broken word loses two characters, and every place after it still leads back; numbers keep their hyphen."""
    given, expected = case("pdf-dehyphenation-map")
    text, source = join_broken_words(given["raw"])
    assert text == expected["canonical"]
    for pair in expected["map"]:
        assert source.raw_span(Span(*pair["canon"])) == Span(*pair["raw"])
    assert len(text) == expected["max_end"]


def test_ligature_quote() -> None:
    """A quote in plain letters is found in text with a ligature, and widens to the whole of it."""
    given, expected = case("pdf-ligature-quote")
    found = [find_quote(given["text"], query["quote"]) for query in given["queries"]]
    assert found == [(Span(*span),) for span in expected["spans"]]


def test_page_of_span() -> None:
    """Pages come from offsets, never from adding up."""
    given, expected = case("pdf-page-of-span")
    document = document_from_text("a.txt", given["text"])
    found = [pages_of(document, Span(*span)) for span in given["spans"]]
    assert found == [tuple(pair) for pair in expected["pages"]]
