"""What the patterns of running text share: a sentence that leads, and a later one that rests on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from reviewer.labels.sites.page import Page
from reviewer.spans import Span

FARTHEST = 6
"""A sentence rests on one of so many before it."""
SHORTEST = 25
"""Shorter sentences are captions or fragments."""


class Pair(NamedTuple):
    """A sentence and a later one that rests on it, the words that tell so, and the titles above."""

    first: Span
    second: Span
    lead: str
    rest: str
    path: tuple[str, ...]


def pairs(page: Page, leads: re.Pattern[str], rests: re.Pattern[str], *, at_start: bool) -> Iterator[Pair]:
    """Give pairs of sentences of one paragraph: one that rests, and the nearest before it that leads.

    With `at_start`, only the beginning of a sentence tells that it rests. No sentence stands in two pairs.
    """
    for block in page.paragraphs:
        spans = page.sentences(block)
        said = [page.says(span) for span in spans]
        free = 0
        for at, text in enumerate(said):
            rest = rests.match(text) if at_start else rests.search(text)
            if rest is None or len(text) < SHORTEST:
                continue
            for before in range(at - 1, max(at - FARTHEST, free) - 1, -1):
                lead = leads.search(said[before]) if len(said[before]) >= SHORTEST else None
                if lead is not None:
                    yield Pair(spans[before], spans[at], _words(lead), _words(rest), block.path)
                    free = at
                    break


def _words(found: re.Match[str]) -> str:
    return " ".join(found.group().split()).strip('*_(["“„')
