"""Every measure on 1,000 random runs against a plain implementation with Python's sets."""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from reviewer.chunks import Chunk
from reviewer.corpus import Block, Document
from reviewer.passages import Passage
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.runs import Hit, Run
from reviewer.scores import (
    ChunkPlaces,
    Context,
    CorpusLine,
    PromptTokens,
    Scored,
    StructuralUnits,
    hit_vectors,
    parse_measure,
    score_all,
)
from reviewer.scores.coverage import Ints
from reviewer.spans import Place, Span

RUNS = 1000
DEPTH = 6
K = 4
BUDGET = 23
MIN_COVERAGE = 0.8
NAMES = [
    "recall@4",
    "success@4",
    "recall(match=union)@4",
    "recall(min_coverage=0.5)@4",
    "recall@23t",
    "recall(match=union)@23t",
    "char_recall@4",
    "char_recall@23t",
    "char_precision@4",
    "iou@4",
    "char_precision_raw@4",
    "iou_raw@4",
    "precision_omega",
    "intact",
    "rr@6",
    "ndcg@4",
    "pair_overlap@4",
    "redundancy@4",
    "duplicate_pairs@4",
    "repeated_characters@4",
    "similar_pairs(cosine=0.6)@4",
    "unique_units@4",
    "unique_units@23t",
    "unique_evidence@4",
    "prompt_tokens@4",
    "prompt_inflation@4",
]

Characters = set[tuple[str, int]]


@dataclass(frozen=True)
class World:
    """A random corpus with chunks, queries and ranked passages."""

    texts: Mapping[str, str]
    tokens: Mapping[str, list[tuple[int, int]]]
    chunks: Sequence[Chunk]
    queries: Sequence[Query]
    passages: Mapping[str, Sequence[Passage]]
    hits: Mapping[str, Sequence[Hit]]
    documents: Mapping[str, Document]
    vectors: NDArray[np.float32]


@cache
def _world() -> World:
    rng = random.Random(7)  # noqa: S311  # seeded draws for a test, nothing secret
    texts = {f"d{at}.md": "".join(rng.choice("abcd \n") for _ in range(rng.randrange(60, 90))) for at in range(4)}
    chunks = []
    for document, text in texts.items():
        for start in range(0, len(text), 14):
            context = (Span(0, rng.randrange(2, 9)),) if rng.random() < 0.3 and start > 14 else ()
            end = min(start + 20, len(text))
            chunks.append(Chunk(id=f"{document}{start}", document=document, start=start, end=end, context=context))
    queries = [_query(rng, f"q{at}", texts) for at in range(RUNS)]
    passages = {one.id: ranked(rng, one, chunks) for one in queries}
    tokens = {document: tokens_of(rng, text) for document, text in texts.items()}
    hits = {one.id: _hits(rng, chunks) for one in queries}
    passages = {name: _regrouped(rng, ranked) for name, ranked in passages.items()}
    documents = {name: _headed(rng, name, text) for name, text in texts.items()}
    drawn = np.random.default_rng(7).normal(size=(len(chunks), 3)) * (np.arange(len(chunks)) % 5 > 0)[:, None]
    unit = drawn / np.maximum(np.linalg.norm(drawn, axis=1, keepdims=True), 1e-9)
    return World(texts, tokens, chunks, queries, passages, hits, documents, unit.astype(np.float32))


def _hits(rng: random.Random, chunks: Sequence[Chunk]) -> list[Hit]:
    drawn = enumerate(rng.sample(chunks, DEPTH), start=1)
    return [
        Hit(rank=rank, document=one.document, start=one.start, end=one.end, score=0.0, chunk=one.id)
        for rank, one in drawn
    ]


def _regrouped(rng: random.Random, passages: Sequence[Passage]) -> list[Passage]:
    """Let each passage come of one hit or several, as treatments do; each hit is in one passage."""
    left = rng.sample(range(1, DEPTH + 1), DEPTH)
    groups: list[list[int]] = [[left.pop()] for _ in passages]
    for rank in left:
        if groups and rng.random() < 0.5:
            rng.choice(groups).append(rank)
    return [replace(one, hits=tuple(hits)) for one, hits in zip(passages, groups, strict=True)]


