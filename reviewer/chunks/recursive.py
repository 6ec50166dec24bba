"""Windows that end at the strongest separator that fits: paragraphs before lines before sentences before words."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.chunks.chunk import Cut, SplitterIdentity
from reviewer.chunks.counting import CountingSplitter
from reviewer.chunks.sliding import RULE, Window, slide
from reviewer.chunks.tokenizer import DEFAULT_TOKENIZER, Tokenizer
from reviewer.corpus import Document
from reviewer.errors import SplitError

SEPARATORS = ("\n\n", "\n", ".", "?", "!", " ", "")
"""Blank line, line break, sentence ends, blank, nothing."""


class RecursiveSplitter(CountingSplitter):
    """Cuts at most `size` units, at the strongest of `separators` (strongest first) that a window holds.

    Without overlap these are the chunks of the recursion known by this name: pieces that fit are joined, a piece that
    does not is parted by the weaker separators on its own. A separator stays with the text before it. The last one is
    always nothing, named or not: a window without a separator is cut after its last unit. The overlap begins at a
    separator, too; it is `overlap` units or fewer, and none only where there is nothing to share.
    """

    name = "recursive"

    def __init__(
        self,
        *,
        size: int,
        overlap: int = 0,
        unit: str = "tokens",
        separators: Sequence[str] = SEPARATORS,
        tokenizer: str | Tokenizer = DEFAULT_TOKENIZER,
        revision: str | None = None,
    ) -> None:
        """Refuse sizes that cannot move forward, and units that nobody counts.

        Raises:
            SplitError: Not `size > overlap >= 0`, an unknown unit, or separators or a tokenizer that are no texts.

        """
        self._window = Window(size=size, overlap=overlap)
        super().__init__(unit, tokenizer, revision)
        if isinstance(separators, str) or not all(isinstance(one, str) for one in separators):
            raise SplitError(
                f"splitter recursive: separators are {separators!r}", "Give a list of texts.", setting="separators"
            )
        self._separators = tuple(separators)

    @property
    def identity(self) -> SplitterIdentity:
        """Name, unit, sizes, separators, the version of the rule and the tokenizer's fingerprint."""
        tokenizer = self.tokenizer
        return SplitterIdentity(
            name=self.name,
            unit=self._unit,
            size=self._window.size,
            overlap=self._window.overlap,
            tokenizer=tokenizer.fingerprint if tokenizer else None,
            settings={"separators": self._separators, "rule": RULE},
        )

    def split(self, document: Document) -> Sequence[Cut]:
        """Cut one document."""
        return slide(document.text, self._units_of(document.text), self._window, self._separators)
