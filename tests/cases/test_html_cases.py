"""The public cases about HTML: words of the canonical text, the raw place of each, and tables as grids."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from reviewer.corpus import document_from_text
from reviewer.corpus.html_tables import grids
from reviewer.spans import Span

Part: TypeAlias = dict[str, Any]


def cases(op: str) -> Iterator[Any]:
    """Give the public cases of an op, by their ids."""
    for path in sorted(Path(__file__).parent.glob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        if case["input"]["op"] == op:
            yield pytest.param(case["input"]["html"], case["expect"], id=case["id"])


@pytest.mark.parametrize(("html", "expected"), cases("html_words"))
def test_words(html: str, expected: Part) -> None:
    """Inline tags part no words, blocks do, and what is no content is left out."""
    document = document_from_text("a.html", html)
    assert document.text.split() == expected["words"]
    assert expected.get("pre_kept", "") in document.text


@pytest.mark.parametrize(("html", "expected"), cases("html_words"))
def test_words_lead_back_to_the_page(html: str, expected: Part) -> None:
    """The raw place of each word is the word, with no more than the tags inside it."""
    document, at = document_from_text("a.html", html), 0
    for word in expected["words"]:
        at = document.text.index(word, at)
        source = document.source.raw_span(Span(at, at + len(word)))
        raw = html[source.start : source.end]
        without_tags = document_from_text("b.html", raw).text
        assert (without_tags, raw[0], raw[-1]) == (word, word[0], word[-1])


@pytest.mark.parametrize(("html", "expected"), cases("html_table"))
def test_tables(html: str, expected: Part) -> None:
    """A spanned cell fills every place of the grid that it covers, and stands once in the text."""
    document = document_from_text("a.html", html)
    assert [list(map(list, grid)) for grid in grids(document)] == [expected["grid"]]
    assert document.text.split() == expected["source_words_once"]
