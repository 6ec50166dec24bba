"""Expansion: regions that hold their hits, never lose or double a character, and keep to their limits."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.chunks import Chunk
from reviewer.corpus import Corpus
from reviewer.errors import PassageError
from reviewer.passages import Expand, Passage
from reviewer.runs import Hit
from reviewer.spans import Place, merge
from tests.passages.making import QUERY, chunk, corpus_of, hits_on, places, table, windows

World = tuple[Corpus, list[Chunk], list[Hit], Expand]

SHORT = "# One\n" + "a" * 93 + "\n# Two\n" + "b" * 93 + "\n# Six\n" + "c" * 93 + "\n"
"""Three sections of 100 characters each."""


def expanded(ranked: list[Hit], chunks: list[Chunk], corpus: Corpus, **limits: int) -> list[Passage]:
    """Expand hits on some chunks."""
    return list(Expand(**limits).apply(QUERY, ranked, table(chunks), corpus, None))


def test_a_hit_is_grown_to_its_section() -> None:
    """The heading before the hit and the rest behind it are sent with it."""
    chunks = windows("d", 300, 20)
    assert places(expanded(hits_on([chunks[7]]), chunks, corpus_of(d=SHORT))) == [[("d", 100, 200)]]


def test_a_hit_across_a_heading_holds_both_sections_whole() -> None:
    """The union of the sections it touches, whatever the chunk's place in them."""
    chunks = windows("d", 300, 30)
    hit = next(one for one in chunks if one.start < 200 < one.end)
    assert places(expanded(hits_on([hit]), chunks, corpus_of(d=SHORT))) == [[("d", 100, 300)]]


def test_a_section_that_is_too_wide_gives_the_hit_with_its_neighbours() -> None:
    """The seed's first failure: a section of 6,000 characters is not sent for one hit in it."""
    text = "# Huge\n" + "word " * 1200
    chunks = windows("d", len(text), 500)
    found = expanded(hits_on([chunks[5]]), chunks, corpus_of(d=text))
    assert places(found) == [[("d", 2000, 3500)]]


def test_of_a_long_table_whose_rows_all_match_one_window_is_sent() -> None:
    """The seed's second failure: windows around every row would put the table together again."""
    rows = [f"| plan {number:03} | limit |\n" for number in range(300)]
    text = "# Limits\n\n| plan | limit |\n| --- | --- |\n" + "".join(rows)
    first = text.index(rows[0])
    length = len(rows[0])
    chunks = [
        chunk("d", 0, first),
        *(chunk("d", first + at * length, first + (at + 1) * length) for at in range(300)),
    ]
    other = corpus_of(d=text, e=SHORT)
    e = windows("e", 300, 100)
    hits = hits_on([chunks[150], chunks[40], e[1], *chunks[60:66], chunks[151]])
    found = expanded(hits, [*chunks, *e], other)
    start = first + 148 * length
    assert places(found) == [[("d", start, start + 3 * length)], [("e", 100, 200)]]
    assert [one.hits for one in found] == [(1, 10), (3,)]
    two = expanded(hits, [*chunks, *e], other, max_trimmed=2)
    assert places(two)[1] == [("d", first + 38 * length, first + 41 * length)]


def test_a_trimmed_region_keeps_to_its_section() -> None:
    """A neighbour in another section is not sent for a section that was already too wide."""
    text = "# Small\nsome words here\n# Huge\n" + "word " * 1000
    huge = text.index("# Huge")
    chunks = [chunk("d", 0, huge), chunk("d", huge, huge + 500), chunk("d", huge + 500, len(text))]
    found = expanded(hits_on([chunks[1]]), chunks, corpus_of(d=text), max_section=1000)
    assert places(found) == [[("d", huge, len(text))]]


def test_documents_without_headings_grow_by_their_neighbours() -> None:
    """A transcript has no sections: every hit is grown by the chunk before and the chunk after, none is left out."""
    text = "word " * 2000
    chunks = windows("d", len(text), 500)
    found = expanded(hits_on([chunks[3], chunks[9], chunks[0]]), chunks, corpus_of(d=text))
    assert places(found) == [[("d", 1000, 2500)], [("d", 4000, 5500)], [("d", 0, 1000)]]


def test_regions_that_share_a_character_become_one_where_the_best_hit_stood() -> None:
    """A later hit can bridge two regions; what stood between them in the list moves up."""
    text = "word " * 2000
    chunks = windows("d", len(text), 500)
    other = windows("e", 300, 100)
    hits = hits_on([chunks[3], other[0], chunks[7], chunks[5]])
    found = expanded(hits, [*chunks, *other], corpus_of(d=text, e=SHORT))
    assert places(found) == [[("d", 1000, 4500)], [("e", 0, 100)]]
    assert [(one.rank, one.hits, one.score) for one in found] == [(1, (1, 3, 4), 0.99), (2, (2,), 0.98)]


