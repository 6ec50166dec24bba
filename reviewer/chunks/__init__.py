"""A document in, cuts out: places, with their context, that obey the rules of cutting."""

from reviewer.chunks.chunk import Chunk, Cut, Setting, Splitter, SplitterIdentity

__all__ = ["Chunk", "Cut", "Setting", "Splitter", "SplitterIdentity"]
