"""Public cases of comparing two runs, from scores by id to the verdict.

Answers in words: `max_mean_drop` is `max_drop`; a drop of one query is counted in evidence items (`max_lost`), so each
query of such a case has two items of which its score is the matched share; `regressed` and `improved` are the queries
that lost and gained items.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from reviewer.comparison import Effect, Slice, effects
from reviewer.gates import Facts, Gate, exit_code, judge
from reviewer.scores import Match, Score, Scored, parse_measure

FOLDER = Path(__file__).parent
Case = dict[str, Any]
ITEMS = 2
MEASURE = "recall@5"
WHOLE = "char_recall@5"


def _cases(op: str) -> list[Any]:
    loaded = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("gate-*.json"))]
    return [pytest.param(one, id=one["id"]) for one in loaded if one["input"]["op"] == op]


def _scored(values: Mapping[str, float]) -> Scored:
    """Give scores as they are, and as matched items of two."""
    rows = [
        Match(
            query=query,
            item=item,
            arm="arm",
            phase=0,
            rank=1 if item < round(value * ITEMS) else None,
            best_share=1.0,
            best_rank=1,
        )
        for query, value in values.items()
        for item in range(ITEMS)
    ]
    scores = {query: Score(value, 1.0) for query, value in values.items()}
    return Scored({MEASURE: scores, WHOLE: scores}, tuple(rows))


def _effects(given: Case, measure: str) -> tuple[Effect, ...]:
    slices = [Slice(name="all", queries=tuple(given["baseline"]))]
    sides = [_scored(given["baseline"])], [_scored(given["candidate"])]
    return effects([parse_measure(measure)], *sides, slices, {})


def _facts(found: tuple[Effect, ...]) -> Facts:
    return Facts(effects=found, measured=found[0].queries, k=5)


@pytest.mark.parametrize("case", _cases("gate"))
def test_gate(case: Case) -> None:
    """Runs are paired by id, and a mean that stands still hides no lost query."""
    given, expect = case["input"], case["expect"]
    found = _effects(given, MEASURE)
    gates = [Gate(measure=MEASURE, max_drop=given["max_mean_drop"])]
    gates += [Gate(measure=MEASURE, max_lost=0)] * ("per_query_drop" in given)
    verdict = judge(gates, _facts(found), date(2026, 11, 30))
    assert (verdict.status == "passed") is expect["pass"]
    if "reason" in expect:
        assert [reason.replace(" ", "-") for reason in verdict.reasons] == [expect["reason"]]
        assert exit_code(verdict) == 2
    if "regressed" in expect:
        assert list(found[0].lost_queries) == expect["regressed"]
        assert list(found[0].gained_queries) == expect["improved"]
    if expect.get("regressed"):
        assert expect["regressed"][0] in verdict.gates[1].reason
    if "mean_drop" in expect:
        assert found[0].difference == pytest.approx(-expect["mean_drop"], abs=1e-9)


@pytest.mark.parametrize("case", _cases("gate_many"))
def test_gate_many(case: Case) -> None:
    """A drop equal to the limit passes, whatever binary fractions make of it."""
    passed = [
        judge(
            [Gate(measure=WHOLE, max_drop=rule["max_mean_drop"])], _facts(_effects(rule, WHOLE)), date(2026, 11, 30)
        ).status
        == "passed"
        for rule in case["input"]["rules"]
    ]
    assert passed == case["expect"]["pass"]
