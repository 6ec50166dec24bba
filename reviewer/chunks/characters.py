"""Windows of a fixed number of characters (code points)."""

from __future__ import annotations

from reviewer.chunks.units import Characters, Units
from reviewer.chunks.windows import WindowSplitter


class CharacterSplitter(WindowSplitter):
    """Cuts windows of `size` code points; see `reviewer.chunks.sliding` for the edges of signs and for blanks."""

    name = "characters"

    def _units_of(self, text: str) -> Units:
        return Characters(len(text))
