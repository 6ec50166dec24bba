"""Chonkie's chunkers: `{name: chonkie, class: SentenceChunker, chunk_size: 256, tokenizer: word, …}`.

Their offsets come from the cutting, but do not hold where text is rebuilt from token ids, and overlap that is added
afterwards (`refine_overlap`) moves the text without its offsets: then chunks are aligned.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from reviewer.chunks.chunk import Setting
from reviewer.chunks.foreign.adapted import Found, LibrarySplitter
from reviewer.chunks.foreign.options import BLANK_WORDS, CHARACTERS, OWN, Measure, Options, classes
from reviewer.chunks.foreign.pieces import Piece, pieces_of
from reviewer.chunks.pretrained import locate
from reviewer.chunks.tokenizer import load_tokenizer
from reviewer.corpus import Document

OWN_TOKENIZERS: Mapping[str, Measure] = {"character": CHARACTERS, "word": BLANK_WORDS, "byte": OWN, "row": OWN}


class Chonkie(LibrarySplitter):
    """A chunker of the package chonkie, by the name of its class.

    `tokenizer` is one of its own (`character`, `word`, `byte`, `row`), or any that `reviewer` finds (with `revision`).
    `refine_overlap` adds its OverlapRefinery: so many units of the chunk before are put in front of each chunk.
    """

    name = "chonkie"
    module = "chonkie"
    distributions = ("chonkie", "chonkie-core")
    default = "RecursiveChunker"
    hidden = ("rules", "self")

    def __init__(self, **settings: Setting) -> None:
        """Make the chunker, and the refinery where there is one.

        Raises:
            SplitError: The package is not installed, or has no such class or setting.

        """
        self._refinery: Any = None
        self._refined: int | None = None
        super().__init__(**settings)
        self._overlap = self._refined or self._overlap or 0

    def _factory(self, module: ModuleType) -> type:
        return classes(self.name, module, self._class, module.BaseChunker)

    def _rename(self, options: Options, found: Found) -> None:
        options.renamed("size", "chunk_size")
        options.renamed("overlap", "chunk_overlap" if "chunk_overlap" in found.known else "refine_overlap")

    def _own(self, options: Options, found: Found) -> dict[str, Any]:
        self._refined = refined = options.whole("refine_overlap")
        self._measure, tokenizer = _tokenizer(options, found.known)
        self._besides["refined"] = bool(refined)
        if refined:
            self._refinery = found.module.OverlapRefinery(**tokenizer, context_size=refined, method="prefix")
        return tokenizer

    def pieces(self, document: Document) -> Sequence[Piece]:
        """Give its texts with its offsets."""
        made = self._splitter.chunk(document.text)
        if self._refinery is not None and made:
            made = self._refinery.refine(made)
        return pieces_of(document, made)


def _tokenizer(options: Options, known: Mapping[str, inspect.Parameter]) -> tuple[Measure, dict[str, Any]]:
    """Take `tokenizer`: one of Chonkie's own by name, else ours, handed over as a `tokenizers.Tokenizer`."""
    if "tokenizer" not in known:
        return OWN, {}
    name, revision = options.text("tokenizer") or known["tokenizer"].default, options.text("revision")
    if name in OWN_TOKENIZERS:
        return OWN_TOKENIZERS[name], {"tokenizer": name}
    from tokenizers import Tokenizer

    ours = load_tokenizer(name, revision)
    theirs = Tokenizer.from_file(str(locate(name, revision).folder / "tokenizer.json"))
    theirs.no_truncation()
    theirs.no_padding()
    return Measure("tokens", ours.count, ours.fingerprint), {"tokenizer": theirs}
