"""`reviewer splitters`, as a person runs it: exit codes, the table, one finding with its text, JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from reviewer.cli.main import main

SOURCE = """
def by_search(text):
    chunks = [text[at : at + 100] for at in range(0, len(text), 100)]
    return [(one, text.find(one), text.find(one) + len(one)) for one in chunks]


def good(text, size=100):
    return [(text[at : at + size], at, min(at + size, len(text))) for at in range(0, len(text), size)]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand where the module is."""
    (tmp_path / "cuts_by_cli.py").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "own.md").write_text("# Fees\n\nFees are due.\n" * 30, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Run the command line; give exit code, output and errors."""
    with pytest.raises(SystemExit) as ended:
        main(["splitters", *arguments])
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    return int(str(ended.value.code)), printed.out, printed.err


def test_a_true_splitter_is_exit_code_0(capsys: pytest.CaptureFixture[str]) -> None:
    """With a row a text, those of one's own among them."""
    code, out, _ = called(capsys, "check", "python", "--set", "python=cuts_by_cli:good", "--on", "docs")
    assert code == 0, out
    assert "Every offset is true" in out
    assert "(repeated-sections)" in out
    assert "own.md" in out
    assert max(map(len, out.splitlines())) <= 110


def test_a_splitter_that_lies_is_exit_code_1_and_the_lie_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """With the claim, and where the chunk is."""
    code, out, _ = called(capsys, "check", "python", "--set", "python=cuts_by_cli:by_search", "--on", "docs/own.md")
    assert code == 1
    assert "! (repeated-sections): chunk" in out
    assert "of its offsets are true" in " ".join(out.split())


def test_json_holds_every_count(capsys: pytest.CaptureFixture[str]) -> None:
    """By text, and in all."""
    code, out, _ = called(capsys, "check", "python", "--set", "python=cuts_by_cli:by_search", "--json")
    plain = json.loads(out)
    assert code == 1
    assert plain["broken"] is True
    assert plain["splitter"]["name"] == "python"
    assert plain["total"]["wrong_copies"] == sum(one["wrong_copies"] for one in plain["texts"]) > 0
    assert {"chunks", "claimed", "true", "false", "lost", "indexed", "longer", "overlap", "hung", "repeats"} <= set(
        plain["texts"][0]
    )


def test_settings_come_from_a_configuration(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of the first arm that has the splitter; what is set besides comes on top."""
    (folder / "reviewer.yaml").write_text(
        "version: 1\ncorpus: {root: docs}\nlabels: labels\nsplitter: {name: tokens, size: 60, overlap: 30}\n"
        'factor: splitter\narms:\n  ours: {splitter: {name: python, python: "cuts_by_cli:good", size: 300}}\n',
        encoding="utf-8",
    )
    code, out, _ = called(capsys, "check", "python", "--config", "reviewer.yaml", "--set", "unit=characters", "--json")
    assert code == 0
    assert (json.loads(out)["splitter"]["size"], json.loads(out)["splitter"]["unit"]) == (300, "characters")
    code, _, err = called(capsys, "check", "semchunk", "--config", "reviewer.yaml")
    assert code == 2
    assert "no arm has the splitter 'semchunk'" in err


def test_a_list_is_set_in_brackets(capsys: pytest.CaptureFixture[str]) -> None:
    """As in a configuration."""
    program = "import sys; print([0, len(sys.stdin.buffer.read().decode())])"
    code, out, _ = called(capsys, "check", "command", "--set", f"command=[{sys.executable}, -c, '{program}']")
    assert code == 0, out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("check", "wrods"), "no splitter is called 'wrods'"),
        (("check", "semchunk"), "size is missing"),
        (("check", "semchunk", "--set", "size"), "is not KEY=VALUE"),
        (("check", "semchunk", "--set", "size=[1"), "--set size"),
        (("check", "tokens", "--on", "nowhere"), "does not exist"),
        (("check", "python", "--set", "python=nowhere_at_all:f"), "cannot be imported"),
    ],
)
def test_what_cannot_be_checked_is_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    """With one message."""
    code, out, err = called(capsys, *arguments)
    assert (code, out) == (2, "")
    assert told in err


def test_the_list_names_what_installs_each(capsys: pytest.CaptureFixture[str]) -> None:
    """Ours, the libraries', and those that are missing."""
    code, out, _ = called(capsys, "list")
    assert code == 0
    rows = {line.split()[0]: line for line in out.splitlines()}
    assert "ready" in rows["tokens"]
    assert "semchunk " in rows["semchunk"]
    assert "docling-core" in rows["docling"] or 'pip install "overlap-reviewer[docling]"' in rows["docling"]
    _, out, _ = called(capsys, "list", "--json")
    assert {one["name"] for one in json.loads(out)} == set(rows)
