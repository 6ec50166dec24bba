"""Run files: what is written comes back, and every flaw of a foreign file is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reviewer.errors import RunError
from reviewer.runs import Hit, Run, read_run, write_run

GOOD = {"query_id": "q", "rank": 1, "document": "a.md", "start": 0, "end": 9, "score": 0.5}


def hit(rank: int, score: float) -> Hit:
    """Give a hit of `a.md`."""
    return Hit(rank=rank, document="a.md", start=rank, end=rank + 5, score=score)


def written(path: Path, *lines: object) -> Path:
    """Write JSON lines; text is written as it is."""
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return path


def test_a_run_comes_back_as_it_was_written(tmp_path: Path) -> None:
    """Hits, order of queries, fingerprint, phase and queries without a hit survive the file."""
    run = Run(arm="b", fingerprint="sha256:1f", depth=2, hits={"z": (hit(1, 0.9), hit(2, 0.25)), "a": ()}, phase=3)
    write_run(tmp_path / "run.jsonl", run)
    assert read_run(tmp_path / "run.jsonl", arm="b", depth=2) == run


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["{"], "run.jsonl:1: not a line of JSON"),
        (["[1]"], "run.jsonl:1: expected an object"),
        ([GOOD, GOOD], "run.jsonl:2: query 'q' has rank 1 twice"),
        ([GOOD | {"rank": 2}], "query 'q' has no hit of rank 1"),
        ([GOOD | {"score": float("nan")}], "run.jsonl:1: expected a finite number as `score`"),
        ([GOOD | {"score": "0.5"}], "run.jsonl:1: expected a finite number as `score`"),
        ([GOOD | {"start": 9}], "run.jsonl:1: rank 1, [9, 9) is not a hit"),
        ([GOOD | {"start": True}], "run.jsonl:1: expected an integer as `start`"),
        ([GOOD | {"document": 7}], "run.jsonl:1: expected a text `document`"),
        ([GOOD | {"text": "secret"}], "run.jsonl:1: unknown key 'text'"),
        ([GOOD, GOOD | {"rank": 2, "score": 0.6}], "rank 2 has a higher score than rank 1"),
        ([GOOD | {"arm": "x"}, GOOD | {"rank": 2, "arm": "y"}], "hits of several arms are mixed (x, y)"),
        ([GOOD, {"query_id": "q", "rank": 0}], "run.jsonl:2: query 'q' found nothing here, and is answered in "),
        ([{"query_id": "q", "rank": 0}, GOOD], "run.jsonl:1: query 'q' found nothing here, and is answered in "),
        ([{"query_id": "q", "rank": 0}] * 2, "run.jsonl:2: query 'q' found nothing here, and is answered in "),
        ([GOOD, GOOD | {"rank": 2}, GOOD | {"rank": 3}], "a query has 3 hits, deeper than depth 2"),
    ],
)
def test_a_flawed_run_is_refused_by_file_line_and_remedy(tmp_path: Path, lines: list[object], message: str) -> None:
    """Nothing is guessed: a flaw names where it stands and what to do."""
    with pytest.raises(RunError) as refused:
        read_run(written(tmp_path / "run.jsonl", *lines), arm="b", depth=2)
    assert message in refused.value.message
    assert refused.value.hint


def test_a_missing_or_binary_run_is_refused(tmp_path: Path) -> None:
    """A path that is not there and bytes that are not text end in one message."""
    with pytest.raises(RunError, match="no such file"):
        read_run(tmp_path / "none.jsonl", arm="b")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RunError, match="cannot be read as UTF-8"):
        read_run(tmp_path / "bytes", arm="b")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            '{"query_id": "q", "rank": 7, "rank": 1, "document": "a.md", "start": 0, "end": 9, "score": 1}',
            "stands twice",
        ),
        (json.dumps(GOOD | {"arm": "../../evil"}), "arm is not an id"),
        (json.dumps(GOOD | {"arm": "x\u001b[31m"}), "arm is not an id"),
        (json.dumps(GOOD | {"arm": 7}), "arm is not an id"),
        (json.dumps(GOOD | {"score": 10**400}), "expected a finite number"),
        (json.dumps(GOOD | {"phase": -1}), "expected an integer as `phase`"),
        (json.dumps(GOOD).replace('"rank": 1', '"rank": ' + "9" * 5000), "not a line of JSON"),
    ],
)
def test_a_hostile_line_is_refused(tmp_path: Path, line: str, message: str) -> None:
    """Nothing of a foreign file reaches a path, a terminal or an overflow."""
    with pytest.raises(RunError, match=r"run\.jsonl:1") as refused:
        read_run(written(tmp_path / "run.jsonl", line), arm="b", depth=2)
    assert message in refused.value.message
