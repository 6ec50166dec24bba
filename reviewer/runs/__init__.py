"""An arm, a corpus and queries in, ranked hits out; or the ranked list of any other system."""

from reviewer.runs.files import read_run, write_run
from reviewer.runs.formats.known import Known
from reviewer.runs.formats.read import FORMATS, read_ranked
from reviewer.runs.record import Ranked
from reviewer.runs.run import SCORE_DIGITS, Hit, Run
from reviewer.runs.search import rank, search

__all__ = [
    "FORMATS",
    "SCORE_DIGITS",
    "Hit",
    "Known",
    "Ranked",
    "Run",
    "rank",
    "read_ranked",
    "read_run",
    "search",
    "write_run",
]
