"""Engines for tests: one that finishes out of order and counts, and one that dies on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from reviewer.experiment.scale import Here
from reviewer.experiment.scale.engine import Settings

Block = TypeVar("Block")
Done = TypeVar("Done")


class Backwards:
    """Works like workers that finish in another order than they began; `sent` counts blocks."""

    def __init__(self) -> None:
        """Count from nothing."""
        self.sent = 0

    def run(
        self, work: Callable[[Settings], Callable[[Block], Done]], settings: Settings, blocks: Sequence[Block]
    ) -> Iterator[tuple[int, Done]]:
        """Give the last block first."""
        self.sent += len(blocks)
        for number, done in Here().run(work, settings, list(reversed(blocks))):
            yield len(blocks) - 1 - number, done


class Dying:
    """Gives some blocks of passages, then ends the run as a killed process would."""

    def __init__(self, after: int) -> None:
        """Die after so many blocks; what cuts documents lives on."""
        self._after = after

    def run(
        self, work: Callable[[Settings], Callable[[Block], Done]], settings: Settings, blocks: Sequence[Block]
    ) -> Iterator[tuple[int, Done]]:
        """Give blocks until the end comes."""
        for number, done in Here().run(work, settings, blocks):
            if work.__name__ == "Embedding" and number == self._after:
                raise KeyboardInterrupt
            yield number, done


class Foreign:
    """Works like machines that have something else installed: each result carries another fingerprint."""

    def run(
        self, work: Callable[[Settings], Callable[[Block], Done]], settings: Settings, blocks: Sequence[Block]
    ) -> Iterator[tuple[int, Done]]:
        """Give what comes, under another name."""
        for number, done in Here().run(work, settings, blocks):
            assert isinstance(done, tuple)
            yield number, ("sha256:0", *done[1:])  # type: ignore[misc]  # the same parts
