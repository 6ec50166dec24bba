"""Two texts of a document and a label's quote in; the places where the quote may stand now out, and how sure that is."""

from reviewer.labels.anchor.comparison import Comparison, prepare
from reviewer.labels.anchor.proposals import AnchorState, Proposal, Proposals, Source
from reviewer.labels.anchor.proposing import propose

__all__ = [
    "AnchorState",
    "Comparison",
    "Proposal",
    "Proposals",
    "Source",
    "prepare",
    "propose",
]
