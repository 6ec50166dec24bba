"""What a worker does with a block, and a corpus cut in blocks; the same for every engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from reviewer.chunks import Chunk, Cut, Splitter, SplitterIdentity, chunk_corpus, make_splitter
from reviewer.chunks.table import CountsTokens, Watcher
from reviewer.corpus import Corpus, Document
from reviewer.errors import SplitError
from reviewer.experiment.scale.engine import Engine, Settings
from reviewer.vectors import Vectors, load_embedder

SAME = "Install the same versions of this package and its libraries on every machine, or use machines of one kind."

BLOCK_CHARACTERS = 2**20
"""Characters of the documents of a block: a fraction of a second to cut, and enough to be worth sending."""

CutDocument = tuple[tuple[Cut, ...], tuple[int | None, ...]]
"""The cuts in the order in which the splitter gave them, and the tokens of each in the order of their places."""


class Cutting:
    """Cuts documents by the splitter of its settings."""

    def __init__(self, settings: Settings) -> None:
        """Make the splitter."""
        self._splitter = make_splitter(settings)

    def __call__(self, documents: Sequence[Document]) -> tuple[str, list[CutDocument]]:
        """Give the splitter's fingerprint, and of each document its cuts, with their tokens where it can count them."""
        return self._splitter.identity.fingerprint, [self._cut(one) for one in documents]

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

    def __call__(self, texts: Sequence[str]) -> tuple[str, Vectors, tuple[int, ...]]:
        """Give the embedder's fingerprint, float32 [n, d], and the content tokens of each text, uncut."""
        rows, tokens = self._embedder.embed_documents(texts), tuple(self._embedder.count_tokens(texts))
        return self._embedder.identity.fingerprint, rows, tokens


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
    """Cut a corpus by an engine; chunks, checks and order are those of `chunk_corpus`.

    Raises:
        SplitError: A document cannot be cut, or a worker has another splitter than this process.

    """
    blocks = list(_blocks(corpus))
    cuts: dict[str, CutDocument] = {}
    for number, (fingerprint, cut) in engine.run(Cutting, settings, blocks):
        if fingerprint != splitter.identity.fingerprint:
            raise SplitError(f"splitter {splitter.identity.name}: a worker's is another than ours", SAME)
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
