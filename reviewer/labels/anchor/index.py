"""Where each run of three tokens stands in a text, so that a passage is found without reading the text again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reviewer.labels.anchor.tokens import Ints, Tokens

LENGTH = 3
_BASE = np.uint64(0xD6E8FEB86659FD93)


@dataclass(frozen=True, slots=True)
class GramIndex:
    """The runs of three tokens of a text.

    `by_place` int64 [n - 2] holds them as they stand, `grams` int64 [n - 2] sorted; `places` int64 [n - 2] says where
    each of the sorted ones stands.
    """

    tokens: Tokens
    by_place: Ints
    grams: Ints
    places: Ints

    def counts(self, grams: Ints) -> Ints:
        """Say how often each run stands in the text: int64 [m]."""
        return np.searchsorted(self.grams, grams, side="right") - np.searchsorted(self.grams, grams, side="left")

    def occurrences(self, grams: Ints) -> tuple[Ints, Ints]:
        """Give all places of the runs: the row of the run and the place, both int64 [total]."""
        lows = np.searchsorted(self.grams, grams, side="left")
        counts = np.searchsorted(self.grams, grams, side="right") - lows
        rows = np.repeat(np.arange(len(grams)), counts)
        within = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
        return rows, self.places[np.repeat(lows, counts) + within]

    def exact(self, sought: Ints) -> Ints:
        """Give every place at which all of these tokens stand in this order: int64 [m], rising."""
        grams = grams_of(sought)
        if not len(grams):
            return occurrences(self.tokens.hashes, sought)
        rarest = int(np.argmin(self.counts(grams)))
        return _filtered(self.tokens.hashes, sought, self.occurrences(grams[rarest : rarest + 1])[1] - rarest)


def occurrences(hashes: Ints, sought: Ints) -> Ints:
    """Give every place in a text at which all of these tokens stand in this order: int64 [m], rising."""
    return _filtered(hashes, sought, np.flatnonzero(hashes == sought[0]))


def _filtered(hashes: Ints, sought: Ints, places: Ints) -> Ints:
    """Keep the places at which the tokens sought really stand."""
    places = places[(places >= 0) & (places <= len(hashes) - len(sought))]
    for step, one in enumerate(sought):
        places = places[hashes[places + step] == one]
    return np.sort(places)


def index(tokens: Tokens) -> GramIndex:
    """Index a text."""
    grams = grams_of(tokens.hashes)
    order = np.argsort(grams, kind="stable")
    return GramIndex(tokens, grams, grams[order], order)


def grams_of(hashes: Ints) -> Ints:
    """Hash every run of three tokens: int64 [n - 2], or nothing for fewer tokens."""
    count = max(0, len(hashes) - LENGTH + 1)
    values = np.zeros(count, np.uint64)
    for step in range(LENGTH):
        values = values * _BASE + hashes[step : step + count].view(np.uint64)
    return values.view(np.int64)
