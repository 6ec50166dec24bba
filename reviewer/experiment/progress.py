"""How a long run tells how far it is, without knowing who listens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

Advance = Callable[[int], None]
"""Called with the number of units that are now done."""


class Progress(Protocol):
    """Listens to the stages of a run."""

    def stage(self, name: str, total: int, unit: str) -> AbstractContextManager[Advance]:
        """Open a stage of `total` units; the function given takes the number done so far."""


class Silent:
    """Listens to nothing."""

    @contextmanager
    def stage(self, name: str, total: int, unit: str) -> Iterator[Advance]:
        """Open a stage that nobody watches."""
        del name, total, unit
        yield _ignore


def _ignore(done: int) -> None:
    """Hear a count and do nothing."""
    del done