def _headed(rng: random.Random, name: str, text: str) -> Document:
    lines = [at + 1 for at, char in enumerate(text[:-2]) if char == "\n" and not text[at + 1].isspace()]
    titles = [Block(kind="heading", start=at, end=at + 1, level=1) for at in lines if rng.random() < 0.7]
    return Document(id=name, text=text, fingerprint="", format="markdown", blocks=tuple(titles))


def _query(rng: random.Random, name: str, texts: Mapping[str, str]) -> Query:
    items = tuple(
        EvidenceItem(tuple(tuple(_span(rng, texts) for _ in range(rng.choice([1, 1, 2]))) for _ in range(alternatives)))
        for alternatives in rng.choices([1, 2, 3], k=rng.choice([1, 1, 2, 3]))
    )
    return Query(id=name, text="", evidence=items)


def _span(rng: random.Random, texts: Mapping[str, str]) -> EvidenceSpan:
    while True:
        document = rng.choice(list(texts))
        start = rng.randrange(len(texts[document]) - 20)
        end = start + rng.randrange(1, 19)
        if texts[document][start:end].strip():
            return EvidenceSpan(document, start, end)


def ranked(rng: random.Random, one: Query, chunks: Sequence[Chunk]) -> list[Passage]:
    """Draw chunks, half of them from a document of the evidence, with repeats and odd regions."""
    home = [chunk for chunk in chunks if chunk.document == one.evidence[0].spans[0].document]
    passages = []
    for rank in range(1, rng.randrange(DEPTH + 1) + 1):
        chunk = rng.choice(home if rng.random() < 0.6 else chunks)
        places = [
            Place(chunk.document, part.start, part.end) for part in (*chunk.context, Span(chunk.start, chunk.end))
        ]
        if rng.random() < 0.2:
            places.append(Place(chunk.document, max(chunk.start - 9, 0), min(chunk.start + 3, chunk.end)))
        passages.append(Passage(rank=rank, places=tuple(places), hits=(rank,), score=0.0))
    return passages


def tokens_of(rng: random.Random, text: str) -> list[tuple[int, int]]:
    """Cut a text into tokens of one to four characters; some characters have two tokens, blanks have none."""
    tokens, at = [], 0
    while at < len(text):
        end = min(at + rng.randrange(1, 5), len(text))
        if text[at:end].strip():
            tokens += [(at, end)] * rng.choice([1, 1, 1, 2])
        at = end
    return tokens


def _offsets(document: str) -> Ints:
    return np.array(_world().tokens[document], dtype=np.int64)


def _run() -> Run:
    hits = {query: tuple(ranked) for query, ranked in _world().hits.items()}
    return Run(arm="arm", fingerprint="", depth=DEPTH, hits=hits)


@cache
def _scored() -> Scored:
    here = _world()
    line = CorpusLine(here.texts)
    context = Context(
        arm="arm",
        line=line,
        depth=DEPTH,
        tokens=PromptTokens(line, _offsets),
        chunks=ChunkPlaces(here.chunks, line, arm="arm"),
        hits=here.hits,
        units=StructuralUnits(line, here.documents.__getitem__),
        vectors=hit_vectors(_run(), here.chunks, here.vectors),
    )
    return score_all([parse_measure(name) for name in NAMES], here.queries, here.passages, context)


def _chars(document: str, start: int, end: int) -> Characters:
    return {(document, at) for at in range(start, end)}


def _of_passage(passage: Passage) -> Characters:
    return set().union(*(_chars(place.document, place.start, place.end) for place in passage.places))


def _inked(some: Characters) -> Characters:
    return {(document, at) for document, at in some if not _world().texts[document][at].isspace()}


def _share(part: EvidenceSpan, held: Characters) -> float:
    wanted = _inked(_chars(part.document, part.start, part.end))
    return len(wanted & held) / len(wanted)


