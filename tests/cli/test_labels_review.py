"""`labels accept` and the proposals of `labels show`, as a person without a terminal screen uses them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reviewer.cli.main import main
from tests.review.making import EDITED, Project, stale_project


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Give a stale set, and stand in its project."""
    made = stale_project(tmp_path)
    monkeypatch.chdir(made.root)
    return made


def run(*arguments: str) -> int:
    """Run `reviewer labels` and give its exit code."""
    with pytest.raises(SystemExit) as caught:
        main(["labels", *arguments])
    return int(caught.value.code or 0)


def test_a_place_is_accepted_and_signed(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """The place that stands out, one by number, one by offsets, and that there still is no answer."""
    start = EDITED.index("Whoever")
    assert run("accept", "fee", "--by", "Ada") == 0
    assert run("accept", "closing", "--proposal", "1", "--by", "Ada") == 0
    assert run("accept", "late", "--at", f"{start}:{start + 16}", "--by", "Ada") == 0
    assert run("accept", "moon", "--by", "Ada") == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"fee accepted: rules.md [{EDITED.index('The fee')}, {EDITED.index(' It is due')})"
    assert told[2] == f"late adjusted: rules.md [{start}, {start + 16})"
    assert told[3] == "moon confirmed: no answer, still"
    labels = project.labels()
    assert labels["late"].spans[0].quote == "Whoever pays lat"
    assert {one.reviewed.by for one in labels.labels if one.reviewed is not None} == {"Ada"}


def test_a_wrong_boundary_is_put_right_without_the_file(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Evidence that is not stale is moved by --at, and only its own lines change; without it, it is left alone."""
    assert run("accept", "fee", "--by", "Ada") == 0
    start, end = EDITED.index("The fee"), EDITED.index(" It is due")
    assert run("accept", "fee", "--by", "Ada") == 2
    assert "--at START:END moves evidence that is not" in capsys.readouterr().err
    assert run("accept", "fee", "--at", f"{start}:{end + 6}", "--by", "Ada") == 0
    assert f"fee adjusted: rules.md [{start}, {end + 6})" in capsys.readouterr().out
    assert project.labels()["fee"].spans[0].quote == EDITED[start : end + 6]
    assert run("check") == 2, "the others are as stale as before"


def test_accepting_tells_programs(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Each span with its place; of what has no answer, that it has none still."""
    assert run("accept", "fee", "--by", "Ada", "--json") == 0
    (one,) = json.loads(capsys.readouterr().out)
    start, end = EDITED.index("The fee"), EDITED.index(" It is due")
    assert one["place"] == {"document": "rules.md", "start": start, "end": end}
    assert (one["label"], one["act"], one["by"]) == ("fee", "accepted", "Ada")
    assert run("accept", "moon", "--by", "Ada", "--json") == 0
    (one,) = json.loads(capsys.readouterr().out)
    assert (one["place"], one["act"]) == (None, "confirmed")


@pytest.mark.parametrize(
    "arguments",
    [
        ("accept", "fee", "--at", "9:3"),
        ("accept", "fee", "--at", "x"),
        ("accept", "fee", "--proposal", "1", "--at", "1:3"),
        ("accept", "refund", "--proposal", "1"),
        ("accept", "nobody"),
        ("--set", "handbook", "check"),
    ],
)
def test_what_is_not_meant_is_refused(project: Project, arguments: tuple[str, ...]) -> None:
    """Nothing is written, and the exit code says so."""
    assert run(*arguments) == 2
    assert not project.changed_lines()


def test_show_names_the_places_with_their_figures(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """State, score, margin, share of words kept, place and titles; in JSON the same."""
    assert run("show", "late") == 0
    text = capsys.readouterr().out
    assert "proposed: changed" in text
    assert "margin" in text
    assert "Rules > Late payment" in text
    assert run("show", "late", "--json") == 0
    offered = json.loads(capsys.readouterr().out)["proposed"][0]
    assert offered["state"] == "changed"
    assert offered["before"].startswith("git ")
    assert offered["proposals"][0]["start"] == EDITED.index("Whoever")
    assert run("accept", "late", "--by", "Ada") == 0
    capsys.readouterr()
    assert run("show", "late", "--json") == 0
    assert json.loads(capsys.readouterr().out)["proposed"] == []
