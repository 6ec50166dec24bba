"""Two texts of a document and a label's quote in, the places where it may stand now and one of five states out."""

from reviewer.labels.anchor.comparison import Comparison, prepare
from reviewer.labels.anchor.drawing import Piece, PieceKind, word_diff
from reviewer.labels.anchor.proposals import AnchorState, Proposal, Proposals, Source
from reviewer.labels.anchor.proposing import propose

__all__ = [
    "AnchorState",
    "Comparison",
    "Piece",
    "PieceKind",
    "Proposal",
    "Proposals",
    "Source",
    "prepare",
    "propose",
    "word_diff",
]
