"""Pages of documents that have them, and of those that have none."""

from __future__ import annotations

import pytest

from reviewer.corpus import document_from_text
from reviewer.corpus.pages import page_of, pages, pages_of
from reviewer.errors import CorpusError
from reviewer.spans import Span


def test_form_feeds_part_pages() -> None:
    """An empty page counts, and has no block; the form feed belongs to the page it ends."""
    document = document_from_text("a.txt", "one\f\fthree")
    assert [(one.start, one.end, one.attribute("page")) for one in pages(document)] == [(0, 3, "1"), (5, 10, "3")]
    assert [page_of(document, at) for at in (0, 3, 4, 5, 10)] == [1, 1, 1, 3, 3]
    assert pages_of(document, Span(2, 6)) == (1, 3)


def test_a_document_without_pages_has_none() -> None:
    """Not page 1: there is no page to turn to."""
    document = document_from_text("a.txt", "one")
    assert pages(document) == ()
    assert page_of(document, 0) is None
    assert pages_of(document, Span(0, 2)) is None


def test_an_offset_outside_the_text_is_refused() -> None:
    """The end is inside, what lies beyond is not."""
    with pytest.raises(CorpusError, match="outside"):
        page_of(document_from_text("a.txt", "one"), 4)
