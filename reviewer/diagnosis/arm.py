"""What diagnosis knows of two arms: what each cut and sent, and, where it is given, what stages before had."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from reviewer.chunks import Chunk, longest_safe
from reviewer.corpus import Corpus
from reviewer.passages import Passage, context_places, raw_passages
from reviewer.queries import Query
from reviewer.runs import Hit
from reviewer.scores import MIN_COVERAGE, CorpusLine, PromptTokens
from reviewer.scores.coverage import Spans
from reviewer.spans import Place

Offsets = NDArray[np.int32]
"""int32 [n, 2]: start and end of each token, rising, in code points."""

BY_FORMAT, ROUTED = "by-format", ("sections", "rows", "code")
"""Whoever ran the first ran the others on the formats that they suit."""

Lists = Mapping[str, Sequence[Passage]]
"""Passages by query id, best first, ranks from 1 without a gap."""

Rescore = Callable[[Query, Sequence[str]], Sequence[float]]
"""Gives the arm's own score of a query with each of some texts, as its index would score them."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Windows:
    """Windows of a fixed size and overlap, without separators: what they can split at all is arithmetic.

    `count` gives the units of the splitter that share a character with a place.
    """

    size: int
    overlap: int
    unit: str
    count: Callable[[Place], int]

    def longest_safe(self, min_coverage: float) -> float:
        """Give the longest span, in the unit, that some window always holds to `min_coverage`."""
        return longest_safe(self.overlap, min_coverage, self.size)


@dataclass(frozen=True, slots=True)
class Reading:
    """What the embedder reads of a text: its first `limit` tokens, whose places `offsets` gives."""

    limit: int
    offsets: Callable[[str], Offsets]

    def cut(self, text: str) -> int | None:
        """Give the number of characters that are read, or None where all are."""
        table = self.offsets(text)
        return int(table[self.limit - 1, 1]) if len(table) > self.limit else None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Arm:
    """One arm as diagnosis sees it; what is not known stays None, and the causes it would prove are not named.

    Args:
        name: Of the arm.
        chunks: All its chunks by document, from `by_document`.
        whole: Whether these are all; else only those that were hit, and what no chunk holds is not known.
        passages: What it sends, to depth.
        windows: Where it cuts windows on a grid.
        reading: Of its embedder.
        splitter: Its registered name.
        treatment: Name and settings of the treatment, such as `mmr(lambda=0.5)`.
        raw: The lists before the treatment.
        exact: The lists that exact search gives, before any treatment, where the index is approximate.
        metadata: What filters are checked against, by chunk id; other chunks carry their document's.
        rescore: Scores other texts as this arm would.

    """

    name: str
    chunks: Mapping[str, tuple[Chunk, ...]]
    passages: Lists
    whole: bool = True
    windows: Windows | None = None
    reading: Reading | None = None
    splitter: str = ""
    treatment: str | None = None
    raw: Lists | None = None
    exact: Lists | None = None
    metadata: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    rescore: Rescore | None = None

    @property
    def tried(self) -> frozenset[str]:
        """The names of all that was tried by running this arm: it, its splitter, its treatments."""
        treatments = (one.partition("(")[0] for one in (self.treatment or "").split(", then "))
        routed = ROUTED if self.splitter == BY_FORMAT else ()
        return frozenset(filter(None, (self.name, self.splitter, *treatments, *routed)))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TwoArms:
    """Two arms on one corpus, and the rules they were judged by; `stale` are ids of queries whose label is stale."""

    corpus: Corpus
    line: CorpusLine
    tokens: PromptTokens
    baseline: Arm
    candidate: Arm
    k: int
    depth: int
    min_coverage: float = MIN_COVERAGE
    stale: Collection[str] = ()

    def count(self, place: Place) -> int:
        """Count the prompt tokens of a place."""
        code = self.line.documents([place.document], "diagnosis")
        return int(self.tokens.count(code, Spans(np.array([place.start]), np.array([place.end])))[0])

    def between(self, document: str, start: int, end: int) -> int:
        """Count the prompt tokens of `[start, end)`, 0 where it is empty."""
        return self.count(Place(document, start, end)) if start < end else 0

    def text(self, place: Place) -> str:
        """Cut a place out of its document's canonical text."""
        return self.corpus[place.document].text[place.start : place.end]


def by_document(chunks: Iterable[Chunk]) -> dict[str, tuple[Chunk, ...]]:
    """Group chunks by document, in the order of their places."""
    found: dict[str, list[Chunk]] = {}
    for chunk in sorted(chunks, key=lambda one: (one.document, one.start, one.end)):
        found.setdefault(chunk.document, []).append(chunk)
    return {document: tuple(group) for document, group in found.items()}


def as_passages(chunks: Sequence[Chunk]) -> tuple[Passage, ...]:
    """Give the passages that chunks would be sent as, ranked in their order, without a score."""
    hits = [
        Hit(rank=rank, document=one.document, start=one.start, end=one.end, score=0.0, chunk=one.id)
        for rank, one in enumerate(chunks, start=1)
    ]
    return raw_passages(hits, context_places(chunks))
