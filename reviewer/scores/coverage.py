"""Sets of characters as whole numbers on one line, and the characters that are not blank."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reviewer.errors import ScoreError

Ints = NDArray[np.int64]

_BLANKS_END = 0x3001
_BLANK = np.array([chr(code).isspace() for code in range(_BLANKS_END)] + [False])
"""Whether a code point is white space; beyond U+3000 none is."""


class NonBlank:
    """Counts the characters of one text that are not white space, in constant time for any span."""

    __slots__ = ("below",)

    def __init__(self, text: str) -> None:
        """Read the text once; `below` is int64 [len + 1], the count below each offset."""
        codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        inked = ~_BLANK[np.minimum(codes, _BLANKS_END)]
        self.below: Ints = np.concatenate([np.zeros(1, np.int64), np.cumsum(inked, dtype=np.int64)])

    def count(self, start: int, end: int) -> int:
        """Count in the half-open span `[start, end)`."""
        return int(self.below[end] - self.below[start])


class Spans(NamedTuple):
    """Half-open spans on a line: `starts` and `ends`, int64 [n]; disjoint and rising where a union made them."""

    starts: Ints
    ends: Ints

    @property
    def lengths(self) -> Ints:
        """The number of characters of each, int64 [n]."""
        return self.ends - self.starts


class CorpusLine:
    """All documents laid end to end, so that a set of characters is a set of whole numbers.

    One line has `width` numbers; what belongs to query i lies on the i-th copy of it, so that the sets of
    all queries are united and intersected at once and never meet.
    """

    __slots__ = ("_nonblank", "_texts", "codes", "lengths", "offsets", "width")

    def __init__(self, texts: Mapping[str, str]) -> None:
        """Lay out the canonical texts by document id."""
        self._texts = texts
        self._nonblank: dict[str, NonBlank] = {}
        self.codes = {document: code for code, document in enumerate(sorted(texts))}
        self.lengths: Ints = np.array([len(texts[document]) for document in self.codes], dtype=np.int64)
        self.offsets: Ints = np.cumsum(self.lengths) - self.lengths
        # One number more than there are characters keeps neighbouring queries' spans from touching.
        self.width = int(self.lengths.sum()) + 1

    def nonblank(self, document: str) -> NonBlank:
        """Give the counts of one document, made at its first use."""
        if document not in self._nonblank:
            self._nonblank[document] = NonBlank(self._texts[document])
        return self._nonblank[document]

    def documents(self, names: Iterable[str], whose: str) -> Ints:
        """Give the codes of documents, int64 [n]; one that the corpus lacks is a ScoreError."""
        try:
            return np.array([self.codes[name] for name in names], dtype=np.int64)
        except KeyError as error:
            raise ScoreError(
                f"{whose} name a document {error.args[0]!r} that the corpus lacks",
                "Score with the corpus that was split and labelled.",
            ) from error

    def place(self, query: Ints, document: Ints, spans: Spans, whose: str) -> Spans:
        """Move spans of documents onto the line of each query.

        Args:
            query: int64 [n], the copy of the line.
            document: int64 [n], codes.
            spans: Offsets in the documents.
            whose: Words for the error, such as `passages of overlap-40`.

        """
        if np.any(spans.ends > self.lengths[document]):
            raise ScoreError(
                f"{whose} reach beyond the end of a document", "Score with the corpus that was split and labelled."
            )
        moved = query * self.width + self.offsets[document]
        return Spans(spans.starts + moved, spans.ends + moved)

    def query_of(self, spans: Spans) -> Ints:
        """Tell on which query's line each span lies, int64 [n]."""
        return spans.starts // self.width


def runs(*keys: Ints) -> Ints:
    """Number the runs of equal neighbouring rows, from 0, int64 [n]."""
    if not len(keys[0]):
        return keys[0]
    changes = np.any([key[1:] != key[:-1] for key in keys], axis=0)
    return np.concatenate([[0], np.cumsum(changes)])


def firsts(run: Ints) -> Ints:
    """Give the first row of each run, int64 [runs]."""
    return np.flatnonzero(np.concatenate([[True], run[1:] != run[:-1]])) if len(run) else run


def novel(group: Ints, spans: Spans) -> Spans:
    """Cut each span to what the spans before it in its group do not hold; order by (group, start) first.

    A span that brings nothing new becomes empty.
    """
    if not len(group):
        return spans
    width = int(spans.ends.max()) + 1
    starts, ends = spans.starts + group * width, spans.ends + group * width
    reached = np.maximum.accumulate(ends)
    before = np.concatenate([[np.int64(-1)], reached[:-1]])
    fresh = np.minimum(np.maximum(starts, before), ends)
    return Spans(fresh - group * width, spans.ends)


def union(spans: Spans) -> Spans:
    """Give the union as disjoint rising spans; touching ones become one."""
    if not len(spans.starts):
        return spans
    order = np.argsort(spans.starts, kind="stable")
    starts, ends = spans.starts[order], np.maximum.accumulate(spans.ends[order])
    first = np.concatenate([[True], starts[1:] > ends[:-1]])
    last = np.concatenate([first[1:], [True]])
    return Spans(starts[first], ends[last])


def overlap(spans: Spans, united: Spans) -> Ints:
    """Count the characters that each of `spans` shares with the disjoint rising spans `united`, int64 [n]."""
    return _below(united, spans.ends) - _below(united, spans.starts)


def _below(united: Spans, at: Ints) -> Ints:
    """Count the characters of a union below each number."""
    if not len(united.starts):
        return np.zeros(len(at), np.int64)
    sums = np.concatenate([np.zeros(1, np.int64), np.cumsum(united.lengths)])
    index = np.searchsorted(united.starts, at, side="right")
    beyond = np.maximum(united.ends[np.maximum(index - 1, 0)] - at, 0)
    return np.where(index > 0, sums[index] - beyond, 0)
