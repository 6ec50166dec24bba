"""Passages written beside a raw run and read back, held to that run."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.errors import RunError
from reviewer.passages import Passage, read_passages, write_passages
from reviewer.runs import Hit, Run
from reviewer.spans import Place

HITS = tuple(Hit(rank=rank, document="d.md", start=rank, end=rank + 5, score=1 / rank) for rank in (1, 2, 3))
RUN = Run(arm="a", fingerprint="sha256:ab", depth=3, hits={"q": HITS, "none": ()})
SENT = {
    "q": (
        Passage(rank=1, places=(Place("d.md", 0, 2), Place("d.md", 3, 9)), hits=(2, 3), score=0.5),
        Passage(rank=2, places=(Place("d.md", 20, 29),), hits=(1,), score=1.0),
    ),
    "none": (),
}


def test_passages_read_back_as_they_were_written(tmp_path: Path) -> None:
    """Places, hits and scores, and a query that is sent nothing."""
    path = tmp_path / "passages-a.jsonl"
    write_passages(path, SENT, arm="sha256:ab")
    assert read_passages(path, RUN) == SENT


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"rank":2', '"rank":3', "do not run 1, 2, 3"),
        ('"rank":2', '"rank":1', "rank 1 twice"),
        ('"hits":[1]', '"hits":[4]', "does not have"),
        ('"hits":[1]', '"hits":[2]', "does not have, or has once"),
        ('"hits":[1]', '"hits":[]', "does not have"),
        ('"places":[["d.md",20,29]]', '"places":[]', "does not have"),
        ("20,29", "29,20", "no place"),
        ('["d.md",20,29]', '["d.md",20]', "expected"),
        ("sha256:ab", "sha256:cd", "another arm"),
        ('"query_id":"none"', '"query_id":"other"', "other queries"),
        ('"query_id":"none"', '"query_id":"no ne"', "not an id"),
        ('"score":0.5', '"score":"much"', "score"),
        ('"score":0.5', '"score":0.5,"text":"secret"', "unknown key"),
        ('"score":0.5', '"score":0.5,"score":0.4', "twice"),
        ('{"query_id":"none"', '{"query_id":', "not a line of JSON"),
    ],
)
def test_a_spoiled_file_is_refused_by_name(tmp_path: Path, old: str, new: str, message: str) -> None:
    """Every flaw is one error that names the file."""
    path = tmp_path / "passages-a.jsonl"
    write_passages(path, SENT, arm="sha256:ab")
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(RunError, match=message) as refused:
        read_passages(path, RUN)
    assert "passages-a.jsonl" in refused.value.message
