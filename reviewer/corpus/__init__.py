"""Files in, documents out: canonical text with structure and a map to the raw file.

Tables as grids of cell texts are read by `reviewer.corpus.markdown.tables`, which imports the parser.
"""

from reviewer.corpus.canonical import CANONICAL_VERSION, Canonical, canonicalise, decode
from reviewer.corpus.document import Block, Corpus, Document, Extracted, OffsetMap, PassedOver, Structure
from reviewer.corpus.extraction import (
    FORMATS,
    corpus_from_files,
    document_from_bytes,
    document_from_text,
    extractor_version,
)
from reviewer.corpus.files import read_corpus
from reviewer.corpus.offsets import LineIndex, find_ignoring_case, find_quote
from reviewer.corpus.pages import page_of, pages, pages_of
from reviewer.corpus.selection import Selection, is_hidden, select
from reviewer.corpus.structure import headings, path_at, sections

__all__ = [
    "CANONICAL_VERSION",
    "FORMATS",
    "Block",
    "Canonical",
    "Corpus",
    "Document",
    "Extracted",
    "LineIndex",
    "OffsetMap",
    "PassedOver",
    "Selection",
    "Structure",
    "canonicalise",
    "corpus_from_files",
    "decode",
    "document_from_bytes",
    "document_from_text",
    "extractor_version",
    "find_ignoring_case",
    "find_quote",
    "headings",
    "is_hidden",
    "page_of",
    "pages",
    "pages_of",
    "path_at",
    "read_corpus",
    "sections",
    "select",
]
