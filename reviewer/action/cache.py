"""A restored cache is not trusted blindly: some of its vectors are embedded again, and a wrong one drops them all."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import SystemRandom

import numpy as np

from reviewer.chunks import chunk_corpus, make_splitter
from reviewer.corpus import Corpus
from reviewer.errors import EmbeddingError
from reviewer.experiment.configuration import ArmSettings
from reviewer.vectors import CachedEmbedder, load_embedder

SAMPLE = 32
"""Texts embedded again; nobody who fills a cache knows which."""

LEAST_LIKENESS = 0.999
"""Cosine that rounding on another machine never falls below."""


def drop_wrong_vectors(cache: Path, arm: ArmSettings, corpus: Corpus) -> bool:
    """Embed a random sample of an arm's texts past the cache; drop the cache, and say so, if a vector differs."""
    if not cache.is_dir() or not any(cache.iterdir()):
        return False
    embedder = load_embedder(arm.embedder)
    texts = _texts(arm, corpus)
    chosen = SystemRandom().sample(texts, min(SAMPLE, len(texts)))
    try:
        held = CachedEmbedder(embedder, cache).embed_documents(chosen)
    except EmbeddingError:
        # A damaged file was put aside by the cache itself.
        return False
    likeness = np.einsum("ij,ij->i", held, embedder.embed_documents(chosen))
    if np.all(likeness >= LEAST_LIKENESS):
        return False
    shutil.rmtree(cache)
    return True


def _texts(arm: ArmSettings, corpus: Corpus) -> list[str]:
    """Give the texts that an arm embeds, each once."""
    chunks = chunk_corpus(corpus, make_splitter(arm.splitter), "")
    return list(dict.fromkeys(chunk.embedded_text(corpus[chunk.document].text) for chunk in chunks))
