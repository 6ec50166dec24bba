"""Chonkie's chunkers: `{name: chonkie, class: SentenceChunker, chunk_size: 256, tokenizer: word, …}`.

Their offsets come from the cutting, but do not hold where text is rebuilt from token ids, and overlap that is added
afterwards (`refine_overlap`) moves the text without its offsets: then chunks are aligned.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from reviewer.chunks.chunk import Setting, SplitterIdentity
from reviewer.chunks.foreign.adapter import ForeignSplitter
from reviewer.chunks.foreign.options import (
    BLANK_WORDS,
    CHARACTERS,
    OWN,
    Measure,
    Options,
    classes,
    given,
    keywords,
    library,
    made,
    number_of,
    versions,
)
from reviewer.chunks.foreign.pieces import Piece, pieces_of
from reviewer.chunks.pretrained import locate
from reviewer.chunks.tokenizer import load_tokenizer
from reviewer.corpus import Document

DEFAULT = "RecursiveChunker"
OWN_TOKENIZERS: Mapping[str, Measure] = {"character": CHARACTERS, "word": BLANK_WORDS, "byte": OWN, "row": OWN}
_HIDDEN = ("rules", "self")


class Chonkie(ForeignSplitter):
    """A chunker of the package chonkie, by the name of its class.

    `tokenizer` is one of its own (`character`, `word`, `byte`, `row`), or any that `reviewer` finds (with `revision`).
    `refine_overlap` adds its OverlapRefinery: so many units of the chunk before are put in front of each chunk.
    """

    name = "chonkie"

    def __init__(self, **settings: Setting) -> None:
        """Make the chunker.

        Raises:
            SplitError: The package is not installed, or has no such class or setting.

        """
        options = Options(self.name, settings)
        super().__init__(options)
        module = library(self.name, "chonkie")
        self._class = options.text("class") or DEFAULT
        factory = classes(self.name, module, self._class, module.BaseChunker)
        known = keywords(factory, _HIDDEN)
        options.renamed("size", "chunk_size")
        options.renamed("overlap", "chunk_overlap" if "chunk_overlap" in known else "refine_overlap")
        self._refined = options.whole("refine_overlap")
        self._measure, tokenizer = _tokenizer(options, known)
        self._settings = options.rest(known)
        self._size = number_of(self._settings.get("chunk_size"), known.get("chunk_size"))
        configured = self._settings.get("chunk_overlap")
        self._overlap = self._refined or number_of(configured, known.get("chunk_overlap")) or 0
        self._chunker = made(self.name, factory, **given(self._settings), **tokenizer)
        self._refinery = (
            module.OverlapRefinery(**tokenizer, context_size=self._refined, method="prefix") if self._refined else None
        )

    @property
    def measure(self) -> Measure:
        """What its tokenizer counts."""
        return self._measure

    @property
    def identity(self) -> SplitterIdentity:
        """The class, all settings and the version."""
        rest = {key: value for key, value in self._settings.items() if key not in {"chunk_size", "chunk_overlap"}}
        also: dict[str, Setting] = {"class": self._class, "version": versions("chonkie", "chonkie-core")}
        return self.identified({**rest, **also, "refined": bool(self._refined)}, self._size, self._overlap)

    def pieces(self, document: Document) -> Sequence[Piece]:
        """Give its texts with its offsets."""
        made = self._chunker.chunk(document.text)
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
