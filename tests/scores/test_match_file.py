"""`matches.jsonl` comes back as it was written, and nothing else is read."""

import json
from pathlib import Path

import pytest

from reviewer.errors import ScoreError
from reviewer.scores import Match, read_matches, write_matches

ROWS = (
    Match(query="q1", item=0, arm="overlap-40", phase=0, rank=3, best_share=1.0, best_rank=3),
    Match(query="q1", item=1, arm="overlap-40", phase=0, rank=None, best_share=2 / 3, best_rank=7),
    Match(query="q1", item=0, arm="overlap-40", phase=1, rank=None, best_share=0.0, best_rank=None),
    Match(
        query="q1", item=0, arm="overlap-40", phase=0, rank=2, best_share=0.9, best_rank=2, match="union", budget=800
    ),
)


def test_rows_come_back_as_they_were_written(tmp_path: Path) -> None:
    """Rows come back as they were written."""
    write_matches(tmp_path / "matches.jsonl", ROWS)
    assert read_matches(tmp_path / "matches.jsonl") == ROWS


def test_phases_and_rules_stand_in_every_row(tmp_path: Path) -> None:
    """Phases and rules stand in every row."""
    write_matches(tmp_path / "matches.jsonl", ROWS)
    lines = (tmp_path / "matches.jsonl").read_text(encoding="utf-8").splitlines()
    assert {frozenset(json.loads(line)) for line in lines} == {
        frozenset(
            ("query", "item", "arm", "phase", "rank", "best_share", "best_rank", "match", "min_coverage", "budget")
        )
    }


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"rank": 0}, "rank"),
        ({"rank": "3"}, "rank"),
        ({"best_share": 1.5}, "best_share"),
        ({"best_share": None}, "best_share"),
        ({"item": -1}, "item"),
        ({"match": "both"}, "match"),
        ({"extra": 1}, "extra"),
    ],
)
def test_a_malformed_row_is_named_by_line_and_key(tmp_path: Path, change: dict[str, object], named: str) -> None:
    """A malformed row is named by line and key."""
    path = tmp_path / "matches.jsonl"
    write_matches(path, ROWS[:1])
    row = json.loads(path.read_text(encoding="utf-8")) | change
    path.write_text("\n" + json.dumps(row), encoding="utf-8")
    with pytest.raises(ScoreError, match=rf"matches\.jsonl:2: {named}"):
        read_matches(path)


def test_a_row_given_twice_is_refused(tmp_path: Path) -> None:
    """A row given twice is refused."""
    write_matches(tmp_path / "matches.jsonl", (ROWS[0], ROWS[0]))
    with pytest.raises(ScoreError, match="given twice"):
        read_matches(tmp_path / "matches.jsonl")


@pytest.mark.parametrize("text", ["{", "[]", "3", "\udcff"])
def test_what_is_no_table_is_a_score_error(tmp_path: Path, text: str) -> None:
    """What is no table is a score error."""
    path = tmp_path / "matches.jsonl"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ScoreError, match=r"matches\.jsonl"):
        read_matches(path)
    with pytest.raises(ScoreError, match="cannot be read"):
        read_matches(tmp_path / "nothing.jsonl")
