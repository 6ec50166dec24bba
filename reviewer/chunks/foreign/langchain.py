"""LangChain's text splitters: `{name: langchain, class: RecursiveCharacterTextSplitter, chunk_size: 500, …}`.

Their `start_index` is found by searching the text for each chunk, from where the last one would end in characters. With
lengths in tokens or words that search goes wrong, and header splitters give none at all: so their chunks are aligned.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from reviewer.chunks.foreign.adapted import Found, LibrarySplitter
from reviewer.chunks.foreign.options import Options
from reviewer.chunks.foreign.pieces import Piece, pieces_of
from reviewer.corpus import Document
from reviewer.errors import SplitError

HEADERS = "headers_to_split_on"


class LangChain(LibrarySplitter):
    """A splitter of the package langchain-text-splitters, by the name of its class.

    `unit` (characters, words, tokens) with `tokenizer` and `revision` is its `length_function`; `language` takes the
    separators of a programming language; of `headers_to_split_on` the marks alone are given.
    """

    name = "langchain"
    believed = False
    module = "langchain_text_splitters"
    distributions = ("langchain-text-splitters", "langchain-core")
    default = "RecursiveCharacterTextSplitter"
    hidden = ("length_function", "add_start_index", "custom_handlers", "model_kwargs", "custom_header_patterns", "self")

    def _factory(self, module: ModuleType) -> Callable[..., Any]:
        logging.getLogger(self.module).setLevel(logging.ERROR)  # a line a long chunk; we count them
        factory: object = getattr(module, self._class, None)
        if isinstance(factory, type) and callable(getattr(factory, "split_text", None)):
            return factory
        there = ", ".join(sorted(name for name in module.__all__ if hasattr(getattr(module, name), "split_text")))
        raise SplitError(f"splitter {self.name}: no class {self._class!r}", f"Known: {there}.", setting="class")

    def _own(self, options: Options, found: Found) -> dict[str, Any]:
        self._measure = options.measured()
        arguments: dict[str, Any] = {}
        if HEADERS in found.known and options.has(HEADERS):
            self._besides[HEADERS] = marks = options.texts(HEADERS)
            arguments[HEADERS] = [(mark, mark) for mark in marks]
        language = options.text("language")
        if language is not None:
            self._besides["language"] = language
            arguments |= {"separators": _separators(found.module, language), "is_separator_regex": True}
        if hasattr(found.factory, "create_documents") and "chunk_size" in found.known:
            arguments |= {"length_function": self._measure.count, "add_start_index": True}
        return arguments

    def pieces(self, document: Document) -> Sequence[Piece]:
        """Give its documents' texts with the `start_index` it claims."""
        create = getattr(self._splitter, "create_documents", None)
        return pieces_of(document, create([document.text]) if create else self._splitter.split_text(document.text))


def _separators(module: ModuleType, language: str) -> list[str]:
    languages = {one.value: one for one in module.Language}
    if language not in languages:
        hint = f"Known: {', '.join(sorted(languages))}."
        raise SplitError(f"splitter langchain: no language {language!r}", hint, setting="language")
    found: list[str] = module.RecursiveCharacterTextSplitter.get_separators_for_language(languages[language])
    return found
