"""The contract of an engine, and the one that needs no other machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

Block = TypeVar("Block")
Done = TypeVar("Done")

Settings = Mapping[str, Any]

LOCAL, RAY = "local", "ray"
ENGINES = (LOCAL, RAY)


class Engine(Protocol):
    """Works through blocks, wherever."""

    def run(
        self, work: Callable[[Settings], Callable[[Block], Done]], settings: Settings, blocks: Sequence[Block]
    ) -> Iterator[tuple[int, Done]]:
        """Give each block's number and what came of it, once each, in any order, as soon as it is done.

        Args:
            work: A class that can be pickled; each worker makes one of `settings` and calls it with blocks.
            settings: Plain data.
            blocks: What can be pickled.

        """


class Here:
    """Works through the blocks in this process, one after the other."""

    def run(
        self, work: Callable[[Settings], Callable[[Block], Done]], settings: Settings, blocks: Sequence[Block]
    ) -> Iterator[tuple[int, Done]]:
        """Give each block's number and what came of it, in order; without a block nothing is made."""
        if blocks:
            made = work(settings)
            for number, block in enumerate(blocks):
                yield number, made(block)
