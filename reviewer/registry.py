"""Plugins by name, through entry points; built-in ones are registered the same way."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points

from reviewer.errors import ConfigurationError, ReviewerError

SINGULAR = {"indexes": "index"}
"""Where it is more than the plural without its s."""


def names(group: str) -> tuple[str, ...]:
    """Give the names installed under `reviewer.<group>`, sorted, without importing any."""
    return tuple(sorted({point.name for point in entry_points(group=f"reviewer.{group}")}))


def load(group: str, name: str) -> object:
    """Import the plugin `name` of `reviewer.<group>`.

    Raises:
        ConfigurationError: No distribution registers the name, more than one does, or it cannot be imported.

    """
    points = _points(group, name)
    if not points:
        known = ", ".join(names(group)) or "none installed"
        raise ConfigurationError(f"no {_singular(group)} is called {name!r}", f"Known: {known}.")
    if len(points) > 1:
        raise ConfigurationError(
            f"{len(points)} {group} are called {name!r}: {' and '.join(map(_told, points))}",
            "Numbers must not depend on which of them is found first: uninstall all but one.",
        )
    (point,) = points
    try:
        return point.load()
    except Exception as broken:  # whatever the code of another package raises while it is imported
        raise ConfigurationError(
            f"{_singular(group)} {name}: cannot be imported ({type(broken).__name__}: {broken})",
            f"Install what {_told(point)} needs, or another version of it.",
        ) from broken


def make(group: str, settings: Mapping[str, object], default: str, error: type[ReviewerError]) -> object:
    """Make the plugin `settings["name"]` of `reviewer.<group>`, with the other settings as its keywords.

    Args:
        group: The plugins' kind, such as `embedders`.
        settings: As a configuration gives them.
        default: The name where none is given.
        error: What is raised where the name or a setting is unknown, missing or refused.

    """
    rest = dict(settings)
    name = str(rest.pop("name", default))
    whose = f"{_singular(group)} {name}"
    try:
        factory = load(group, name)
    except ConfigurationError as unknown:
        raise error(unknown.message, unknown.hint) from unknown
    if not callable(factory):
        raise error(f"{whose}: what is registered cannot be called", "Register a class or a function.")
    known = keywords(factory)
    for setting in rest:
        if known is not None and setting not in known:
            hint = f"Known: {', '.join(known) or 'none'}."
            raise error(f"{whose}: no setting {setting!r}", hint, setting=setting)
    if missing := _missing(factory, rest):
        raise error(f"{whose}: its settings are refused (no {missing})", f"Give {missing}.")
    try:
        made: object = factory(**rest)
    except TypeError as refused:
        raise error(f"{whose}: its settings are refused ({refused})", "Check their types.") from refused
    return made


def keywords(factory: Callable[..., object]) -> tuple[str, ...] | None:
    """Give the settings that a factory takes by name; None where it takes any, or does not tell."""
    try:
        parameters = inspect.signature(factory).parameters.values()
    except ValueError:  # written in C, without a signature
        return None
    if any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters):
        return None
    kinds = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return tuple(one.name for one in parameters if one.kind in kinds)


def home(group: str, name: str) -> str:
    """Give the module in which the plugin `name` is defined, without importing it; none where no single one is."""
    points = _points(group, name)
    return points[0].module if len(points) == 1 else ""


def _points(group: str, name: str) -> tuple[EntryPoint, ...]:
    """Give what is registered under a name; one thing that is registered twice is one."""
    found = entry_points(group=f"reviewer.{group}", name=name)
    return tuple({point.value: point for point in found}.values())


def _missing(factory: Callable[..., object], settings: Mapping[str, object]) -> str:
    """Name the settings that have no default and are not given."""
    taken = keywords(factory) or ()
    required = [one for one in taken if inspect.signature(factory).parameters[one].default is inspect.Parameter.empty]
    return ", ".join(one for one in required if one not in settings)


def _singular(group: str) -> str:
    return SINGULAR.get(group, group.rstrip("s"))


def _told(point: EntryPoint) -> str:
    return f"{point.value} of {point.dist.name}" if point.dist else point.value
