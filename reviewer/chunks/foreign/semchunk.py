"""semchunk: `{name: semchunk, chunk_size: 256, overlap: 32, tokenizer: …}`; its offsets are its own and hold."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.chunks.chunk import Setting, SplitterIdentity
from reviewer.chunks.foreign.adapter import ForeignSplitter
from reviewer.chunks.foreign.options import Measure, Options, given, keywords, library, made, versions
from reviewer.chunks.foreign.pieces import Piece
from reviewer.corpus import Document
from reviewer.errors import SplitError

_HIDDEN = ("tokenizer_or_token_counter", "chunking_model", "isaacus_client", "tokenizer_kwargs")


class SemChunk(ForeignSplitter):
    """The chunker of semchunk; `unit` with `tokenizer` and `revision` says what is counted.

    `overlap` is a whole number of units, or a share of the size below 1. `size` stands for `chunk_size`.
    """

    name = "semchunk"

    def __init__(self, **settings: Setting) -> None:
        """Make the chunker.

        Raises:
            SplitError: The package is not installed, a setting is unknown, or no size is given.

        """
        options = Options(self.name, settings)
        super().__init__(options)
        module = library(self.name, "semchunk")
        options.renamed("size", "chunk_size")
        self._measure = options.measured()
        self._settings = options.rest({*keywords(module.chunkerify, _HIDDEN), "overlap"})
        self._overlap = self._settings.pop("overlap", 0)
        if type(self._settings.get("chunk_size")) is not int:
            raise SplitError(f"splitter {self.name}: size is missing", "Give `size`, a whole number.")
        count = {_HIDDEN[0]: self._measure.count}
        self._chunk = made(self.name, module.chunkerify, **count, **given(self._settings))

    @property
    def measure(self) -> Measure:
        """What its token counter counts."""
        return self._measure

    @property
    def identity(self) -> SplitterIdentity:
        """All settings and the version; an overlap that is a share is given in units of the size."""
        size, overlap = self._settings["chunk_size"], self._overlap
        if isinstance(overlap, float) and isinstance(size, int):
            overlap = int(overlap * size) if overlap < 1 else int(overlap)
        rest = {key: value for key, value in self._settings.items() if key != "chunk_size"}
        return self.identified(
            {**rest, "version": versions("semchunk")},
            size if isinstance(size, int) else None,
            overlap if isinstance(overlap, int) else None,
        )

    def pieces(self, document: Document) -> Sequence[Piece]:
        """Give its texts with its offsets."""
        texts, offsets = self._chunk(document.text, offsets=True, overlap=self._overlap or None)
        return [Piece(text, start, end) for text, (start, end) in zip(texts, offsets, strict=True)]
