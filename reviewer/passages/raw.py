"""Raw hits as passages: one passage a hit, the chunk with the context it sends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from reviewer.chunks import Chunk
from reviewer.passages.passage import Passage
from reviewer.passages.table import ChunkTable
from reviewer.runs import Hit, Run
from reviewer.spans import Place

ContextPlaces = Mapping[Place, tuple[Place, ...]]
"""The context that the chunk at a place sends; chunks that send none may be absent."""

NO_CONTEXT: ContextPlaces = MappingProxyType({})


def context_places(chunks: Iterable[Chunk]) -> dict[Place, tuple[Place, ...]]:
    """Give the context places of every chunk that sends any, by the chunk's own place."""
    return {chunk.place: context_of(chunk) for chunk in chunks if chunk.context}


def context_of(chunk: Chunk) -> tuple[Place, ...]:
    """Give the places that a chunk sends along."""
    return tuple(Place(chunk.document, span.start, span.end) for span in chunk.context)


def raw_passages(hits: Sequence[Hit], context: ContextPlaces = NO_CONTEXT) -> tuple[Passage, ...]:
    """Give one passage a hit, in the order of the hits: context first, as a reader needs it, then the chunk.

    Args:
        hits: Ranked hits, best first.
        context: What the chunks send along, from `context_places`.

    """
    return tuple(
        Passage(rank=hit.rank, places=(*context.get(place, ()), place), hits=(hit.rank,), score=hit.score)
        for hit in hits
        for place in (hit.place,)
    )


def raw_lists(run: Run, chunks: Iterable[Chunk]) -> dict[str, tuple[Passage, ...]]:
    """Give, by query id, the passages of a run whose arm has no treatment, with what its chunks send along."""
    context = context_places(chunks)
    return {query: raw_passages(hits, context) for query, hits in run.hits.items()}


def kept_passages(hits: Sequence[Hit], table: ChunkTable) -> tuple[Passage, ...]:
    """Give one passage a hit as a treatment hands them on: ranked in the order given, named by the rank they had."""
    found = []
    for rank, hit in enumerate(hits, start=1):
        chunk = table.at(hit.place)
        along = context_of(chunk) if chunk is not None else ()
        found.append(Passage(rank=rank, places=(*along, hit.place), hits=(hit.rank,), score=hit.score))
    return tuple(found)
