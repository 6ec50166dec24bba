"""Plugins by name, through entry points; built-in ones are registered the same way."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points

from reviewer.errors import ConfigurationError, ReviewerError

SINGULAR = {"indexes": "index"}
"""Where it is more than the plural without its s."""


def names(group: str) -> tuple[str, ...]:
    """Give the names installed under `reviewer.<group>`, sorted, without importing any."""
    return tuple(sorted({point.name for point in entry_points(group=f"reviewer.{group}")}))


def load(group: str, name: str) -> object:
    """Import the plugin `name` of `reviewer.<group>`; an unknown name lists those installed."""
    points: tuple[EntryPoint, ...] = tuple(entry_points(group=f"reviewer.{group}", name=name))
    if not points:
        known = ", ".join(names(group)) or "none installed"
        raise ConfigurationError(f"no {SINGULAR.get(group, group.rstrip('s'))} is called {name!r}", f"Known: {known}.")
    return points[0].load()


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
    whose = f"{SINGULAR.get(group, group.rstrip('s'))} {name}"
    try:
        factory = load(group, name)
    except ConfigurationError as unknown:
        raise error(unknown.message, unknown.hint) from unknown
    except ImportError as broken:
        raise error(f"{whose}: cannot be imported ({broken})", "Install what it needs.") from broken
    if not callable(factory):
        raise error(f"{whose}: what is registered cannot be called", "Register a class or a function.")
    known = inspect.signature(factory).parameters
    for setting in rest:
        if setting not in known:
            hint = f"Known: {', '.join(known) or 'none'}."
            raise error(f"{whose}: no setting {setting!r}", hint, setting=setting)
    try:
        made: object = factory(**rest)
    except TypeError as refused:
        raise error(f"{whose}: its settings are refused ({refused})", "Check their types.") from refused
    return made


def home(group: str, name: str) -> str:
    """Give the module in which the plugin `name` is defined, without importing it; an unknown name has none."""
    points = tuple(entry_points(group=f"reviewer.{group}", name=name))
    return points[0].module if points else ""
