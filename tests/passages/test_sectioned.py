"""Sections found by place: those that a look at every section finds, however many there are."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.corpus import document_from_text, sections
from reviewer.passages import Cap, Expand, Treatment
from reviewer.passages.sectioned import Sectioned
from reviewer.spans import Place
from tests.passages.making import QUERY, corpus_of, hits_on, table, windows


@settings(max_examples=60, deadline=None)
@given(
    text=st.lists(st.sampled_from(["# a\n", "## b\n", "words\n", "\n", "> # c\n"]), max_size=12).map("".join),
    data=st.data(),
)
def test_they_are_those_that_share_a_character(text: str, data: st.DataObject) -> None:
    """Grown to all of them; most is the first of those that share as many characters as any."""
    text += "end"
    document = document_from_text("a.md", text)
    start = data.draw(st.integers(0, len(text) - 1))
    place = Place("a.md", start, data.draw(st.integers(start + 1, len(text))))
    found = sections(document)
    shared = [min(one.end, place.end) - max(one.start, place.start) for one in found]
    met = [one for one, count in zip(found, shared, strict=True) if count > 0]
    sectioned = Sectioned(document)
    assert sectioned.around(place).start == min([place.start, *(one.start for one in met)])
    assert sectioned.around(place).end == max([place.end, *(one.end for one in met)])
    if met:
        assert sectioned.most(place) == shared.index(max(shared))


@pytest.mark.parametrize("treatment", [Expand(), Cap(per_section=1)])
def test_a_book_of_many_sections_is_not_read_for_every_question(treatment: Treatment) -> None:
    """Two hundred questions to five thousand headings: seconds, not minutes."""
    corpus = corpus_of(a="## heading\n\nwords\n\n" * 5_000)
    chunks = windows("a", len(corpus["a.md"].text), 50)
    given, known = hits_on(chunks[::40][:40]), table(chunks)
    begin = time.perf_counter()
    for _ in range(200):
        assert treatment.apply(QUERY, given, known, corpus, None)
    assert time.perf_counter() - begin < 10
