"""A restored cache is not trusted blindly: some of its vectors are embedded again, and a wrong one drops them all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import SystemRandom

from reviewer import fingerprint
from reviewer.chunks import chunk_corpus, make_splitter
from reviewer.corpus import Corpus
from reviewer.errors import EmbeddingError
from reviewer.experiment.configuration import ArmSettings
from reviewer.vectors import VectorCache, load_embedder

SAMPLE = 32
"""Entries embedded again; nobody who fills a cache knows which."""

LEAST_LIKENESS = 0.999
"""Cosine that rounding on another machine never falls below."""


def drop_wrong_vectors(cache: Path, arm: ArmSettings, corpus: Corpus) -> bool:
    """Embed a random sample of what the cache holds for an arm again; drop the cache, and say so, if one differs."""
    if not any(cache.glob("vectors.sqlite*")):
        return False
    texts = _texts(arm, corpus)
    embedder = load_embedder(arm.embedder)
    held = VectorCache(cache)
    try:
        found = held.read(embedder.identity.fingerprint, list(texts))
    except EmbeddingError:
        found = {}
    finally:
        held.close()
    chosen = SystemRandom().sample(sorted(found), min(SAMPLE, len(found)))
    if not chosen:
        return False
    anew = embedder.embed_documents([texts[key] for key in chosen])
    if all(float(found[key].vector @ row) >= LEAST_LIKENESS for key, row in zip(chosen, anew, strict=True)):
        return False
    for path in cache.glob("vectors.sqlite*"):
        path.unlink()
    return True


def _texts(arm: ArmSettings, corpus: Corpus) -> Mapping[str, str]:
    """Give the texts that an arm embeds, by their fingerprints."""
    chunks = chunk_corpus(corpus, make_splitter(arm.splitter), "")
    texts = [chunk.text(corpus[chunk.document].text) for chunk in chunks]
    return {fingerprint.of_text(text): text for text in texts}
