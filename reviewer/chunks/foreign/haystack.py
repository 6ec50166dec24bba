"""Haystack's splitters: `{name: haystack, class: RecursiveDocumentSplitter, split_length: 200, split_unit: word, …}`.

`split_idx_start` is counted while cutting; where it does not hold its text, chunks are aligned.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Mapping, Sequence

from reviewer.chunks.chunk import Setting, SplitterIdentity
from reviewer.chunks.foreign.adapter import ForeignSplitter
from reviewer.chunks.foreign.options import (
    BLANK_WORDS,
    CHARACTERS,
    OWN,
    Measure,
    Options,
    given,
    keywords,
    library,
    made,
    number_of,
    versions,
)
from reviewer.chunks.foreign.pieces import Piece, pieces_of
from reviewer.corpus import Document
from reviewer.errors import SplitError

DEFAULT = "RecursiveDocumentSplitter"
UNITS: Mapping[object, Measure] = {"char": CHARACTERS, "word": BLANK_WORDS}
_HIDDEN = ("splitting_function", "sentence_splitter_params", "document_embedder", "self")


class Haystack(ForeignSplitter):
    """A preprocessor of haystack-ai that splits documents, by the name of its class.

    Its own `split_unit` or `split_by` says what is counted. `size` and `overlap` stand for `split_length` and
    `split_overlap`.
    """

    name = "haystack"

    def __init__(self, **settings: Setting) -> None:
        """Make the splitter, warmed up.

        Raises:
            SplitError: The package is not installed, or has no such class or setting.

        """
        options = Options(self.name, settings)
        super().__init__(options)
        os.environ.setdefault("HAYSTACK_TELEMETRY_ENABLED", "False")  # it would report its use to its makers
        module = library(self.name, "haystack.components.preprocessors")
        self._class = options.text("class") or DEFAULT
        factory = getattr(module, self._class, None)
        if not self._class.endswith("Splitter") or not inspect.isclass(factory):
            known = sorted(one for one in dir(module) if one.endswith("Splitter"))
            raise SplitError(
                f"splitter {self.name}: no class {self._class!r}", f"Known: {', '.join(known)}.", setting="class"
            )
        parameters = keywords(factory, _HIDDEN)
        options.renamed("size", "split_length")
        options.renamed("overlap", "split_overlap")
        self._settings = options.rest(parameters)
        self._size, self._overlap = (
            number_of(self._settings.get(key), parameters.get(key)) for key in ("split_length", "split_overlap")
        )
        key = "split_unit" if "split_unit" in parameters else "split_by"
        unit = self._settings.get(key, parameters[key].default if key in parameters else None)
        self._measure = UNITS.get(unit, OWN)
        self._splitter = made(self.name, factory, **given(self._settings))
        if hasattr(self._splitter, "warm_up"):
            made(self.name, self._splitter.warm_up)

    @property
    def measure(self) -> Measure:
        """What `split_unit` or `split_by` counts."""
        return self._measure

    @property
    def identity(self) -> SplitterIdentity:
        """The class, all settings and the version."""
        rest = {key: value for key, value in self._settings.items() if key not in {"split_length", "split_overlap"}}
        version = versions("haystack-ai")
        return self.identified({**rest, "class": self._class, "version": version}, self._size, self._overlap)

    def pieces(self, document: Document) -> Sequence[Piece]:
        """Give its documents' contents with the `split_idx_start` it claims."""
        from haystack import Document as Theirs

        made = self._splitter.run(documents=[Theirs(content=document.text, id=document.id)])["documents"]
        return pieces_of(document, ({"text": one.content, "start": one.meta.get("split_idx_start")} for one in made))
