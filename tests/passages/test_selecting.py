"""Treatments that choose and order hits: mmr, cap, collapse; and treatments in a chain."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer import registry
from reviewer.chunks import Chunk
from reviewer.diagnosis.shares import collapsed
from reviewer.errors import PassageError
from reviewer.passages import (
    Cap,
    Collapse,
    Expand,
    Mmr,
    Passage,
    Treatment,
    make_treatment,
    mmr_order,
    name_of,
    raw_passages,
    treat,
)
from reviewer.runs import Hit
from reviewer.scores import CorpusLine
from tests.passages.making import QUERY, chunk, corpus_of, hits_on, places, table, windows

TEXT = "# One\n" + "a" * 93 + "\n# Two\n" + "b" * 93 + "\n# Six\n" + "c" * 93 + "\n"
CORPUS = corpus_of(d=TEXT, e=TEXT)


def ranks(passages: list[Passage] | tuple[Passage, ...]) -> list[int]:
    """Give the raw ranks in the order they are sent."""
    return [one.hits[0] for one in passages]


def test_mmr_ranks_anew_by_the_scores_and_vectors_of_the_hits() -> None:
    """The order is that of the formula with the query's own vector, and every hit is kept."""
    vectors = np.random.default_rng(3).normal(size=(8, 5)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    question = vectors[0] + vectors[3]
    question /= np.linalg.norm(question)
    scores = vectors @ question
    order = np.argsort(-scores, kind="stable")
    chunks = windows("d", 300, 40)
    hits = [
        Hit(rank=rank, document="d.md", start=one.start, end=one.end, score=float(scores[row]), chunk=one.id)
        for rank, (row, one) in enumerate(zip(order, chunks, strict=True), start=1)
    ]
    found = Mmr(0.6).apply(QUERY, hits, table(chunks), CORPUS, vectors[order])
    assert ranks(list(found)) == (mmr_order(question, vectors[order], 8, 0.6) + 1).tolist()
    assert [one.rank for one in found] == list(range(1, 9))


def test_mmr_without_vectors_is_refused() -> None:
    """A run of another program has no vectors."""
    chunks = windows("d", 300, 100)
    with pytest.raises(PassageError, match="vectors"):
        Mmr().apply(QUERY, hits_on(chunks), table(chunks), CORPUS, None)


def test_cap_keeps_the_best_of_each_document_and_section() -> None:
    """Hits over a limit are left out, those behind them move up."""
    chunks = [*windows("d", 300, 50), *windows("e", 300, 50)]
    hits = hits_on(chunks[:5] + chunks[6:8])
    assert ranks(list(Cap(per_document=2).apply(QUERY, hits, table(chunks), CORPUS, None))) == [1, 2, 6, 7]
    assert ranks(list(Cap(per_section=1).apply(QUERY, hits, table(chunks), CORPUS, None))) == [1, 3, 5, 6]
    both = Cap(per_document=2, per_section=1)
    assert ranks(list(both.apply(QUERY, hits, table(chunks), CORPUS, None))) == [1, 3, 6]


def test_a_hit_belongs_to_the_section_it_shares_most_with() -> None:
    """A window that begins with the tail of a section counts for the next."""
    chunks = [chunk("d", 90, 160), chunk("d", 150, 200), chunk("d", 0, 60)]
    assert ranks(list(Cap(per_section=1).apply(QUERY, hits_on(chunks), table(chunks), CORPUS, None))) == [1, 3]


def test_collapse_leaves_out_what_was_mostly_sent() -> None:
    """Two fifths sent before are a repeat; a little less is not, and the share can be set."""
    chunks = [chunk("e", 106, 206), chunk("e", 0, 106), chunk("d", 10, 60), chunk("d", 40, 90), chunk("d", 41, 91)]
    hits = hits_on([chunks[2], chunks[3], chunks[4]])
    assert ranks(list(Collapse().apply(QUERY, hits, table(chunks), CORPUS, None))) == [1, 3]
    assert ranks(list(Collapse(0.9).apply(QUERY, hits, table(chunks), CORPUS, None))) == [1, 2]


def test_collapse_counts_the_context_that_is_sent_along() -> None:
    """A header sent once more is a repeat like any other text."""
    chunks = [chunk("d", 10, 40, [(0, 5)]), chunk("d", 110, 112, [(0, 5)])]
    assert ranks(list(Collapse().apply(QUERY, hits_on(chunks), table(chunks), CORPUS, None))) == [1]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 25), st.integers(3, 12), st.sampled_from("de")), unique=True, max_size=9))
def test_collapse_is_what_the_diagnosis_of_a_crowded_list_reckons_with(drawn: list[tuple[int, int, str]]) -> None:
    """The arm that its remedy names keeps exactly the hits by which `crowded_out` was proved."""
    chunks = [chunk(name, 10 * start, 10 * (start + size)) for start, size, name in drawn if start + size <= 30]
    hits = hits_on(chunks)
    line = CorpusLine({document.id: document.text for document in CORPUS})
    kept = collapsed(raw_passages(hits), line)
    assert ranks(list(Collapse().apply(QUERY, hits, table(chunks), CORPUS, None))) == [one.rank for one in kept]


