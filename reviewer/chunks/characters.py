"""Windows of a fixed number of characters (code points)."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.chunks.chunk import Cut, SplitterIdentity
from reviewer.chunks.sliding import RULE, Window, slide
from reviewer.chunks.units import Characters
from reviewer.corpus import Document


class CharacterSplitter:
    """Cuts windows of `size` code points; see `reviewer.chunks.sliding` for the edges of signs and for blanks."""

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
            name="characters",
            unit="characters",
            size=self._window.size,
            overlap=self._window.overlap,
            settings={"phase": self._window.phase, "rule": RULE},
        )

    def split(self, document: Document) -> Sequence[Cut]:
        """Cut one document."""
        return slide(document.text, Characters(len(document.text)), self._window)
