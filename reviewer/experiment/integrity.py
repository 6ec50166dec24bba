"""What must hold before any recall is looked at; every finding names arm and documents, and nothing is judged on it.

Checked in the order in which flaws cost: chunks before anything is embedded, rows before anything is searched, hits
before anything is scored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from reviewer.chunks import Chunk, pairs
from reviewer.corpus import Corpus
from reviewer.errors import ComparisonError
from reviewer.experiment.grid import Grid
from reviewer.fingerprint import Plain
from reviewer.ids import chunk_id
from reviewer.queries import Query
from reviewer.runs import Run
from reviewer.scores import is_judged

NAMED = 5
HINT = "Build both arms anew from the same documents; nothing was judged."


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One flaw: the arm, what is wrong, and the documents (or queries) it is wrong with."""

    arm: str
    flaw: str
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Say it in one line; a long list of names is cut and says so."""
        more = f" and {len(self.names) - NAMED} more" if len(self.names) > NAMED else ""
        named = f": {', '.join(self.names[:NAMED])}{more}" if self.names else ""
        return f"{self.arm}: {self.flaw}{named}"


def refuse(findings: Iterable[Finding]) -> None:
    """Raise a ComparisonError that lists every finding; without any, do nothing."""
    told = list(map(str, findings))
    if told:
        raise ComparisonError("\n".join(["refused before any recall was looked at:", *told]), HINT)


def check_chunks(
    arm: str, chunks: Sequence[Chunk], corpus: Corpus, *, grid: Grid | None = None, version: str | None = None
) -> Iterator[Finding]:
    """Check a chunk table against the documents.

    Args:
        arm: Whose chunks.
        chunks: All of them, as they stand in the index.
        corpus: The documents that every arm must hold.
        grid: The fixed windows that the chunks claim to be, where they are ones.
        version: Of the transformation that their ids must carry, where they are our own.

    """
    held = {chunk.document for chunk in chunks}
    unknown = tuple(sorted(held - corpus.documents.keys()))
    if unknown:
        yield Finding(arm=arm, flaw=f"chunks of {len(unknown)} documents that are not in the corpus", names=unknown)
    bare = tuple(one.id for one in corpus if one.id not in held and one.text.strip())
    if bare:
        yield Finding(arm=arm, flaw=f"no chunk for {len(bare)} of {len(corpus)} documents", names=bare)
    known = [chunk for chunk in chunks if chunk.document in corpus.documents]
    beyond = _documents(one for one in known if one.end > len(corpus[one.document].text))
    if beyond:
        yield Finding(arm=arm, flaw="chunks that end beyond their document", names=beyond)
        return
    doubled = {place for place, count in Counter((one.document, one.places) for one in known).items() if count > 1}
    if doubled:
        names = tuple(sorted({document for document, _ in doubled}))
        yield Finding(arm=arm, flaw=f"ingested twice: {len(doubled)} chunks stand more than once", names=names)
    yield from _check_versions(arm, known, corpus, version)
    yield from _check_grid(arm, known, corpus, grid)


def _check_versions(arm: str, chunks: Iterable[Chunk], corpus: Corpus, version: str | None) -> Iterator[Finding]:
    """Chunk ids cover corpus, place and transformation version, so one of another origin shows."""
    if version is None:
        return
    whole = corpus.fingerprint

    def expected(chunk: Chunk) -> str:
        places = ((chunk.start, chunk.end), *pairs(chunk.context))
        return chunk_id(whole, chunk.document, places, version, pairs(chunk.embedded))

    odd = _documents(one for one in chunks if one.id != expected(one))
    if odd:
        flaw = (
            f"mixed versions: chunks of {len(odd)} documents were not made by transformation {version} of this corpus"
        )
        yield Finding(arm=arm, flaw=flaw, names=odd)


def _check_grid(arm: str, chunks: Iterable[Chunk], corpus: Corpus, grid: Grid | None) -> Iterator[Finding]:
    """Fixed windows hold every character, and their number follows from size and stride."""
    if grid is None:
        return
    by_document: dict[str, list[Chunk]] = {}
    for chunk in chunks:
        by_document.setdefault(chunk.document, []).append(chunk)
    texts = {name: corpus[name].text for name in by_document}
    gaps = tuple(name for name, text in texts.items() if _uncovered(text, by_document[name]))
    if gaps:
        yield Finding(arm=arm, flaw=f"text that no chunk holds in {len(gaps)} documents", names=gaps)
    odd = []
    for name, text in texts.items():
        fewest, most = grid.chunks_of(text)
        if not fewest <= len(by_document[name]) <= most:
            odd.append(f"{name} ({len(by_document[name])} chunks, {fewest} to {most} expected)")
    if odd:
        yield Finding(arm=arm, flaw=f"chunk counts that do not follow from {grid}", names=tuple(odd))


def _uncovered(text: str, chunks: Iterable[Chunk]) -> bool:
    end = 0
    for chunk in sorted(chunks, key=lambda one: one.start):
        if chunk.start > end and text[end : chunk.start].strip():
            return True
        end = max(end, chunk.end)
    return bool(text[end:].strip())


def check_rows(arm: str, chunks: int, rows: int) -> Iterator[Finding]:
    """Every row must be searchable."""
    if rows != chunks:
        yield Finding(arm=arm, flaw=f"{rows} of {chunks} chunks can be searched")


def check_row_versions(arm: str, versions: Mapping[str, int], version: str) -> Iterator[Finding]:
    """Every row of a store must carry the version of the transformation that made this arm's chunks."""
    other = {name: count for name, count in versions.items() if name != version}
    if other:
        told = ", ".join(f"{count} of version {name or 'none'}" for name, count in sorted(other.items()))
        yield Finding(arm=arm, flaw=f"mixed versions in the store: {told}, beside those of version {version}")


