"""A search in one text: all places of some words, and the one that is looked at. Pure."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from itertools import islice

from reviewer.spans import Span

MOST_HITS = 2_000
"""More places are not counted."""


@dataclass(frozen=True, slots=True)
class Search:
    """What was found for words, ignoring case and how blanks are set; `at` is the place that is looked at."""

    words: str = ""
    hits: tuple[Span, ...] = ()
    at: int = 0

    @property
    def current(self) -> Span | None:
        """The place that is looked at."""
        return self.hits[self.at] if self.hits else None

    @property
    def told(self) -> str:
        """Say what was found."""
        if not self.words.strip():
            return ""
        if not self.hits:
            return f"“{self.words}” is not in this document"
        more = "+" if len(self.hits) == MOST_HITS else ""
        return f"“{self.words}”: {self.at + 1} of {len(self.hits)}{more}"

    def step(self, by: int) -> Search:
        """Go to another hit, round the end."""
        return Search(self.words, self.hits, (self.at + by) % len(self.hits)) if self.hits else self


def search(text: str, words: str, near: int) -> Search:
    """Find words in a text; the first hit from `near` on is looked at."""
    parts = words.split()
    if not parts:
        return Search()
    pattern = re.compile(r"\s+".join(map(re.escape, parts)), re.IGNORECASE)
    hits = tuple(Span(*match.span()) for match in islice(pattern.finditer(text), MOST_HITS))
    at = bisect_left([hit.start for hit in hits], near)
    return Search(words, hits, at if at < len(hits) else 0)
