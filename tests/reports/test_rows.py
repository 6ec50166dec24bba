"""The table of arms as rows: each figure is what its row says."""

from __future__ import annotations

from dataclasses import replace

from reviewer.fingerprint import Plain
from reviewer.reports.exploring import LATENCY
from reviewer.reports.rows import GIVEN, arm_rows
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


def test_a_clock_is_shown_and_not_compared() -> None:
    """What was in the cache, and the machine's load, are no difference of the arms; another system's figures may be."""
    base = result()
    costs = {
        name: replace(cost, times={"embed_seconds": at, LATENCY: at, GIVEN: at})
        for at, (name, cost) in enumerate(base.costs.items(), start=2)
    }
    rows = {row.name: row for row in arm_rows(replace(base, costs=costs))}
    for name, row in rows.items():
        if name.startswith(("seconds to build", "milliseconds a search, 95 of 100 · asked again")):
            assert (row.values[0] != row.values[1], row.change) == (True, "")
    assert rows["milliseconds a search, 95 of 100 · as its system says"].change == "+1.0"
    assert rows["seconds to build, this run"].values == ("2.0", "3.0")


def test_the_configured_overlap_says_what_it_counts() -> None:
    """200 characters beside 19 tokens realised are else taken for a fault; two units are both said."""
    base = result()

    def named(*units: str) -> str:
        arms = [
            replace(arm, manifest={**arm.manifest, "splitter": {"overlap": 9, "unit": unit}})
            for arm, unit in zip(base.arms, units, strict=True)
        ]
        rows = arm_rows(replace(base, arms=tuple(arms)))
        return next(row.name for row in rows if row.name.startswith("overlap, configured"))

    assert named("characters", "characters") == "overlap, configured (characters)"
    assert named("characters", "tokens") == "overlap, configured (characters / tokens)"
