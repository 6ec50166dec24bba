"""A small world for tests: real splitters, passages and scoring over a lexical embedder checked by hand."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from reviewer.chunks import Chunk, Cut, Splitter, SplitterIdentity, chunk_corpus
from reviewer.comparison import QueryChange, changes
from reviewer.corpus import Corpus, Document, document_from_text, headings, sections
from reviewer.diagnosis import Arm, Diagnosis, Reading, TwoArms, by_document, diagnose, windows_of
from reviewer.diagnosis.cause import GAINED, LOST
from reviewer.index import Neighbours
from reviewer.passages import Passage, context_places, raw_passages
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.runs import Hit, rank
from reviewer.scores import CorpusLine, Match, PromptTokens, match_items
from reviewer.spans import Span

WORD = re.compile(r"\w+")
RUN = re.compile(r"\S+")

Treat = Callable[[Sequence[Passage]], Sequence[Passage]]


def filler(name: str, count: int) -> str:
    """Give `count` words that stand nowhere else."""
    return " ".join(f"{name}{at}" for at in range(count))


def word_offsets(text: str) -> np.ndarray[tuple[int, int], np.dtype[np.int32]]:
    """Give the places of words, int32 [n, 2]."""
    return np.array([match.span() for match in RUN.finditer(text)], dtype=np.int32).reshape(-1, 2)


class Lexical:
    """Cosine of words weighted by rarity; it reads the first `limit` words of a text."""

    def __init__(self, corpus: Corpus, limit: int | None = None) -> None:
        """Weigh words by the documents' paragraphs that have them."""
        pieces = [piece for document in corpus for piece in document.text.split("\n\n")]
        found = Counter(word for piece in pieces for word in set(_words(piece)))
        self._weights = {word: math.log(1 + len(pieces) / count) for word, count in found.items()}
        self.limit = limit

    def score(self, query: str, text: str) -> float:
        """Give the cosine of a query with what is read of a text."""
        read = text if self.limit is None or len(word_offsets(text)) <= self.limit else self._cut(text)
        one, other = self._vector(query), self._vector(read)
        norm = math.sqrt(sum(v * v for v in one.values()) * sum(v * v for v in other.values()))
        return sum(value * other.get(word, 0.0) for word, value in one.items()) / norm if norm else 0.0

    def _cut(self, text: str) -> str:
        return text[: int(word_offsets(text)[(self.limit or 1) - 1, 1])]

    def _vector(self, text: str) -> dict[str, float]:
        return {word: count * self._weights.get(word, 1.0) for word, count in Counter(_words(text)).items()}


