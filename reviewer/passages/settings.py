"""A treatment from its settings, looked up by name among those installed."""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Mapping
from difflib import get_close_matches

from reviewer import registry
from reviewer.errors import ConfigurationError, PassageError
from reviewer.passages.passage import Treatment

PARTS = ("name", "parameters", "regroups", "reads_vectors", "apply")


def make_treatment(settings: Mapping[str, object]) -> Treatment:
    """Make the treatment `settings["name"]` with the other settings as its keywords.

    A setting whose name Python keeps for itself (`lambda`) is handed over with an underscore behind it.

    Raises:
        PassageError: No treatment has that name, a setting is unknown, missing or refused.

    """
    rest = dict(settings)
    name = rest.pop("name", None)
    if not isinstance(name, str):
        raise PassageError(f"treatment: name is {name!r}", f"Known: {', '.join(registry.names('treatments'))}.")
    try:
        factory = registry.load("treatments", name)
    except ConfigurationError as error:
        raise PassageError(error.message, error.hint) from error
    if not callable(factory):
        raise PassageError(f"treatment {name}: what is registered cannot be called", "Register a class or a function.")
    taken = registry.keywords(factory)
    known = {_written(parameter): parameter for parameter in taken or ()}
    for setting in rest:
        if taken is not None and setting not in known:
            near = get_close_matches(setting, known, n=1)
            hint = f"Did you mean {near[0]}?" if near else f"Known: {', '.join(known) or 'none'}."
            raise PassageError(f"treatment {name}: no setting {setting!r}", hint)
    try:
        treatment = factory(**{known.get(setting, setting): value for setting, value in rest.items()})
    except TypeError as error:
        raise PassageError(f"treatment {name}: its settings are refused ({error})", "Check their types.") from error
    missing = [part for part in PARTS if inspect.getattr_static(treatment, part, None) is None]
    if missing:
        raise PassageError(f"treatment {name}: it has no `{missing[0]}`", "See reviewer.passages.Treatment.")
    made: Treatment = treatment
    return made


def _written(parameter: str) -> str:
    """Give a parameter's name as a configuration writes it."""
    bare = parameter.removesuffix("_")
    return bare if keyword.iskeyword(bare) else parameter
