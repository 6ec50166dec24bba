"""A label's quote as it is looked for: its tokens, and those that stood around it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reviewer.labels.anchor.tokens import Flags, Ints, Tokens, lex

WIDEST = 800
"""Characters of context on each side that are compared at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What is looked for: the tokens from `first` up to `stop` of `source` (the old text, else the quote alone).

    `start` and `end` are the label's offsets; `outer` is the range of tokens that count as context.
    """

    source: Tokens
    first: int
    stop: int
    outer: range
    start: int
    end: int
    has_context: bool

    def __len__(self) -> int:
        """Give the number of tokens of the quote."""
        return self.stop - self.first

    @property
    def hashes(self) -> Ints:
        """The quote's tokens: int64 [n]."""
        return self.source.hashes[self.first : self.stop]

    @property
    def words(self) -> Flags:
        """Which tokens of the quote are words: bool [n]."""
        return self.source.words[self.first : self.stop]

    @property
    def text(self) -> str:
        """The quote."""
        return self.source.text[self.cut_start : self.cut_end]

    @property
    def cut_start(self) -> int:
        """Where the quote begins in `source`."""
        return self.start if self.has_context else 0

    @property
    def cut_end(self) -> int:
        """Where the quote ends in `source`."""
        return self.end if self.has_context else len(self.source.text)

    @property
    def pattern(self) -> re.Pattern[str]:
        """Find the quote as it is written, whatever its blanks are."""
        return re.compile(r"\s+".join(map(re.escape, self.text.split())))

    @property
    def lead(self) -> int:
        """The number of characters of the first token before the quote; negative: of the quote's blanks before it."""
        return self.cut_start - int(self.source.starts[self.first])

    @property
    def trail(self) -> int:
        """The number of characters of the last token after the quote; negative: of the quote's blanks after it."""
        return int(self.source.ends[self.stop - 1]) - self.cut_end


def in_text(old: Tokens, start: int, end: int) -> Sought:
    """Look for what stands at `[start, end)` of the old text, with its surroundings."""
    touched = old.touched(start, end)
    outer = old.touched(max(0, start - WIDEST), min(len(old.text), end + WIDEST))
    return _sought(old, touched, outer, start, end, has_context=True)


def alone(quote: str, start: int, end: int) -> Sought:
    """Look for a quote whose surroundings are not known."""
    tokens = lex(quote)
    whole = range(len(tokens))
    return _sought(tokens, whole, whole, start, end, has_context=False)


def _sought(source: Tokens, inner: range, outer: range, start: int, end: int, *, has_context: bool) -> Sought:
    return Sought(
        source=source,
        first=inner.start,
        stop=inner.stop,
        outer=outer,
        start=start,
        end=end,
        has_context=has_context,
    )
