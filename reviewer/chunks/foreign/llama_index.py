"""LlamaIndex's node parsers: `{name: llama-index, class: SentenceSplitter, chunk_size: 256, chunk_overlap: 32, …}`.

A node's `start_char_idx` is where its text is found first in the document, whichever copy was cut: they are aligned.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from reviewer.chunks.foreign.adapted import Found, LibrarySplitter
from reviewer.chunks.foreign.options import Options, classes, keywords
from reviewer.chunks.foreign.pieces import Piece, pieces_of
from reviewer.corpus import Document


class LlamaIndex(LibrarySplitter):
    """A node parser of llama-index-core, by the name of its class.

    `unit` with `tokenizer` and `revision` is its `tokenizer`, where the class has one.
    """

    name = "llama-index"
    believed = False
    module = "llama_index.core.node_parser"
    distributions = ("llama-index-core",)
    default = "SentenceSplitter"
    hidden = (
        "callback_manager",
        "id_func",
        "chunking_tokenizer_fn",
        "sentence_splitter",
        "parser",
        "self",
        "tokenizer",
    )

    def _factory(self, module: ModuleType) -> type:
        return classes(self.name, module, self._class, module.NodeParser)

    def _own(self, options: Options, found: Found) -> dict[str, Any]:
        if "tokenizer" not in keywords(found.factory):
            return {}
        self._measure = options.measured("tokens")
        count = self._measure.count
        return {"tokenizer": lambda text: range(count(text))} if count else {}  # only the length is asked

    def pieces(self, document: Document) -> Sequence[Piece]:
        """Give its nodes' texts with the character indexes it claims."""
        from llama_index.core.schema import Document as Theirs

        nodes = self._splitter.get_nodes_from_documents([Theirs(text=document.text, id_=document.id)])
        claims = ({"text": one.text, "start": one.start_char_idx, "end": one.end_char_idx} for one in nodes)
        return pieces_of(document, claims)
