"""Rows in and questions out, whatever an index reads: vectors, texts, or both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reviewer.index.protocol import AnyIndex, BothIndex, Metadata, Neighbours, TextIndex
from reviewer.index.remote import StoreIndex
from reviewer.vectors import Vectors


def reads_vectors(index: AnyIndex) -> bool:
    """Tell whether an index needs an embedder."""
    if isinstance(index, BothIndex):
        return any(reads_vectors(part) for part in index.parts)
    return not isinstance(index, TextIndex)


def gives_cosines(index: AnyIndex) -> bool:
    """Tell whether its scores are cosines of the embedder's vectors."""
    return not isinstance(index, (TextIndex, BothIndex))


def refuse_width(index: AnyIndex, dimensions: int) -> None:
    """Refuse vectors that are wider than the index, or one of its parts, takes.

    Raises:
        IndexingError: They are.

    """
    for part in index.parts if isinstance(index, BothIndex) else (index,):
        if isinstance(part, StoreIndex):
            part.refuse_width(dimensions)


def add_rows(index: AnyIndex, vectors: Vectors, texts: Sequence[str], metadata: Metadata) -> None:
    """Append rows: float32 [n, d] where it reads vectors, n texts where it reads texts, and n mappings.

    Raises:
        IndexingError: Shapes differ, or what the index needs is not there.

    """
    if isinstance(index, BothIndex):
        index.add_both(vectors, texts, metadata)
    elif isinstance(index, TextIndex):
        index.add_texts(texts, metadata)
    else:
        index.add(vectors, metadata)


def find(
    index: AnyIndex,
    vectors: Vectors,
    texts: Sequence[str],
    depth: int,
    filters: Sequence[Mapping[str, str]] | None = None,
) -> list[Neighbours]:
    """Find the nearest rows of each question.

    Args:
        index: Any.
        vectors: float32 [q, d]; of any width where the index reads none.
        texts: The q questions.
        depth: How many rows at most.
        filters: One mapping a question.

    """
    if isinstance(index, BothIndex):
        return index.search_both(vectors, texts, depth, filters)
    if isinstance(index, TextIndex):
        return index.search_texts(texts, depth, filters)
    return index.search(vectors, depth, filters)
