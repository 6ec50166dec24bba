"""Offsets of runs and chunks that seem to be counted otherwise than in code points of the canonical text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from reviewer.corpus import Corpus
from reviewer.corpus.units import UNITS, Fallen, Letters, Offsets, Unit, can_differ, fallen, letters_of, likeliest
from reviewer.experiment.integrity import Finding
from reviewer.spans import Place


def check_units(arm: str, places: Iterable[Place], corpus: Corpus) -> Iterator[Finding]:
    """Name the unit in which the places seem to be counted, where it is another than code points."""
    held = {name: offsets for name, offsets in _offsets(places).items() if can_differ(corpus[name])}
    masks = {name: letters_of(corpus[name].text) for name in held}
    counts = {unit.words: _summed(unit, held, masks, corpus) for unit in UNITS}
    words = likeliest(counts.values())
    if words:
        found = counts[words]
        yield Finding(
            arm=arm,
            flaw=(
                f"offsets that seem to be {words}, not code points of the canonical text: of {found.differ} that "
                f"differ {found.own} fall into words, and {found.other} as {words}"
            ),
        )


def fitting(places: Sequence[Place], corpus: Corpus) -> str | None:
    """Name the likeliest unit in which places that end beyond their documents all lie in them; None without any."""
    held = _offsets(places)
    masks = {name: letters_of(corpus[name].text) for name in held}
    fits = [
        (_summed(unit, held, masks, corpus).other, unit.words)
        for unit in UNITS
        if all(offsets[-1] <= unit.table(corpus[name])[-1] for name, offsets in held.items())
    ]
    return min(fits, key=lambda one: one[0])[1] if fits else None


def _offsets(places: Iterable[Place]) -> dict[str, Offsets]:
    """Give starts and ends by document, each once."""
    found: dict[str, set[int]] = {}
    for place in places:
        found.setdefault(place.document, set()).update((place.start, place.end))
    return {name: np.array(sorted(offsets), np.int64) for name, offsets in found.items()}


def _summed(unit: Unit, held: Mapping[str, Offsets], masks: Mapping[str, Letters], corpus: Corpus) -> Fallen:
    counts = (fallen(unit, corpus[name], offsets, masks[name]) for name, offsets in held.items())
    return sum(counts, Fallen())
