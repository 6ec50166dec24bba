"""A gate on a slice that does not exist is told from one whose queries are still to come."""

from __future__ import annotations

import pytest

from reviewer.gates import Gate
from reviewer.gates.misspelt import meant, misspelt

KNOWN = ("all", "control", "boundary: any", "risk: critical", "risk: normal", "wave: wave-1")


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("risk: critcal", "risk: critical"),
        ("risk:critical", "risk: critical"),
        ("rsk: critical", "risk: critical"),
        ("controls", "control"),
        ("risk: critical", None),
        ("risk: low", None),
        ("wave: wave-2", None),
        ("evidence: 67-200 tokens", None),
    ],
)
def test_the_slice_that_was_meant(name: str, nearest: str | None) -> None:
    """Nearly the same name of the same kind; names that differ in digits alone are two."""
    assert meant(name, KNOWN) == nearest


def test_gates_on_slices_that_exist_are_not_named() -> None:
    """Only the one that can never be judged is."""
    gates = [Gate(slice=name, max_stale=0) for name in ("all", "risk: critcal", "risk: low")]
    assert [(gate.slice, name) for gate, name in misspelt(gates, KNOWN)] == [("risk: critcal", "risk: critical")]
