"""Other people's splitters: a document in, the places of their chunks out, whatever they hand over.

One file a library, imported only when it is named; `python:` functions and `command:` programs besides. What a library
hands over is read (`pieces`), placed in the document (`placing`, by `align` where no true place is claimed) and judged
by the policy that was chosen (`adapter`).
"""

from reviewer.chunks.foreign.adapter import ForeignSplitter
from reviewer.chunks.foreign.noticing import Watch
from reviewer.chunks.foreign.pieces import Piece, piece_of
from reviewer.chunks.foreign.placing import Fate, Placed, place

__all__ = ["Fate", "ForeignSplitter", "Piece", "Placed", "Watch", "piece_of", "place"]
