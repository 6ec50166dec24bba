"""Names of measures: what is read, what is written back, and what is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.errors import ScoreError
from reviewer.scores import FAMILIES, Cut, Measure, is_fold, less_is_better, parse_measure

NAMES = [
    "recall@5",
    "success@5",
    "recall(match=union)@5",
    "recall(min_coverage=0.9)@5",
    "recall(match=union,min_coverage=0.5)@10",
    "recall@800t",
    "success(match=union)@800t",
    "char_recall@5",
    "char_precision@5",
    "char_precision@800t",
    "iou@5",
    "char_precision_raw@5",
    "iou_raw@5",
    "precision_omega",
    "intact",
    "rr@50",
    "ndcg@5",
    "pair_overlap@5",
    "redundancy@5",
    "duplicate_pairs@5",
    "repeated_characters@5",
    "similar_pairs@5",
    "similar_pairs(cosine=0.9)@5",
    "unique_units@5",
    "unique_units@800t",
    "unique_evidence@5",
    "prompt_tokens@5",
    "prompt_inflation@5",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_the_identity_of_its_measure(name: str) -> None:
    """A name is the identity of its measure."""
    assert str(parse_measure(name)) == name
    assert parse_measure(str(parse_measure(name))) == parse_measure(name)


def test_a_default_that_is_written_out_is_left_out_again() -> None:
    """A default that is written out is left out again."""
    assert str(parse_measure("recall(match=single)@5")) == "recall@5"
    assert parse_measure("recall(match=single)@5") == Measure("recall", Cut(passages=5))
    assert str(parse_measure("similar_pairs(cosine=0.95)@5")) == "similar_pairs@5"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "recall",
        "recall@0",
        "recall@05",
        "recall@-1",
        "recall@5.0",
        "recall@5 ",
        "Recall@5",
        "hitrate@5",
        "precision_omega@5",
        "intact@800t",
        "rr@800t",
        "ndcg",
        "recall()@5",
        "recall(match=both)@5",
        "recall(match=union,match=single)@5",
        "recall(min_coverage=1.5)@5",
        "recall(min_coverage=0)@5",
        "recall(min_coverage=nan)@5",
        "char_recall(match=union)@5",
        "recall(k=5)",
        "recall(cosine=0.9)@5",
        "similar_pairs(cosine=1)@5",
        "similar_pairs(cosine=0)@5",
        "similar_pairs(cosine=0.9,match=union)@5",
        "similar_pairs@800t",
        "prompt_inflation@800t",
    ],
)
def test_what_is_no_measure_is_refused_with_a_remedy(name: str) -> None:
    """What is no measure is refused with a remedy."""
    with pytest.raises(ScoreError) as refused:
        parse_measure(name)
    assert refused.value.hint


def test_an_unknown_measure_lists_those_known() -> None:
    """An unknown measure lists those known."""
    with pytest.raises(ScoreError, match="hitrate") as refused:
        parse_measure("hitrate@5")
    assert all(name in refused.value.hint for name in FAMILIES)


def test_only_folds_of_the_match_table_can_lose_items() -> None:
    """Only folds of the match table can lose items."""
    assert {name for name in NAMES if is_fold(parse_measure(name))} == {
        name for name in NAMES if name.startswith(("recall", "success", "rr", "ndcg"))
    }


def test_less_is_better_for_costs_and_repeats() -> None:
    """Less is better for costs and repeats."""
    less = {measure.family for measure in map(parse_measure, NAMES) if less_is_better(measure)}
    assert less == {
        "pair_overlap",
        "redundancy",
        "repeated_characters",
        "duplicate_pairs",
        "similar_pairs",
        "prompt_tokens",
        "prompt_inflation",
    }


def test_every_measure_gives_formula_unit_range_and_source() -> None:
    """Every measure gives formula unit range and source."""
    for name, family in FAMILIES.items():
        for part in ("Formula:", "Unit:", "Range:", "Source:"):
            assert part in (family.compute.__doc__ or ""), f"{name} lacks {part}"


@settings(deadline=None)
@given(st.text(max_size=20))
def test_no_text_ends_in_anything_but_a_measure_or_a_score_error(name: str) -> None:
    """No text ends in anything but a measure or a score error."""
    try:
        assert str(parse_measure(name))
    except ScoreError:
        return
