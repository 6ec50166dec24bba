"""Comparing all documents beside the app: what is on the screen first, then one document after another."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from reviewer.review.decision import Key
from reviewer.review.entry import Doubt, Entry, Offer
from reviewer.review.proposer import Proposer

SECONDS_BETWEEN = 0.1
"""How often what was found is handed over."""
QUIET_SECONDS = 0.05
"""So long after a key the machine is left to the screen."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Offers for some entries of a document; `is_whole` once it has no other."""

    document: str
    offers: Mapping[Key, Offer]
    is_whole: bool


@dataclass(slots=True)
class Comparing:
    """Goes through the entries; runs in a thread of its own and is told from outside what is wanted first."""

    proposer: Proposer
    groups: Mapping[str, list[Entry]]
    wanted: Entry | None = None
    last_key: float = 0.0
    _known: dict[Key, Offer] = field(default_factory=dict)

    def run(self, hand_over: Callable[[Compared], object], is_cancelled: Callable[[], bool]) -> None:
        """Compare until all is compared, or until nobody wants it any more."""
        for document, entries in list(self.groups.items()):
            for part in self._group(document, list(entries), is_cancelled):
                if is_cancelled():
                    return
                hand_over(part)

    def _group(self, document: str, entries: list[Entry], is_cancelled: Callable[[], bool]) -> Iterator[Compared]:
        found: dict[Key, Offer] = {}
        since = time.monotonic()
        for entry in entries:
            yield from self._wanted()
            if is_cancelled():
                return
            found[entry.key] = self._offer(entry)
            if time.monotonic() - since > SECONDS_BETWEEN:
                yield Compared(document, found, is_whole=False)
                found, since = {}, time.monotonic()
        yield Compared(document, found, is_whole=True)

    def _wanted(self) -> Iterator[Compared]:
        """Compare first what somebody looks at."""
        while time.monotonic() - self.last_key < QUIET_SECONDS and self.wanted is None:
            time.sleep(QUIET_SECONDS / 5)
        entry, self.wanted = self.wanted, None
        if entry is not None and entry.key not in self._known:
            yield Compared(entry.document, {entry.key: self._offer(entry)}, is_whole=False)

    def _offer(self, entry: Entry) -> Offer:
        if entry.key not in self._known:
            self._known[entry.key] = self._compare(entry)
        return self._known[entry.key]

    def _compare(self, entry: Entry) -> Offer:
        try:
            return self.proposer.offer(entry)
        except Exception as error:  # noqa: BLE001  # one label that cannot be compared must not end the review
            return Offer(doubt=Doubt.GONE, note=f"could not be compared: {type(error).__name__}: {error}")
