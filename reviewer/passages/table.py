"""An arm's chunks, looked up by id, by place and by neighbourhood, with the sections of their documents.

All is found once for all queries.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping

from reviewer.chunks import Chunk
from reviewer.corpus import Document
from reviewer.passages.sectioned import Sectioned
from reviewer.spans import Place


class ChunkTable(Mapping[str, Chunk]):
    """Chunks by id, in the order given."""

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        """Take all chunks of an arm."""
        self._by_id = {chunk.id: chunk for chunk in chunks}
        self._by_document: dict[str, list[Chunk]] = {}
        self._sectioned: dict[str, Sectioned] = {}
        for chunk in sorted(self._by_id.values(), key=_key):
            self._by_document.setdefault(chunk.document, []).append(chunk)

    def __getitem__(self, name: str) -> Chunk:
        """Give a chunk by its id."""
        return self._by_id[name]

    def __iter__(self) -> Iterator[str]:
        """Give the ids."""
        return iter(self._by_id)

    def __len__(self) -> int:
        """Give the number of chunks."""
        return len(self._by_id)

    def at(self, place: Place) -> Chunk | None:
        """Give the chunk at a place, if there is one."""
        chunks = self._by_document.get(place.document, [])
        row = bisect_left(chunks, (place.document, place.start, place.end), key=_key)
        return chunks[row] if row < len(chunks) and chunks[row].place == place else None

    def sectioned(self, document: Document) -> Sectioned:
        """Give the sections of a document that the chunks were cut from, found once."""
        if document.id not in self._sectioned:
            self._sectioned[document.id] = Sectioned(document)
        return self._sectioned[document.id]

    def window(self, place: Place) -> Place:
        """Give the place with the chunk before it and the chunk after it, in the order of the document."""
        chunks = self._by_document.get(place.document, [])
        row = bisect_left(chunks, (place.document, place.start, place.end), key=_key)
        after = row + 1 if row < len(chunks) and chunks[row].place == place else row
        beside = [chunks[one] for one in (row - 1, after) if 0 <= one < len(chunks)]
        start = min([place.start, *(one.start for one in beside)])
        return Place(place.document, start, max([place.end, *(one.end for one in beside)]))


def table_of(chunks: Mapping[str, Chunk]) -> ChunkTable:
    """Give a mapping of chunks as a table; one that is a table already is given back."""
    return chunks if isinstance(chunks, ChunkTable) else ChunkTable(chunks.values())


def _key(chunk: Chunk) -> tuple[str, int, int]:
    return chunk.document, chunk.start, chunk.end
