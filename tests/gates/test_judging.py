"""Verdicts: what passes, what fails, and what cannot be judged."""

from dataclasses import replace
from datetime import date

import pytest

from reviewer.comparison import Bound, Effect, Interval, Side
from reviewer.gates import (
    FAILED,
    NOT_JUDGED,
    PASSED,
    Allowance,
    Facts,
    Finding,
    Gate,
    Reviewed,
    Saving,
    Trade,
    exit_code,
    judge,
    needed_effects,
)

TODAY = date(2026, 11, 30)
BEFORE, AFTER = "sha256:" + "a" * 64, "sha256:" + "b" * 64


def _effect(measure: str = "success@5", *, part: str = "all", before: float = 0.9, after: float = 0.85) -> Effect:
    return Effect(
        measure=measure,
        slice=part,
        protected=False,
        exploratory=False,
        queries=100,
        documents=40,
        baseline=Side(part=before * 100, whole=100.0, mean=before),
        candidate=Side(part=after * 100, whole=100.0, mean=after),
        difference=after - before,
        statement="interval",
        interval=Interval(after - before - 0.04, after - before + 0.04, 0.95, "Tango"),
        bound=Bound(6, 100, 0.115, 0.95),
        smallest_visible=0.1,
        lost=5,
        gained=1,
        swapped=1,
        unchanged=93,
        lost_queries=("a", "b", "c", "d", "e", "f"),
        gained_queries=("g",),
    )


FACTS = Facts(
    effects=(
        _effect(),
        _effect("pair_overlap@5", before=0.31, after=0.07),
        _effect("redundancy@5", before=0.22, after=0.05),
    ),
    measured=100,
    k=5,
    costs={"chunks": (1904.0, 1131.0), "embedded_tokens": (487_000.0, 290_000.0)},
    stale=3,
    confident_wrong=2,
    baseline=BEFORE,
    candidate=AFTER,
)


def _finding(gate: Gate, facts: Facts = FACTS) -> Finding:
    return judge([gate], facts, TODAY).gates[0]


@pytest.mark.parametrize(
    ("gate", "status"),
    [
        (Gate(measure="success@5", max_lost=6), PASSED),
        (Gate(measure="success@5", max_lost=5), FAILED),
        (Gate(measure="success@5", max_drop=0.05), PASSED),
        (Gate(measure="success@5", max_drop=0.04), FAILED),
        (Gate(measure="success@5", min_value=0.85), PASSED),
        (Gate(measure="success@5", min_value=0.86), FAILED),
        (Gate(max_pair_overlap=0.07), PASSED),
        (Gate(max_pair_overlap=0.06), FAILED),
        (Gate(max_chunks_ratio=0.6), PASSED),
        (Gate(max_chunks_ratio=0.5), FAILED),
        (Gate(max_confident_wrong=2), PASSED),
        (Gate(max_confident_wrong=1), FAILED),
        (Gate(max_stale=3), PASSED),
        (Gate(max_stale=2), FAILED),
        (Gate(min_queries=100), PASSED),
        (Gate(min_queries=101), NOT_JUDGED),
        (Gate(max_prompt_tokens=900), NOT_JUDGED),
        (Gate(measure="recall@5", max_drop=0.5), NOT_JUDGED),
        (Gate(slice="risk: typo", measure="success@5", max_lost=9), NOT_JUDGED),
        (Gate(measure="success@5", max_lost=6, max_drop=0.01), FAILED),
    ],
)
def test_each_limit_holds_up_to_equality(gate: Gate, status: str) -> None:
    """Each limit holds up to equality, and what is missing never passes."""
    finding = _finding(gate)
    assert finding.status == status
    assert finding.reason


def test_a_failed_count_names_the_queries() -> None:
    """A failed count names the queries, and a swapped one counts as lost."""
    finding = _finding(Gate(measure="success@5", max_lost=0))
    assert (finding.observed, finding.limit) == (6.0, 0.0)
    assert finding.reason == "6 lost, at most 0: a, b, c, d, e and 1 more"


