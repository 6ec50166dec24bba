"""Hits grown to what they stand in: their section, or the chunks beside them where that is too wide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from reviewer.chunks import Chunk
from reviewer.corpus import Corpus, Document
from reviewer.errors import PassageError
from reviewer.passages.passage import Parameters, Passage
from reviewer.passages.raw import context_of
from reviewer.passages.sectioned import Sectioned
from reviewer.passages.table import ChunkTable, table_of
from reviewer.queries import Query
from reviewer.runs import Hit
from reviewer.spans import Place, Span, merge
from reviewer.vectors import Vectors

MAX_SECTION, MAX_TRIMMED, HITS = 4_000, 1, 10


@dataclass(frozen=True, slots=True)
class Expand:
    """Grows each hit to the sections it touches, re-read from the document.

    What is wider than `max_section` characters is trimmed to the hit with the chunk before and the chunk after it;
    of such trimmed regions a document has `max_trimmed` at most, those of its best hits, and a hit that would need
    one more is left out. Documents without headings have no sections: there every hit is grown by its neighbours.
    Regions that share a character become one, which stands where its best hit stood; regions that only touch stay
    apart, since k asks for k sections. Only the best `hits` are grown: were all of them, those far below k would join
    what stands above k, chain by chain, until it holds whole documents. Hits below follow as they are, unless they
    share a character with what is sent already.
    """

    max_section: int = MAX_SECTION
    max_trimmed: int = MAX_TRIMMED
    hits: int = HITS

    def __post_init__(self) -> None:
        """Refuse limits that nothing fits into."""
        _refuse("max_section", self.max_section, 1)
        _refuse("max_trimmed", self.max_trimmed, 0)
        _refuse("hits", self.hits, 1)

    @property
    def name(self) -> str:
        """Its name with settings."""
        return f"expand(hits={self.hits}, max_section={self.max_section}, max_trimmed={self.max_trimmed})"

    @property
    def parameters(self) -> Parameters:
        """Its name and its limits."""
        return {
            "name": "expand",
            "max_section": self.max_section,
            "max_trimmed": self.max_trimmed,
            "hits": self.hits,
        }

    @property
    def reads_vectors(self) -> bool:
        """Never: a chunk is grown by its place."""
        return False

    @property
    def regroups(self) -> bool:
        """Always true: a region may hold several hits."""
        return True

    def apply(
        self,
        query: Query,
        hits: Sequence[Hit],
        chunks: Mapping[str, Chunk],
        corpus: Corpus,
        vectors: Vectors | None,
    ) -> Sequence[Passage]:
        """Give the regions, each where its best hit stood; the context that its hits send comes before it."""
        del query, vectors
        growing = _Growing(self, table_of(chunks), corpus)
        for at, hit in enumerate(hits):
            growing.add(at, hit)
        regions = sorted(growing.regions, key=lambda region: region.best)
        ranked = enumerate(regions, start=1)
        return [_passage(rank, region, hits[region.best].score, growing.table) for rank, region in ranked]


@dataclass(slots=True)
class _Region:
    """A place that will be sent, the position of its best hit, and all hits that lie in it."""

    place: Place
    best: int
    hits: list[Hit]


@dataclass(slots=True)
class _Growing:
    """The regions so far, disjoint, as hits come in, best first."""

    limits: Expand
    table: ChunkTable
    corpus: Corpus
    regions: list[_Region] = field(default_factory=list)
    _trimmed: Counter[str] = field(default_factory=Counter)

    def add(self, at: int, hit: Hit) -> None:
        """Take in a hit, its region united with those it meets; what is sent already needs no trimmed region."""
        grows = at < self.limits.hits
        place, trimmed = self._grown(hit.place) if grows else (hit.place, False)
        met = [one for one in self.regions if _share(one.place, place)]
        if trimmed or not grows:
            for region in met:
                if region.place.span.holds(hit.place.span):
                    region.hits.append(hit)
                    return
            if (met and not grows) or (trimmed and self._trimmed[hit.document] >= self.limits.max_trimmed):
                return
        self._trimmed[hit.document] += trimmed
        united = _Region(
            place=_united([place, *(one.place for one in met)]),
            best=min([at, *(one.best for one in met)]),
            hits=[*(held for one in met for held in one.hits), hit],
        )
        self.regions = [*(one for one in self.regions if not _share(one.place, place)), united]

    def _grown(self, place: Place) -> tuple[Place, bool]:
        """Give the region of a hit alone, and whether it is a section that was trimmed."""
        found = self.table.sectioned(self.corpus[place.document])
        if not found.is_headed:
            return self.table.window(place), False
        whole = found.around(place)
        if whole.end - whole.start <= self.limits.max_section:
            return whole, False
        window = self.table.window(place)
        return Place(place.document, max(window.start, whole.start), min(window.end, whole.end)), True


def _refuse(key: str, value: object, least: int) -> None:
    if type(value) is not int or value < least:
        raise PassageError(f"expand: {key} {value!r} is refused", f"Give a whole number, {least} at least.")


def _passage(rank: int, region: _Region, score: float, table: ChunkTable) -> Passage:
    """Send a region: whatever its hits would have sent along and it does not hold stands before it."""
    chunks = [chunk for hit in region.hits if (chunk := table.at(hit.place)) is not None]
    along = merge(place.span for chunk in chunks for place in context_of(chunk) if not _share(region.place, place))
    return Passage(
        rank=rank,
        places=(*(Place(region.place.document, span.start, span.end) for span in along), region.place),
        hits=tuple(sorted(hit.rank for hit in region.hits)),
        score=score,
    )


def _share(one: Place, other: Place) -> bool:
    return one.document == other.document and one.span.meets(other.span)


def _united(places: Sequence[Place]) -> Place:
    return Place(places[0].document, min(one.start for one in places), max(one.end for one in places))


def expand_to_section(document: Document, span: Span) -> Place:
    """Give the place from the start of the first section that the span meets to the end of the last."""
    return Sectioned(document).around(Place(document.id, span.start, span.end))


def merge_places(places: Iterable[Place]) -> tuple[Place, ...]:
    """Give the union of places, by document and start; touching places become one, documents never mix."""
    by_document: dict[str, list[Span]] = {}
    for place in places:
        by_document.setdefault(place.document, []).append(place.span)
    return tuple(
        Place(document, span.start, span.end)
        for document, spans in sorted(by_document.items())
        for span in merge(spans)
    )
