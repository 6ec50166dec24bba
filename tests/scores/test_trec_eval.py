"""Rank measures against trec_eval's own, on 1,000 random runs."""

import random
from functools import cache

import pytest
import pytrec_eval

from reviewer.passages import Passage
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.scores import Context, CorpusLine, Scored, parse_measure, score_all
from reviewer.spans import Place

RUNS, DEPTH, K = 1000, 20, 5
PASSAGES = 60
"""The corpus is one text of that many passages of ten characters; trec_eval calls each a document."""


def _place(number: int) -> Place:
    return Place("corpus", number * 10, number * 10 + 10)


@cache
def topics() -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """Draw for each query the passages that answer it, and the ranked list."""
    rng = random.Random(11)  # noqa: S311  # seeded draws for a test, nothing secret
    relevant = {f"q{at}": rng.sample(range(PASSAGES), rng.choice([1, 1, 2, 3])) for at in range(RUNS)}
    ranked = {query: rng.sample(range(PASSAGES), rng.randrange(1, DEPTH + 1)) for query in relevant}
    return relevant, ranked


@cache
def _ours() -> Scored:
    relevant, ranked = topics()
    queries = [
        Query(id=query, text="", evidence=tuple(_item(number) for number in numbers))
        for query, numbers in relevant.items()
    ]
    passages = {
        query: [
            Passage(rank=rank, places=(_place(number),), hits=(rank,), score=1 / rank)
            for rank, number in enumerate(numbers, start=1)
        ]
        for query, numbers in ranked.items()
    }
    names = ["recall@5", "recall@20", "success@5", "rr@20", "rr@5", "ndcg@5", "ndcg@20"]
    context = Context(arm="arm", line=CorpusLine({"corpus": "x" * PASSAGES * 10}), depth=DEPTH)
    return score_all([parse_measure(name) for name in names], queries, passages, context)


def _item(number: int) -> EvidenceItem:
    where = _place(number)
    return EvidenceItem(((EvidenceSpan(where.document, where.start, where.end),),))


def _theirs(measure: str, relevant: dict[str, list[int]], *, depth: int = DEPTH) -> dict[str, float]:
    _, ranked = topics()
    qrels = {topic: {str(number): 1 for number in numbers} for topic, numbers in relevant.items()}
    run = {
        topic: {str(number): float(DEPTH - rank) for rank, number in enumerate(ranked[topic.partition("/")[0]][:depth])}
        for topic in relevant
    }
    results = pytrec_eval.RelevanceEvaluator(qrels, {measure}).evaluate(run)
    return {topic: next(iter(values.values())) for topic, values in results.items()}


def _values(name: str) -> dict[str, float | None]:
    return {query: score.value for query, score in _ours().scores[name].items()}


@pytest.mark.parametrize("k", [5, 20])
def test_recall(k: int) -> None:
    """Recall."""
    assert _values(f"recall@{k}") == pytest.approx(_theirs(f"recall.{k}", topics()[0]), abs=1e-9)


@pytest.mark.parametrize("depth", [5, 20])
def test_reciprocal_rank(depth: int) -> None:
    """Reciprocal rank."""
    assert _values(f"rr@{depth}") == pytest.approx(_theirs("recip_rank", topics()[0], depth=depth), abs=1e-9)


def test_success_asks_for_every_item_and_is_theirs_where_there_is_one() -> None:
    """Success asks for every item and is theirs where there is one."""
    single = {query: numbers for query, numbers in topics()[0].items() if len(numbers) == 1}
    success = _values("success@5")
    assert {query: success[query] for query in single} == pytest.approx(_theirs("success.5", single), abs=1e-9)
    recall = _theirs("recall.5", topics()[0])
    assert success == {query: float(value == 1) for query, value in recall.items()}


@pytest.mark.parametrize("k", [5, 20])
def test_ndcg_is_the_mean_of_theirs_over_topics_of_one_item(k: int) -> None:
    """Ndcg is the mean of theirs over topics of one item."""
    relevant = topics()[0]
    alone = {f"{query}/{number}": [number] for query, numbers in relevant.items() for number in numbers}
    by_item = _theirs(f"ndcg_cut.{k}", alone)
    mean = {
        query: sum(by_item[f"{query}/{number}"] for number in numbers) / len(numbers)
        for query, numbers in relevant.items()
    }
    assert _values(f"ndcg@{k}") == pytest.approx(mean, abs=1e-9)
