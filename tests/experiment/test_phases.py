"""Phases: the grid is shifted, gates count what the real grid loses, and noise is not ascribed to overlap."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from reviewer.experiment.configuration import Settings, read_configuration
from reviewer.experiment.phases import shifted
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.reports import Result
from reviewer.reports.footing import noise
from reviewer.runs import read_run
from reviewer.scores import read_matches


@pytest.mark.parametrize(
    ("settings", "phases", "offsets"),
    [
        ({"name": "tokens", "size": 60, "overlap": 20}, 4, [0, 10, 20, 30]),
        ({"name": "words", "size": 60, "overlap": 20, "phase": 30}, 4, [30, 0, 10, 20]),
        ({"name": "characters", "size": 6, "overlap": 4}, 4, [0, 1]),
        ({"name": "tokens", "size": 60, "overlap": 20}, 1, [0]),
        ({"name": "recursive", "size": 60, "overlap": 20}, 4, [None]),
    ],
)
def test_the_grid_is_shifted_in_even_steps_of_the_stride(
    settings: Settings, phases: int, offsets: list[int | None]
) -> None:
    """The configured grid comes first; a splitter without a grid has one phase."""
    found = [one.get("phase", 0 if offsets != [None] else None) for one in shifted(settings, phases)]
    assert found == offsets


def ran(project: Path, phases: int) -> tuple[Result, Path]:
    """Run the project in so many phases."""
    configuration = read_configuration(project / "reviewer.yaml")
    return run(configuration, Asked(phases=phases), Store(project / ".reviewer"), Silent())


def test_every_phase_is_written_and_the_real_grid_is_as_without_phases(project: Path) -> None:
    """Files of the real grid keep their names; rows of the match table say their phase."""
    _, plain = ran(project, 1)
    result, folder = ran(project, 3)
    assert (folder / "run-overlap-0.jsonl").read_bytes() == (plain / "run-overlap-0.jsonl").read_bytes()
    assert {row.phase for row in read_matches(folder / "matches.jsonl")} == {0, 1, 2}
    assert read_run(folder / "run-overlap-0.phase-2.jsonl", arm="x").phase == 2
    assert [arm.phases for arm in result.arms] == [(0, 10, 20), (0, 20, 40)]
    assert result.arms[0].fingerprint == ran(project, 1)[0].arms[0].fingerprint


def test_gates_judge_the_real_grid_and_effects_are_of_phase_means(project: Path) -> None:
    """A gate on the mean sees what would be deployed, whatever the other phases lose."""
    plain, _ = ran(project, 1)
    result, _ = ran(project, 3)
    assert [one.observed for one in result.verdict.gates] == [one.observed for one in plain.verdict.gates]
    effect = next(one for one in result.comparisons[0].effects if (one.slice, one.measure) == ("all", "success@2"))
    assert effect.floor is not None
    assert effect.floor.phases == 3
    lone = next(one for one in plain.comparisons[0].effects if (one.slice, one.measure) == ("all", "success@2"))
    assert (effect.lost, effect.gained) == (lone.lost, lone.gained)
    assert "Noise floor (baseline over 3 phases)" in noise(result)
    assert noise(plain) == ""


def test_a_splitter_without_a_grid_says_that_the_floor_is_not_available(
    project: Path, reconfigured: Callable[[str, str], Path]
) -> None:
    """It is told, not passed over."""
    reconfigured("name: tokens", "name: recursive")
    result, _ = ran(project, 4)
    assert (
        "overlap-30: noise floor not available, the splitter recursive has no grid to shift"
        in result.integrity.findings
    )
    assert noise(result) == ""
