"""Which arms a run has, and that a reader is told which of them is the baseline and why."""

from __future__ import annotations

from pathlib import Path

from reviewer.experiment.arms import baseline_words
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.reports.headline import detail


def test_the_configured_overlap_is_named_as_the_baseline() -> None:
    """A decrease is judged, as most people ask for."""
    assert baseline_words(120, "overlap-120", ["overlap-40"]) == "Baseline: overlap 120, the configured one."


def test_without_the_configured_one_the_first_is_named() -> None:
    """And what is configured, so that nobody takes the baseline for it."""
    told = baseline_words(40, "overlap-60", ["overlap-10"])
    assert told == "Baseline: overlap 60, the first given (the configured 40 is not among them)."


def test_arms_that_have_names_of_their_own_need_no_words() -> None:
    """Whoever wrote `arms:` or gave a ref knows the baseline."""
    assert not baseline_words(40, "baseline", ["candidate"])
    assert not baseline_words(40, "main", ["overlap-by-hand"])
    assert not baseline_words(40, "overlap-40", [])


def test_lowering_the_configured_overlap_does_not_pass_in_silence(project: Path) -> None:
    """The arms change places, so that an increase is judged: it says so, and how to judge the decrease."""
    path = project / "reviewer.yaml"
    path.write_text(path.read_text("utf-8").replace("overlap: 30}", "overlap: 0}"), "utf-8")
    result, folder = run(read_configuration(path), Asked(), Store(project / ".reviewer"), Silent())
    told = detail(result)
    assert "Overlap 0 → 30 tokens" in told
    assert "Baseline: overlap 0, the configured one. It is the smaller one, so that an increase is judged" in told
    assert "`reviewer run --against REF`" in told
    assert "Baseline: overlap 0, the configured one." in (folder / "report.md").read_text("utf-8")
