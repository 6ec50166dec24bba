"""Hits in, passages out: what would be sent to the generator."""

from reviewer.passages.passage import Passage, Treatment
from reviewer.passages.raw import context_places, raw_passages

__all__ = ["Passage", "Treatment", "context_places", "raw_passages"]
