"""Questions from production are queued once, named where they are asked already, and wait until a person decides."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.errors import LabelError
from reviewer.labels import Retirement
from reviewer.labels.candidates import (
    Candidate,
    drop,
    find_candidate,
    forget,
    put_back,
    queue,
    queue_file,
    read_misses,
    read_queue,
    waiting,
)
from tests.labels.making import corpus, item, label, label_set, span

WHERE = corpus(a="The fee is due.", b="x")
ASKED = label_set(label("fee", item(span(WHERE, "a.md", "fee")), query="When is the fee due?")).labels


def misses(path: Path, text: str) -> tuple[Candidate, ...]:
    """Read a file of misses."""
    path.write_text(text, encoding="utf-8")
    return read_misses(path, WHERE).candidates


def test_a_file_is_queued_once(tmp_path: Path) -> None:
    """Queued again, it adds nothing; the same question is the same candidate, however it is set."""
    file, path = tmp_path / "m.jsonl", tmp_path / "q" / "set.jsonl"
    text = '{"query": "Who  pays?", "document": "a.md"}\n\n{"query": "who pays?"}\n{"query": "Why?"}\n'
    found = misses(file, text)
    assert [(one.query, one.document) for one in found] == [("Who  pays?", "a.md"), ("Why?", "")]
    assert len(queue(path, found, ASKED).added) == 2
    before = path.read_bytes()
    again = queue(path, found, ASKED)
    assert (again.added, len(again.waiting)) == ((), 2)
    assert path.read_bytes() == before
    assert waiting(path) == found


def test_what_a_label_asks_is_named_and_not_queued(tmp_path: Path) -> None:
    """What is nearly asked is queued, and named."""
    found = misses(tmp_path / "m.jsonl", '{"query": "when is the FEE due?"}\n{"query": "When is the fees due?"}\n')
    queued = queue(tmp_path / "q.jsonl", found, ASKED)
    assert [(one.query, held.id) for one, held in queued.asked] == [("when is the FEE due?", "fee")]
    assert [one.query for one in queued.added] == ["When is the fees due?"]
    assert [(one.query, held.id) for one, held in queued.alike] == [("When is the fees due?", "fee")]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ('{"query": " "}', "expected text, got blanks"),
        ('{"document": "a.md"}', "query missing"),
        ('{"query": 3}', "expected text"),
        ('{"query": "x", "document": "docs/a.md"}', "no document 'docs/a.md'"),
        ("nonsense", "not JSON"),
        ('["x"]', "expected a mapping"),
    ],
)
def test_a_malformed_line_is_named_with_file_and_line(tmp_path: Path, line: str, expected: str) -> None:
    """And nothing of the file is queued."""
    with pytest.raises(LabelError) as caught:
        misses(tmp_path / "m.jsonl", f'{{"query": "fine"}}\n{line}\n')
    assert f"{tmp_path / 'm.jsonl'}:2" in caught.value.message
    assert expected in caught.value.message


def test_all_malformed_lines_are_named(tmp_path: Path) -> None:
    """One that is no JSON does not end the reading."""
    with pytest.raises(LabelError) as caught:
        misses(tmp_path / "m.jsonl", 'nonsense\n{"query": 3}\n{"query": "fine"}\n{"query": "cut\n')
    assert [
        line.partition(": ")[0].rpartition(":")[2].partition(" ")[0] for line in caught.value.message.split("\n")
    ] == [
        "1",
        "2",
        "4",
    ]


def test_keys_of_a_log_that_say_nothing_here_are_ignored_and_counted(tmp_path: Path) -> None:
    """So a slip shows too."""
    file = tmp_path / "m.jsonl"
    file.write_text(
        '{"query": "Why?", "url": "x", "ts": 3}\n{"query": "Who?", "url": {"a": []}, "docment": "a.md"}\n', "utf-8"
    )
    read = read_misses(file, WHERE)
    assert [one.query for one in read.candidates] == ["Why?", "Who?"]
    assert read.ignored == {"docment": 1, "ts": 1, "url": 2}


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    """With an example of a line."""
    with pytest.raises(LabelError, match="no questions") as caught:
        misses(tmp_path / "m.jsonl", "\n")
    assert '"query"' in caught.value.hint


def test_what_is_dropped_is_remembered(tmp_path: Path) -> None:
    """It waits no longer, and is not queued again."""
    path = tmp_path / "q.jsonl"
    (one,) = misses(tmp_path / "m.jsonl", '{"query": "asdf"}\n')
    queue(path, [one], ())
    drop(path, one.id, Retirement("Ada", "2026-11-30", "no question"))
    assert waiting(path) == ()
    assert [held.dropped for held in queue(path, [one], ()).dropped] == [Retirement("Ada", "2026-11-30", "no question")]
    with pytest.raises(LabelError, match="no candidate"):
        find_candidate(path, one.id)
    put_back(path, one)
    assert waiting(path) == (one,)
    forget(path, [one.id])
    assert read_queue(path) == ()


def test_the_queue_is_kept_out_of_git(tmp_path: Path) -> None:
    """What users typed may be nobody's to publish."""
    path = queue_file("set", tmp_path / ".reviewer" / "candidates")
    queue(path, [Candidate.of("Who?")], ())
    assert path == tmp_path / ".reviewer/candidates/set.jsonl"
    assert (path.parent / ".gitignore").read_text(encoding="utf-8") == "*\n"
    assert [name.name for name in path.parent.iterdir() if name.name.startswith(".labels")] == []
