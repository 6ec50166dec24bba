"""The sentences of a report say what happened, and no more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reviewer.comparison import Abstention, Interval
from reviewer.comparison.effect import Side
from reviewer.reports import MarkdownReporter, Result
from reviewer.reports.footing import abstentions
from reviewer.reports.terminal import TerminalReporter
from reviewer.reports.words import arm_title, arms_title, detail, headline, interval_words, points, slices_title
from tests.action.samples import result


def with_whole(given: Result, before: float, after: float) -> Result:
    """Give the result with these means over all queries."""
    sides = [Side(part=184 * mean, whole=184, mean=mean) for mean in (before, after)]
    found = given.comparisons[0]
    effects = tuple(
        replace(one, baseline=sides[0], candidate=sides[1]) if one.slice == "all" else one for one in found.effects
    )
    return replace(given, comparisons=(replace(found, effects=effects),))


def test_nothing_found_in_either_arm_is_no_reassurance() -> None:
    """Where there was nothing to lose, that nothing was lost says nothing."""
    told = headline(with_whole(result([]), 0.0, 0.0))
    assert told == "Nothing was found in either arm: success@5 is 0 in both, so nothing could be lost."
    assert headline(with_whole(result([]), 0.5, 0.5)) == "No question was lost and none was gained."


def test_what_was_only_gained_is_not_told_as_a_loss_of_nothing() -> None:
    """`0 questions can no longer be answered` is no headline."""
    told = headline(result([], ["one", "two"]))
    assert told == "No question was lost; 2 more questions can be answered from what is retrieved."


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (1, "1 label was edited or removed with the documents and counts as lost until the base has it."),
        (2, "2 labels were edited or removed with the documents and count as lost until the base has them."),
    ],
)
def test_withheld_labels_come_first_and_their_remedy_last(count: int, told: str) -> None:
    """A reader must not look for a retrieval that got worse."""
    given = result([])
    given = replace(given, verdict=replace(given.verdict, status="failed", withheld=count))
    assert headline(given).startswith(told)
    assert detail(given).endswith("this one is then judged by them.")


def test_an_unchanged_pipeline_is_no_change_of_overlap() -> None:
    """Equal fingerprints are equal pipelines."""
    given = result([])
    assert detail(given).startswith("Overlap 120 → 40 tokens: ")
    first, second = given.arms
    same = replace(second, fingerprint=first.fingerprint, manifest=first.manifest)
    assert detail(replace(given, arms=(first, same))).startswith("The pipeline is unchanged: ")


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
