"""The neighbourhood of a query: its evidence in the documents with both arms' chunks around it, and both lists.

Places and numbers only; a surface that may show text cuts it from the corpus.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.chunks import Chunk
from reviewer.diagnosis.arm import Arm, TwoArms, as_passages
from reviewer.diagnosis.shares import DUPLICATE, TOLERANCE, held, repeated
from reviewer.diagnosis.stages import read_to
from reviewer.passages import Passage
from reviewer.queries import Query
from reviewer.scores import match_items
from reviewer.spans import Place, Span, merge

WINDOW = 1200
"""Characters of the document shown before and behind the evidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidencePlace:
    """One span of the evidence: of which item and alternative, where, and its prompt tokens."""

    item: int
    alternative: int
    document: str
    start: int
    end: int
    tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NearbyChunk:
    """A chunk near the evidence: where it lies, and how much it would hold of each item.

    `overlap` and `overlap_tokens` are what it shares with the chunk before it, `read_to` is where the embedder
    stops reading (None: it reads all), `context` what it would send along.
    """

    start: int
    end: int
    tokens: int
    shares: tuple[float, ...]
    overlap: int
    overlap_tokens: int
    read_to: int | None = None
    context: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """A window of one document around evidence, with the chunks of both arms that reach into it."""

    document: str
    start: int
    end: int
    evidence: tuple[EvidencePlace, ...]
    baseline: tuple[NearbyChunk, ...]
    candidate: tuple[NearbyChunk, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPassage:
    """One passage of a ranked list: places in the order they are sent, and how much it holds of each item.

    `matches` are the items whose share reaches the threshold; `repeated` is the part that better passages sent
    before, `duplicate` whether that is enough to call it one.
    """

    rank: int
    score: float
    places: tuple[Place, ...]
    tokens: int
    shares: tuple[float, ...]
    matches: tuple[int, ...]
    repeated: float
    duplicate: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedList:
    """One arm's list to depth; `ranks` are the first matching rank of each item, `best_shares` its best share."""

    arm: str
    passages: tuple[RankedPassage, ...]
    ranks: tuple[int | None, ...]
    best_shares: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbourhood:
    """All that is needed to see how a query fared in two arms."""

    query: str
    k: int
    depth: int
    min_coverage: float
    surroundings: tuple[Surroundings, ...]
    baseline: RankedList
    candidate: RankedList


def neighbourhood(two: TwoArms, query: Query, *, window: int = WINDOW) -> Neighbourhood:
    """Gather the neighbourhood of a query.

    Args:
        two: Both arms and the rules.
        query: Any query that was asked; one that is not judged has no evidence and no surroundings.
        window: Characters before and behind the evidence; windows that touch become one.

    """
    places = _evidence(two, query)
    return Neighbourhood(
        query=query.id,
        k=two.k,
        depth=two.depth,
        min_coverage=two.min_coverage,
        surroundings=_surroundings(two, query, places, window),
        baseline=_ranked(two, query, two.baseline),
        candidate=_ranked(two, query, two.candidate),
    )


def window_at(two: TwoArms, query: Query, place: Place, *, window: int = WINDOW) -> Surroundings:
    """Give the document around any place, with both arms' chunks and what lies there of a query's evidence."""
    length = len(two.corpus[place.document].text)
    near = Place(place.document, max(place.start - window, 0), min(place.end + window, length))
    return _window(two, query, [one for one in _evidence(two, query) if one.document == place.document], near)


def _evidence(two: TwoArms, query: Query) -> tuple[EvidencePlace, ...]:
    return tuple(
        EvidencePlace(
            item=number,
            alternative=alternative,
            document=span.document,
            start=span.start,
            end=span.end,
            tokens=two.count(span.place),
        )
        for number, item in enumerate(query.evidence)
        for alternative, group in enumerate(item.alternatives)
        for span in group
    )


def _surroundings(two: TwoArms, query: Query, places: Sequence[EvidencePlace], window: int) -> tuple[Surroundings, ...]:
    """Give one window a group of places that lie near each other, in the order of the evidence's documents."""
    found: list[Surroundings] = []
    for document in dict.fromkeys(place.document for place in places):
        length = len(two.corpus[document].text)
        own = [place for place in places if place.document == document]
        spans = merge(Span(max(one.start - window, 0), min(one.end + window, length)) for one in own)
        found.extend(_window(two, query, own, Place(document, span.start, span.end)) for span in spans)
    return tuple(found)


def _window(two: TwoArms, query: Query, places: Sequence[EvidencePlace], window: Place) -> Surroundings:
    return Surroundings(
        document=window.document,
        start=window.start,
        end=window.end,
        evidence=tuple(one for one in places if window.span.holds(Span(one.start, one.end))),
        baseline=_nearby(two, query, two.baseline, window),
        candidate=_nearby(two, query, two.candidate, window),
    )


def _nearby(two: TwoArms, query: Query, arm: Arm, window: Place) -> tuple[NearbyChunk, ...]:
    """Give the chunks of an arm that share a character with a window, in the order of their places."""
    chunks = arm.chunks.get(window.document, ())
    return tuple(
        _nearby_chunk(two, query, arm, chunk, before)
        for before, chunk in zip([None, *chunks], chunks, strict=False)
        if chunk.start < window.end and window.start < chunk.end
    )


def _nearby_chunk(two: TwoArms, query: Query, arm: Arm, chunk: Chunk, before: Chunk | None) -> NearbyChunk:
    shared_to = min(before.end, chunk.end) if before else chunk.start
    places = as_passages([chunk])[0].places
    return NearbyChunk(
        start=chunk.start,
        end=chunk.end,
        tokens=two.count(chunk.place),
        shares=tuple(held(item, places, two.line).least for item in query.evidence),
        overlap=max(shared_to - chunk.start, 0),
        overlap_tokens=two.between(chunk.document, chunk.start, shared_to),
        read_to=read_to(two, arm, chunk),
        context=chunk.context,
    )


def _ranked(two: TwoArms, query: Query, arm: Arm) -> RankedList:
    passages = arm.passages[query.id]
    rows = match_items(query, passages, two.line, arm=arm.name, min_coverage=two.min_coverage)
    again = repeated(passages, two.line)
    return RankedList(
        arm=arm.name,
        passages=tuple(_passage(two, query, one, share) for one, share in zip(passages, again, strict=True)),
        ranks=tuple(row.rank for row in rows),
        best_shares=tuple(row.best_share for row in rows),
    )


def _passage(two: TwoArms, query: Query, passage: Passage, again: float) -> RankedPassage:
    shares = tuple(held(item, passage.places, two.line).least for item in query.evidence)
    threshold = two.min_coverage - TOLERANCE
    return RankedPassage(
        rank=passage.rank,
        score=passage.score,
        places=passage.places,
        tokens=sum(two.count(place) for place in passage.places),
        shares=shares,
        matches=tuple(number for number, share in enumerate(shares) if share >= threshold),
        repeated=again,
        duplicate=again >= DUPLICATE - TOLERANCE,
    )