def test_an_allowed_loss_does_not_count_until_its_day_has_passed() -> None:
    """An allowed loss does not count until its day has passed."""
    until = Allowance("a", "withdrawn", TODAY)
    gate = Gate(measure="success@5", max_lost=5, allow=(until,))
    assert _finding(gate).status == PASSED
    assert "1 more allowed" in _finding(gate).reason
    late = replace(gate, allow=(replace(until, until=date(2026, 11, 29)),))
    assert _finding(late).status == FAILED
    assert "no longer allowed: a" in _finding(late).reason


def test_a_confident_gate_judges_the_bound_not_the_count() -> None:
    """A confident gate judges the bound, not the count."""
    assert _finding(Gate(measure="success@5", max_lost=8, confident=True)).status == FAILED
    assert _finding(Gate(measure="success@5", max_lost=12, confident=True)).status == PASSED
    assert _finding(Gate(measure="success@5", max_drop=0.08, confident=True)).status == FAILED
    assert _finding(Gate(measure="success@5", max_drop=0.09, confident=True)).status == PASSED


def test_a_confident_gate_that_fails_for_want_of_queries_says_underpowered() -> None:
    """A confident gate that fails for want of queries says underpowered."""
    assert _finding(Gate(measure="success@5", max_drop=0.08, confident=True)).underpowered
    assert not _finding(Gate(measure="success@5", max_drop=0.02, confident=True)).underpowered


def test_a_pass_that_could_not_have_failed_says_underpowered() -> None:
    """A pass on a set that could hardly have seen such a loss says underpowered."""
    assert _finding(Gate(measure="success@5", max_drop=0.06)).underpowered
    assert not _finding(Gate(measure="success@5", max_drop=0.1)).underpowered
    assert not _finding(Gate(measure="success@5", max_drop=0.01)).underpowered
    assert judge([Gate(measure="success@5", max_drop=0.06)], FACTS, TODAY).underpowered


SAVINGS = (Saving("redundancy", -0.1, relative=False), Saving("chunks", -0.4, relative=True))
TRADE = Gate(measure="success@5", trade=Trade(0.05, SAVINGS))
REVIEWED = replace(FACTS, reviewed=tuple(Reviewed(query, BEFORE, AFTER, "Ada", "rare") for query in "abcdef"))


def test_a_trade_passes_only_with_savings_and_every_loss_reviewed() -> None:
    """A trade passes only with all savings reached and every loss reviewed."""
    assert _finding(TRADE, REVIEWED).status == PASSED
    assert "not reviewed: a, b, c, d, e and 1 more" in _finding(TRADE).reason


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"reviewed": REVIEWED.reviewed[:5]}, "not reviewed: f"),
        ({"reviewed": (*REVIEWED.reviewed[:5], Reviewed("f", BEFORE, BEFORE, "Ada", "rare"))}, "not reviewed: f"),
        ({"reviewed": (*REVIEWED.reviewed[:5], Reviewed("f", BEFORE, AFTER, " ", "rare"))}, "not reviewed: f"),
        ({"reviewed": (*REVIEWED.reviewed[:5], Reviewed("f", BEFORE, AFTER, "Ada", ""))}, "not reviewed: f"),
        ({"costs": {"chunks": (100.0, 61.0)}}, "chunks -40 % asked for, chunks -39 % reached"),
    ],
)
def test_a_trade_says_what_it_lacks(change: dict[str, object], reason: str) -> None:
    """A trade says what it lacks."""
    finding = _finding(TRADE, replace(REVIEWED, **change))  # type: ignore[arg-type]  # parametrised by field
    assert finding.status == FAILED
    assert reason in finding.reason


def test_a_trade_for_an_unknown_cost_is_not_judged() -> None:
    """A trade for a cost that nobody measured is not judged."""
    gate = replace(TRADE, trade=Trade(0.05, (Saving("kilowatts", -1.0, relative=False),)))
    assert (_finding(gate, REVIEWED).status, _finding(gate, REVIEWED).reason) == (
        NOT_JUDGED,
        "kilowatts is missing in the slice 'all'",
    )