def test_sections_that_only_touch_stay_two_passages() -> None:
    """K asks for k sections, as many as there are."""
    chunks = windows("d", 300, 100)
    found = expanded(hits_on([chunks[1], chunks[0]]), chunks, corpus_of(d=SHORT))
    assert places(found) == [[("d", 100, 200)], [("d", 0, 100)]]


def test_what_a_chunk_sends_along_is_still_sent() -> None:
    """A header outside the region stands before it, one inside is not sent twice."""
    text = "# T\n| a | b |\n" + "x" * 86 + "\n" + "# U\n" + "y" * 96
    chunks = [chunk("d", 50, 80, [(4, 13)]), chunk("d", 120, 150, [(4, 13)])]
    found = expanded(hits_on(reversed(chunks)), chunks, corpus_of(d=text))
    assert places(found) == [[("d", 4, 13), ("d", text.index("# U"), len(text))], [("d", 0, text.index("# U"))]]


def test_hits_below_the_best_follow_as_they_are_unless_their_text_is_sent() -> None:
    """They neither grow nor join: a list far below k cannot chain a document together."""
    chunks = windows("d", 300, 40, 20)
    far = [one for one in chunks if one.start in {80, 120, 220, 240}]
    found = expanded(hits_on([chunks[0], *far]), chunks, corpus_of(d=SHORT), hits=1)
    assert places(found) == [[("d", 0, 100)], [("d", 120, 160)], [("d", 220, 260)]]


@pytest.mark.parametrize("limits", [{"max_section": 0}, {"max_trimmed": -1}, {"hits": 0}])
def test_limits_that_nothing_fits_into_are_refused(limits: dict[str, int]) -> None:
    """Limits are whole numbers that leave something."""
    with pytest.raises(PassageError):
        Expand(**limits)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Draw documents with and without headings, windows over them, and hits in any order."""
    parts = st.lists(st.sampled_from(["# A\n", "## B\n", "words and words\n", "x" * 60 + "\n", "\n"]), min_size=1)
    texts = {name: "".join(draw(parts)) + "end\n" for name in ("d", "e")}
    size = draw(st.integers(5, 80))
    overlap = draw(st.integers(0, size - 1))
    chunks = [one for name, text in texts.items() for one in windows(name, len(text), size, overlap)]
    chosen = draw(st.lists(st.sampled_from(chunks), unique_by=lambda one: one.id, max_size=14))
    limits = Expand(draw(st.integers(1, 150)), draw(st.integers(0, 3)), draw(st.integers(1, 14)))
    return corpus_of(**texts), chunks, hits_on(chosen), limits


@settings(deadline=None, max_examples=150)
@given(worlds())
def test_regions_hold_their_hits_and_never_double_a_character(
    world: tuple[Corpus, list[Chunk], list[Hit], Expand],
) -> None:
    """Ranks run from 1, each hit lies in its own region, regions are disjoint, and best hits stand in order."""
    corpus, chunks, hits, limits = world
    found = limits.apply(QUERY, hits, table(chunks), corpus, None)
    assert [one.rank for one in found] == list(range(1, len(found) + 1))
    for one in found:
        assert len(one.places) == 1
        for rank in one.hits:
            assert one.places[0].document == hits[rank - 1].document
            assert one.places[0].span.holds(hits[rank - 1].place.span)
    for name in corpus.documents:
        spans = [one.places[0].span for one in found if one.places[0].document == name]
        assert sum(map(len, spans)) == sum(map(len, merge(spans)))
        assert all(span.end <= len(corpus[name].text) for span in spans)
    assert [min(one.hits) for one in found] == sorted(min(one.hits) for one in found)


@settings(deadline=None, max_examples=100)
@given(worlds())
def test_merging_never_loses_a_character(world: World) -> None:
    """Where nothing is trimmed, all hits grown at once give the union of each grown alone."""
    corpus, chunks, hits, _ = world
    wide = Expand(max_section=10**6, hits=100)
    alone = [
        place for hit in hits for one in wide.apply(QUERY, [hit], table(chunks), corpus, None) for place in one.places
    ]
    together = [place for one in wide.apply(QUERY, hits, table(chunks), corpus, None) for place in one.places]

    def union(found: list[Place]) -> dict[str, object]:
        return {name: merge(one.span for one in found if one.document == name) for name in corpus.documents}

    assert union(together) == union(alone)
