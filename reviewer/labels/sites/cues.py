"""What a language must say to tell one part of a pattern from the other; all else the miners read is structure."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Cues:
    """Cue words of a language; patterns named `…_start` are looked for at the beginning of a sentence only."""

    language: str
    serving: frozenset[str]
    """Words that only serve, by which the language is told."""
    condition: re.Pattern[str]
    consequence_start: re.Pattern[str]
    prerequisite: re.Pattern[str]
    action_start: re.Pattern[str]
    definition: re.Pattern[str]
    exception: re.Pattern[str]
    leaning_start: re.Pattern[str]
    """How a sentence begins that leans on what stands above it."""
    leaning_near_start: re.Pattern[str]
    preparing_title: re.Pattern[str]
    """Titles of sections that name what must be at hand first."""
    telling_nothing: re.Pattern[str]
    """Titles that a paragraph does not need."""
    section: re.Pattern[str]
    table: re.Pattern[str]
    """A reference to a numbered section or table; the group `number` is its number."""
    paragraph_before: re.Pattern[str]
    of_a_table: re.Pattern[str]
    """What is said below a table about its rows or columns."""


def any_of(entries: str, *, start: bool = False) -> re.Pattern[str]:
    """Give a pattern of entries, one a line; `start` binds it to the beginning, after emphasis and brackets."""
    inner = "|".join(line.strip().replace(" ", r"\s+") for line in entries.strip().splitlines())
    return re.compile(rf"[*_(\[\"“„]*(?:{inner})\b" if start else rf"\b(?:{inner})\b", re.IGNORECASE)


def words(text: str) -> frozenset[str]:
    """Give the words of a text."""
    return frozenset(text.split())
