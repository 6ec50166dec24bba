"""Effects of a candidate: what was lost, by how much, and what may be said about it."""

from collections.abc import Mapping, Sequence

import pytest

from reviewer.comparison import Effect, Plan, Slice, controls_lost, effects, identical_lists
from reviewer.errors import ComparisonError
from reviewer.passages import Passage
from reviewer.scores import Match, Score, Scored, parse_measure
from reviewer.spans import Place

RANKS = Mapping[str, Sequence[int | None]]
"""First matching rank of each item of each query."""


def _scored(ranks: RANKS, phase: int = 0) -> Scored:
    """Fold ranks into recall@5 and success@5, as scoring does."""
    rows = tuple(
        Match(query=query, item=item, arm="arm", phase=phase, rank=rank, best_share=1.0, best_rank=rank)
        for query, items in ranks.items()
        for item, rank in enumerate(items)
    )
    matched = {query: [rank is not None and rank <= 5 for rank in items] for query, items in ranks.items()}
    recall = {query: Score(float(sum(found)), float(len(found))) for query, found in matched.items()}
    success = {query: Score(float(all(found)), 1.0) for query, found in matched.items()}
    return Scored({"recall@5": recall, "success@5": success}, rows)


def _compare(
    before: RANKS,
    after: RANKS,
    name: str = "success@5",
    *,
    part: str = "all",
    documents: Mapping[str, str] | None = None,
) -> Effect:
    slices = [Slice(name=part, queries=tuple(before))]
    return effects([parse_measure(name)], [_scored(before)], [_scored(after)], slices, documents or {})[0]


def _queries(count: int, rank: int | None = 1) -> dict[str, list[int | None]]:
    return {f"q{at}": [rank] for at in range(count)}


def test_lost_gained_swapped_and_unchanged_are_counted_by_query_and_by_item() -> None:
    """Lost, gained, swapped and unchanged are counted by query and by item."""
    before: RANKS = {"lost": [1, 2], "gained": [None, 6], "swapped": [1, 9], "same": [3, None]}
    after: RANKS = {"lost": [7, 2], "gained": [4, 5], "swapped": [None, 2], "same": [5, 6]}
    effect = _compare(before, after, "recall@5")
    assert (effect.lost, effect.gained, effect.swapped, effect.unchanged) == (1, 1, 1, 1)
    assert (effect.items_lost, effect.items_gained) == (2, 3)
    assert (effect.lost_for_gates, effect.lost_queries, effect.gained_queries) == (2, ("lost", "swapped"), ("gained",))


def test_means_are_macro_and_sums_are_kept() -> None:
    """Means are over queries, and parts and wholes are kept."""
    effect = _compare({"a": [1, 1, None], "b": [1]}, {"a": [None, None, None], "b": [1]}, "recall@5")
    assert effect.baseline.mean == pytest.approx((2 / 3 + 1) / 2)
    assert (effect.baseline.part, effect.baseline.whole) == (3.0, 4.0)
    assert effect.difference == pytest.approx(-1 / 3)


def test_the_direction_is_fixed_by_role() -> None:
    """Candidate minus baseline, whichever is named first."""
    assert (_compare(_queries(4), _queries(4, None)).difference or 0) < 0
    assert (_compare(_queries(4, None), _queries(4)).difference or 0) > 0


def test_identical_lists_are_no_change_before_any_test() -> None:
    """Identical ranked lists are no change before any test."""
    same = _scored(_queries(30))
    slices = [Slice(name="all", queries=tuple(_queries(30)))]
    effect = effects([parse_measure("success@5")], [same], [same], slices, {}, identical=_queries(30))[0]
    assert (effect.statement, effect.interval, effect.p_value) == ("no change", None, 1.0)
    partly = effects([parse_measure("success@5")], [same], [same], slices, {}, identical=["q1"])[0]
    assert partly.statement == "bound"


