"""Labels that a change took away count as lost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reviewer.comparison import Effect
from reviewer.comparison.effect import Side
from reviewer.gates import FAILED, NOT_JUDGED, PASSED, Finding, Gate, Verdict
from reviewer.gates.withheld import count_withheld

GATE = Gate(slice="risk: critical", measure="success@5", max_lost=1)
DROP = Gate(slice="all", measure="success@5", max_drop=0.05)


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


def test_without_withheld_labels_nothing_changes() -> None:
    """The verdict is passed on as it is."""
    given = verdict(finding(GATE, 1))
    assert count_withheld([GATE], given, [], {}) is given


@pytest.mark.parametrize(("lost", "status"), [(0, PASSED), (1, FAILED)])
def test_they_are_added_to_the_losses_of_their_slices(lost: int, status: str) -> None:
    """One is allowed: one lost and one withheld are two."""
    judged = count_withheld([GATE], verdict(finding(GATE, lost)), [], {"q": ("risk: critical",)})
    assert judged.status == status


def test_other_slices_are_not_touched() -> None:
    """A label of another slice is not theirs."""
    judged = count_withheld([GATE], verdict(finding(GATE, 1)), [], {"q": ("risk: normal",)})
    assert judged.status == PASSED


@pytest.mark.parametrize(("count", "status"), [(5, PASSED), (6, FAILED)])
def test_in_a_drop_each_has_fallen_from_one_to_nothing(count: int, status: str) -> None:
    """95 queries without a drop: 5 of 100 are 0.05, which is allowed; 6 of 101 are more."""
    withheld = {f"q{at}": () for at in range(count)}
    judged = count_withheld([DROP], verdict(finding(DROP, 0)), [effect("all", 95, 0.0)], withheld)
    assert judged.status == status
    assert ("count as lost" in judged.gates[0].reason) == (status == FAILED)


def test_advice_stays_advice() -> None:
    """A gate that does not block fails without failing the run."""
    advice = replace(GATE, blocking=False)
    judged = count_withheld(
        [advice, DROP], verdict(finding(advice, 1), finding(DROP, 0)), [], {"q": ("risk: critical",)}
    )
    assert [one.status for one in judged.gates] == [FAILED, PASSED]
    assert judged.status == PASSED


def test_what_is_no_declared_gate_stands_as_it_is() -> None:
    """Too many stale labels are found besides the gates; the count of withheld labels is told to the reader."""
    stale = replace(finding(GATE, 3), gate="stale labels", slice="all", status=NOT_JUDGED)
    judged = count_withheld([GATE], verdict(stale, finding(GATE, 1)), [], {"q": ("risk: critical",)})
    assert [one.status for one in judged.gates] == [NOT_JUDGED, FAILED]
    assert judged.withheld == 1
    assert "1 more label was edited or removed in this change and counts as lost" in judged.gates[1].reason
