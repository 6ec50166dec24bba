"""What a splitter did to one document: its chunks, the overlap realised, and the text between boundaries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.chunks.chunk import Chunk, Splitter, SplitterIdentity, pairs
from reviewer.chunks.overlap import RealisedOverlap, realised_overlap
from reviewer.chunks.table import chunk_corpus
from reviewer.chunks.tokenizer import Tokenizer
from reviewer.corpus import Corpus, Document
from reviewer.fingerprint import Plain


@dataclass(frozen=True, slots=True)
class Account:
    """One document, cut."""

    document: Document
    splitter: SplitterIdentity
    chunks: tuple[Chunk, ...]
    overlap: RealisedOverlap

    def to_plain(self) -> dict[str, Plain]:
        """Give `document`, `fingerprint`, `splitter`, `chunks` (start, end, tokens) and `realised_overlap`.

        A chunk with places that go along has them as `context` (sent) and `embedded`, lists of [start, end].
        """
        return {
            "document": self.document.id,
            "fingerprint": self.document.fingerprint,
            "splitter": self.splitter.to_plain() | {"fingerprint": self.splitter.fingerprint},
            "chunks": [_plain(one) for one in self.chunks],
            "realised_overlap": self.overlap.to_plain(),
        }


def _plain(chunk: Chunk) -> dict[str, Plain]:
    along = {"context": pairs(chunk.context), "embedded": pairs(chunk.embedded)}
    return {
        "start": chunk.start,
        "end": chunk.end,
        "tokens": chunk.tokens,
        **{name: [list(one) for one in places] for name, places in along.items() if places},
    }


@dataclass(frozen=True, slots=True)
class Stretch:
    """Text [start, end) without a boundary inside; chunks by number from 1.

    `closes` end and `opens` begin where it begins; `holders` hold it: none in a gap, several in an overlap.
    """

    start: int
    end: int
    closes: tuple[int, ...]
    opens: tuple[int, ...]
    holders: tuple[int, ...]


def account(document: Document, splitter: Splitter) -> Account:
    """Cut one document, and measure the overlap in characters and, where the splitter has a tokenizer, in tokens."""
    corpus = Corpus({document.id: document})
    chunks = chunk_corpus(corpus, splitter, "")
    tokenizer = getattr(splitter, "tokenizer", None)
    shared = realised_overlap(chunks, corpus, tokenizer if isinstance(tokenizer, Tokenizer) else None)
    return Account(document, splitter.identity, chunks, shared)


def stretches(length: int, chunks: Sequence[Chunk]) -> tuple[Stretch, ...]:
    """Part a text of `length` at every boundary; the last stretch is empty where a chunk ends with the text."""
    opens: dict[int, list[int]] = {}
    closes: dict[int, list[int]] = {}
    for number, chunk in enumerate(chunks, start=1):
        opens.setdefault(chunk.start, []).append(number)
        closes.setdefault(chunk.end, []).append(number)
    bounds = sorted({0, length, *opens, *closes})
    holders: list[int] = []
    parted: list[Stretch] = []
    for start, end in zip(bounds, [*bounds[1:], length], strict=True):
        ended, begun = closes.get(start, []), opens.get(start, [])
        holders = [*(number for number in holders if number not in ended), *begun]
        if start < end or ended:
            parted.append(Stretch(start, end, tuple(ended), tuple(begun), tuple(holders)))
    return tuple(parted)
