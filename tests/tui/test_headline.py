"""What is said first of a query's evidence, in `show` and in `step`."""

from __future__ import annotations

from reviewer.experiment.match_table import unchanged
from reviewer.reports.result import ItemChange
from reviewer.tui.headline import change_lines


def item(number: int, before: int | None, after: int | None) -> ItemChange:
    """Give an item that neither was lost nor gained."""
    return unchanged("q", number, (), ranks=(before, after), shares=(0.2, 0.3))


def told(*items: ItemChange) -> list[str]:
    """Give the lines as text."""
    return ["".join(text for text, _ in line) for line in change_lines(items, 0.8)]


def test_what_neither_arm_finds_is_not_called_unchanged() -> None:
    """It is no good news: the question goes without its answer in both."""
    (line,) = told(item(0, None, None))
    assert line.startswith("FOUND BY NEITHER  evidence 1: rank – → –")
    assert told(item(0, None, None), item(1, None, None))[0].startswith("FOUND BY NEITHER")


def test_one_item_among_others_is_named() -> None:
    """The query is as it was, and one of its items nobody finds."""
    first, second = told(item(0, 1, 1), item(1, None, None))
    assert first.startswith("UNCHANGED  evidence 1: rank 1 → 1")
    assert "neither" not in first
    assert second.endswith("· found by neither")


def test_beside_what_changed_each_item_says_how_it_stands() -> None:
    """Found in both, or in none."""
    lost = ItemChange(
        query="q",
        item=0,
        change="lost",
        slices=(),
        places=(),
        baseline_rank=1,
        candidate_rank=None,
        baseline_share=1.0,
        candidate_share=0.1,
    )
    lines = told(lost, item(1, 2, 2), item(2, None, None))
    assert lines[-2].endswith("· unchanged")
    assert lines[-1].endswith("· found by neither")
