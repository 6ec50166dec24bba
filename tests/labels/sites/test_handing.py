"""Sites go out as plain data and come back as labels once somebody filled in their questions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reviewer.errors import LabelError
from reviewer.labels.sites import find_sites
from reviewer.labels.sites.handing import add_command, plain_site, read_filled
from tests.labels.making import corpus

WHERE = corpus(a="| a | b | c |\n|-|-|-|\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n")
NEAR, FAR = find_sites(WHERE)


def write(path: Path, *records: object) -> Path:
    """Write JSON lines."""
    path.write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
    return path


def test_filled_sites_become_drafts(tmp_path: Path) -> None:
    """Those without a question are counted and passed over; a list serves as well as lines."""
    filled = {**plain_site(FAR, WHERE), "query": "What is five?", "tags": {"risk": "low"}, "id": "five"}
    blank = plain_site(NEAR, WHERE)
    (draft,), passed_over = read_filled(write(tmp_path / "s.jsonl", filled, blank), WHERE)
    assert passed_over == 1
    assert (draft.query, draft.boundary, draft.id, draft.tags) == (
        "What is five?",
        "table-row",
        "five",
        {"risk": "low"},
    )
    assert draft.places == FAR.evidence == (FAR.first, FAR.second)
    (tmp_path / "s.json").write_text(json.dumps([filled, blank]), encoding="utf-8")
    assert read_filled(tmp_path / "s.json", WHERE)[0] == (draft,)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"fingerprint": "sha256:0000000000000000"}, "changed since its sites were found"),
        ({"document": "docs/a.md"}, "did you mean a.md"),
        ({"spans": []}, "at least one span"),
        ({"spans": [{"start": 3, "end": 3}]}, "no place in a.md"),
        ({"spans": [{"start": 0, "end": 9999}]}, "no place in a.md"),
        ({"colour": "red"}, "unknown key"),
    ],
)
def test_what_does_not_hold_is_refused_with_its_line(tmp_path: Path, change: object, expected: str) -> None:
    """Nothing is written of a file with a fault; each fault is named."""
    assert isinstance(change, dict)
    file = write(tmp_path / "s.jsonl", plain_site(NEAR, WHERE), {**plain_site(NEAR, WHERE), "query": "What?", **change})
    with pytest.raises(LabelError) as caught:
        read_filled(file, WHERE)
    assert f"{file}:2" in caught.value.message
    assert expected in f"{caught.value.message} {caught.value.hint}"


def test_the_command_is_quoted_for_a_shell() -> None:
    """A document's name may hold anything."""
    named = corpus(**{"it's $HOME": WHERE["a.md"].text})
    site = find_sites(named)[1]
    assert add_command(site, "my set") == (
        "reviewer labels add --set 'my set' --document 'it'\"'\"'s $HOME.md' --at 0:21 --at 36:49 "
        "--boundary table-row --query 'YOUR QUESTION'"
    )