def _item_share(item: EvidenceItem, held: Characters) -> float:
    return max(min(_share(part, held) for part in group) for group in item.alternatives)


def _first_match(item: EvidenceItem, held: Sequence[Characters], threshold: float, *, union: bool) -> float:
    seen: Characters = set()
    for rank, one in enumerate(held, start=1):
        seen = seen | one if union else one
        if _item_share(item, seen) >= threshold - 1e-9:
            return rank
    return math.inf


def _spent(place: Place) -> int:
    return sum(start < place.end and place.start < end for start, end in _world().tokens[place.document])


def cut(passages: Sequence[Passage]) -> list[list[Place]]:
    """Keep what BUDGET tokens hold, character by character for the crossing place."""
    left = BUDGET
    kept: list[list[Place]] = []
    for passage in passages:
        kept.append([])
        for place in passage.places:
            if left <= 0:
                break
            ends = [
                end
                for _, end in sorted(_world().tokens[place.document], reverse=True)
                if place.start < end <= place.end and _spent(Place(place.document, place.start, end)) <= left
            ]
            cost = _spent(place)
            if ends and cost <= left:
                kept[-1].append(place)
            elif ends:
                kept[-1].append(Place(place.document, place.start, ends[0]))
            left -= cost
    return kept


def _best(item: EvidenceItem, read: Characters) -> Characters:
    groups = [set().union(*(_chars(s.document, s.start, s.end) for s in group)) for group in item.alternatives]
    return max(groups, key=lambda group: len(group & read) / len(group))


def _reached(places: Sequence[Place]) -> int:
    units = set()
    for place in places:
        headed = _world().documents[place.document]
        for document, at in _inked(_chars(place.document, place.start, place.end)):
            units.add((document, sum(block.start <= at for block in headed.blocks)))
    return len(units)


def _similar(one: Query, passages: Sequence[Passage], threshold: float) -> list[bool]:
    rows = {chunk.id: row for chunk, row in zip(_world().chunks, _world().vectors.tolist(), strict=True)}
    near = [[rows[str(_world().hits[one.id][rank - 1].chunk)] for rank in passage.hits] for passage in passages]
    return [
        any(sum(x * y for x, y in zip(a, b, strict=True)) > threshold for a in mine for b in theirs)
        for at, mine in enumerate(near)
        for theirs in near[at + 1 :]
    ]


