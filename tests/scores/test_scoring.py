"""Scores at their edges: nothing found, nothing to find, what is missing, and rules that are not the default."""

import numpy as np
import pytest

from reviewer.errors import ScoreError
from reviewer.passages import Passage
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.scores import (
    Context,
    CorpusLine,
    PromptTokens,
    Score,
    match_items,
    matched_items,
    parse_measure,
    score,
    score_all,
)
from reviewer.spans import Place

TEXTS = {"a.md": "x" * 200, "b.md": "y" * 200}
LINE = CorpusLine(TEXTS)
CONTEXT = Context(arm="overlap-40", line=LINE, depth=10)


def _passage(rank: int, *places: tuple[str, int, int]) -> Passage:
    return Passage(rank=rank, places=tuple(Place(*place) for place in places), hits=(rank,), score=1 / rank)


def _query(*items: EvidenceItem, name: str = "q", answerable: bool = True) -> Query:
    return Query(id=name, text="", evidence=items, answerable=answerable)


def _span(document: str, start: int, end: int) -> EvidenceItem:
    return EvidenceItem(((EvidenceSpan(document, start, end),),))


def _value(name: str, one: Query, passages: list[Passage], context: Context = CONTEXT) -> float | None:
    return score([parse_measure(name)], one, passages, context)[name].value


ALL = ["recall@5", "success@5", "char_recall@5", "char_precision@5", "iou@5", "rr@10", "ndcg@5", "pair_overlap@5"]


@pytest.mark.parametrize("name", ALL)
def test_no_result_scores_zero_not_nothing(name: str) -> None:
    """No result scores zero not nothing."""
    assert _value(name, _query(_span("a.md", 0, 10)), []) == 0.0


@pytest.mark.parametrize("name", ALL)
def test_a_query_that_is_not_answerable_scores_null(name: str) -> None:
    """A query that is not answerable scores null."""
    assert _value(name, _query(answerable=False), [_passage(1, ("a.md", 0, 50))]) is None
    assert _value(name, _query(), [_passage(1, ("a.md", 0, 50))]) is None


def test_means_keep_part_and_whole() -> None:
    """Means keep part and whole."""
    one = _query(_span("a.md", 0, 10), _span("a.md", 100, 110))
    assert score([parse_measure("recall@5")], one, [_passage(1, ("a.md", 0, 50))], CONTEXT) == {
        "recall@5": Score(1.0, 2.0)
    }


def test_an_item_of_together_spans_needs_both_in_one_passage() -> None:
    """An item of together spans needs both in one passage."""
    row = EvidenceItem(((EvidenceSpan("a.md", 0, 10), EvidenceSpan("a.md", 100, 110)),))
    apart = [_passage(1, ("a.md", 0, 50)), _passage(2, ("a.md", 90, 140))]
    assert _value("recall@5", _query(row), apart) == 0.0
    assert _value("recall(match=union)@5", _query(row), apart) == 1.0
    with_header = [_passage(1, ("a.md", 0, 10), ("a.md", 90, 140))]
    assert _value("recall@5", _query(row), with_header) == 1.0


def test_any_alternative_serves() -> None:
    """Any alternative serves."""
    either = EvidenceItem(((EvidenceSpan("a.md", 0, 10),), (EvidenceSpan("b.md", 50, 60),)))
    assert _value("recall@5", _query(either), [_passage(1, ("b.md", 40, 80))]) == 1.0
    assert _value("char_recall@5", _query(either), [_passage(1, ("b.md", 40, 80))]) == 1.0
    assert _value("char_precision@5", _query(either), [_passage(1, ("b.md", 40, 80))]) == 0.25


def test_union_depends_on_k() -> None:
    """Union depends on k."""
    halves = [_passage(1, ("a.md", 0, 50)), _passage(2, ("b.md", 0, 50)), _passage(3, ("a.md", 50, 100))]
    one = _query(_span("a.md", 40, 60))
    assert _value("recall(match=union)@2", one, halves) == 0.0
    assert _value("recall(match=union)@3", one, halves) == 1.0
    assert _value("recall@3", one, halves) == 0.0


def test_a_share_equal_to_the_threshold_matches() -> None:
    """A share equal to the threshold matches."""
    exact = [_passage(1, ("a.md", 0, 8))]
    assert match_items(_query(_span("a.md", 0, 10)), exact, LINE, arm="a", min_coverage=0.8)[0].rank == 1
    assert match_items(_query(_span("a.md", 0, 10)), exact, LINE, arm="a", min_coverage=0.81)[0].rank is None


def test_the_configured_threshold_stands_in_where_a_measure_names_none() -> None:
    """The configured threshold stands in where a measure names none."""
    half = [_passage(1, ("a.md", 0, 5))]
    lenient = Context(arm="a", line=LINE, depth=10, min_coverage=0.5)
    assert _value("recall@5", _query(_span("a.md", 0, 10)), half, lenient) == 1.0
    assert _value("recall(min_coverage=0.8)@5", _query(_span("a.md", 0, 10)), half, lenient) == 0.0


