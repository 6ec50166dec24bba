"""What a worker does with a block, and a corpus cut in blocks; the same for every engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from reviewer.chunks import Chunk, Cut, Splitter, SplitterIdentity, chunk_corpus, make_splitter
from reviewer.chunks.table import CountsTokens, Watcher
from reviewer.corpus import Corpus, Document
from reviewer.experiment.scale.engine import Engine, Settings
from reviewer.vectors import Vectors, load_embedder

BLOCK_CHARACTERS = 2**20
"""Characters of the documents of a block: a fraction of a second to cut, and enough to be worth sending."""

CutDocument = tuple[tuple[Cut, ...], tuple[int | None, ...]]
"""The cuts in the order in which the splitter gave them, and the tokens of each in the order of their places."""


class Cutting:
    """Cuts documents by the splitter of its settings."""

    def __init__(self, settings: Settings) -> None:
        """Make the splitter."""
        self._splitter = make_splitter(settings)

    def __call__(self, documents: Sequence[Document]) -> list[CutDocument]:
        """Cut each document, and count the tokens of its cuts where the splitter can."""
        return [self._cut(one) for one in documents]

    def _cut(self, document: Document) -> CutDocument:
        given = tuple(self._splitter.split(document))
        if not isinstance(self._splitter, CountsTokens):
            return given, ()
        ordered = sorted(given, key=lambda cut: (cut.start, cut.end))
        texts = [document.text[cut.start : cut.end] for cut in ordered]
        return given, tuple(self._splitter.count_tokens(texts))


class Embedding:
    """Embeds passages by the embedder of its settings."""

    def __init__(self, settings: Settings) -> None:
        """Load the embedder."""
        self._embedder = load_embedder(settings)

    def __call__(self, texts: Sequence[str]) -> tuple[Vectors, tuple[int, ...]]:
        """Give float32 [n, d], and the content tokens of each text, uncut."""
        return self._embedder.embed_documents(texts), tuple(self._embedder.count_tokens(texts))


class _Precut:
    """A splitter that knows already where each document is cut."""

    def __init__(self, identity: SplitterIdentity, cuts: dict[str, CutDocument]) -> None:
        self.identity = identity
        self._cuts = cuts
        self._counted: tuple[int | None, ...] = ()

    def split(self, document: Document) -> Sequence[Cut]:
        """Give its cuts; the tokens asked for next are theirs."""
        given, self._counted = self._cuts.pop(document.id)
        return given

    def count_tokens(self, texts: Sequence[str]) -> Sequence[int | None]:
        """Give the tokens of the cuts of the document that was split last."""
        return self._counted or [None] * len(texts)


def cut_corpus(
    corpus: Corpus,
    splitter: Splitter,
    settings: Settings,
    version: str,
    *,
    engine: Engine,
    watch: Watcher | None = None,
) -> tuple[Chunk, ...]:
    """Cut a corpus by an engine; chunks, checks and order are those of `chunk_corpus`."""
    blocks = list(_blocks(corpus))
    cuts: dict[str, CutDocument] = {}
    for number, cut in engine.run(Cutting, settings, blocks):
        cuts |= zip((one.id for one in blocks[number]), cut, strict=True)
    return chunk_corpus(corpus, _Precut(splitter.identity, cuts), version, watch)


def _blocks(documents: Iterable[Document]) -> Iterator[tuple[Document, ...]]:
    block: list[Document] = []
    size = 0
    for one in documents:
        if block and size + len(one.text) > BLOCK_CHARACTERS:
            yield tuple(block)
            block, size = [], 0
        block.append(one)
        size += len(one.text)
    if block:
        yield tuple(block)
