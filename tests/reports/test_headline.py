"""The first sentences of a report say what happened, and no more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reviewer.comparison.effect import Side
from reviewer.reports import Result
from reviewer.reports.headline import detail, headline
from reviewer.reports.result import QueryResult
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


def with_scores(given: Result, scores: dict[str, tuple[float, float]]) -> Result:
    """Give the result with success before and after of queries, which all lost or gained an item."""
    found = given.comparisons[0]
    effects = tuple(
        replace(
            one,
            lost_queries=tuple(name for name in scores if name.startswith("lost"))[: one.lost],
            gained_queries=tuple(name for name in scores if name.startswith("gained"))[: one.gained],
        )
        for one in found.effects
    )
    queries = tuple(
        QueryResult(
            id=name,
            slices=(),
            answerable=True,
            arms={"baseline": {"success@5": (before, 1.0)}, "candidate": {"success@5": (after, 1.0)}},
        )
        for name, (before, after) in scores.items()
    )
    return replace(given, comparisons=(replace(found, effects=effects),), queries=queries)


def without_critical(given: Result) -> Result:
    """Give the result without the critical slice, which speaks first."""
    found = given.comparisons[0]
    effects = tuple(one for one in found.effects if one.slice != "risk: critical")
    return replace(given, comparisons=(replace(found, effects=effects),))


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ({"lost-a": (1, 0)}, "1 question can no longer be answered from what is retrieved."),
        ({"lost-a": (0, 0)}, "1 question lost evidence, though not all of it was found before."),
        (
            {"lost-a": (1, 0), "lost-b": (0, 0), "gained-a": (0, 1), "gained-b": (0, 0)},
            (
                "1 question can no longer be answered from what is retrieved, 1 more lost a part of the evidence; "
                "1 newly can."
            ),
        ),
        ({"gained-a": (0, 0)}, "No question was lost; 1 question found more evidence, though not all."),
    ],
)
def test_a_question_that_was_not_answered_before_is_not_told_as_one_that_no_longer_is(
    scores: dict[str, tuple[float, float]], told: str
) -> None:
    """Of two pieces of evidence one was found and is not any more: there was no answer to lose."""
    lost = [name for name in scores if name.startswith("lost")]
    gained = [name for name in scores if name.startswith("gained")]
    assert headline(without_critical(with_scores(result(lost, gained), scores))) == told


def test_critical_questions_are_told_apart_alike() -> None:
    """Their sentence is the first of the comment."""
    told = headline(with_scores(result(["lost-a"]), {"lost-a": (0, 0)}))
    assert told == "1 critical question lost evidence, though not all of it was found before."


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


def test_lost_queries_whose_evidence_is_still_sent_in_pieces_are_told() -> None:
    """Halves in two passages may still answer: the reader is told how many are so."""
    given = with_scores(result(["lost-a", "lost-b"]), {"lost-a": (1, 0), "lost-b": (1, 0)})
    shares = {"lost-a": (1.0, 1.0), "lost-b": (0.0, 1.0)}
    queries = tuple(
        replace(
            one,
            arms={name: {**arm, "recall(match=union)@5": shares[one.id]} for name, arm in one.arms.items()},
        )
        for one in given.queries
    )
    told = detail(replace(given, queries=queries))
    assert "2 of 184 queries lost (1 of them in pieces: all evidence is sent, in no single passage), 0 gained;" in told
