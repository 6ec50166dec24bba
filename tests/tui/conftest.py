"""A stale set, made once and copied for each test."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.review.making import Project, stale_project


@pytest.fixture(scope="session")
def _template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the set and its repository."""
    return stale_project(tmp_path_factory.mktemp("template") / "project").root


@pytest.fixture
def project(_template: Path, tmp_path: Path) -> Project:
    """Give a set with four stale labels (five spans) and one to confirm, in a git repository."""
    return Project(Path(shutil.copytree(_template, tmp_path / "project")))
