"""A corpus cut into chunks, each with its id and, where the splitter has a tokenizer, its own number of tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from reviewer import ids
from reviewer.chunks.chunk import Chunk, Cut, Splitter, pairs
from reviewer.chunks.conform import check
from reviewer.corpus import Corpus, Document

Watcher = Callable[[Document, Sequence[Cut]], None]


@runtime_checkable
class CountsTokens(Protocol):
    """A splitter that has a tokenizer."""

    def count_tokens(self, texts: Sequence[str]) -> Sequence[int | None]:
        """Count the tokens of each text on its own."""


def chunk_corpus(corpus: Corpus, splitter: Splitter, version: str, watch: Watcher | None = None) -> tuple[Chunk, ...]:
    """Cut every document.

    Args:
        corpus: Its fingerprint becomes part of each id.
        splitter: Any; its places are checked.
        version: Of the transformation from document to chunk; part of each id.
        watch: Sees each document with its cuts, in the order in which the splitter gave them.

    Returns:
        Chunks by document id, in the order of their places. `tokens` is counted on the chunk's own text.

    Raises:
        SplitError: A place lies outside its document.

    """
    fingerprint = corpus.fingerprint
    chunks: list[Chunk] = []
    for document in corpus:
        chunks.extend(_chunks(fingerprint, document, splitter, version, watch))
    return tuple(chunks)


def _chunks(corpus: str, document: Document, splitter: Splitter, version: str, watch: Watcher | None) -> list[Chunk]:
    given = splitter.split(document)
    check(document, given)
    if watch is not None:
        watch(document, given)
    cuts = sorted(given, key=lambda cut: (cut.start, cut.end))
    return [
        Chunk(
            id=ids.chunk_id(corpus, document.id, sent, version, embedded),
            document=document.id,
            start=cut.start,
            end=cut.end,
            context=cut.context,
            embedded=cut.embedded,
            tokens=tokens,
        )
        for cut, tokens in zip(cuts, _tokens(document, cuts, splitter), strict=True)
        for sent, embedded in [(((cut.start, cut.end), *pairs(cut.context)), pairs(cut.embedded))]
    ]


def _tokens(document: Document, cuts: Sequence[Cut], splitter: Splitter) -> Sequence[int | None]:
    if not isinstance(splitter, CountsTokens):
        return [None] * len(cuts)
    return splitter.count_tokens([document.text[cut.start : cut.end] for cut in cuts])
