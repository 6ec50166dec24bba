"""A text that stands nowhere in a document in, the place whose words are most like its own out."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import cached_property
from unicodedata import normalize

from reviewer.chunks.foreign.align import Compact

PART = 400
"""Words of a text that are compared at once: the time for that grows with their square."""

_WORD = re.compile(r"\w+|[^\w\s]")


class Nearest:
    """A document in which rewritten texts are looked for; its words are read when the first is."""

    def __init__(self, document: Compact) -> None:
        """Take the document."""
        self._document = document

    @cached_property
    def _words(self) -> list[tuple[int, int, str]]:
        """Start, end and folded text of every word and sign of the document."""
        return [(one.start(), one.end(), one.group().casefold()) for one in _WORD.finditer(self._document.original)]

    def of(self, text: str, begins: Iterable[int], limit: int) -> tuple[float, tuple[int, int] | None]:
        """Give the share of a text's words that one place holds in order, and that place.

        Args:
            text: What was handed over.
            begins: Where its place may begin, in the document; of two that hold as much the first is taken.
            limit: Where the next text is placed, in the document's characters without white space.

        """
        words = _WORD.findall(normalize("NFC", text).casefold())
        whole = sum(map(len, words))
        best: tuple[int, tuple[int, int] | None] = (0, None)
        for begin in dict.fromkeys(begins):
            if best[0] < whole:
                best = max(best, self._behind(words, begin, limit), key=lambda one: one[0])
        return best[0] / max(1, whole), best[1]

    def _behind(self, words: Sequence[str], begin: int, limit: int) -> tuple[int, tuple[int, int] | None]:
        """Place the words part by part, each behind the one before; give the characters held, and the place."""
        shared, found = 0, None
        for part in (words[at : at + PART] for at in range(0, len(words), PART)):
            held, there = _alike(self._within(*self._window(sum(map(len, part)), begin, limit)), part)
            if there is not None:
                shared, found, begin = shared + held, (found[0] if found else there[0], there[1]), there[1]
        return shared, found

    def _window(self, length: int, begin: int, limit: int) -> tuple[int, int]:
        """Give the part of the document in which so many characters can lie: between those placed around them."""
        document = self._document
        first = min(document.before(begin), limit)
        last = min(limit + length, first + 8 * length + 200, len(document.text))
        return (begin, document.place(last - 1, 1)[1]) if last > first else (begin, begin)

    def _within(self, start: int, end: int) -> list[tuple[int, int, str]]:
        words = self._words
        return words[bisect_left(words, (start,)) : bisect_left(words, (end,))]


def _alike(there: Sequence[tuple[int, int, str]], words: Sequence[str]) -> tuple[int, tuple[int, int] | None]:
    """Give the characters in words that stand around the longest run of them in a window, and their place."""
    longest = SequenceMatcher(None, [word for *_, word in there], words, autojunk=False).find_longest_match()
    if not longest.size:
        return 0, None
    first, slack = longest.a - longest.b, len(words) // 4 + 2
    near = there[max(0, first - slack) : first + len(words) + slack]
    matcher = SequenceMatcher(None, [word for *_, word in near], words, autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    shared = sum(len(word) for block in blocks for word in words[block.b : block.b + block.size])
    return shared, (near[blocks[0].a][0], near[blocks[-1].a + blocks[-1].size - 1][1])
