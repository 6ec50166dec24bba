"""Hits of one section as one: k asks for k sections, not for k chunks of fewer sections."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Collapsed:
    """Groups of hits, by position from 0, best first; `swallowed` counts hits beyond k that collapsing used up."""

    groups: tuple[tuple[int, ...], ...]
    swallowed: int


def collapse(sections: Sequence[Hashable], k: int) -> Collapsed:
    """Group ranked hits by section until there are k sections; hits that follow the last of them are not used.

    Args:
        sections: The section of each hit, best first; a section is one of its document, such as (id, path).
        k: How many sections.

    """
    groups: dict[Hashable, list[int]] = {}
    used = 0
    for at, section in enumerate(sections):
        if section not in groups and len(groups) == k:
            break
        groups.setdefault(section, []).append(at)
        used = at + 1
    return Collapsed(tuple(map(tuple, groups.values())), max(used - k, 0))
