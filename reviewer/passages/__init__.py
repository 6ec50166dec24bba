"""Hits in, passages out: what would be sent to the generator."""

from reviewer.passages.collapse import Collapsed, collapse
from reviewer.passages.expand import expand_to_section, merge_places
from reviewer.passages.mmr import mmr_order
from reviewer.passages.passage import Passage, Treatment
from reviewer.passages.raw import context_places, raw_passages

__all__ = [
    "Collapsed",
    "Passage",
    "Treatment",
    "collapse",
    "context_places",
    "expand_to_section",
    "merge_places",
    "mmr_order",
    "raw_passages",
]
