"""LangChain's text splitters: `{name: langchain, class: RecursiveCharacterTextSplitter, chunk_size: 500, …}`.

Their `start_index` is found by searching the text for each chunk, from where the last one would end in characters. With
lengths in tokens or words that search goes wrong, and header splitters give none at all: so their chunks are aligned.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from types import ModuleType

from reviewer.chunks.chunk import Setting, SplitterIdentity
from reviewer.chunks.foreign.adapter import ForeignSplitter
from reviewer.chunks.foreign.options import Measure, Options, given, keywords, library, made, number_of, versions
from reviewer.chunks.foreign.pieces import Piece, pieces_of
from reviewer.corpus import Document
from reviewer.errors import SplitError

DEFAULT = "RecursiveCharacterTextSplitter"
HEADERS = "headers_to_split_on"
_HIDDEN = ("length_function", "add_start_index", "custom_handlers", "model_kwargs", "custom_header_patterns", "self")


class LangChain(ForeignSplitter):
    """A splitter of the package langchain-text-splitters, by the name of its class.

    `unit` (characters, words, tokens) with `tokenizer` and `revision` is its `length_function`; `language` takes the
    separators of a programming language; of `headers_to_split_on` the marks alone are given. `size` and `overlap` stand
    for `chunk_size` and `chunk_overlap`.
    """

    name = "langchain"
    believed = False

    def __init__(self, **settings: Setting) -> None:
        """Make the splitter.

        Raises:
            SplitError: The package is not installed, or has no such class or setting.

        """
        options = Options(self.name, settings)
        super().__init__(options)
        module = library(self.name, "langchain_text_splitters")
        logging.getLogger("langchain_text_splitters").setLevel(logging.ERROR)  # a line a long chunk; we count them
        self._class = options.text("class") or DEFAULT
        factory = getattr(module, self._class, None)
        if not (isinstance(factory, type) and callable(getattr(factory, "split_text", None))):
            there = sorted(name for name in module.__all__ if hasattr(getattr(module, name), "split_text"))
            hint = f"Known: {', '.join(there)}."
            raise SplitError(f"splitter {self.name}: no class {self._class!r}", hint, setting="class")
        known = keywords(factory, _HIDDEN)
        options.renamed("size", "chunk_size")
        options.renamed("overlap", "chunk_overlap")
        self._measure = options.measured()
        language = options.text("language")
        self._settings = options.rest(known)
        arguments = given(self._settings)
        if HEADERS in arguments:
            arguments[HEADERS] = [(mark, mark) for mark in options.texts(HEADERS)]
        if language is not None:
            arguments["separators"] = _separators(module, language)
            arguments["is_separator_regex"] = True
            self._settings["language"] = language
        if hasattr(factory, "create_documents") and "chunk_size" in known:
            arguments |= {"length_function": self._measure.count, "add_start_index": True}
        self._size = number_of(arguments.get("chunk_size"), known.get("chunk_size"))
        self._overlap = number_of(arguments.get("chunk_overlap"), known.get("chunk_overlap"))
        self._splitter = made(self.name, factory, **arguments)

    @property
    def measure(self) -> Measure:
        """What its length function counts."""
        return self._measure

    @property
    def identity(self) -> SplitterIdentity:
        """The class, all settings, and the versions of both packages that cut."""
        rest = {key: value for key, value in self._settings.items() if key not in {"chunk_size", "chunk_overlap"}}
        version = versions("langchain-text-splitters", "langchain-core")
        return self.identified({**rest, "class": self._class, "version": version}, self._size, self._overlap)

    def pieces(self, document: Document) -> Sequence[Piece]:
        """Give its documents' texts with the `start_index` it claims."""
        create = getattr(self._splitter, "create_documents", None)
        made = create([document.text]) if create else self._splitter.split_text(document.text)
        return pieces_of(document, made)


def _separators(module: ModuleType, language: str) -> list[str]:
    languages = {one.value: one for one in module.Language}
    if language not in languages:
        hint = f"Known: {', '.join(sorted(languages))}."
        raise SplitError(f"splitter langchain: no language {language!r}", hint, setting="language")
    found: list[str] = module.RecursiveCharacterTextSplitter.get_separators_for_language(languages[language])
    return found
