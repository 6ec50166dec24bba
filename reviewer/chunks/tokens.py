"""Windows of a fixed number of tokens, over the tokenizer's offsets of the whole document."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.chunks.chunk import Cut, SplitterIdentity
from reviewer.chunks.sliding import RULE, Window, slide
from reviewer.chunks.tokenizer import DEFAULT_TOKENIZER, Tokenizer, load_tokenizer, nameable
from reviewer.chunks.units import token_units
from reviewer.corpus import Document


class TokenSplitter:
    """Cuts windows of `size` tokens of the document.

    Windows lie on the grid of the document's own tokens, also inside words: so arms that differ in overlap differ in
    nothing else, and phases stay apart. A chunk that begins inside a word can read as a token or two more on its own;
    `count_tokens` counts chunks on their own text, and that is the number a chunk table carries.
    """

    def __init__(
        self,
        *,
        size: int,
        overlap: int = 0,
        tokenizer: str | Tokenizer = DEFAULT_TOKENIZER,
        revision: str | None = None,
        phase: int = 0,
    ) -> None:
        """Refuse sizes that cannot move forward; a tokenizer given by name is loaded when it is first needed.

        Raises:
            SplitError: Not `size > overlap >= 0`, not `0 <= phase < size - overlap`, or a tokenizer that is no name.

        """
        self._window = Window(size=size, overlap=overlap, phase=phase)
        self._named = nameable(tokenizer)
        self._revision = revision

    @property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer whose tokens are counted."""
        return self._named if isinstance(self._named, Tokenizer) else load_tokenizer(self._named, self._revision)

    @property
    def identity(self) -> SplitterIdentity:
        """Name, sizes, phase, the version of the rule and the tokenizer's fingerprint."""
        return SplitterIdentity(
            name="tokens",
            unit="tokens",
            size=self._window.size,
            overlap=self._window.overlap,
            tokenizer=self.tokenizer.fingerprint,
            settings={"phase": self._window.phase, "rule": RULE},
        )

    def split(self, document: Document) -> Sequence[Cut]:
        """Cut one document; its tokens are read once for all splitters that share the tokenizer."""
        offsets = self.tokenizer.offsets(document.text)
        return slide(document.text, token_units(offsets, len(document.text)), self._window)

    def count_tokens(self, texts: Sequence[str]) -> Sequence[int]:
        """Count the tokens of each text on its own."""
        return self.tokenizer.counts(texts)
