"""Outputs and the job's summary: appended to the runner's files, as the runner reads them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from uuid import uuid4

from reviewer.errors import ActionError
from reviewer.reports.budget import SUMMARY_BYTES, size

RUNNER_SUMMARY_BYTES = 1_048_576
"""One byte more and the runner drops the step's whole summary."""


def write_outputs(path: Path | None, outputs: Mapping[str, str]) -> None:
    """Append outputs for later steps; without a file (a dry run) nothing is written."""
    if path is not None:
        _append(path, "".join(_heredoc(name, value) for name, value in outputs.items()))


def _heredoc(name: str, value: str) -> str:
    """Give one output between lines that it cannot hold."""
    delimiter = f"reviewer_{uuid4()}"
    if delimiter in value or delimiter in name or "\n" in name:
        raise ActionError(f"output `{name}` cannot be written")
    return f"{name}<<{delimiter}\n{value}\n{delimiter}\n"


def write_summary(path: Path | None, markdown: str) -> bool:
    """Append to the job's summary; tell whether it fitted beside what this step wrote before."""
    if path is None:
        return False
    before = path.stat().st_size if path.is_file() else 0
    if size(markdown) > SUMMARY_BYTES or before + size(markdown) + 1 >= RUNNER_SUMMARY_BYTES:
        return False
    _append(path, f"{markdown}\n")
    return True


def _append(path: Path, text: str) -> None:
    try:
        with path.open("ab") as file:
            file.write(text.encode("utf-8", "replace"))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise ActionError(
            f"{path}: cannot be written: {error.strerror}", "The runner gives this file; check its rights."
        ) from error
