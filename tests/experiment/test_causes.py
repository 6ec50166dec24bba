"""Why evidence was lost reaches the result and every report of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.foreign import Handed, compare_runs
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.reports import MarkdownReporter, Result, read_result
from reviewer.reports.causes import cause_table, why
from reviewer.reports.terminal import TerminalReporter

Ran = tuple[Result, Path]


@pytest.fixture
def ran(project: Path) -> Ran:
    """Give the result of overlap 30 against 0, and its folder."""
    return run(read_configuration(project / "reviewer.yaml"), Asked(), Store(project / ".reviewer"), Silent())


def test_every_changed_item_has_a_cause_with_numbers_and_a_remedy(ran: Ran) -> None:
    """The evidence of 68 tokens is cut by windows of 60 that share nothing; an overlap is named that would hold it."""
    (comparison,) = ran[0].comparisons
    lost = [one for one in comparison.changes if one.change == "lost"]
    assert lost
    assert all(one.cause and one.because and one.remedy and one.numbers for one in comparison.changes)
    assert {one.cause for one in lost} <= {"split", "outranked", "heading_lost", "just_below"}
    assert sum(comparison.causes[0].causes.values()) == comparison.causes[0].lost == len(lost)
    assert str(len(lost)) in comparison.advice or len(lost) == 1


def test_every_report_says_why(ran: Ran) -> None:
    """Terminal and markdown show the advice, the causes by slice, and each item's own cause."""
    result = ran[0]
    (comparison,) = result.comparisons
    lost = next(one for one in comparison.changes if one.change == "lost")
    terminal, markdown = TerminalReporter(110).render(result), MarkdownReporter().render(result)
    assert why(lost)
    assert why(lost) in terminal
    assert "Why it was lost" in terminal
    assert comparison.advice.partition(":")[0] in markdown
    assert lost.because in markdown
    assert cause_table(comparison).rows[0][:2] == ("all", comparison.causes[0].lost)


def test_a_rerun_writes_the_same_causes(project: Path, ran: Ran) -> None:
    """All that a result says beside its clock is equal to the byte, causes included."""
    again, _ = run(read_configuration(project / "reviewer.yaml"), Asked(), Store(project / ".reviewer"), Silent())
    assert again.comparisons == ran[0].comparisons


def test_causes_are_read_back_as_they_were_written(ran: Ran) -> None:
    """The folder's results.json gives the same causes, numbers and remedies."""
    assert json.dumps([dict(one.numbers) for one in read_result(ran[1]).comparisons[0].changes], sort_keys=True) == (
        json.dumps([dict(one.numbers) for one in ran[0].comparisons[0].changes], sort_keys=True)
    )


def test_runs_of_other_programs_are_diagnosed_without_scores(project: Path, ran: Ran) -> None:
    """Two run files alone give causes too: what needs the arm's embedder is not claimed."""
    folder = ran[1]
    handed = [Handed(folder / f"run-overlap-{one}.jsonl") for one in (30, 0)]
    result, _ = compare_runs(
        read_configuration(project / "reviewer.yaml"), handed[0], handed[1], Store(project / ".reviewer")
    )
    changes = result.comparisons[0].changes
    assert changes
    assert all(one.cause for one in changes)
    assert all(one.numbers.get("proof") != "score" for one in changes)
