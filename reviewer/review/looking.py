"""Where to look in a corpus: for an answer to a query, and for the text of a document that is gone. No judgement."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from reviewer.corpus import Corpus, Document, path_at, sections
from reviewer.review.entry import Option
from reviewer.spans import Place

MOST_PLACES = 5
"""Places named for a query."""
MOST_SUCCESSORS = 3
"""Documents looked through for the text of one that is gone."""
LEAST_SHARED = 0.25
"""The share of lines, or of word runs of a quote, that a successor must hold."""
_RUN = 5
_MOST_RUNS = 12
_WORD = re.compile(r"\w{2,}")


@dataclass(frozen=True, slots=True)
class _Section:
    document: Document
    start: int
    end: int
    words: frozenset[str]


class Looker:
    """Looks through one corpus; it is read when first asked."""

    def __init__(self, corpus: Corpus) -> None:
        """Read nothing yet."""
        self._corpus = corpus

    def places(self, query: str) -> tuple[Option, ...]:
        """Give the sections that share most with a query; a rare word weighs more, and a score of 1 shares all."""
        asked = {word for word in _words(query) if word in self._weights}
        total = sum(self._weights[word] for word in asked)
        if not total:
            return ()
        scored = [(sum(self._weights[word] for word in asked & one.words) / total, one) for one in self._sections]
        best = sorted(scored, key=lambda pair: -pair[0])[:MOST_PLACES]
        following = [score for score, _ in best[1:]] + [0.0]
        return tuple(
            _option(one, score, score - after)
            for (score, one), after in zip(best, following, strict=False)
            if score > 0
        )

    def successors(self, text: str, quote: str) -> list[Document]:
        """Give the documents that hold most lines of a text, else most of a quote's words in order; best first."""
        lines = _lines(text)
        if lines:
            shares = {id_: len(lines & held) / len(lines) for id_, held in self._lines.items()}
        else:
            runs = list(_runs(quote))
            shares = {id_: sum(run in flat for run in runs) / max(len(runs), 1) for id_, flat in self._flat.items()}
        best = sorted((-share, id_) for id_, share in shares.items() if share >= LEAST_SHARED)
        return [self._corpus[id_] for _, id_ in best[:MOST_SUCCESSORS]]

    @cached_property
    def _sections(self) -> list[_Section]:
        return [
            _Section(document, one.start, one.end, frozenset(_words(document.text[one.start : one.end])))
            for document in self._corpus
            for one in sections(document)
        ]

    @cached_property
    def _weights(self) -> Mapping[str, float]:
        """Weigh words by how few sections hold them: log of the number of sections over the number that do."""
        counts = Counter(word for one in self._sections for word in one.words)
        return {word: math.log((len(self._sections) + 1) / count) for word, count in counts.items()}

    @cached_property
    def _lines(self) -> Mapping[str, frozenset[str]]:
        return {document.id: _lines(document.text) for document in self._corpus}

    @cached_property
    def _flat(self) -> Mapping[str, str]:
        return {document.id: " ".join(document.text.split()) for document in self._corpus}


def _option(section: _Section, score: float, margin: float) -> Option:
    text = section.document.text[section.start : section.end]
    end = section.start + len(text.rstrip())
    place = Place(section.document.id, section.start, max(end, section.start + 1))
    path = path_at(section.document, section.start)
    return Option(place=place, score=score, margin=margin, kept=0.0, path=path)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _lines(text: str) -> frozenset[str]:
    return frozenset(line for line in (" ".join(line.split()) for line in text.split("\n")) if line)


def _runs(quote: str) -> Iterator[str]:
    """Give runs of words spread over a quote."""
    words = quote.split()
    starts = range(max(len(words) - _RUN, 0) + 1)
    for at in starts[:: max(len(starts) // _MOST_RUNS, 1)]:
        yield " ".join(words[at : at + _RUN])
