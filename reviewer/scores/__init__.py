"""Passages and evidence in, the match table and measures out."""

from reviewer.scores.match import Match, Score

__all__ = ["Match", "Score"]
