"""A stand-in for the runner: the environment and files that it gives a container action."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

HEAD = "a" * 40
BASE = "b" * 40


def variables(folder: Path, given: Mapping[str, str] | None = None) -> dict[str, str]:
    """Give the environment of a job; its folders and files stand below `folder`."""
    for name in ("workspace", "home", "temp", "workflow", "file_commands"):
        (folder / name).mkdir(exist_ok=True)
    for name in ("output", "summary"):
        (folder / "file_commands" / name).touch()
    return {
        "GITHUB_ACTIONS": "true",
        "CI": "true",
        "HOME": str(folder / "home"),
        "PATH": "/nowhere",
        "GITHUB_WORKSPACE": str(folder / "workspace"),
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_EVENT_PATH": str(folder / "workflow" / "event.json"),
        "GITHUB_REPOSITORY": "octo/handbook",
        "GITHUB_SHA": "c" * 40,
        "GITHUB_REF": "refs/pull/7/merge",
        "GITHUB_RUN_ID": "10",
        "GITHUB_RUN_ATTEMPT": "1",
        "GITHUB_SERVER_URL": "https://github.com",
        "GITHUB_API_URL": "https://api.github.com",
        "GITHUB_GRAPHQL_URL": "https://api.github.com/graphql",
        "GITHUB_OUTPUT": str(folder / "file_commands" / "output"),
        "GITHUB_STEP_SUMMARY": str(folder / "file_commands" / "summary"),
        "GITHUB_WORKFLOW_REF": "octo/handbook/.github/workflows/reviewer.yml@refs/pull/7/merge",
        "RUNNER_TEMP": str(folder / "temp"),
        **(given or {}),
    }


def write_event(found: Mapping[str, str], payload: Mapping[str, object]) -> None:
    """Write the event's payload where the environment says."""
    Path(found["GITHUB_EVENT_PATH"]).write_text(json.dumps(payload), encoding="utf-8")


def pull_request(
    head: str = HEAD, base: str = BASE, *, fork: bool = False, action: str = "synchronize"
) -> dict[str, object]:
    """Give the part of a pull request's payload that jobs rely on."""
    owner = "somebody" if fork else "octo"
    return {
        "action": action,
        "number": 7,
        "pull_request": {
            "number": 7,
            "head": {"sha": head, "ref": "feature", "repo": {"full_name": f"{owner}/handbook"}},
            "base": {"sha": base, "ref": "main", "repo": {"full_name": "octo/handbook"}},
        },
        "repository": {"full_name": "octo/handbook", "default_branch": "main"},
    }


def read_file_commands(data: bytes) -> dict[str, str]:
    """Read GITHUB_OUTPUT as the runner does; what would fail the step is an error.

    Source: actions/runner, FileCommandManager.cs: `name=value`, or `name<<DELIMITER`, the value's lines, and the
    delimiter alone on a line.
    """
    lines = data.decode("utf-8").split("\n")
    assert lines.pop() == "", "the file must end with a line end"
    found: dict[str, str] = {}
    while lines:
        line = lines.pop(0)
        equals, heredoc = line.find("="), line.find("<<")
        if equals >= 0 and (heredoc < 0 or equals < heredoc):
            found[line[:equals]] = line[equals + 1 :]
            continue
        assert heredoc > 0, f"neither name=value nor name<<DELIMITER: {line!r}"
        name, delimiter = line[:heredoc], line[heredoc + 2 :]
        at = lines.index(delimiter)
        found[name], lines = "\n".join(lines[:at]), lines[at + 1 :]
    return found


def commands(printed: str) -> list[tuple[str, str]]:
    """Give the workflow commands that the runner would carry out, with their data decoded.

    Source: actions/runner, ActionCommand.cs and ActionCommandManager.cs: `::name properties::data` after blanks, the
    old form `##[name]data` anywhere, neither between `::stop-commands::TOKEN` and `::TOKEN::`.
    """
    found: list[tuple[str, str]] = []
    stopped = ""
    for line in printed.split("\n"):
        match = re.match(r"\s*::([^:\s]+)(?: [^:]*(?:%3A[^:]*)*)?::(.*)", line)
        if stopped:
            stopped = "" if match is not None and match.group(1) == stopped else stopped
        elif match is not None and match.group(1) == "stop-commands":
            stopped = match.group(2)
        elif match is not None:
            data = match.group(2).replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")
            found.append((match.group(1), data))
        elif "##[" in line:
            found.append(("old form", line))
    return found
