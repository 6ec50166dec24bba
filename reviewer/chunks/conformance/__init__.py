"""A splitter and texts that are hard to cut in, the promises it does not hold out; it runs in a process apart."""

from reviewer.chunks.conformance.checking import Checked, check_splitter
from reviewer.chunks.conformance.measuring import Tally, measure
from reviewer.chunks.conformance.texts import TEXTS, Hard
from reviewer.chunks.conformance.worker import Failure

__all__ = ["TEXTS", "Checked", "Failure", "Hard", "Tally", "check_splitter", "measure"]
