"""Hits in, passages out: what would be sent to the generator."""

from reviewer.passages.passage import Passage, Treatment

__all__ = ["Passage", "Treatment"]