def check_queries(queries: Sequence[Query], corpus: Corpus) -> Iterator[Finding]:
    """A filter must admit some document, and one alternative of each of the query's own evidence items."""
    for query in queries:
        if not query.filters:
            continue
        admitted = {one.id for one in corpus if _admits(query.filters, one.metadata)}
        shut_out = _shut_out(query, admitted)
        if not admitted:
            yield Finding(arm=f"query {query.id}", flaw=f"no document has {_pairs(query.filters)}")
        elif is_judged(query) and shut_out:
            flaw = f"its filters ({_pairs(query.filters)}) leave out its own evidence"
            yield Finding(arm=f"query {query.id}", flaw=flaw, names=tuple(sorted(shut_out)))


def _shut_out(query: Query, admitted: set[str]) -> set[str]:
    """Give the documents left out of each item that no alternative can answer."""
    left_out: set[str] = set()
    for item in query.evidence:
        outside = [{span.document for span in group} - admitted for group in item.alternatives]
        if all(outside):
            left_out.update(*outside)
    return left_out


def check_hits(
    arm: str, run: Run, chunks: Sequence[Chunk], queries: Sequence[Query], corpus: Corpus
) -> Iterator[Finding]:
    """Hits must be chunks of the arm, each once in a list, and pass the query's filters."""
    places = Counter(chunk.place for chunk in chunks)
    filters = {query.id: query.filters for query in queries}
    hits = [(query, hit) for query, ranked in run.hits.items() for hit in ranked]
    again = {
        query
        for query, ranked in run.hits.items()
        if any(count > max(places[place], 1) for place, count in Counter(hit.place for hit in ranked).items())
    }
    if again:
        flaw = "the same hit more than once in a list; a chunk was ingested twice, or lists were joined"
        yield Finding(arm=arm, flaw=flaw, names=tuple(sorted(again)))
    strange = {hit.document for _, hit in hits if hit.place not in places}
    if strange:
        flaw = "hits that are none of its chunks; run and chunks belong to different arms"
        yield Finding(arm=arm, flaw=flaw, names=tuple(sorted(strange)))
    unfiltered = {
        f"{query} (rank {hit.rank}, {hit.document})"
        for query, hit in hits
        if filters.get(query) and not _admits(filters[query], corpus[hit.document].metadata)
    }
    if unfiltered:
        yield Finding(arm=arm, flaw="filters were not applied", names=tuple(sorted(unfiltered)))
    odd = {query for query, hit in hits if not np.isfinite(hit.score)}
    if odd:
        yield Finding(arm=arm, flaw="scores that are not numbers", names=tuple(sorted(odd)))


def check_said(arm: str, run: Run, queries: Sequence[Query], version: str | None) -> Iterator[Finding]:
    """What a run says of itself must fit: its filters those of the labels, its transformation that of its manifest."""
    expected = {query.id: dict(query.filters) for query in queries}
    odd = tuple(sorted(query for query, said in run.filters.items() if expected.get(query, said) != said))
    if odd:
        yield Finding(arm=arm, flaw="queries were run with other filters than the labels hold", names=odd)
    if version is not None and run.transformation not in {"", version}:
        flaw = f"mixed versions: the run says transformation {run.transformation}, its manifest {version}"
        yield Finding(arm=arm, flaw=flaw)


def check_documents(arm: str, documents: Mapping[str, Plain], expected: Mapping[str, Plain]) -> Iterator[Finding]:
    """The documents an arm was built from must be those of the corpus, in text and metadata."""
    missing, extra = sorted(expected.keys() - documents.keys()), sorted(documents.keys() - expected.keys())
    if missing:
        yield Finding(arm=arm, flaw=f"built without {len(missing)} documents", names=tuple(missing))
    if extra:
        yield Finding(arm=arm, flaw=f"built with {len(extra)} documents that are not in the corpus", names=tuple(extra))
    for part in ("text", "metadata"):
        odd = [
            name
            for name in expected
            if name in documents and _part(documents, name, part) != _part(expected, name, part)
        ]
        if odd:
            yield Finding(arm=arm, flaw=f"built from other {part} of {len(odd)} documents", names=tuple(odd))


def _part(documents: Mapping[str, Plain], name: str, part: str) -> Plain:
    one = documents[name]
    return one.get(part) if isinstance(one, Mapping) else None


def _admits(filters: Mapping[str, str], metadata: Mapping[str, str]) -> bool:
    return all(metadata.get(key) == value for key, value in filters.items())


def _pairs(filters: Mapping[str, str]) -> str:
    return ", ".join(f"{key} = {value}" for key, value in sorted(filters.items()))


def _documents(chunks: Iterable[Chunk]) -> tuple[str, ...]:
    names: Collection[str] = {one.document for one in chunks}
    return tuple(sorted(names))
