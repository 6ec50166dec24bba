"""Passages and evidence in, the match table and measures out."""

from reviewer.scores.board import Context
from reviewer.scores.chunk_places import ChunkPlaces
from reviewer.scores.coverage import CorpusLine, NonBlank
from reviewer.scores.evidence import is_judged
from reviewer.scores.hit_vectors import HitVectors, hit_vectors
from reviewer.scores.match import MIN_COVERAGE, Match, MatchRule, Score
from reviewer.scores.match_file import read_matches, write_matches
from reviewer.scores.matching import match_items, matched_items
from reviewer.scores.measure import Cut, Measure
from reviewer.scores.measures import FAMILIES, is_fold, less_is_better, parse_measure, reads_vectors
from reviewer.scores.scoring import Scored, score, score_all
from reviewer.scores.structural_units import StructuralUnits
from reviewer.scores.tokens import PromptTokens

__all__ = [
    "FAMILIES",
    "MIN_COVERAGE",
    "ChunkPlaces",
    "Context",
    "CorpusLine",
    "Cut",
    "HitVectors",
    "Match",
    "MatchRule",
    "Measure",
    "NonBlank",
    "PromptTokens",
    "Score",
    "Scored",
    "StructuralUnits",
    "hit_vectors",
    "is_fold",
    "is_judged",
    "less_is_better",
    "match_items",
    "matched_items",
    "parse_measure",
    "read_matches",
    "reads_vectors",
    "score",
    "score_all",
    "write_matches",
]
