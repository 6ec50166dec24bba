"""Plugins by name, through entry points; built-in ones are registered the same way."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points

from reviewer.errors import ConfigurationError


def names(group: str) -> tuple[str, ...]:
    """Give the names installed under `reviewer.<group>`, sorted, without importing any."""
    return tuple(sorted({point.name for point in entry_points(group=f"reviewer.{group}")}))


def load(group: str, name: str) -> object:
    """Import the plugin `name` of `reviewer.<group>`; an unknown name lists those installed."""
    points: tuple[EntryPoint, ...] = tuple(entry_points(group=f"reviewer.{group}", name=name))
    if not points:
        known = ", ".join(names(group)) or "none installed"
        raise ConfigurationError(f"no {group.rstrip('s')} is called {name!r}", f"Known: {known}.")
    return points[0].load()


def home(group: str, name: str) -> str:
    """Give the module in which the plugin `name` is defined, without importing it; an unknown name has none."""
    points = tuple(entry_points(group=f"reviewer.{group}", name=name))
    return points[0].module if points else ""
