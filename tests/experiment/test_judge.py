"""What gates see besides effects: stale labels, reviewed losses, unanswerable queries, protected slices."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from reviewer.cli.main import main
from reviewer.errors import ConfigurationError
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.gates import exit_code
from reviewer.labels.reviewed import ReviewedLoss, add_reviewed
from reviewer.reports import MarkdownReporter, Result
from reviewer.reports.footing import abstentions

Reconfigured = Callable[[str, str], Path]
GATE = "{slice: all, measure: success@2, max_lost: 0}"


def judged(project: Path) -> Result:
    """Run the project and give its result."""
    configuration = read_configuration(project / "reviewer.yaml")
    return run(configuration, Asked(), Store(project / ".reviewer"), Silent())[0]


def stale(project: Path) -> None:
    """Change a document that two of six labels stand in."""
    path = project / "docs" / "policies" / "refunds.md"
    path.write_text(path.read_text(encoding="utf-8").replace("ten days", "twelve days"), encoding="utf-8")


@pytest.mark.parametrize(("limit", "judges"), [("10%", False), ("2", True), (None, True)])
def test_over_the_limit_of_stale_labels_nothing_passes(
    project: Path, reconfigured: Reconfigured, limit: str | None, *, judges: bool
) -> None:
    """Exit code 2, and the finding says which limit; the default is half of the labels."""
    reconfigured("max_lost: 0", "max_lost: 5")
    if limit is not None:
        reconfigured("k: 2", f"max_stale: {limit}\nk: 2")
    stale(project)
    result = judged(project)
    assert (result.verdict.status == "passed") is judges
    assert exit_code(result.verdict) == (0 if judges else 2)
    if not judges:
        assert "2 of 6 labels are stale" in result.verdict.gates[0].reason
        assert "could not be judged" in MarkdownReporter().render(result)


def test_labels_of_documents_that_were_not_chosen_are_not_called_stale(
    project: Path, reconfigured: Reconfigured
) -> None:
    """They describe their documents as they are; the corpus of this run has others."""
    reconfigured("root: docs", "root: docs, include: ['policies/*.md']")
    reconfigured("k: 2", "max_stale: 0\nk: 2")
    gate = judged(project).verdict.gates[0]
    assert "1 of 6 labels are of documents that are not in this corpus, at most 0 may be" in gate.reason
    stale(project)
    assert "labels are stale or not in this corpus" in judged(project).verdict.gates[0].reason


def test_a_failed_gate_stays_failed_however_many_labels_are_stale(project: Path, reconfigured: Reconfigured) -> None:
    """What was lost was lost."""
    reconfigured(GATE, "{slice: all, measure: success@2, min_value: 1}")
    reconfigured("overlap: 30}", "overlap: 30}\nmax_stale: 0")
    reconfigured("size: 60", "size: 31")
    stale(project)
    assert exit_code(judged(project).verdict) == 1


def test_a_trade_passes_once_each_loss_is_reviewed_for_these_arms(project: Path, reconfigured: Reconfigured) -> None:
    """By name and reason, in the committed file; for other arms it must be reviewed anew."""
    reconfigured(GATE, "{slice: all, measure: success@2, trade: {max_drop: 1, needs: {chunks: -10%}}}")
    result = judged(project)
    lost = [one.query for one in result.comparisons[0].changes if one.change == "lost"]
    assert lost
    assert result.verdict.status == "failed"
    assert "not reviewed" in result.verdict.gates[0].reason
    before, after = (arm.fingerprint for arm in result.arms)
    losses = [
        ReviewedLoss(query=one, baseline=before, candidate=after, name="A. Person", reason="cheaper", on="2026-11-30")
        for one in lost
    ]
    add_reviewed(project / "labels" / "main", losses)
    assert judged(project).verdict.status == "passed"
    reconfigured("overlaps: [30, 0]", "overlaps: [30, 1]")
    assert judged(project).verdict.status == "failed"


def test_unanswerable_queries_have_a_table_and_a_threshold_that_is_declared(
    project: Path, reconfigured: Reconfigured
) -> None:
    """Without a threshold nothing is confidently wrong, and a gate on it is not judged."""
    reconfigured(GATE, "{max_confident_wrong: 0}")
    result = judged(project)
    assert result.arms[0].abstention is not None
    assert result.arms[0].abstention.confident is None
    assert exit_code(result.verdict) == 2
    assert "Questions that nothing answers" in MarkdownReporter().render(result)
    reconfigured("k: 2", "confident_score: -1\nk: 2")
    result = judged(project)
    assert result.arms[1].abstention is not None
    assert result.arms[1].abstention.confident == ("moon",)
    assert exit_code(result.verdict) == 1
    assert "1 confidently wrong (from -1 on)" in abstentions(result)


@pytest.mark.parametrize("index", ["{name: bm25}", "{name: hybrid, parts: [{name: exact}, {name: bm25}]}"])
def test_a_threshold_for_cosines_is_not_held_against_scores_that_are_none(
    project: Path, reconfigured: Reconfigured, index: str
) -> None:
    """Scores of bm25 are above 1 for nearly every hit, those of fused ranks never above 0.033."""
    reconfigured(GATE, "{max_confident_wrong: 0}")
    reconfigured("k: 2", f"confident_score: 0.03\nindex: {index}\nk: 2")
    result = judged(project)
    for arm in result.arms:
        assert arm.abstention is not None
        assert arm.abstention.quantiles
        assert (arm.abstention.threshold, arm.abstention.confident) == (None, None)
    assert exit_code(result.verdict) == 2
    told = [one for one in result.integrity.findings if "confident_score" in one]
    assert told == [
        f"{name}: confident_score is a cosine, and the scores of this arm are none; how often it is confidently wrong "
        "is not available"
        for name in ("overlap-30", "overlap-0")
    ]


def test_a_protected_slice_is_shown_even_where_it_is_empty(project: Path, reconfigured: Reconfigured) -> None:
    """It never merges away."""
    reconfigured("k: 2", "protected: ['risk: critical', control]\nk: 2")
    effects = [one for one in judged(project).comparisons[0].effects if one.measure == "success@2"]
    assert {one.slice: one.queries for one in effects if one.protected} == {"risk: critical": 0, "control": 2}


def test_a_gate_on_a_misspelt_slice_is_refused_before_anything_is_run(
    project: Path, reconfigured: Reconfigured, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It could never be judged; `protected` says that its queries are still to come."""
    reconfigured("slice: all,", "slice: contrl,")
    with pytest.raises(ConfigurationError, match="did you mean 'control'") as refused:
        judged(project)
    assert "`protected:`" in refused.value.hint
    assert not (project / ".reviewer" / "cache").exists()
    monkeypatch.chdir(project)
    with pytest.raises(SystemExit):
        main(["gates", "explain"])
    assert "No query is in this slice. Did you mean `control`?" in capsys.readouterr().out
    reconfigured("k: 2", "protected: [contrl]\nk: 2")
    assert judged(project).verdict.status == "not judged"
