"""Work for real workers that tells who did it, and leaves a line a block in a log."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

from reviewer.errors import EmbeddingError, SplitError
from reviewer.experiment.scale import Embedding
from reviewer.experiment.scale.engine import Settings
from reviewer.vectors import Vectors

UNLUCKY = 13


class Logged:
    """Embeds like `Embedding`, slowly; `log` is the file that each finished block adds its process to."""

    def __init__(self, settings: Settings) -> None:
        """Take the log out of the settings."""
        self._log = Path(str(settings["log"]))
        self._embed = Embedding({})

    def __call__(self, texts: Sequence[str]) -> tuple[int, Vectors]:
        """Give the process and the rows."""
        _, rows, _ = self._embed(texts)
        time.sleep(0.2)
        with self._log.open("a", encoding="utf-8") as log:
            log.write(f"{os.getpid()} {texts[0]}\n")
        return os.getpid(), rows


class Refusing:
    """Refuses every block."""

    def __init__(self, settings: Settings) -> None:
        """Need nothing."""

    def __call__(self, block: object) -> None:
        """Refuse."""
        del block
        raise SplitError("a.md cannot be cut", "Cut it by hand.")


class Broken:
    """Fails at every block as a fault of the program does."""

    def __init__(self, settings: Settings) -> None:
        """Need nothing."""

    def __call__(self, block: object) -> None:
        """Fail."""
        del block
        raise ValueError("no such column")


class Homeless:
    """Cannot be made on this machine."""

    def __init__(self, settings: Settings) -> None:
        """Refuse."""
        del settings
        raise EmbeddingError("weights/model.onnx: no such file", "Copy the weights to every machine.")

    def __call__(self, block: object) -> None:
        """Never come here."""


class Deadly:
    """Ends the process that takes the block 13, as the kernel does for want of memory."""

    def __init__(self, settings: Settings) -> None:
        """Need nothing."""

    def __call__(self, block: int) -> int:
        """Give other blocks back."""
        if block == UNLUCKY:
            os._exit(1)
        return block
