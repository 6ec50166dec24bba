"""Without the container: `reviewer action` and `python -m reviewer.action` do the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.action.runner import commands, read_file_commands, variables, write_event


def started(
    folder: Path, arguments: list[str], payload: dict[str, object], **given: str
) -> subprocess.CompletedProcess[str]:
    """Start a command in a job's environment, in a workspace that would like to be imported."""
    found = variables(folder, given)
    write_event(found, payload)
    workspace = Path(found["GITHUB_WORKSPACE"])
    for trap in ("yaml.py", "sitecustomize.py", "reviewer.py"):
        (workspace / trap).write_text("raise SystemExit('TRAPPED')\n", encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-I", *arguments], env=found, cwd=workspace, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["-m", "reviewer.action"],
        ["-c", "from reviewer.cli.main import main; main(['action'])"],
        ["-c", "from reviewer.cli.main import main; main(['action', 'evaluate'])"],
    ],
    ids=["module", "command", "evaluate"],
)
def test_the_command_line_runs_the_same_evaluation(tmp_path: Path, arguments: list[str]) -> None:
    """On a closed pull request: nothing to do, exit 0, the output says so."""
    done = started(tmp_path, arguments, {"action": "closed"})
    assert (done.returncode, done.stderr) == (0, "")
    assert commands(done.stdout) == [("notice", "Nothing to do: the pull request was closed.")]
    written = (tmp_path / "file_commands" / "output").read_bytes()
    assert read_file_commands(written) == {"verdict": "not judged"}


def test_a_command_for_another_event_has_nothing_to_do(tmp_path: Path) -> None:
    """`comment` on a push."""
    arguments = ["-c", "from reviewer.cli.main import main; main(['action', 'comment'])"]
    payload: dict[str, object] = {"after": "a" * 40, "before": "b" * 40}
    done = started(tmp_path, arguments, payload, GITHUB_EVENT_NAME="push", GITHUB_REF="refs/heads/main")
    assert done.returncode == 0
    assert "another command" in done.stdout


def test_outside_of_a_runner_it_says_what_to_use_instead(tmp_path: Path) -> None:
    """One error, exit 2, no traceback."""
    done = subprocess.run(
        [sys.executable, "-I", "-m", "reviewer.action"],
        env={},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, "")
    assert "reviewer run" in done.stdout