def test_few_losses_are_a_bound_and_never_of_width_zero() -> None:
    """With no loss the statement is a bound, and the interval beside it has a width."""
    effect = _compare(_queries(41), _queries(41))
    assert effect.statement == "bound"
    assert effect.bound is not None
    assert round(effect.bound.upper, 2) == 0.07
    assert effect.interval is not None
    assert effect.interval.high > 0 > effect.interval.low


def test_many_losses_are_an_interval_with_an_exact_p_value() -> None:
    """Nine lost and one gained of 143 are an interval with an exact p-value."""
    before: RANKS = {**_queries(142), "gained": [None]}
    after: RANKS = {**_queries(142), **{f"q{at}": [None] for at in range(9)}, "gained": [1]}
    effect = _compare(before, after)
    assert (effect.statement, effect.lost, effect.gained) == ("interval", 9, 1)
    assert effect.p_value == pytest.approx(0.021484375)
    assert effect.interval is not None
    assert effect.interval.method == "Tango"
    assert effect.interval.high < 0


def test_under_20_documents_queries_are_treated_as_independent_and_it_is_said() -> None:
    """Under 20 documents queries are treated as independent, and it is said."""
    few = {query: f"d{at % 19}" for at, query in enumerate(_queries(80))}
    many = {query: f"d{at % 20}" for at, query in enumerate(_queries(80))}
    lost: RANKS = {**_queries(80), **{f"q{at}": [None] for at in range(0, 80, 10)}}
    assert _compare(_queries(80), lost, documents=few).notes == ("queries treated as independent",)
    clustered = _compare(_queries(80), lost, documents=many)
    assert clustered.notes == ()
    assert clustered.documents == 20
    assert clustered.interval is not None
    assert clustered.interval.method == "Tango, effective sample size"


def test_phases_compare_means_and_the_floor_is_the_baselines_spread() -> None:
    """With phases the effect is the difference of phase means; losses are those of the real grid."""
    names = [parse_measure("success@5")]
    base = [_scored(_queries(10)), _scored({**_queries(10), "q0": [None], "q1": [None]}, 1)]
    candidate = [_scored({**_queries(10), "q2": [None]}), _scored({**_queries(10), "q2": [None]}, 1)]
    effect = effects(names, base, candidate, [Slice(name="all", queries=tuple(_queries(10)))], {})[0]
    assert effect.baseline.mean == pytest.approx(0.9)
    assert effect.candidate.mean == pytest.approx(0.9)
    assert effect.difference == pytest.approx(0.0)
    assert (effect.lost, effect.lost_queries) == (1, ("q2",))
    assert effect.floor is not None
    assert (effect.floor.phases, effect.floor.fewest, effect.floor.most) == (2, 2, 2)
    assert effect.floor.spread == pytest.approx(0.2)
    assert effect.floor.hides(-0.2)
    assert not effect.floor.hides(-0.21)
    assert _compare(_queries(3), _queries(3)).floor is None


def test_only_exploratory_slices_of_the_primary_measure_are_adjusted() -> None:
    """Only exploratory slices of the primary measure are adjusted."""
    before = _queries(60)
    after: RANKS = {**_queries(60), **{f"q{at}": [None] for at in range(12)}}
    slices = [
        Slice(name="all", queries=tuple(before)),
        Slice(name="risk: critical", queries=tuple(list(before)[:30])),
        Slice(name="risk: low", queries=tuple(list(before)[30:])),
    ]
    names = [parse_measure("success@5"), parse_measure("recall@5")]
    found = effects(names, [_scored(before)], [_scored(after)], slices, {}, plan=Plan(primary="success@5"))
    assert [effect.adjusted_p_value for effect in found] == [
        None,
        pytest.approx(2 * (found[1].p_value or 0)),
        1.0,
        None,
        None,
        None,
    ]


def test_fractional_measures_keep_the_bootstrap_beside_the_interval() -> None:
    """Fractional measures of the headline slices keep the bootstrap's interval beside the one that is judged."""
    before: RANKS = {f"q{at}": [1, 1] for at in range(60)}
    after: RANKS = {f"q{at}": [1, None if at < 15 else 1] for at in range(60)}
    effect = _compare(before, after, "recall@5")
    assert effect.interval is not None
    assert effect.resampled is not None
    assert effect.interval.low == pytest.approx(effect.resampled.low, abs=0.02)
    assert _compare(before, after, "recall@5", part="risk: low").resampled is None


