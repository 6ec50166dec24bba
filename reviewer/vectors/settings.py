"""An embedder from its settings, looked up by name among those installed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from reviewer import registry
from reviewer.errors import EmbeddingError
from reviewer.vectors.embedder import Embedder


def load_embedder(settings: Mapping[str, object]) -> Embedder:
    """Make the embedder `settings["name"]` (default `transformer`) with the other settings as its keywords.

    Raises:
        EmbeddingError: No embedder has that name, or a setting is unknown, missing or refused.

    """
    return cast("Embedder", registry.make("embedders", settings, "transformer", EmbeddingError))
