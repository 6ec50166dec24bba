"""LlamaIndex's node parsers: `{name: llama-index, class: SentenceSplitter, chunk_size: 256, chunk_overlap: 32, …}`.

A node's `start_char_idx` is where its text is found first in the document, whichever copy was cut: they are aligned.
"""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.chunks.chunk import Setting, SplitterIdentity
from reviewer.chunks.foreign.adapter import ForeignSplitter
from reviewer.chunks.foreign.options import (
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
from reviewer.corpus import Document

DEFAULT = "SentenceSplitter"
_HIDDEN = ("callback_manager", "id_func", "chunking_tokenizer_fn", "sentence_splitter", "parser", "self", "tokenizer")


class LlamaIndex(ForeignSplitter):
    """A node parser of llama-index-core, by the name of its class.

    `unit` with `tokenizer` and `revision` is its `tokenizer`, where the class has one. `size` and `overlap` stand for
    `chunk_size` and `chunk_overlap`.
    """

    name = "llama-index"
    believed = False

    def __init__(self, **settings: Setting) -> None:
        """Make the node parser.

        Raises:
            SplitError: The package is not installed, or has no such class or setting.

        """
        options = Options(self.name, settings)
        super().__init__(options)
        module = library(self.name, "llama_index.core.node_parser")
        self._class = options.text("class") or DEFAULT
        factory = classes(self.name, module, self._class, module.NodeParser)
        known = keywords(factory, _HIDDEN)
        options.renamed("size", "chunk_size")
        options.renamed("overlap", "chunk_overlap")
        counts = "tokenizer" in keywords(factory)
        self._measure = options.measured("tokens") if counts else OWN
        self._settings = options.rest(known)
        self._size = number_of(self._settings.get("chunk_size"), known.get("chunk_size"))
        self._overlap = number_of(self._settings.get("chunk_overlap"), known.get("chunk_overlap"))
        count = self._measure.count
        units = {"tokenizer": lambda text: range(count(text))} if counts and count else {}  # only the length is asked
        self._parser = made(self.name, factory, **given(self._settings), **units)

    @property
    def measure(self) -> Measure:
        """What its tokenizer counts."""
        return self._measure

    @property
    def identity(self) -> SplitterIdentity:
        """The class, all settings and the version."""
        rest = {key: value for key, value in self._settings.items() if key not in {"chunk_size", "chunk_overlap"}}
        version = versions("llama-index-core")
        return self.identified({**rest, "class": self._class, "version": version}, self._size, self._overlap)

    def pieces(self, document: Document) -> Sequence[Piece]:
        """Give its nodes' texts with the character indexes it claims."""
        from llama_index.core.schema import Document as Theirs

        nodes = self._parser.get_nodes_from_documents([Theirs(text=document.text, id_=document.id)])
        claims = ({"text": one.text, "start": one.start_char_idx, "end": one.end_char_idx} for one in nodes)
        return pieces_of(document, claims)
