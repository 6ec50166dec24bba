"""Haystack's splitters: `{name: haystack, class: RecursiveDocumentSplitter, split_length: 200, split_unit: word, …}`.

`split_idx_start` is counted while cutting; where it does not hold its text, chunks are aligned.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from reviewer.chunks.chunk import Setting
from reviewer.chunks.foreign.adapted import Found, LibrarySplitter
from reviewer.chunks.foreign.options import BLANK_WORDS, CHARACTERS, OWN, Measure, Options, made
from reviewer.chunks.foreign.pieces import Piece, pieces_of
from reviewer.corpus import Document
from reviewer.errors import SplitError

UNITS: Mapping[object, Measure] = {"char": CHARACTERS, "word": BLANK_WORDS}


class Haystack(LibrarySplitter):
    """A preprocessor of haystack-ai that splits documents, by the name of its class.

    Its own `split_unit` or `split_by` says what is counted.
    """

    name = "haystack"
    module = "haystack.components.preprocessors"
    distributions = ("haystack-ai",)
    default = "RecursiveDocumentSplitter"
    hidden = ("splitting_function", "sentence_splitter_params", "document_embedder", "self")

    def __init__(self, **settings: Setting) -> None:
        """Make the splitter, warmed up.

        Raises:
            SplitError: The package is not installed, or has no such class or setting.

        """
        os.environ.setdefault("HAYSTACK_TELEMETRY_ENABLED", "False")  # it would report its use to its makers
        super().__init__(**settings)
        if hasattr(self._splitter, "warm_up"):
            made(self.name, self._splitter.warm_up)

    def _factory(self, module: ModuleType) -> Callable[..., Any]:
        factory: object = getattr(module, self._class, None)
        if self._class.endswith("Splitter") and inspect.isclass(factory):
            return factory
        known = ", ".join(sorted(one for one in dir(module) if one.endswith("Splitter")))
        raise SplitError(f"splitter {self.name}: no class {self._class!r}", f"Known: {known}.", setting="class")

    def _own(self, options: Options, found: Found) -> dict[str, Any]:
        key = "split_unit" if "split_unit" in found.known else "split_by"
        default = found.known[key].default if key in found.known else None
        self._measure = UNITS.get(options.settings.get(key, default), OWN)
        return {}

    def pieces(self, document: Document) -> Sequence[Piece]:
        """Give its documents' contents with the `split_idx_start` it claims."""
        from haystack import Document as Theirs

        made = self._splitter.run(documents=[Theirs(content=document.text, id=document.id)])["documents"]
        return pieces_of(document, ({"text": one.content, "start": one.meta.get("split_idx_start")} for one in made))
