"""Measures that read vectors or structure, from the configuration to the result."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.foreign import Handed, compare_runs
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.reports import read_result
from tests.experiment.conftest import make_project

ASKED = "similar_pairs(cosine=0.3)@2"


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Run two overlaps in two phases, with a measure of our own; give the project and the result folder."""
    root = make_project(tmp_path_factory.mktemp("evaluated") / "project")
    path = root / "reviewer.yaml"
    path.write_text(f'{path.read_text(encoding="utf-8")}\nmeasures: ["{ASKED}"]\n', encoding="utf-8")
    return root, run(read_configuration(path), Asked(phases=2), Store(root / ".reviewer"), Silent())[1]


def test_a_run_measures_likeness_structure_and_inflation(ran: tuple[Path, Path]) -> None:
    """The vectors of the hits come from the cache: raw chunks are sent as they are, from a section at least."""
    for arm in read_result(ran[1]).arms:
        means = {name: arm.measures[name].mean or 0.0 for name in arm.measures}
        assert 0 < means[ASKED] <= 1
        assert means["similar_pairs@2"] <= means[ASKED]
        assert means["prompt_inflation@2"] == 1
        assert means["unique_units@2"] >= 1
        assert means["repeated_characters@2"] >= 0


def test_runs_from_files_say_that_likeness_is_not_available(ran: tuple[Path, Path], tmp_path: Path) -> None:
    """They hold no vectors: the score is null, no effect is told, and the report says so."""
    root, folder = ran
    handed = [Handed(folder / f"run-overlap-{overlap}.jsonl") for overlap in (30, 0)]
    result, _ = compare_runs(read_configuration(root / "reviewer.yaml"), handed[0], handed[1], Store(tmp_path))
    assert all(arm.measures[ASKED].mean is None for arm in result.arms)
    assert all(arm.measures["unique_units@2"].mean is not None for arm in result.arms)
    assert not any(one.measure == ASKED for one in result.comparisons[0].effects)
    assert f"{ASKED} is not available: run files hold no vectors" in result.integrity.findings
