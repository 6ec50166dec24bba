"""Offsets counted otherwise than in code points of the canonical text, told by where they fall.

Strings of Java and JavaScript count UTF-16 units, those of Go bytes, and a program may count in the file as it is on
disk. Such offsets are places too, only wrong ones: they fall into words where, read as what they are, they fall between
words. Splitters that cut anywhere fall into words in any unit, and are not suspected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reviewer.corpus import Corpus, Document
from reviewer.experiment.integrity import Finding
from reviewer.spans import Place

Offsets = NDArray[np.int64]
"""int64 [n]."""

LEAST = 20
"""Offsets that differ between two units; fewer prove nothing."""

MOST_IN_WORDS, LEAST_IN_WORDS = 0.05, 0.4
"""Shares of them that fall into words: at most by the unit that is suspected, at least by code points."""


@dataclass(frozen=True, slots=True)
class Unit:
    """What is counted; `table` gives it before each code point of a document and at its end, int64 [len + 1]."""

    words: str
    table: Callable[[Document], Offsets]


@dataclass(slots=True)
class _Fallen:
    """How many offsets tell two units apart, and how many of them fall into words by each."""

    differ: int = 0
    own: int = 0
    other: int = 0

    @property
    def is_suspect(self) -> bool:
        most, least = MOST_IN_WORDS * self.differ, LEAST_IN_WORDS * self.differ
        return self.differ >= LEAST and self.other <= most and self.own >= least


def check_units(arm: str, places: Iterable[Place], corpus: Corpus) -> Iterator[Finding]:
    """Name the unit in which the places seem to be counted, where it is another than code points."""
    held = {name: offsets for name, offsets in _offsets(places).items() if _can_differ(corpus[name])}
    masks = {name: _letters(corpus[name].text) for name in held}
    suspects = [(fallen, unit) for unit in UNITS if (fallen := _fallen(unit, held, masks, corpus)).is_suspect]
    if suspects:
        fallen, unit = min(suspects, key=lambda one: one[0].other / one[0].differ)
        yield Finding(
            arm=arm,
            flaw=(
                f"offsets that seem to be {unit.words}, not code points of the canonical text: of {fallen.differ} that "
                f"differ {fallen.own} fall into words, and {fallen.other} as {unit.words}"
            ),
        )


def fitting(places: Sequence[Place], corpus: Corpus) -> str | None:
    """Name the likeliest unit in which places that end beyond their documents all lie in them; None without any."""
    held = _offsets(places)
    masks = {name: _letters(corpus[name].text) for name in held}
    fits = [
        (_fallen(unit, held, masks, corpus).other, unit.words)
        for unit in UNITS
        if all(offsets[-1] <= unit.table(corpus[name])[-1] for name, offsets in held.items())
    ]
    return min(fits, key=lambda one: one[0])[1] if fits else None


def _can_differ(document: Document) -> bool:
    """Tell whether anything is counted otherwise; in most documents of plain English nothing is."""
    return not document.text.isascii() or document.source.anchors != ((0, 0),)


def _offsets(places: Iterable[Place]) -> dict[str, Offsets]:
    """Give starts and ends by document, each once."""
    found: dict[str, set[int]] = {}
    for place in places:
        found.setdefault(place.document, set()).update((place.start, place.end))
    return {name: np.array(sorted(offsets), np.int64) for name, offsets in found.items()}


def _fallen(unit: Unit, held: Mapping[str, Offsets], masks: Mapping[str, NDArray[np.bool_]], corpus: Corpus) -> _Fallen:
    sums = _Fallen()
    for name, offsets in held.items():
        table, letters = unit.table(corpus[name]), masks[name]
        at = np.minimum(np.searchsorted(table, offsets), len(table) - 1)
        differ = at != offsets
        torn = table[at] != offsets  # in the middle of a character, where no splitter cuts
        sums.differ += int(differ.sum())
        sums.own += int((differ & _in_word(letters, offsets)).sum())
        sums.other += int((differ & (torn | _in_word(letters, at))).sum())
    return sums


def _letters(text: str) -> NDArray[np.bool_]:
    """Tell of each character, and of the end, whether it belongs to a word."""
    return np.fromiter((*map(str.isalnum, text), False), np.bool_, len(text) + 1)


def _in_word(letters: NDArray[np.bool_], offsets: Offsets) -> NDArray[np.bool_]:
    at = np.clip(offsets, 0, len(letters) - 1)
    inside: NDArray[np.bool_] = letters[at] & letters[np.maximum(at - 1, 0)] & (at > 0)
    return inside


def _file(document: Document) -> Offsets:
    anchors = np.array(document.source.anchors, np.int64)
    own = np.arange(len(document.text) + 1)
    at = np.searchsorted(anchors[:, 0], own, side="right") - 1
    limits = np.append(anchors[1:, 1], document.source.length)
    found: Offsets = np.minimum(anchors[at, 1] + own - anchors[at, 0], limits[at])
    return found


def _utf16(document: Document) -> Offsets:
    return _summed(1 + (_codes(document) > 0xFFFF))  # noqa: PLR2004  # the last that is one unit


def _utf8(document: Document) -> Offsets:
    codes = _codes(document)
    return _summed(1 + (codes > 0x7F).astype(int) + (codes > 0x7FF) + (codes > 0xFFFF))  # noqa: PLR2004  # one more each


def _codes(document: Document) -> NDArray[np.uint32]:
    return np.frombuffer(document.text.encode("utf-32-le"), "<u4")


def _summed(widths: NDArray[np.int64]) -> Offsets:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(widths)])


UNITS = (
    Unit("characters of the file as it is", _file),
    Unit("UTF-16 units", _utf16),
    Unit("bytes of UTF-8", _utf8),
)
"""Of units that fit equally well the first is named."""
