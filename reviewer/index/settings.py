"""An index from its settings, looked up by name among those installed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from reviewer import registry
from reviewer.errors import IndexingError
from reviewer.index.protocol import AnyIndex


def make_index(settings: Mapping[str, object]) -> AnyIndex:
    """Make the index `settings["name"]` (default `exact`) with the other settings as its keywords.

    Raises:
        IndexingError: No index has that name, or a setting is unknown, missing or refused.

    """
    return cast("AnyIndex", registry.make("indexes", settings, "exact", IndexingError))
