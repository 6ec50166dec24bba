"""Labels that a change took away count as lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from reviewer.comparison import Effect
from reviewer.comparison.effect import Side
from reviewer.comparison.intervals import Bound, Interval
from reviewer.gates import FAILED, NOT_JUDGED, PASSED, Finding, Gate, Verdict
from reviewer.gates.gate import Allowance, Saving, Trade
from reviewer.gates.withheld import count_withheld

GATE = Gate(slice="risk: critical", measure="success@5", max_lost=1)
DROP = Gate(slice="all", measure="success@5", max_drop=0.05)


TODAY = date(2026, 11, 30)


def finding(gate: Gate, observed: float) -> Finding:
    """Give a gate that passed."""
    return Finding(
        gate=gate.title,
        slice=gate.slice,
        measure="success@5",
        status=PASSED,
        blocking=gate.blocking,
        observed=observed,
        limit=1.0,
        reason="fine",
    )


def effect(part: str, queries: int, difference: float) -> Effect:
    """Give an effect of a slice."""
    side = Side(part=0, whole=0, mean=0.5)
    return Effect(
        measure="success@5",
        slice=part,
        protected=False,
        exploratory=False,
        queries=queries,
        documents=5,
        baseline=side,
        candidate=side,
        difference=difference,
        statement="",
    )


def verdict(*found: Finding) -> Verdict:
    """Give a verdict that passed."""
    return Verdict(status=PASSED, underpowered=False, measured=100, gates=found)


LOST_ONE = [replace(effect("risk: critical", 20, -0.05), lost_queries=("lost",))]


def test_without_withheld_labels_nothing_changes() -> None:
    """The verdict is passed on as it is."""
    given = verdict(finding(GATE, 1))
    assert count_withheld([GATE], given, [], {}, TODAY) is given


@pytest.mark.parametrize(("lost", "status"), [(0, PASSED), (1, FAILED)])
def test_they_are_added_to_the_losses_of_their_slices(lost: int, status: str) -> None:
    """One is allowed: one lost and one withheld are two."""
    lost_queries = tuple(f"lost-{at}" for at in range(lost))
    seen = [replace(effect("risk: critical", 20, -lost / 20), lost_queries=lost_queries)]
    judged = count_withheld([GATE], verdict(finding(GATE, lost)), seen, {"q": ("risk: critical",)}, TODAY)
    assert judged.status == status


def test_thousands_of_them_are_told_in_whole_numbers() -> None:
    """No power of ten stands where labels are counted."""
    withheld = {f"q{at}": ("risk: critical",) for at in range(1234)}
    judged = count_withheld([GATE], verdict(finding(GATE, 0)), [], withheld, TODAY)
    assert judged.gates[0].reason.endswith("count as lost: 1234 lost, at most 1")


def test_other_slices_are_not_touched() -> None:
    """A label of another slice is not theirs."""
    judged = count_withheld([GATE], verdict(finding(GATE, 1)), [], {"q": ("risk: normal",)}, TODAY)
    assert judged.status == PASSED


@pytest.mark.parametrize(("count", "status"), [(5, PASSED), (6, FAILED)])
def test_in_a_drop_each_has_fallen_from_one_to_nothing(count: int, status: str) -> None:
    """95 queries without a drop: 5 of 100 are 0.05, which is allowed; 6 of 101 are more."""
    withheld = {f"q{at}": () for at in range(count)}
    judged = count_withheld([DROP], verdict(finding(DROP, 0)), [effect("all", 95, 0.0)], withheld, TODAY)
    assert judged.status == status
    assert ("count as lost" in judged.gates[0].reason) == (status == FAILED)


def test_advice_stays_advice() -> None:
    """A gate that does not block fails without failing the run."""
    advice = replace(GATE, blocking=False)
    judged = count_withheld(
        [advice, DROP], verdict(finding(advice, 1), finding(DROP, 0)), LOST_ONE, {"q": ("risk: critical",)}, TODAY
    )
    assert [one.status for one in judged.gates] == [FAILED, PASSED]
    assert judged.status == PASSED


def test_what_is_no_declared_gate_stands_as_it_is() -> None:
    """Too many stale labels are found besides the gates; the count of withheld labels is told to the reader."""
    stale = replace(finding(GATE, 3), gate="stale labels", slice="all", status=NOT_JUDGED)
    judged = count_withheld([GATE], verdict(stale, finding(GATE, 1)), LOST_ONE, {"q": ("risk: critical",)}, TODAY)
    assert [one.status for one in judged.gates] == [NOT_JUDGED, FAILED]
    assert judged.withheld == 1
    assert "1 more label was edited or removed in this change and counts as lost" in judged.gates[1].reason


def test_losses_are_counted_though_another_limit_spoke_for_the_gate() -> None:
    """A finding may hold the drop of 0.1: two lost and one withheld are three all the same."""
    both = replace(GATE, max_lost=2, max_drop=0.5)
    seen = [replace(effect("risk: critical", 20, -0.1), lost_queries=("a", "b"))]
    judged = count_withheld([both], verdict(finding(both, 0.1)), seen, {"q": ("risk: critical",)}, TODAY)
    assert judged.status == FAILED
    assert (judged.gates[0].observed, judged.gates[0].limit) == (3, 2)
    assert judged.gates[0].reason.endswith("counts as lost: 3 lost, at most 2")


@pytest.mark.parametrize(("until", "status"), [(TODAY, PASSED), (date(2026, 11, 29), FAILED)])
def test_a_query_that_may_be_lost_may_be_withheld_until_its_day(until: date, status: str) -> None:
    """An allowance names the query, however it is lost."""
    allowing = replace(GATE, max_lost=0, allow=(Allowance("q", "rewritten", until),))
    judged = count_withheld([allowing], verdict(finding(allowing, 0)), [], {"q": ("risk: critical",)}, TODAY)
    assert judged.status == status


def test_what_may_be_lost_is_counted_where_the_gate_is_confident() -> None:
    """Up to 0.04 of 100 may be lost, which is 4: with two withheld these are 6, and 5 are allowed."""
    confident = replace(GATE, max_lost=5, confident=True)
    bound = Bound(lost=0, queries=100, upper=0.04, level=0.95)
    seen = [replace(effect("risk: critical", 100, 0.0), bound=bound)]
    withheld = {"a": ("risk: critical",), "b": ("risk: critical",)}
    judged = count_withheld([confident], verdict(finding(confident, 4)), seen, withheld, TODAY)
    assert judged.status == FAILED
    assert judged.gates[0].observed == pytest.approx(6)


def test_the_worst_end_of_a_drop_is_counted_where_the_gate_is_confident() -> None:
    """A drop of 0.04 at worst on 95 queries becomes 0.088 with five withheld."""
    confident = replace(DROP, confident=True)
    interval = Interval(low=-0.04, high=0.04, level=0.95, method="made up")
    seen = [replace(effect("all", 95, 0.0), interval=interval)]
    withheld = {f"q{at}": () for at in range(5)}
    judged = count_withheld([confident], verdict(finding(confident, 0.04)), seen, withheld, TODAY)
    assert judged.status == FAILED
    assert judged.gates[0].observed == pytest.approx(0.088)


@pytest.mark.parametrize(("count", "status"), [(5, PASSED), (6, FAILED)])
def test_a_least_value_is_held_with_each_withheld_query_as_zero(count: int, status: str) -> None:
    """A mean of 0.5 on 45 queries is 0.45 with five more that answer nothing."""
    least = Gate(slice="all", measure="success@5", min_value=0.45)
    withheld = {f"q{at}": () for at in range(count)}
    judged = count_withheld([least], verdict(finding(least, 0.5)), [effect("all", 45, 0.0)], withheld, TODAY)
    assert judged.status == status


def test_a_trade_accepts_no_loss_that_nobody_could_review() -> None:
    """Every lost query of a trade is reviewed by name, and a withheld label is not."""
    trade = Gate(slice="all", measure="success@5", trade=Trade(0.5, (Saving("chunks", -0.2, relative=True),)))
    judged = count_withheld([trade], verdict(finding(trade, 0)), [effect("all", 95, 0.0)], {"q": ()}, TODAY)
    assert judged.status == FAILED
    assert judged.gates[0].reason.endswith("counts as lost: not reviewed: q")