@pytest.mark.parametrize(
    ("gates", "measured", "status", "code"),
    [
        ([], 100, NOT_JUDGED, 0),
        ([], 0, NOT_JUDGED, 2),
        ([Gate(measure="success@5", max_lost=6)], 100, PASSED, 0),
        ([Gate(measure="success@5", max_lost=0)], 100, FAILED, 1),
        ([Gate(measure="success@5", max_lost=0, blocking=False)], 100, NOT_JUDGED, 0),
        (
            [Gate(measure="success@5", max_lost=6), Gate(measure="success@5", max_lost=0, blocking=False)],
            100,
            PASSED,
            0,
        ),
        ([Gate(measure="recall@5", max_drop=0.1)], 100, NOT_JUDGED, 2),
        ([Gate(measure="recall@5", max_drop=0.1, blocking=False)], 100, NOT_JUDGED, 0),
        ([Gate(measure="recall@5", max_drop=0.1), Gate(measure="success@5", max_lost=0)], 100, FAILED, 1),
        ([Gate(measure="success@5", max_lost=6)], 0, NOT_JUDGED, 2),
    ],
)
def test_exit_codes(gates: list[Gate], measured: int, status: str, code: int) -> None:
    """0 is passed or nothing to judge, 1 a failure, 2 what could not be judged; advice weighs nothing."""
    verdict = judge(gates, replace(FACTS, measured=measured, effects=FACTS.effects if measured else ()), TODAY)
    assert (verdict.status, exit_code(verdict)) == (status, code)


def test_an_empty_run_says_so() -> None:
    """An empty run says that nothing was measured."""
    verdict = judge([Gate(measure="success@5", max_lost=6)], Facts(effects=(), measured=0, k=5), TODAY)
    assert verdict.reasons == ("nothing measured",)
    assert verdict.gates[0].reason == "nothing measured"


def test_gates_say_which_effects_they_need() -> None:
    """Gates say which effects they will ask for, each once."""
    gates = [TRADE, Gate(slice="control", max_pair_overlap=0.5, max_prompt_tokens=900), TRADE]
    assert needed_effects(gates, 5) == (
        ("all", "success@5"),
        ("all", "redundancy@5"),
        ("control", "pair_overlap@5"),
        ("control", "prompt_tokens@5"),
    )


@pytest.mark.parametrize(
    "gate",
    [
        Gate(measure="success@5", max_lost=0),
        Gate(measure="success@5", max_drop=0.05),
        Gate(measure="success@5", trade=Trade(0.1, (Saving("chunks", -0.2, relative=True),))),
    ],
)
def test_where_nothing_was_found_at_all_nothing_is_judged(gate: Gate) -> None:
    """That nothing was lost is then no reassurance."""
    nothing = replace(_effect(before=0.0, after=0.0), lost=0, swapped=0, lost_queries=(), gained_queries=())
    found = _finding(gate, replace(FACTS, effects=(nothing,)))
    assert found.status == NOT_JUDGED
    assert found.reason == "success@5 is 0 in both arms, so nothing could be lost"


def test_a_trade_asks_for_nothing_where_nothing_is_given() -> None:
    """No drop and no loss: the saving need not be reached."""
    better = replace(_effect(before=0.85, after=0.9), lost=0, swapped=0, lost_queries=())
    gate = Gate(measure="success@5", trade=Trade(0.02, (Saving("chunks", -0.99, relative=True),)))
    assert _finding(gate, replace(FACTS, effects=(better,))).status == PASSED
    one_lost = replace(better, lost=1, lost_queries=("a",))
    assert _finding(gate, replace(FACTS, effects=(one_lost,))).status == FAILED


def test_allowed_losses_are_not_counted_among_those_that_may_be_lost() -> None:
    """Up to 11.5 of 100 may be lost; six were, of which two are allowed: 9.5 besides them."""
    allow = tuple(Allowance(name, "known", TODAY) for name in ("a", "b"))
    gate = Gate(measure="success@5", max_lost=10, confident=True, allow=allow)
    found = _finding(gate)
    assert found.status == PASSED
    assert found.observed == pytest.approx(9.5)
    assert _finding(replace(gate, allow=())).status == FAILED
