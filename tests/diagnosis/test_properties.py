"""What holds for every lost item, whatever was cut and in whatever order it was ranked."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.chunks import Chunk, chunk_corpus, longest_safe
from reviewer.chunks.words import WordSplitter
from reviewer.comparison import changes
from reviewer.diagnosis import PRECEDENCE, Arm, Cause, Diagnosis, TwoArms, by_document, windows_of
from reviewer.diagnosis.shares import held
from reviewer.passages import Passage, raw_passages
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.runs import Hit
from reviewer.scores import match_items
from reviewer.spans import Place
from tests.diagnosis.making import World, matches, of_changes, word_offsets

K = 3
WORDS = st.lists(st.integers(1, 9).map(lambda length: "abcdefghi"[:length]), min_size=20, max_size=90)


@st.composite
def _losses(draw: st.DrawFn) -> tuple[TwoArms, Query, random.Random]:
    """Give a document cut into windows, and a ranked list in which a span that the whole document holds is lost."""
    words = draw(WORDS)
    size = draw(st.integers(3, 24))
    overlap = draw(st.integers(0, size - 1))
    chance = draw(st.randoms(use_true_random=False))
    world = World({"a.txt": " ".join(words), "b.txt": "other words " * 30}, k=K)
    offsets = word_offsets(world.corpus["a.txt"].text)
    first = draw(st.integers(0, len(words) - 2))
    last = draw(st.integers(first, min(first + 30, len(words) - 1)))
    item = EvidenceItem(((EvidenceSpan("a.txt", int(offsets[first, 0]), int(offsets[last, 1])),),))
    query = Query(id="asked", text="a ab abc", evidence=(item,))
    splitter = WordSplitter(size=size, overlap=overlap)
    chunks = chunk_corpus(world.corpus, splitter, "1")
    candidate = Arm(
        name="candidate",
        chunks=by_document(chunks),
        passages={query.id: _lost(world, query, chunks, chance)},
        windows=windows_of(splitter.identity, world.corpus),
    )
    whole = Chunk(id="whole", document="a.txt", start=0, end=len(world.corpus["a.txt"].text))
    first_hit = Hit(rank=1, document="a.txt", start=0, end=whole.end, score=1.0, chunk="whole")
    baseline = Arm(name="baseline", chunks=by_document([whole]), passages={query.id: raw_passages([first_hit])})
    return world.two(baseline, candidate), query, chance


def _lost(world: World, query: Query, chunks: tuple[Chunk, ...], chance: random.Random) -> tuple[Passage, ...]:
    """Rank chunks at random, with every one that matches beyond k or not at all."""
    whole = [(one.document, one.start, one.end) for one in chunks]
    chance.shuffle(whole)
    right = [one for one in whole if _share(world, query, Place(*one)) >= 0.8 - 1e-9]
    wrong = [one for one in whole if one not in right]
    listed = [*wrong[:K], *(wrong[K:] if len(wrong) >= K else [])]
    if len(wrong) >= K and chance.random() < 0.7:
        tail = [*wrong[K:], *right]
        chance.shuffle(tail)
        listed = [*wrong[:K], *tail]
    listed = listed[: chance.randint(K, 10)]
    return raw_passages(
        [
            Hit(rank=rank, document=document, start=start, end=end, score=1 / rank)
            for rank, (document, start, end) in enumerate(listed, start=1)
        ]
    )


def _share(world: World, query: Query, place: Place) -> float:
    return held(query.evidence[0], [place], world.line).least


def _diagnosed(two: TwoArms, query: Query) -> tuple[Diagnosis, ...]:
    changed = changes(matches(two, query, two.baseline), matches(two, query, two.candidate), two.k)
    return of_changes(two, [query], changed)


@settings(max_examples=60, deadline=None)
@given(_losses())
def test_every_lost_item_has_one_primary_cause(drawn: tuple[TwoArms, Query, random.Random]) -> None:
    """One cause, never named a second time, with a sentence and a remedy; the same at every call."""
    two, query, _ = drawn
    (found,) = _diagnosed(two, query)
    assert found.cause not in found.secondary
    assert len(set(found.secondary)) == len(found.secondary)
    assert found.sentence
    assert found.remedy.sentence.endswith(".")
    assert _diagnosed(two, query) == (found,)


@settings(max_examples=60, deadline=None)
@given(_losses())
def test_split_is_never_named_for_a_span_that_some_window_holds(drawn: tuple[TwoArms, Query, random.Random]) -> None:
    """Neither for a span up to the longest safe length, nor where a chunk would match; and always else."""
    two, query, _ = drawn
    windows = two.candidate.windows
    assert windows is not None
    (found,) = _diagnosed(two, query)
    safe = longest_safe(windows.overlap, two.min_coverage, windows.size)
    length = windows.count(query.evidence[0].spans[0].place)
    chunks = [chunk for group in two.candidate.chunks.values() for chunk in group]
    best = max(held(query.evidence[0], [chunk.place], two.line).least for chunk in chunks)
    splits = length > safe and best < two.min_coverage - 1e-9
    assert (found.cause is Cause.SPLIT) == splits


@settings(max_examples=60, deadline=None)
@given(_losses())
def test_the_order_of_the_input_changes_nothing(drawn: tuple[TwoArms, Query, random.Random]) -> None:
    """Chunks, documents, queries and changes in another order give equal diagnoses."""
    two, query, chance = drawn
    chunks = [chunk for group in two.candidate.chunks.values() for chunk in group]
    chance.shuffle(chunks)
    shuffled = Arm(
        name=two.candidate.name,
        chunks=by_document(chunks),
        passages=two.candidate.passages,
        windows=two.candidate.windows,
    )
    other = Query(id="other", text="", evidence=())
    again = TwoArms(
        corpus=two.corpus,
        line=two.line,
        tokens=two.tokens,
        baseline=two.baseline,
        candidate=shuffled,
        k=two.k,
        depth=two.depth,
    )
    changed = changes(matches(two, query, two.baseline), matches(two, query, two.candidate), two.k)
    one = of_changes(two, [query, other], changed)
    assert of_changes(again, [other, query], dict(list(changed.items())[::-1])) == one


@settings(max_examples=60, deadline=None)
@given(_losses())
def test_shares_are_those_of_the_match_table(drawn: tuple[TwoArms, Query, random.Random]) -> None:
    """A passage's share is what the match table says of it alone."""
    two, query, _ = drawn
    for passage in two.candidate.passages[query.id]:
        alone = Passage(rank=1, places=passage.places, hits=passage.hits, score=passage.score)
        (row,) = match_items(query, [alone], two.line, arm="alone")
        assert held(query.evidence[0], passage.places, two.line).least == row.best_share


def test_every_cause_is_tried() -> None:
    """No cause is left out of the order of precedence; `docs/causes.md` has a part for each."""
    tried = {check.__name__ for check in PRECEDENCE}
    assert len(tried) == len(PRECEDENCE)
    named = {"header_cut_off", "heading_lost_by_score", "heading_lost_by_words", "nearly"}
    assert {cause.value for cause in Cause} - {"heading_lost"} == tried - named
