"""An embedder whose passages are embedded by an engine's workers; questions are few, and embedded here.

The cache asks for what it does not hold and keeps each window as it comes back. So a window whose worker died is done
again, one that came back is not, and a run that was ended anywhere goes on from what it kept: the cache is the
checkpoint.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import disk_usage

import numpy as np

from reviewer.errors import EmbeddingError
from reviewer.experiment.scale.blocks import SAME, Embedding
from reviewer.experiment.scale.engine import Engine, Settings
from reviewer.vectors import Embedder, EmbedderIdentity, Vectors
from reviewer.vectors.batches import WINDOW_CHARACTERS, windows
from reviewer.vectors.cache import LIMIT_BYTES
from reviewer.vectors.shelf import SUFFIX

Part = tuple[list[int], Vectors]
"""Places of texts, and their unit rows, float32 [len(places), d]."""


SHARE = 0.8
"""Of what is free and what the cache holds already, where a corpus outgrows one machine."""

GRANTED = "room"
"""A file in the cache's folder: the bytes that an engine's run was given, which later runs keep to."""


def room(folder: Path, *, engine: bool) -> int:
    """Give the bytes that the cache may take: the usual limit, or as much as it was given where that is more.

    A run by an engine gives it most of the disk and writes that down: below the usual limit a large corpus would push
    its own first vectors out, and be embedded for ever. A later run without one throws nothing of it away.

    Raises:
        EmbeddingError: The folder cannot be written.

    """
    if not engine:
        return max(LIMIT_BYTES, _granted(folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        held = sum(one.stat().st_size for one in folder.glob(f"*/*{SUFFIX}"))
        most = max(LIMIT_BYTES, int(SHARE * (held + disk_usage(folder).free)))
        aside = folder / f".{GRANTED}.{os.getpid()}"
        aside.write_text(f"{most}\n", encoding="ascii")
        aside.replace(folder / GRANTED)
    except OSError as error:
        raise EmbeddingError(f"{folder}: the cache cannot be written ({error})", "Check the disk.") from error
    return most


def _granted(folder: Path) -> int:
    """Give what was written down; nothing where nobody did, or it is no number."""
    try:
        return int((folder / GRANTED).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0


class Elsewhere:
    """Wraps an embedder of this process, made by `settings`, as every worker makes its own."""

    def __init__(
        self, embedder: Embedder, settings: Settings, engine: Engine, characters: int = WINDOW_CHARACTERS
    ) -> None:
        """Take both, and how much a block holds; no worker is started before something is embedded."""
        self._embedder, self._settings, self._engine = embedder, settings, engine
        self._characters = characters
        self._counted: dict[str, int] = {}
        self.requests = 0
        self.billed = 0

    @property
    def identity(self) -> EmbedderIdentity:
        """That of the wrapped embedder: workers run the same weights by the same engine in the same precision."""
        return self._embedder.identity

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Embed passages by the engine, float32 [n, d]."""
        rows = np.empty((len(texts), self.identity.dimensions), np.float32)
        for places, part in self.document_parts(texts):
            rows[places] = part
        return rows

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Embed questions here, float32 [n, d]."""
        return self._embedder.embed_queries(texts)

    def count_tokens(self, texts: Sequence[str]) -> Sequence[int]:
        """Count the content tokens of each text; those of the last part were counted by its worker."""
        if all(text in self._counted for text in texts):
            return [self._counted[text] for text in texts]
        return self._embedder.count_tokens(texts)

    def document_parts(self, texts: Sequence[str]) -> Iterator[Part]:
        """Embed passages in windows by falling length; each window is a part, as it comes back.

        Raises:
            EmbeddingError: A worker has other weights, another engine or another realised precision than this process.

        """
        grouped = list(windows([len(text) for text in texts], self._characters))
        blocks = [[texts[at] for at in window] for window in grouped]
        for number, (fingerprint, rows, tokens) in self._engine.run(Embedding, self._settings, blocks):
            if fingerprint != self.identity.fingerprint:
                raise EmbeddingError(f"embedder {self.identity.name}: a worker's vectors are other than ours", SAME)
            self.requests += 1
            self._counted = dict(zip(blocks[number], tokens, strict=True))
            yield grouped[number], rows

    def query_parts(self, texts: Sequence[str]) -> Iterator[Part]:
        """Embed questions in windows, here."""
        for window in windows([len(text) for text in texts]):
            self.requests += 1
            yield window, self._embedder.embed_queries([texts[at] for at in window])
