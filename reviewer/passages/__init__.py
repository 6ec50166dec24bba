"""Hits in, passages out: what would be sent to the generator."""

from reviewer.passages.cap import Cap
from reviewer.passages.collapse import Collapse, Collapsed, collapse
from reviewer.passages.expand import Expand, expand_to_section, merge_places
from reviewer.passages.files import read_passages, write_passages
from reviewer.passages.mmr import Mmr, mmr_order
from reviewer.passages.passage import Passage, Treatment
from reviewer.passages.raw import context_places, raw_lists, raw_passages
from reviewer.passages.settings import make_treatment
from reviewer.passages.table import ChunkTable
from reviewer.passages.treat import name_of, refuse_order, treat

__all__ = [
    "Cap",
    "ChunkTable",
    "Collapse",
    "Collapsed",
    "Expand",
    "Mmr",
    "Passage",
    "Treatment",
    "collapse",
    "context_places",
    "expand_to_section",
    "make_treatment",
    "merge_places",
    "mmr_order",
    "name_of",
    "raw_lists",
    "raw_passages",
    "read_passages",
    "refuse_order",
    "treat",
    "write_passages",
]
