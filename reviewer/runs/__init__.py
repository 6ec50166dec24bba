"""An arm, a corpus and queries in, ranked hits out."""

from reviewer.runs.files import read_run, write_run
from reviewer.runs.run import SCORE_DIGITS, Hit, Run
from reviewer.runs.search import rank, search

__all__ = ["SCORE_DIGITS", "Hit", "Run", "rank", "read_run", "search", "write_run"]
