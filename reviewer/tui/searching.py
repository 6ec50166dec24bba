"""A search in one text: all places of some words, and the one that is looked at. Pure."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from reviewer.spans import Span

MOST_HITS = 2_000
"""More places are not counted."""
SLICE = 20_000
"""Characters searched in one go; between two of them a key can be answered."""
REACH = 1_000
"""Characters that words may take more than they have, where blanks lie between them."""
ALIKE = (("ς", "σ"), ("ſ", "s"), ("µ", "μ"))
"""Letters of one case that differ by their place or age alone."""


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
    return seek(text, words, near, lambda: False) or Search()


def seek(text: str, words: str, near: int, is_dropped: Callable[[], bool]) -> Search | None:
    """Find words in a text, slice by slice, ignoring case and how blanks are set; None where it was dropped meanwhile.

    Args:
        text: A document's.
        words: What was typed.
        near: The first hit from here on is looked at.
        is_dropped: Tells that nobody waits for it any more.

    """
    parts = _fold(words).split()
    if not parts:
        return Search()
    folded = _folded(text)
    pattern = re.compile(r"\s+".join(map(re.escape, parts)))
    hits: list[Span] = []
    at, reach = 0, len(words) + REACH
    while at < len(text) and len(hits) < MOST_HITS:
        if is_dropped():
            return None
        stop = at + SLICE
        for match in pattern.finditer(folded, at, stop + reach):
            if match.start() >= stop:
                break
            hits.append(Span(*match.span()))
        at = max(stop, hits[-1].end if hits else 0)
    first = bisect_left([hit.start for hit in hits], near)
    return Search(words, tuple(hits[:MOST_HITS]), first if first < len(hits) else 0)


@lru_cache(maxsize=4)
def _folded(text: str) -> str:
    """Give a text without case, letter for letter; searching it is ten times as fast as ignoring case each time."""
    return "".join(_fold(text[at : at + SLICE]) for at in range(0, len(text), SLICE))


def _fold(text: str) -> str:
    small = text.replace("İ", "i").lower()  # the one letter whose small form has another length
    for letter, plain in ALIKE:
        small = small.replace(letter, plain)
    return small