def test_the_match_table_holds_every_rule_that_was_asked_for() -> None:
    """The match table holds every rule that was asked for."""
    names = ["recall@5", "recall(match=union)@5", "char_recall@5"]
    scored = score_all(
        [parse_measure(name) for name in names],
        [_query(_span("a.md", 0, 10)), _query(name="none", answerable=False)],
        {"q": [_passage(1, ("a.md", 0, 5)), _passage(2, ("a.md", 5, 20))]},
        CONTEXT,
    )
    assert [(row.match, row.rank, row.best_share, row.best_rank) for row in scored.matches] == [
        ("single", None, 0.5, 1),
        ("union", 2, 1.0, 2),
    ]
    assert matched_items([row for row in scored.matches if row.match == "union"], k=2) == {"q": (True,)}
    assert matched_items([row for row in scored.matches if row.match == "union"], k=1) == {"q": (False,)}


def test_evidence_of_blanks_alone_is_never_matched() -> None:
    """Evidence of blanks alone is never matched."""
    blank = CorpusLine({"a.md": "words   words"})
    rows = match_items(_query(_span("a.md", 5, 8)), [_passage(1, ("a.md", 0, 13))], blank, arm="a")
    assert (rows[0].rank, rows[0].best_share, rows[0].best_rank) == (None, 0.0, None)


def test_a_budget_cuts_the_crossing_passage() -> None:
    """A budget cuts the crossing passage."""
    offsets = np.array([[at, at + 10] for at in range(0, 200, 10)])
    context = Context(arm="a", line=LINE, depth=10, tokens=PromptTokens(LINE, lambda _: offsets))
    ranked = [_passage(1, ("a.md", 0, 50)), _passage(2, ("b.md", 0, 100))]
    one = _query(_span("b.md", 0, 50))
    assert _value("recall@8t", one, ranked, context) == 0.0
    assert _value("recall@9t", one, ranked, context) == 1.0
    assert _value("recall@100t", one, ranked, context) == 1.0
    assert _value("prompt_tokens@5", one, ranked, context) == 15.0
    assert _value("unique_evidence@5", one, ranked, context) == pytest.approx(50 / 15)


def test_repeats_are_paid_each_time() -> None:
    """Repeats are paid each time."""
    offsets = np.array([[at, at + 10] for at in range(0, 200, 10)])
    context = Context(arm="a", line=LINE, depth=10, tokens=PromptTokens(LINE, lambda _: offsets))
    twice = [_passage(1, ("a.md", 0, 50)), _passage(2, ("a.md", 0, 50)), _passage(3, ("b.md", 0, 50))]
    assert _value("recall@10t", _query(_span("b.md", 0, 50)), twice, context) == 0.0
    assert _value("recall@15t", _query(_span("b.md", 0, 50)), twice, context) == 1.0


def test_a_document_is_tokenised_once() -> None:
    """A document is tokenised once."""
    asked: list[str] = []

    def offsets(document: str) -> "np.ndarray[tuple[int, ...], np.dtype[np.int64]]":
        asked.append(document)
        return np.array([[at, at + 10] for at in range(0, 200, 10)], dtype=np.int64)

    context = Context(arm="a", line=LINE, depth=10, tokens=PromptTokens(LINE, offsets))
    names = [parse_measure(name) for name in ("prompt_tokens@5", "recall@15t", "unique_evidence@5")]
    score(names, _query(_span("a.md", 0, 10)), [_passage(1, ("a.md", 0, 50)), _passage(2, ("a.md", 50, 99))], context)
    assert asked == ["a.md"]


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("recall@11", "deeper than depth 10"),
        ("rr@50", "deeper than depth 10"),
        ("recall@800t", "prompt tokenizer"),
        ("prompt_tokens@5", "prompt tokenizer"),
        ("intact", "chunks"),
        ("precision_omega", "chunks"),
    ],
)
def test_what_a_measure_lacks_is_named(name: str, names: str) -> None:
    """What a measure lacks is named."""
    with pytest.raises(ScoreError, match=names) as refused:
        _value(name, _query(_span("a.md", 0, 10)), [_passage(1, ("a.md", 0, 50))])
    assert refused.value.hint


def test_a_query_that_was_never_asked_is_named() -> None:
    """A query that was never asked is named."""
    with pytest.raises(ScoreError, match="never-asked"):
        score_all([parse_measure("recall@5")], [_query(_span("a.md", 0, 10), name="never-asked")], {}, CONTEXT)


def test_ranks_with_a_gap_are_refused() -> None:
    """Ranks with a gap are refused."""
    with pytest.raises(ScoreError, match="not 1, 2, 3"):
        _value("recall@5", _query(_span("a.md", 0, 10)), [_passage(1, ("a.md", 0, 50)), _passage(3, ("a.md", 0, 50))])


def test_a_short_last_window_is_a_duplicate_where_overlap_by_size_is_far_under_the_threshold() -> None:
    """Windows of 100 with an overlap of 50: whole ones share a half, the last of a text of 160 shares 50 of its 60."""
    whole = [_passage(1, ("a.md", 0, 100)), _passage(2, ("a.md", 50, 150))]
    last = [_passage(1, ("a.md", 50, 150)), _passage(2, ("a.md", 100, 160))]

    assert _value("duplicate_pairs@5", _query(_span("a.md", 0, 10)), whole) == 0.0
    assert _value("duplicate_pairs@5", _query(_span("a.md", 0, 10)), last) == 1.0
