"""The table of arms as rows: each figure is what its row says."""

from __future__ import annotations

from dataclasses import replace

from reviewer.fingerprint import Plain
from reviewer.reports.rows import arm_rows
from tests.action.samples import result


def realised(**spreads: Plain) -> dict[str, tuple[str, ...]]:
    """Give the rows of a result whose arms overlap so, by their names."""
    base = result()
    arms = tuple(replace(arm, realised_overlap=spreads) for arm in base.arms)
    return {row.name: row.values for row in arm_rows(replace(base, arms=arms))}


def test_the_overlap_in_tokens_is_in_tokens() -> None:
    """Characters are no tokens: where nobody counted tokens, there is no such row."""
    spread: Plain = {"mean": 500.0}
    assert realised(tokens={"mean": 38.6}, characters=spread)["overlap, realised (tokens)"] == ("38.6", "38.6")
    assert not [name for name in realised(tokens=None, characters=spread) if "realised" in name]