def _expected(one: Query) -> dict[str, float]:
    passages = _world().passages[one.id]
    held = [_of_passage(passage) for passage in passages]
    top = held[:K]
    kept_places = cut(passages)
    kept = [set().union(*(_chars(p.document, p.start, p.end) for p in places)) for places in kept_places]
    read = set().union(*top)
    read_cut = set().union(*kept)
    sent = [place for passage in passages[:K] for place in passage.places]
    total = sum(place.end - place.start for place in sent)
    evidence = set().union(*(_best(item, read) for item in one.evidence))
    evidence_cut = set().union(*(_best(item, read_cut) for item in one.evidence))
    found = len(evidence & read)
    tokens = sum(map(_spent, sent))
    behind = sum(_spent(_world().hits[one.id][rank - 1].place) for passage in passages[:K] for rank in passage.hits)
    single = [_first_match(item, held, MIN_COVERAGE, union=False) for item in one.evidence]
    pairs = [
        len(a & b) / min(len(a), len(b))
        for at, a in enumerate(top)
        for b in top[at + 1 :]
        if next(iter(a))[0] == next(iter(b))[0]
    ]
    chunks = _world().chunks
    everything = set().union(*(_chars(chunk.document, chunk.start, chunk.end) for chunk in chunks))
    wanted = set().union(*(_best(item, everything) for item in one.evidence))
    meeting = [chunk for chunk in chunks if _chars(chunk.document, chunk.start, chunk.end) & wanted]
    omega = set().union(*map(_of_chunk, meeting))
    whole = [any(_item_share(item, _of_chunk(chunk)) == 1 for chunk in chunks) for item in one.evidence]

    def mean(values: Sequence[float]) -> float:
        return sum(values) / len(values) if values else 0.0

    def recall(threshold: float, *, union: bool) -> float:
        return mean([_first_match(item, top, threshold, union=union) <= K for item in one.evidence])

    return {
        "recall@4": recall(MIN_COVERAGE, union=False),
        "success@4": float(recall(MIN_COVERAGE, union=False) == 1),
        "recall(match=union)@4": recall(MIN_COVERAGE, union=True),
        "recall(min_coverage=0.5)@4": recall(0.5, union=False),
        "recall@23t": mean([_first_match(item, kept, MIN_COVERAGE, union=False) <= DEPTH for item in one.evidence]),
        "recall(match=union)@23t": mean(
            [_first_match(item, kept, MIN_COVERAGE, union=True) <= DEPTH for item in one.evidence]
        ),
        "char_recall@4": found / len(evidence),
        "char_recall@23t": len(evidence_cut & read_cut) / len(evidence_cut),
        "char_precision@4": found / len(read) if read else 0.0,
        "iou@4": found / len(evidence | read),
        "char_precision_raw@4": found / total if total else 0.0,
        "iou_raw@4": found / (total + len(evidence - read)),
        "precision_omega": len(wanted & omega) / len(wanted | omega),
        "intact": mean(whole),
        "rr@6": 1 / min(single),
        "ndcg@4": mean([1 / math.log2(1 + rank) if rank <= K else 0.0 for rank in single]),
        "pair_overlap@4": mean(pairs),
        "redundancy@4": (total - len(read)) / total if total else 0.0,
        "duplicate_pairs@4": mean([pair > 0.7 for pair in pairs]),
        "repeated_characters@4": total - len(read),
        "similar_pairs(cosine=0.6)@4": mean(_similar(one, passages[:K], 0.6)),
        "unique_units@4": _reached(sent),
        "unique_units@23t": _reached([place for places in kept_places for place in places]),
        "prompt_inflation@4": tokens / behind if behind else 0.0,
        "unique_evidence@4": found / tokens if tokens else 0.0,
        "prompt_tokens@4": tokens,
    }


def _of_chunk(chunk: Chunk) -> Characters:
    held = [_chars(chunk.document, part.start, part.end) for part in (*chunk.context, Span(chunk.start, chunk.end))]
    return set().union(*held)


@cache
def _all_expected() -> Mapping[str, Mapping[str, float]]:
    return {one.id: _expected(one) for one in _world().queries}


@pytest.mark.parametrize("name", NAMES)
def test_the_measure_equals_its_plain_implementation(name: str) -> None:
    """The measure equals its plain implementation."""
    got = _scored().scores[name]
    differing = {
        one.id: (got[one.id].value, _all_expected()[one.id][name])
        for one in _world().queries
        if abs((got[one.id].value or 0.0) - _all_expected()[one.id][name]) > 1e-9
    }
    assert differing == {}
    assert len({round(value[name], 6) for value in _all_expected().values()}) > 1, "the worlds do not exercise it"


@pytest.mark.parametrize("union", [False, True])
def test_best_shares_and_ranks_are_those_of_sets(*, union: bool) -> None:
    """Best shares and ranks are those of sets."""
    rows = {
        (row.query, row.item): row
        for row in _scored().matches
        if row.match == ("union" if union else "single") and row.budget is None and row.min_coverage == MIN_COVERAGE
    }
    for one in _world().queries:
        held = [_of_passage(passage) for passage in _world().passages[one.id]]
        if union:
            held = [set().union(*held[: at + 1]) for at in range(len(held))]
        for number, item in enumerate(one.evidence):
            shares = [_item_share(item, some) for some in held]
            top = max(shares, default=0.0)
            row = rows[one.id, number]
            assert row.best_share == pytest.approx(top, abs=1e-9)
            assert row.best_rank == (shares.index(top) + 1 if top else None)
            ranks = [rank for rank, value in enumerate(shares, start=1) if value >= MIN_COVERAGE - 1e-9]
            assert row.rank == (ranks[0] if ranks else None)
