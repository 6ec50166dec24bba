"""What a label set can see, slice by slice, before anything is run."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from reviewer.comparison import documents_of, smallest_visible
from reviewer.comparison.clusters import clusters_of, planned_design_effect
from reviewer.experiment.compare import slices
from reviewer.experiment.configuration import Configuration
from reviewer.experiment.evaluate import ruler
from reviewer.experiment.material import read_material


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """The smallest loss (a share of queries) that a slice confirms in 4 of 5 runs; None where it confirms none."""

    slice: str
    queries: int
    smallest: float | None


def sensitivities(configuration: Configuration, names: Collection[str]) -> dict[str, Sensitivity]:
    """Give what the named slices of the configured labels can see; a slice without queries is not there."""
    material = read_material(configuration)
    shared = ruler(material.corpus, configuration.rules)
    documents, declared = documents_of(material.queries), configuration.rules.statistics
    found = {}
    for part in slices(material.queries, shared):
        if part.name in names and part.queries:
            clusters, _ = clusters_of(part.queries, documents)
            smallest = smallest_visible(
                len(part.queries),
                gains_share=declared.gains_share,
                level=round(1 - declared.level, 6),
                design_effect=round(planned_design_effect(clusters.sizes, declared.icc), 6),
            )
            found[part.name] = Sensitivity(part.name, len(part.queries), smallest)
    return found
