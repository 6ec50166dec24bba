"""Documents cut by hand, and hits on their chunks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reviewer.chunks import Chunk
from reviewer.corpus import Corpus, document_from_text
from reviewer.passages import ChunkTable, Passage
from reviewer.queries import Query
from reviewer.runs import Hit
from reviewer.spans import Span

QUERY = Query(id="q", text="?", evidence=())


def corpus_of(**texts: str) -> Corpus:
    """Give Markdown documents by name, without its ending."""
    return Corpus({f"{name}.md": document_from_text(f"{name}.md", text) for name, text in sorted(texts.items())})


def chunk(document: str, start: int, end: int, context: Sequence[tuple[int, int]] = ()) -> Chunk:
    """Give a chunk named by its place."""
    spans = tuple(Span(*one) for one in context)
    return Chunk(id=f"{document}:{start}-{end}", document=f"{document}.md", start=start, end=end, context=spans)


def windows(document: str, length: int, size: int, overlap: int = 0) -> list[Chunk]:
    """Cut `length` characters into windows."""
    starts = range(0, max(length - overlap, 1), size - overlap)
    return [chunk(document, start, min(start + size, length)) for start in starts]


def hits_on(chunks: Iterable[Chunk]) -> list[Hit]:
    """Rank chunks in the order given."""
    return [
        Hit(rank=rank, document=one.document, start=one.start, end=one.end, score=1 - rank / 100, chunk=one.id)
        for rank, one in enumerate(chunks, start=1)
    ]


def table(chunks: Iterable[Chunk]) -> ChunkTable:
    """Give chunks by id."""
    return ChunkTable(chunks)


def places(passages: Iterable[Passage]) -> list[list[tuple[str, int, int]]]:
    """Give the places of passages as plain tuples, documents without their ending."""
    return [[(one.document.removesuffix(".md"), one.start, one.end) for one in each.places] for each in passages]