def test_a_chain_hands_on_what_was_kept_and_names_hits_by_their_raw_rank() -> None:
    """Collapse, then cap, then expand: each sees the list that the one before left."""
    chunks = [*windows("d", 300, 40, 20), *windows("e", 300, 100)]
    d = {one.start: one for one in chunks if one.document == "d.md"}
    hits = hits_on([d[0], d[20], d[40], d[120], d[220], chunks[-2]])
    chain: list[Treatment] = [Collapse(), Cap(per_document=2), Expand()]
    found = treat(chain, QUERY, hits, chunks=table(chunks), corpus=CORPUS, vectors=None)
    assert name_of(chain[:2]) == "collapse(share=0.4), then cap(per_document=2)"
    assert places(found) == [[("d", 0, 100)], [("e", 100, 200)]]
    assert [one.hits for one in found] == [(1, 3), (6,)]


def test_vectors_follow_the_hits_through_a_chain() -> None:
    """Mmr after cap reads the rows of the hits that cap kept."""
    chunks = windows("d", 300, 100) + windows("e", 300, 100)
    hits = hits_on([chunks[0], chunks[1], chunks[3], chunks[4]])
    rows = np.array([[1, 0], [0, 1], [1, 0.01], [0, 1]], np.float32)
    found = treat([Cap(per_document=1), Mmr(0.5)], QUERY, hits, chunks=table(chunks), corpus=CORPUS, vectors=rows)
    assert ranks(found) == [1, 3]
    same = treat([Mmr(0.1)], QUERY, hits, chunks=table(chunks), corpus=CORPUS, vectors=rows)
    assert ranks(same)[:2] == [1, 2]


def test_nothing_comes_after_regions() -> None:
    """What was grown is no longer a hit that could be ranked or capped."""
    with pytest.raises(PassageError, match="cannot come after expand"):
        treat([Expand(), Collapse()], QUERY, [], chunks={}, corpus=CORPUS, vectors=None)


def test_no_hits_give_no_passages() -> None:
    """An empty list stays one."""
    none = np.zeros((0, 4), np.float32)
    chain: list[Treatment] = [Mmr(), Cap(per_section=1), Collapse(), Expand()]
    chunks: list[Chunk] = []
    assert treat(chain, QUERY, [], chunks=table(chunks), corpus=CORPUS, vectors=none) == ()


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ({"name": "mmr", "lambda": 1.5}, "lambda 1.5"),
        ({"name": "mmr", "lamda": 0.5}, "no setting 'lamda'"),
        ({"name": "cap"}, "per_document None"),
        ({"name": "cap", "per_document": 0}, "per_document 0"),
        ({"name": "collapse", "share": 0}, "share 0"),
        ({"name": "collapse", "share": "most"}, "refused"),
        ({"name": "expand", "max_section": 2.5}, "max_section 2.5"),
        ({"name": "colapse"}, "no treatment is called 'colapse'"),
        ({"lambda": 0.5}, "name is None"),
    ],
)
def test_what_cannot_be_made_is_refused(written: dict[str, object], message: str) -> None:
    """Unknown names and settings, and values out of range, are one error with the way out."""
    with pytest.raises(PassageError, match=message) as refused:
        make_treatment(written)
    assert refused.value.hint


def test_parameters_hold_every_setting_with_its_default() -> None:
    """The manifest names what was not written too."""
    assert dict(make_treatment({"name": "expand"}).parameters) == {
        "name": "expand",
        "max_section": 4000,
        "max_trimmed": 1,
        "hits": 10,
    }
    assert dict(make_treatment({"name": "mmr", "lambda": 1}).parameters) == {"name": "mmr", "lambda": 1.0}


class _Broken:
    """A treatment that gives a hit it was not given."""

    name, parameters, regroups, reads_vectors = "broken", {"name": "broken"}, False, False

    def apply(self, *_: object) -> list[Passage]:
        """Give a hit of rank 9."""
        return [Passage(rank=1, places=(), hits=(9,), score=0.0)]


def test_a_treatment_that_invents_hits_is_refused() -> None:
    """Plugins are held to the hits they were given."""
    chunks = windows("d", 300, 100)
    with pytest.raises(PassageError, match="broken"):
        treat([_Broken()], QUERY, hits_on(chunks), chunks=table(chunks), corpus=CORPUS, vectors=None)


def test_a_plugin_that_is_no_treatment_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is registered must have every part of the protocol."""
    monkeypatch.setattr(registry, "load", lambda *_: object)
    with pytest.raises(PassageError, match="it has no `name`"):
        make_treatment({"name": "theirs"})


def test_a_plugin_says_whether_it_weighs_vectors_against_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unasked it would be taken for one that does not, and weigh cosines against scores of words."""

    class Silent:
        name, parameters, regroups = "silent", {"name": "silent"}, False

        def apply(self, *_: object) -> list[Passage]:
            return []

    monkeypatch.setattr(registry, "load", lambda *_: Silent)
    with pytest.raises(PassageError, match="it has no `reads_vectors`"):
        make_treatment({"name": "theirs"})


def test_a_plugin_may_take_any_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A factory with `**settings` knows itself what it takes."""

    def factory(**settings: object) -> _Broken:
        assert settings == {"lambda": 1, "colour": "red"}
        return _Broken()

    monkeypatch.setattr(registry, "load", lambda *_: factory)
    assert make_treatment({"name": "theirs", "lambda": 1, "colour": "red"}).name == "broken"
