"""What windows of a fixed number of characters or words share: sizes, phase and the rule that slides them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from reviewer.chunks.chunk import Cut, SplitterIdentity
from reviewer.chunks.sliding import RULE, Window, slide
from reviewer.chunks.units import Units
from reviewer.corpus import Document


class WindowSplitter(ABC):
    """Cuts windows of `size` units on a grid.

    Attributes:
        name: Its name in the configuration, which is that of its unit.

    """

    name: str

    def __init__(self, *, size: int, overlap: int = 0, phase: int = 0) -> None:
        """Refuse sizes that cannot move forward.

        Raises:
            SplitError: Not `size > overlap >= 0`, or not `0 <= phase < size - overlap`.

        """
        self._window = Window(size=size, overlap=overlap, phase=phase)

    @property
    def identity(self) -> SplitterIdentity:
        """Name, sizes, phase and the version of the rule."""
        return SplitterIdentity(
            name=self.name,
            unit=self.name,
            size=self._window.size,
            overlap=self._window.overlap,
            settings={"phase": self._window.phase, "rule": RULE},
        )

    def split(self, document: Document) -> Sequence[Cut]:
        """Cut one document."""
        return slide(document.text, self._units_of(document.text), self._window)

    @abstractmethod
    def _units_of(self, text: str) -> Units:
        """Give the units that sizes count in a text."""
