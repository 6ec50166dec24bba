"""A splitter from its settings, looked up by name among those installed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from reviewer import registry
from reviewer.chunks.chunk import Setting, Splitter
from reviewer.errors import ConfigurationError, SplitError


def make_splitter(settings: Mapping[str, Setting]) -> Splitter:
    """Make the splitter `settings["name"]` with the other settings as its keywords.

    Raises:
        SplitError: No splitter has that name, a setting is unknown, missing or refused, or what was made cannot split.

    """
    rest = dict(settings)
    name = rest.pop("name", None)
    factory = _factory(name)
    name = str(name)
    _refuse_unknown(name, inspect.signature(factory), rest)
    try:
        splitter = factory(**rest)
    except (TypeError, ValueError) as error:
        raise SplitError(f"splitter {name}: its settings are refused ({error})", "Check their types.") from error
    if any(inspect.getattr_static(splitter, part, None) is None for part in ("split", "identity")):
        raise SplitError(f"splitter {name}: it has no `split` and `identity`", "See reviewer.chunks.Splitter.")
    made: Splitter = splitter
    return made


def keywords(name: object) -> tuple[str, ...]:
    """Give the settings that a splitter takes by name; one that takes any gives none.

    Raises:
        SplitError: No splitter has that name.

    """
    parameters = inspect.signature(_factory(name)).parameters.values()
    kinds = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(one.name for one in parameters if one.kind in kinds)


def _factory(name: object) -> Callable[..., Any]:
    if not isinstance(name, str):
        raise SplitError(
            f"splitter: name is {name!r}", f"Known: {', '.join(registry.names('splitters'))}.", setting="name"
        )
    try:
        factory = registry.load("splitters", name)
    except ConfigurationError as error:
        raise SplitError(error.message, error.hint, setting="name") from error
    if not callable(factory):
        raise SplitError(f"splitter {name}: what is registered cannot be called", "Register a class or a function.")
    return factory


def _refuse_unknown(name: str, signature: inspect.Signature, settings: Mapping[str, Setting]) -> None:
    parameters = signature.parameters.values()
    if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters):
        return
    known = [one.name for one in parameters if one.kind is not inspect.Parameter.POSITIONAL_ONLY]
    for setting in settings:
        if setting not in known:
            near = get_close_matches(setting, known, n=1)
            hint = f"Did you mean {near[0]}?" if near else f"Known: {', '.join(known)}."
            raise SplitError(f"splitter {name}: no setting {setting!r}", hint, setting=setting)
    for one in parameters:
        if one.default is inspect.Parameter.empty and one.name in known and one.name not in settings:
            raise SplitError(f"splitter {name}: {one.name} is missing", f"Give {one.name}.")
