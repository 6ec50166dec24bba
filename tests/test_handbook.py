"""The demo's labels hold the demo's documents: none is stale, whatever formatted the repository."""

from __future__ import annotations

from pathlib import Path

from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.material import read_material

ROOT = Path(__file__).parent.parent


def test_no_label_of_the_handbook_is_stale() -> None:
    """All 366 labels fit, and each boundary pattern has the queries that the set promises."""
    material = read_material(read_configuration(ROOT / "reviewer.yaml"))
    assert sum(len(one.outdated) for one in material.staleness) == 0
    assert len(material.queries) == 366
    counts: dict[str | None, int] = {}
    for query in material.queries:
        counts[query.boundary] = counts.get(query.boundary, 0) + 1
    assert counts.pop("control") >= 40
    assert counts.pop(None) >= 15
    assert len(counts) == 8
    assert min(counts.values()) >= 18