class SendHeaders:
    """Sections of a document, each sent with its own heading line; tables by rows, each sent with the header."""

    @property
    def identity(self) -> SplitterIdentity:
        """A name is enough for a test."""
        return SplitterIdentity(name="send-headers", unit="words", size=None, overlap=None)

    def split(self, document: Document) -> Sequence[Cut]:
        """Cut rows out of tables, and halves out of sections."""
        rows = [block for block in document.blocks if block.kind == "table-row"]
        header = next((block for block in document.blocks if block.kind == "table-header"), None)
        if rows and header:
            first = Cut(0, header.end)
            return [first, *(Cut(row.start, row.end, (header.span,)) for row in rows)]
        return [cut for section in sections(document) for cut in self._halves(document, section.span)]

    def _halves(self, document: Document, section: Span) -> list[Cut]:
        title = next((one.span for one in headings(document) if section.holds(one.span)), None)
        places = word_offsets(document.text[section.start : section.end]) + section.start
        middle = len(places) // 2
        pieces = [part for part in (places[:middle], places[middle:]) if len(part)]
        context = (title,) if title else ()
        return [Cut(int(part[0, 0]), int(part[-1, 1]), () if at == 0 else context) for at, part in enumerate(pieces)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras:
    """What a scenario changes of an arm besides its splitter."""

    limit: int | None = None
    treat: Treat | None = None
    treatment: str | None = None
    metadata: Mapping[str, str] | None = None
    unseen: Callable[[Chunk], bool] | None = None
    rescore: bool = False
    embed_context: bool = False


PLAIN = Extras()


class World:
    """A corpus, and arms over it."""

    def __init__(self, texts: Mapping[str, str], *, k: int = 3, depth: int = 10) -> None:
        """Read the texts as files of those names would be."""
        documents = {name: document_from_text(name, text) for name, text in sorted(texts.items())}
        self.corpus = Corpus(documents)
        self.line = CorpusLine({name: one.text for name, one in documents.items()})
        self.tokens = PromptTokens(self.line, lambda name: word_offsets(documents[name].text).astype(np.int64))
        self.k, self.depth = k, depth

    def span(self, quote: str) -> EvidenceSpan:
        """Give the one place of a quote."""
        holders = [one for one in self.corpus if quote in one.text]
        assert len(holders) == 1
        assert holders[0].text.count(quote) == 1
        start = holders[0].text.index(quote)
        return EvidenceSpan(holders[0].id, start, start + len(quote), holders[0].fingerprint, quote)

    def query(self, text: str, *quotes: str, filters: Mapping[str, str] | None = None) -> Query:
        """Ask for one item; several quotes are needed together."""
        item = EvidenceItem((tuple(self.span(quote) for quote in quotes),))
        return Query(id="asked", text=text, evidence=(item,), filters=filters or {})

    def arm(self, name: str, splitter: Splitter, query: Query, extras: Extras = PLAIN) -> Arm:
        """Split, embed, search and send, as a run does."""
        chunks = chunk_corpus(self.corpus, splitter, "1")
        embedder = Lexical(self.corpus, extras.limit)
        exact = self._search(chunks, embedder, query, extras)
        seen = [one for one in exact if not self._missed(chunks, one, extras)]
        raw = raw_passages(_renumber(seen)[: self.depth], context_places(chunks))
        treated = extras.treat(raw) if extras.treat else raw
        reading = None if extras.limit is None else Reading(extras.limit, word_offsets)
        return Arm(
            name=name,
            chunks=by_document(chunks),
            passages={query.id: treated},
            windows=windows_of(splitter.identity, self.corpus),
            reading=reading,
            treatment=extras.treatment,
            raw={query.id: raw} if extras.treat else None,
            exact={query.id: raw_passages(exact[: self.depth], context_places(chunks))} if extras.unseen else None,
            metadata={} if extras.metadata is None else {one.id: extras.metadata for one in chunks},
            rescore=(lambda asked, texts: [embedder.score(asked.text, text) for text in texts])
            if extras.rescore
            else None,
        )

    def two(self, baseline: Arm, candidate: Arm, **changed: object) -> TwoArms:
        """Compare two arms."""
        two = TwoArms(
            corpus=self.corpus,
            line=self.line,
            tokens=self.tokens,
            baseline=baseline,
            candidate=candidate,
            k=self.k,
            depth=self.depth,
        )
        return replace(two, **changed)  # type: ignore[arg-type] # a test names fields

    def _search(self, chunks: Sequence[Chunk], embedder: Lexical, query: Query, extras: Extras) -> tuple[Hit, ...]:
        rows = [at for at, chunk in enumerate(chunks) if self._passes(chunk, query, extras)]
        scores = [embedder.score(query.text, self._embedded(chunks[at], extras)) for at in rows]
        near = Neighbours(np.array(rows, dtype=np.int64), np.array(scores, dtype=np.float32))
        return rank(near, chunks)

    def _embedded(self, chunk: Chunk, extras: Extras) -> str:
        text = self.corpus[chunk.document].text
        context = [text[one.start : one.end] for one in chunk.context] if extras.embed_context else []
        return "\n".join([*context, chunk.embedded_text(text)])

    def _passes(self, chunk: Chunk, query: Query, extras: Extras) -> bool:
        carried = self.corpus[chunk.document].metadata if extras.metadata is None else extras.metadata
        return all(carried.get(key) == value for key, value in query.filters.items())

    def _missed(self, chunks: Sequence[Chunk], hit: Hit, extras: Extras) -> bool:
        own = next(chunk for chunk in chunks if chunk.id == hit.chunk)
        return extras.unseen is not None and extras.unseen(own)


def matches(two: TwoArms, query: Query, arm: Arm) -> tuple[Match, ...]:
    """Give an arm's match table."""
    return match_items(query, arm.passages[query.id], two.line, arm=arm.name, min_coverage=two.min_coverage)


def is_matched(two: TwoArms, query: Query, arm: Arm) -> bool:
    """Tell whether every item is matched within k."""
    return all(row.rank is not None and row.rank <= two.k for row in matches(two, query, arm))


def diagnosed(two: TwoArms, *queries: Query) -> tuple[Diagnosis, ...]:
    """Diagnose whatever changed between the arms."""
    before = [row for query in queries for row in matches(two, query, two.baseline)]
    after = [row for query in queries for row in matches(two, query, two.candidate)]
    return of_changes(two, queries, changes(before, after, two.k))


def of_changes(two: TwoArms, queries: Iterable[Query], changed: Mapping[str, QueryChange]) -> tuple[Diagnosis, ...]:
    """Diagnose every changed item, what was lost first, then by query and item."""
    by_id = {query.id: query for query in queries}
    found = [(LOST, one.query, item) for one in changed.values() for item in one.lost]
    found += [(GAINED, one.query, item) for one in changed.values() for item in one.gained]
    ordered = sorted(found, key=lambda one: (one[0] != LOST, *one[1:]))
    return tuple(diagnose(two, by_id[query], item, change) for change, query, item in ordered)


def _renumber(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    return tuple(replace(hit, rank=at) for at, hit in enumerate(hits, start=1))


def _words(text: str) -> list[str]:
    return [word.casefold() for word in WORD.findall(text)]
