"""A document in, cuts out: places, with their context, that obey the rules of cutting."""

from reviewer.chunks.chunk import Chunk, Cut, Setting, Splitter, SplitterIdentity, pairs
from reviewer.chunks.conform import Findings, check, findings
from reviewer.chunks.files import read_chunks, write_chunks
from reviewer.chunks.overlap import RealisedOverlap, longest_safe, overlaps, realised_overlap
from reviewer.chunks.settings import make_splitter
from reviewer.chunks.table import chunk_corpus
from reviewer.chunks.tokenizer import Tokenizer, load_tokenizer
from reviewer.chunks.truncation import lost_tokens

__all__ = [
    "Chunk",
    "Cut",
    "Findings",
    "RealisedOverlap",
    "Setting",
    "Splitter",
    "SplitterIdentity",
    "Tokenizer",
    "check",
    "chunk_corpus",
    "findings",
    "load_tokenizer",
    "longest_safe",
    "lost_tokens",
    "make_splitter",
    "overlaps",
    "pairs",
    "read_chunks",
    "realised_overlap",
    "write_chunks",
]
