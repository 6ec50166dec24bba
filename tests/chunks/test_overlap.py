"""The overlap that neighbours really share, and what overlap can do at all."""

from __future__ import annotations

import math

import pytest

from reviewer.chunks import Chunk, Tokenizer, chunk_corpus, longest_safe, overlaps, realised_overlap
from reviewer.chunks.tokens import TokenSplitter
from reviewer.corpus import Corpus, document_from_text
from tests.chunks.conftest import TEXT


def chunk(document: str, start: int, end: int) -> Chunk:
    """Give a chunk named by its place."""
    return Chunk(id=f"{document}-{start}-{end}", document=document, start=start, end=end)


def test_neighbours_of_one_document_are_measured_and_gaps_count_as_none() -> None:
    """Order does not matter, documents are kept apart, a chunk inside another shares itself."""
    chunks = [chunk("b", 0, 5), chunk("a", 8, 20), chunk("a", 0, 10), chunk("a", 12, 14), chunk("a", 30, 40)]
    assert overlaps(chunks) == (2, 2, 0)
    spread = realised_overlap(chunks).characters
    assert (spread.count, spread.minimum, spread.median, spread.maximum) == (3, 0, 2.0, 2)
    assert spread.mean == pytest.approx(4 / 3)


def test_no_boundary_gives_a_count_of_none_and_not_a_crash() -> None:
    """A corpus of one-chunk documents has no overlap to measure."""
    measured = realised_overlap([chunk("a", 0, 9), chunk("b", 0, 9)])
    assert measured.characters.count == 0
    assert not measured.applied
    assert measured.to_plain()["tokens"] is None


def test_tokens_are_those_of_the_document(minilm: Tokenizer) -> None:
    """A token window shares exactly the configured tokens at every full boundary."""
    corpus = Corpus({"a.md": document_from_text("a.md", TEXT)})
    chunks = chunk_corpus(corpus, TokenSplitter(size=40, overlap=8, tokenizer=minilm), "1")
    tokens = realised_overlap(chunks, corpus, minilm).tokens
    assert tokens
    assert (tokens.minimum, tokens.p10, tokens.median, tokens.p90, tokens.maximum) == (8, 8.0, 8.0, 8.0, 8)
    assert tokens.count == len(chunks) - 1


@pytest.mark.parametrize(
    ("overlap", "coverage", "longest"),
    [(40, 0.8, 66.666667), (120, 0.8, 200.0), (0, 0.8, 0.0), (32, 1.0, 32.0), (10, 0.5, math.inf), (10, 0.3, math.inf)],
)
def test_the_longest_span_that_is_never_split(overlap: int, coverage: float, longest: float) -> None:
    """O / (2 c - 1), reckoned exactly, so that 120 and 0.8 are 200 and not a hair less."""
    assert longest_safe(overlap, coverage) == pytest.approx(longest)
    assert longest_safe(120, 0.8) == 200.0


def test_a_window_holds_at_most_itself() -> None:
    """However large the overlap, a span longer than size / c never reaches c in one window."""
    assert longest_safe(120, 0.8, size=128) == 160.0
    assert longest_safe(10, 0.5, size=100) == 200.0


@pytest.mark.parametrize(("size", "overlap"), [(20, 6), (20, 0), (20, 19), (9, 8)])
def test_the_formula_is_what_windows_do(size: int, overlap: int) -> None:
    """Against every placement of every span under a grid of windows, far from the ends."""
    starts = range(0, 120, size - overlap)
    for length in range(1, 40):
        shares = [
            max(min(at + length, start + size) - max(at, start) for start in starts) / length for at in range(40, 60)
        ]
        assert (min(shares) < 0.8) == (length > longest_safe(overlap, 0.8, size)) or _rounds(length, overlap)


def _rounds(length: int, overlap: int) -> bool:
    """An odd split puts one unit more on one side, so the worst whole-unit share is half a unit better."""
    return (length + overlap) % 2 == 1
