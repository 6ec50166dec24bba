"""An embedder from its settings, looked up by name among those installed."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import cast

from reviewer import registry
from reviewer.errors import ConfigurationError, EmbeddingError
from reviewer.vectors.embedder import Embedder


def load_embedder(settings: Mapping[str, object]) -> Embedder:
    """Make the embedder `settings["name"]` (default `transformer`) with the other settings as its keywords.

    Raises:
        EmbeddingError: No embedder has that name, or a setting is unknown, missing or refused.

    """
    rest = dict(settings)
    name = str(rest.pop("name", "transformer"))
    try:
        factory = registry.load("embedders", name)
    except ConfigurationError as error:
        raise EmbeddingError(error.message, error.hint) from error
    if not callable(factory):
        raise EmbeddingError(f"embedder {name}: what is registered cannot be called", "Register a function.")
    known = inspect.signature(factory).parameters
    for setting in rest:
        if setting not in known:
            raise EmbeddingError(
                f"embedder {name}: no setting {setting!r}", f"Known: {', '.join(known)}.", setting=setting
            )
    try:
        return cast("Embedder", factory(**rest))
    except TypeError as error:
        raise EmbeddingError(f"embedder {name}: its settings are refused ({error})", "Check their types.") from error
