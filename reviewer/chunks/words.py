"""Windows of a fixed number of words; a word is a run of non-blank characters."""

from __future__ import annotations

from reviewer.chunks.units import Units, word_units
from reviewer.chunks.windows import WindowSplitter


class WordSplitter(WindowSplitter):
    """Cuts windows of `size` words; the blanks between words stay as they are."""

    name = "words"

    def _units_of(self, text: str) -> Units:
        return word_units(text)
