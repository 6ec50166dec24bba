"""Windows that end at the strongest separator that fits: paragraphs before lines before sentences before words."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.chunks.chunk import Cut, SplitterIdentity
from reviewer.chunks.sliding import RULE, Window, slide
from reviewer.chunks.tokenizer import DEFAULT_TOKENIZER, Tokenizer, load_tokenizer, nameable
from reviewer.chunks.units import Characters, Units, token_units, word_units
from reviewer.corpus import Document
from reviewer.errors import SplitError

SEPARATORS = ("\n\n", "\n", ".", "?", "!", " ", "")
"""Blank line, line break, sentence ends, blank, nothing."""
UNITS = ("characters", "words", "tokens")


class RecursiveSplitter:
    """Cuts at most `size` units, at the strongest of `separators` (strongest first) that a window holds.

    Without overlap these are the chunks of the recursion known by this name: pieces that fit are joined, a piece that
    does not is parted by the weaker separators on its own. A separator stays with the text before it. The last one is
    always nothing, named or not: a window without a separator is cut after its last unit. The overlap begins at a
    separator, too; it is `overlap` units or fewer, and none only where there is nothing to share.
    """

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
        if unit not in UNITS:
            raise SplitError(f"splitter recursive: no unit {unit!r}", f"Known: {', '.join(UNITS)}.", setting="unit")
        if isinstance(separators, str) or not all(isinstance(one, str) for one in separators):
            raise SplitError(
                f"splitter recursive: separators are {separators!r}", "Give a list of texts.", setting="separators"
            )
        self._unit = unit
        self._separators = tuple(separators)
        self._named = nameable(tokenizer)
        self._revision = revision

    @property
    def tokenizer(self) -> Tokenizer | None:
        """The tokenizer whose tokens are counted, None for other units."""
        if self._unit != "tokens":
            return None
        return self._named if isinstance(self._named, Tokenizer) else load_tokenizer(self._named, self._revision)

    @property
    def identity(self) -> SplitterIdentity:
        """Name, unit, sizes, separators, the version of the rule and the tokenizer's fingerprint."""
        tokenizer = self.tokenizer
        return SplitterIdentity(
            name="recursive",
            unit=self._unit,
            size=self._window.size,
            overlap=self._window.overlap,
            tokenizer=tokenizer.fingerprint if tokenizer else None,
            settings={"separators": self._separators, "rule": RULE},
        )

    def split(self, document: Document) -> Sequence[Cut]:
        """Cut one document."""
        return slide(document.text, self._units(document.text), self._window, self._separators)

    def count_tokens(self, texts: Sequence[str]) -> Sequence[int | None]:
        """Count the tokens of each text on its own; None for each where the unit is not tokens."""
        tokenizer = self.tokenizer
        return tokenizer.counts(texts) if tokenizer else [None] * len(texts)

    def _units(self, text: str) -> Units:
        tokenizer = self.tokenizer
        if tokenizer:
            return token_units(tokenizer.offsets(text), len(text))
        return word_units(text) if self._unit == "words" else Characters(len(text))
