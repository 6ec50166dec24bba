"""Files in, documents out: canonical text with structure and a map to the raw file.

Tables as grids of cell texts are read by `reviewer.corpus.markdown.tables`, which imports the parser.
"""

from reviewer.corpus.canonical import CANONICAL_VERSION, Canonical, canonicalise, decode
from reviewer.corpus.document import Block, Corpus, Document, OffsetMap, PassedOver, Structure
from reviewer.corpus.extraction import FORMATS, document_from_text, extractor_version
from reviewer.corpus.offsets import LineIndex, find_ignoring_case, find_quote
from reviewer.corpus.structure import headings, path_at, sections

__all__ = [
    "CANONICAL_VERSION",
    "FORMATS",
    "Block",
    "Canonical",
    "Corpus",
    "Document",
    "LineIndex",
    "OffsetMap",
    "PassedOver",
    "Structure",
    "canonicalise",
    "decode",
    "document_from_text",
    "extractor_version",
    "find_ignoring_case",
    "find_quote",
    "headings",
    "path_at",
    "sections",
]
