"""An index from its settings, looked up by name among those installed."""

from __future__ import annotations

import inspect
from collections.abc import Mapping

from reviewer import registry
from reviewer.errors import ConfigurationError, IndexingError
from reviewer.index.protocol import AnyIndex


def make_index(settings: Mapping[str, object]) -> AnyIndex:
    """Make the index `settings["name"]` with the other settings as its keywords; unknown ones are refused by name."""
    rest = dict(settings)
    name = rest.pop("name", "exact")
    try:
        factory = registry.load("indexes", str(name))
    except ConfigurationError as error:
        raise IndexingError(error.message, error.hint) from error
    if not callable(factory):
        raise IndexingError(f"index {name}: what is registered cannot be called", "Register a class or a function.")
    known = inspect.signature(factory).parameters
    for setting in rest:
        if setting not in known:
            raise IndexingError(
                f"index {name}: no setting {setting!r}", f"Known: {', '.join(known) or 'none'}.", setting=setting
            )
    try:
        index = factory(**rest)
    except TypeError as error:
        raise IndexingError(f"index {name}: its settings are refused ({error})", "Check their types.") from error
    made: AnyIndex = index
    return made
