"""Running text as sentences: where each begins and ends. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reviewer.spans import Span

_END = re.compile(r"[.!?…]+[\"'”’»)\]*_`]*(?=\s)|[。！？]")
_ABBREVIATED = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|nr|art|abs|dr|mr|mrs|ms|st|fig|sec|z\.\s?b|d\.\s?h|u\.\s?a|bzw|ca|vgl|ggf"
    r"|inkl|usw|evtl|bspw|sog)|\b[a-zäöü]|^\s*\d{1,3})\.$",
    re.IGNORECASE,
)
_LONGEST_ABBREVIATION = 12


def sentences(text: str, start: int, end: int) -> Iterator[Span]:
    """Give the sentences of `text[start:end]`, without the blanks around them."""
    begin = start
    for match in _END.finditer(text, start, end):
        stop = match.end()
        if _is_end(text, begin, stop, end):
            yield from _trimmed(text, begin, stop)
            begin = stop
    yield from _trimmed(text, begin, end)


def _is_end(text: str, begin: int, stop: int, end: int) -> bool:
    """Tell an end from an abbreviation, and from a stop after which a small letter goes on."""
    following = text[stop:end].lstrip()[:1]
    if following.islower():
        return False
    return _ABBREVIATED.search(text[max(begin, stop - _LONGEST_ABBREVIATION) : stop]) is None


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    piece = text[start:end]
    inner = piece.strip()
    if inner:
        begin = start + piece.find(inner[0])
        yield Span(begin, begin + len(inner))
