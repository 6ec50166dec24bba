"""What a splitter's sizes count: characters, words, or the tokens of a tokenizer that is loaded when it is needed."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.chunks.tokenizer import Tokenizer, load_tokenizer, nameable
from reviewer.chunks.units import Characters, Units, token_units, word_units
from reviewer.errors import SplitError

UNITS = ("characters", "words", "tokens")


class CountingSplitter:
    """A splitter whose sizes count one of several units.

    Attributes:
        name: Its name in the configuration.
        units: What its sizes may count.

    """

    name: str
    units: tuple[str, ...] = UNITS

    def __init__(self, unit: str, tokenizer: str | Tokenizer, revision: str | None) -> None:
        """Take the unit, and whose tokens are counted where it is tokens.

        Raises:
            SplitError: An unknown unit, or a tokenizer that is neither a name nor one.

        """
        if unit not in self.units:
            raise SplitError(
                f"splitter {self.name}: no unit {unit!r}", f"Known: {', '.join(self.units)}.", setting="unit"
            )
        self._unit, self._revision = unit, revision
        self._named = nameable(tokenizer)

    @property
    def tokenizer(self) -> Tokenizer | None:
        """The tokenizer whose tokens are counted, None for other units."""
        if self._unit != "tokens":
            return None
        return self._named if isinstance(self._named, Tokenizer) else load_tokenizer(self._named, self._revision)

    def count_tokens(self, texts: Sequence[str]) -> Sequence[int | None]:
        """Count the tokens of each text on its own; None for each where the unit is not tokens."""
        tokenizer = self.tokenizer
        return tokenizer.counts(texts) if tokenizer else [None] * len(texts)

    def _units_of(self, text: str) -> Units:
        """Give the units that sizes count in a text."""
        tokenizer = self.tokenizer
        if tokenizer:
            return token_units(tokenizer.offsets(text), len(text))
        return word_units(text) if self._unit == "words" else Characters(len(text))
