"""Sets of characters on one line, against Python's own sets."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer import spans as plain
from reviewer.errors import ScoreError
from reviewer.scores.coverage import CorpusLine, NonBlank, Spans, novel, overlap, union

SPAN = st.tuples(st.integers(0, 40), st.integers(1, 12)).map(lambda pair: (pair[0], pair[0] + pair[1]))


def _columns(pairs: list[tuple[int, int]]) -> Spans:
    flat = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return Spans(flat[:, 0], flat[:, 1])


def _characters(pairs: list[tuple[int, int]]) -> set[int]:
    return {at for start, end in pairs for at in range(start, end)}


@settings(deadline=None)
@given(st.text(max_size=60), st.integers(0, 60), st.integers(0, 60))
def test_nonblank_counts_what_isspace_denies(text: str, one: int, other: int) -> None:
    """Nonblank counts what isspace denies."""
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    assert NonBlank(text).count(start, end) == sum(not char.isspace() for char in text[start:end])


def test_nonblank_knows_every_blank_of_unicode() -> None:
    """Nonblank knows every blank of unicode."""
    blanks = "".join(chr(code) for code in range(0x110000) if chr(code).isspace())
    assert NonBlank(blanks).count(0, len(blanks)) == 0
    assert NonBlank("\u2fff\u3001\U0001f600").count(0, 3) == 3


@settings(max_examples=60, deadline=None)
@given(st.lists(SPAN, max_size=8), st.lists(SPAN, max_size=8))
def test_union_and_overlap_are_those_of_sets(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    """Union and overlap are those of sets."""
    united = union(_columns(one))
    assert _characters(list(zip(*(side.tolist() for side in united), strict=True))) == _characters(one)
    assert all(united.starts[1:] > united.ends[:-1])
    shared = overlap(_columns(other), united)
    assert shared.tolist() == [len(_characters([span]) & _characters(one)) for span in other]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), SPAN), max_size=10))
def test_novel_parts_of_a_group_add_up_to_its_union(rows: list[tuple[int, tuple[int, int]]]) -> None:
    """Novel parts of a group add up to its union."""
    rows = sorted(rows)
    fresh = novel(np.array([group for group, _ in rows], dtype=np.int64), _columns([span for _, span in rows]))
    for group in range(3):
        parts = [length for (owner, _), length in zip(rows, fresh.lengths.tolist(), strict=True) if owner == group]
        assert sum(parts) == len(_characters([span for owner, span in rows if owner == group]))


def test_neighbouring_queries_never_touch_on_the_line() -> None:
    """Neighbouring queries never touch on the line."""
    line = CorpusLine({"a": "xyz"})
    query, document = np.array([0, 1]), np.array([0, 0])
    whole = line.place(query, document, _columns([(0, 3), (0, 3)]), "test")
    assert len(union(whole).starts) == 2
    assert line.query_of(whole).tolist() == [0, 1]


def test_a_document_the_corpus_lacks_is_named() -> None:
    """A document the corpus lacks is named."""
    with pytest.raises(ScoreError, match=r"missing\.md"):
        CorpusLine({"a.md": "x"}).documents(["missing.md"], "labels")


def test_a_place_beyond_the_end_is_refused() -> None:
    """A place beyond the end is refused."""
    line = CorpusLine({"a": "xyz"})
    with pytest.raises(ScoreError, match="beyond the end"):
        line.place(np.array([0]), np.array([0]), _columns([(1, 4)]), "passages of overlap-40")


def test_the_fast_counts_equal_the_slow_ones_of_spans() -> None:
    """The fast counts equal the slow ones of spans."""
    text = "Pay. Now.\n\n\tLater \u2003 or never"
    counted = NonBlank(text)
    for start in range(len(text)):
        for end in range(start + 1, len(text) + 1):
            assert counted.count(start, end) == plain.nonblank(text, [plain.Span(start, end)])
