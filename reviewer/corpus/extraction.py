"""Raw text in, document out: canonical text, fingerprint, and the structure its format's extractor reads.

An extractor is a module named here, imported when a document of its format is first met. HTML and PDF will
change the text itself: their extractors will give a text with its own map, to be joined with the canonical one.
"""

from __future__ import annotations

import importlib
from typing import Protocol, cast

from reviewer import fingerprint
from reviewer.corpus.canonical import canonicalise
from reviewer.corpus.document import Document, Structure
from reviewer.corpus.formats import CODE, MARKDOWN, TEXT, format_of, language_of
from reviewer.errors import CorpusError


class Extractor(Protocol):
    """What a format's module offers."""

    VERSION: str
    """Rises when any text would get another structure."""

    def extract(self, text: str) -> Structure:
        """Give the structure of a canonical text."""


_EXTRACTORS = {
    CODE: "reviewer.corpus.code",
    MARKDOWN: "reviewer.corpus.markdown",
    TEXT: "reviewer.corpus.plain",
}

FORMATS = tuple(sorted(_EXTRACTORS))
"""Names of the formats that can be read."""


def extractor_version(name: str) -> str:
    """Give the version of a format's extractor, which stands beside fingerprints in the manifest."""
    return f"{name}-{_extractor(name).VERSION}"


def document_from_text(id: str, text: str, format: str | None = None) -> Document:  # noqa: A002 # Document's own names
    """Give the document of a raw text; without `format` the suffix of `id` decides. Nothing is read from disk."""
    name = format_of(id) if format is None else format
    canonical = canonicalise(text)
    structure = _extractor(name).extract(canonical.text)
    language = language_of(id) if name == CODE else None
    return Document(
        id=id,
        text=canonical.text,
        fingerprint=fingerprint.of_text(canonical.text),
        format=name,
        blocks=structure.blocks,
        source=canonical.source,
        metadata={**structure.metadata, **({"language": language} if language else {})},
    )


def _extractor(name: str) -> Extractor:
    """Import a format's extractor."""
    if name not in _EXTRACTORS:
        raise CorpusError(f"no format is called {name!r}", f"Known: {', '.join(FORMATS)}.")
    return cast("Extractor", importlib.import_module(_EXTRACTORS[name]))
