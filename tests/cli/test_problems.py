"""Whatever happens, a command ends in a message and an exit code that means what it says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from reviewer.labels.placeholders import FIRST_QUESTION

COMMAND = [sys.executable, "-m", "reviewer"]


def command(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line in a folder."""
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )


def test_a_store_that_is_a_file_is_one_message(tmp_path: Path) -> None:
    """A fault of the disk is exit code 2, never 1, which would mean that a gate failed."""
    (tmp_path / "store").write_text("a file")
    done = command(tmp_path, "report", "--store", "store")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("error: ")


def test_a_damaged_pointer_to_the_latest_result_is_one_message(tmp_path: Path) -> None:
    """Bytes that are no name are no path."""
    runs = tmp_path / ".reviewer" / "runs"
    runs.mkdir(parents=True)
    for damaged in (b"\xff\xfe", b"x" * 5000, b"../../etc"):
        (runs / "latest").write_bytes(damaged)
        done = command(tmp_path, "report")
        assert (done.returncode, "Traceback" in done.stderr) == (2, False)


def test_text_that_the_encoding_lacks_is_shown_by_its_code(tmp_path: Path) -> None:
    """An old encoding changes how signs look, not whether the command works."""
    (tmp_path / "fee.md").write_text("# Gebühren ▸ 費用\n\nTen euros.\n", encoding="utf-8")
    arguments = ("chunks", "fee.md", "--splitter", "words", "--size", "9", "--overlap", "0")
    done = command(tmp_path, *arguments, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0, done.stderr
    assert "\\u" in done.stdout


def test_a_fifo_is_refused_at_once(tmp_path: Path) -> None:
    """A pipe in the place of a document never hangs the command."""
    os.mkfifo(tmp_path / "pipe.md")
    done = command(tmp_path, "chunks", "pipe.md", "--splitter", "words", "--size", "9", "--overlap", "0")
    assert done.returncode == 2
    assert "not a file or folder" in done.stderr


def test_a_floating_revision_is_refused_wherever_the_weights_lie(tmp_path: Path) -> None:
    """`main` moves, so it never names weights, not even where a package holds them."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "fee.md").write_text("# Fee\n\nThe fee is ten euros.\n")
    assert command(tmp_path, "init", "--corpus", "docs").returncode == 0
    path = tmp_path / "reviewer.yaml"
    text = path.read_text()
    revision = text[text.index("revision: ") :].split()[1]
    path.write_text(text.replace(revision, "main"))
    label = tmp_path / "labels" / "main" / "first.yaml"
    label.write_text(label.read_text().replace(FIRST_QUESTION, "What is the fee?"))
    done = command(tmp_path, "run")
    assert done.returncode == 2
    assert "'main' is no full commit" in done.stderr


def test_a_result_cannot_drive_the_terminal(tmp_path: Path) -> None:
    """Control characters in a result folder that somebody sent are shown, not obeyed."""
    (tmp_path / "results.json").write_text(json.dumps({"schema": "\u001b[31m"}))
    done = command(tmp_path, "report", str(tmp_path))
    assert done.returncode == 2
    assert "\u001b" not in done.stdout + done.stderr
