"""Treatments in their plainest form, so that a remedy is proved by other code than the diagnosis."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from reviewer.passages import Passage
from reviewer.spans import Place

Treat = Callable[[Sequence[Passage]], Sequence[Passage]]


def collapse(passages: Sequence[Passage]) -> Sequence[Passage]:
    """Drop a hit of which two fifths were sent already."""
    sent: set[tuple[str, int]] = set()
    kept = []
    for passage in passages:
        own = {(place.document, at) for place in passage.places for at in range(place.start, place.end)}
        if len(own & sent) < 0.4 * len(own):
            kept.append(passage)
            sent |= own
    return _ranked(kept)


def expand(characters: int, lengths: dict[str, int]) -> Treat:
    """Grow each hit by so many characters on both sides."""

    def grown(place: Place) -> Place:
        end = min(place.end + characters, lengths[place.document])
        return Place(place.document, max(place.start - characters, 0), end)

    return lambda passages: [replace(one, places=tuple(map(grown, one.places))) for one in passages]


def cap(per_document: int) -> Treat:
    """Send at most so many hits of a document."""

    def capped(passages: Sequence[Passage]) -> Sequence[Passage]:
        taken: dict[str, int] = {}
        kept = []
        for passage in passages:
            document = passage.places[-1].document
            taken[document] = taken.get(document, 0) + 1
            if taken[document] <= per_document:
                kept.append(passage)
        return _ranked(kept)

    return capped


def one_of_each(texts: dict[str, str], alike: float = 0.8) -> Treat:
    """Send one of several texts that share most of their words."""

    def words(passage: Passage) -> set[str]:
        return {word for one in passage.places for word in re.findall(r"\w+", texts[one.document][one.start : one.end])}

    def kept(passages: Sequence[Passage]) -> Sequence[Passage]:
        sent: list[tuple[set[str], Passage]] = []
        for passage in passages:
            own = words(passage)
            if not any(len(own & other) >= alike * len(own) for other, _ in sent):
                sent.append((own, passage))
        return _ranked([passage for _, passage in sent])

    return kept


def _ranked(passages: Sequence[Passage]) -> list[Passage]:
    return [replace(one, rank=rank) for rank, one in enumerate(passages, start=1)]
