"""An arm, a corpus and queries in, ranked hits out."""

from reviewer.runs.run import Hit, Run

__all__ = ["Hit", "Run"]
