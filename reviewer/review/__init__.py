"""Stale labels in, a person's decisions about them out: offered, undone and redone, kept on disk, written once.

Labels that are missing are written by `reviewer.review.placing`, which reads the miners of sites.
"""

from reviewer.review.decision import Act, Decision, Key
from reviewer.review.direct import Choice, accept, entries_for
from reviewer.review.entry import Before, Doubt, Entry, Offer, Option, Queue
from reviewer.review.history import History
from reviewer.review.journal import opened
from reviewer.review.looking import Looker
from reviewer.review.outcome import outcome
from reviewer.review.proposer import Proposer
from reviewer.review.session import Session, Signer, Summary, Written
from reviewer.review.signing import signer

__all__ = [
    "Act",
    "Before",
    "Choice",
    "Decision",
    "Doubt",
    "Entry",
    "History",
    "Key",
    "Looker",
    "Offer",
    "Option",
    "Proposer",
    "Queue",
    "Session",
    "Signer",
    "Summary",
    "Written",
    "accept",
    "entries_for",
    "opened",
    "outcome",
    "signer",
]
