"""What is said of a query fits the rows there are, and what says least gives way first."""

from __future__ import annotations

import pytest

from reviewer.reports.result import ItemChange
from reviewer.tui import glyphs
from reviewer.tui.headline import change_lines
from reviewer.tui.step_app.heading import QUESTION, SLICES, Said, fitted, weighed

CHANGE = ItemChange(
    query="a",
    item=1,
    change="lost",
    slices=(),
    places=(("policies/a-long-name.md", 1000, 2000),),
    baseline_rank=1,
    candidate_rank=None,
    baseline_share=1.0,
    candidate_share=0.5,
    cause="split",
    because="the best chunk begins 40 tokens after the evidence does; best share of a chunk 1.00 → 0.50",
    remedy="Cut at sections, so that a list stays with the sentence that governs it, before buying overlap.",
    next_arm="sections",
)


def said() -> list[Said]:
    """Give all that is said of a lost query."""
    return [
        Said((("a-query", "heading"), ("  risk: critical · boundary: list-item · format: prose", "muted")), SLICES),
        Said((("Who may send a mandate, and what must be in place on both sides before?", "plain"),), QUESTION),
        *map(weighed, change_lines([CHANGE], 0.8)),
    ]


def texts(height: int, width: int = 50) -> tuple[list[str], bool]:
    """Give the rows as they are drawn, and whether something was left out."""
    rows, is_cut = fitted(said(), width, height)
    return [glyphs.shortened("".join(text for text, _ in row), width) for row in rows], is_cut


def test_with_room_everything_is_said() -> None:
    """No ellipsis, and nothing twice."""
    found, is_cut = texts(20)
    assert not is_cut
    assert not any("…" in one for one in found)
    told = " ".join(" ".join(found).split())
    for one in said():
        assert told.count(" ".join(one.text.split())) == 1


@pytest.mark.parametrize("height", [5, 6, 7, 8])
def test_each_thing_keeps_a_row(height: int) -> None:
    """Name, question, cause, next arm and evidence are there however few rows; what is cut ends in an ellipsis."""
    found, is_cut = texts(height)
    assert is_cut
    assert len(found) == height
    for part in ("a-query", "Who may send", "LOST · split", "Next arm: sections", "evidence 2: policies"):
        assert any(part in one for one in found), part
    assert any(one.endswith("…") for one in found)


def test_slices_give_way_before_the_question_and_the_cause_last() -> None:
    """The cause is whole while its advice is already cut."""
    found, _ = texts(7)
    assert found[0].endswith("…")
    assert found[1].endswith("…")
    cause = " ".join(" ".join(found).split("LOST")[1].split("Next arm")[0].split())
    assert cause.endswith(CHANGE.because)
