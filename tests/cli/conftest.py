"""What the tests of `reviewer labels` share; each file brings a `project` of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.labels_command import Run


@pytest.fixture
def run(project: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Give a way to run the command line in the project."""
    return Run(capsys)
