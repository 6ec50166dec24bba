"""The sentences of a report say what happened, and no more."""

from __future__ import annotations

from dataclasses import replace

from reviewer.comparison import Abstention, Interval
from reviewer.reports import MarkdownReporter
from reviewer.reports.comment import render_comment
from reviewer.reports.footing import abstentions
from reviewer.reports.html import HtmlReporter
from reviewer.reports.terminal import TerminalReporter
from reviewer.reports.words import arm_title, arms_title, interval_words, points, shares, slices_title
from tests.action.samples import change, occasion, result


def test_means_over_phases_are_told_apart_from_those_of_the_real_grid() -> None:
    """Two tables on one page differ: their headings say why."""
    given = result()
    assert (arms_title(given), slices_title(given)) == ("Arms side by side", "Slices, by success@5")
    given = replace(given, arms=tuple(replace(one, phases=(0, 30, 60, 90)) for one in given.arms))
    assert arms_title(given) == "Arms side by side, of the real grid alone"
    assert slices_title(given) == "Slices, by success@5, means over 4 phases (lost and gained: of the real grid)"
    for reporter in (TerminalReporter(), MarkdownReporter()):
        told = reporter.render(given)
        assert arms_title(given) in told
        assert "means over 4 phases" in told


def test_points_always_have_one_digit() -> None:
    """And an arm that is called as its role is named once."""
    assert (points(-40.0), points(-13.32), points(0.0), points(None)) == ("−40.0", "−13.3", "±0.0", "–")
    assert interval_words(Interval(-0.4, 0.1, 0.95, "Tango")) == "[−40.0, +10.0]"
    first = result().arms[0]
    assert arm_title(first) == "baseline"
    assert arm_title(replace(first, name="overlap-120")) == "overlap-120 (baseline)"


def test_one_unanswerable_query_has_one_score() -> None:
    """Not the same figure three times."""
    found = Abstention(queries=1, silent=0, quantiles=(0.39,) * 5, threshold=None, confident=None)
    given = result()
    given = replace(given, arms=tuple(replace(one, abstention=found) for one in given.arms))
    assert abstentions(given) == "Best score of the 1 unanswerable query: baseline 0.39; candidate 0.39."


def test_lists_from_elsewhere_are_not_said_to_be_searched_by_a_question_mark() -> None:
    """Where neither embedder nor index are known it is said so."""
    given = result()
    given = replace(given, arms=tuple(replace(one, manifest={}) for one in given.arms))
    told = TerminalReporter().render(given)
    assert "? " not in told
    assert "Ranked by another program" in told


def test_without_more_in_the_report_no_line_begins_with_dots() -> None:
    """There is nothing that was left out."""
    given = result()
    found = given.comparisons[0]
    lost = replace(found.changes[0], cause="split", because="…")
    given = replace(given, comparisons=(replace(found, changes=(lost,)),))
    line = next(one for one in TerminalReporter().render(given).splitlines() if "draws one" in one)
    assert line.strip().startswith("`reviewer show appeal-window-closes`")


def test_a_share_under_the_runs_own_threshold_is_not_rounded_up_to_it() -> None:
    """With a threshold of 0.9, what holds 0.896 did not match, and is not written as 0.90."""
    one = replace(change("lost"), baseline_share=0.901, candidate_share=0.896)
    assert shares(one, 0.9) == "0.90 → 0.89"
    assert shares(one, 0.8) == "0.90 → 0.90"


def test_every_report_writes_shares_by_the_runs_threshold() -> None:
    """Markdown, comment and page agree."""
    given = result(["lost"])
    found = given.comparisons[0]
    changes = (replace(found.changes[0], candidate_share=0.896),)
    given = replace(given, min_coverage=0.9, comparisons=(replace(found, changes=changes),))
    for told in (MarkdownReporter().render(given), HtmlReporter().render(given), render_comment(given, occasion())):
        assert "→ 0.89" in told.replace("&nbsp;", " ")


def test_markdown_counts_queries_that_lost_one_item_and_gained_another_as_lost() -> None:
    """As the comment and the gates do."""
    given = result([])
    found = given.comparisons[0]
    effects = tuple(replace(one, lost=0, swapped=1) if one.slice == "all" else one for one in found.effects)
    told = MarkdownReporter().render(replace(given, comparisons=(replace(found, effects=effects),)))
    (row,) = [line for line in told.splitlines() if line.startswith("| ▾ all")]
    assert [cell.strip() for cell in row.split("|")][5] == "1"