def test_what_a_slice_could_see_does_not_depend_on_what_was_seen() -> None:
    """What a slice could have seen does not depend on what was observed."""
    one, other = _compare(_queries(42), _queries(42)), _compare(_queries(42), _queries(42, None))
    assert one.smallest_visible == other.smallest_visible
    assert not one.underpowered
    assert _compare(_queries(4), _queries(4)).underpowered


def test_an_empty_slice_measures_nothing() -> None:
    """An empty slice measures nothing, without a number that could pass."""
    slices = [Slice(name="risk: legal", queries=(), protected=True)]
    scored = _scored(_queries(3))
    effect = effects([parse_measure("success@5")], [scored], [scored], slices, {})[0]
    assert (effect.statement, effect.difference, effect.baseline.mean) == ("nothing measured", None, None)


def test_a_slice_of_unscored_queries_and_an_unscored_measure_are_refused() -> None:
    """A slice of queries that were not scored, and a measure that was not, are refused by name."""
    scored = _scored(_queries(3))
    with pytest.raises(ComparisonError, match="q9 of the slice 'all'"):
        effects([parse_measure("success@5")], [scored], [scored], [Slice(name="all", queries=("q9",))], {})
    with pytest.raises(ComparisonError, match="rr@50 was not scored for the baseline"):
        effects([parse_measure("rr@50")], [scored], [scored], [], {})


def test_different_items_are_refused() -> None:
    """Match tables that hold different items are refused."""
    other = Scored(_scored(_queries(2)).scores, _scored({"q0": [1], "q1": [1, 1]}).matches)
    with pytest.raises(ComparisonError, match="different items for q1"):
        effects([parse_measure("success@5")], [_scored(_queries(2))], [other], [], {})


def test_lost_controls_come_first() -> None:
    """When controls are lost too, the first line says so."""
    lost = _compare(_queries(41), {**_queries(41), "q3": [None]}, part="control")
    assert controls_lost([lost], "success@5") == "not a boundary effect: 1 of 41 controls lost"
    assert controls_lost([_compare(_queries(41), _queries(41), part="control")], "success@5") is None
    assert controls_lost([lost], "recall@5") is None


def test_lists_are_identical_when_they_send_the_same_places_in_the_same_order() -> None:
    """Lists are identical when they send the same places in the same order, whatever the scores."""

    def passage(rank: int, start: int, score: float) -> Passage:
        return Passage(rank=rank, places=(Place("a.md", start, start + 5),), hits=(rank,), score=score)

    before = {"same": [passage(1, 0, 0.9), passage(2, 5, 0.8)], "order": [passage(1, 0, 0.9), passage(2, 5, 0.8)]}
    after = {"same": [passage(1, 0, 0.7), passage(2, 5, 0.6)], "order": [passage(1, 5, 0.9), passage(2, 0, 0.8)]}
    assert identical_lists(before, after) == {"same"}


def test_where_less_is_better_a_fall_is_no_loss() -> None:
    """Where less is better, a fall counts as better in the bound, and no evidence is counted."""
    before = Scored({"pair_overlap@5": {f"q{at}": Score(0.5, 1.0) for at in range(30)}}, ())
    after = Scored({"pair_overlap@5": {f"q{at}": Score(0.2, 1.0) for at in range(30)}}, ())
    slices = [Slice(name="all", queries=tuple(f"q{at}" for at in range(30)))]
    effect = effects([parse_measure("pair_overlap@5")], [before], [after], slices, {})[0]
    assert effect.bound is not None
    assert effect.bound.lost == 0
    assert effect.lost is None
    assert effect.difference == pytest.approx(-0.3)
    other = effects([parse_measure("pair_overlap@5")], [after], [before], slices, {})[0]
    assert other.bound is not None
    assert other.bound.lost == 30
