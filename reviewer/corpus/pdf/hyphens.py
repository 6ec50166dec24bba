"""Words broken at the ends of lines, joined again.

The rule is `letter-hyphen-newline-lowercase`: a hyphen between a letter and a line end goes, with the line end, where
the next line begins with a small letter; a soft hyphen at a line end goes always. Numbers and names keep theirs. A
compound that the text writes with its hyphen elsewhere, and never without, keeps it and loses the line end alone.
"""

from __future__ import annotations

import re

from reviewer.corpus.canonical import Canonical
from reviewer.corpus.document import OffsetMap

_BROKEN = re.compile(r"(?<=[^\W\d_])[-\u00ad]\n(?=([^\W\d_]+))")
_HEAD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*$")
_COMPOUND = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)+")
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST = 60  # characters of a compound looked at


class Spellings:
    """How a text writes its words where they are not broken."""

    __slots__ = ("_compounds", "_words")

    def __init__(self, text: str) -> None:
        """Collect words, and compounds with a hyphen."""
        folded = text.casefold()
        self._compounds = frozenset(_COMPOUND.findall(folded))
        self._words = frozenset(_WORD.findall(folded))

    def has_hyphen(self, head: str, tail: str) -> bool:
        """Tell whether two parts are written with a hyphen between them, and never as one."""
        compound = f"{head}-{tail}".casefold()
        return compound in self._compounds and compound.replace("-", "") not in self._words


def breaks(text: str, spellings: Spellings) -> list[tuple[int, int]]:
    """Give the ranges to take out of a text of lines, from left to right."""
    found = []
    for match in _BROKEN.finditer(text):
        head = _HEAD.search(text, max(match.start() - _LONGEST, 0), match.start())
        if text[match.start()] == "\u00ad":
            found.append(match.span())
        elif match[1][0].islower():
            keeps = head is not None and spellings.has_hyphen(head.group(), match[1])
            found.append((match.start() + keeps, match.end()))
    return found


def join_broken_words(raw: str) -> Canonical:
    """Give a text of lines with its broken words joined, and the map back; all other line ends stay."""
    kept: list[str] = []
    anchors = [(0, 0)]
    at = length = 0
    for start, end in breaks(raw, Spellings(raw)):
        kept.append(raw[at:start])
        length += start - at
        at = end
        anchors = [*anchors[: -1 if anchors[-1][0] == length else None], (length, at)]
    return Canonical("".join([*kept, raw[at:]]), OffsetMap(tuple(anchors), len(raw)))
