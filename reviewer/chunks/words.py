"""Windows of a fixed number of words; a word is a run of non-blank characters."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.chunks.chunk import Cut, SplitterIdentity
from reviewer.chunks.sliding import RULE, Window, slide
from reviewer.chunks.units import word_units
from reviewer.corpus import Document


class WordSplitter:
    """Cuts windows of `size` words; the blanks between words stay as they are."""

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
            name="words",
            unit="words",
            size=self._window.size,
            overlap=self._window.overlap,
            settings={"phase": self._window.phase, "rule": RULE},
        )

    def split(self, document: Document) -> Sequence[Cut]:
        """Cut one document."""
        return slide(document.text, word_units(document.text), self._window)
