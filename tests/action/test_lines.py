"""An annotation stands at the line where the overlap is written, whatever its splitter calls it."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.action.lines import overlap_line
from reviewer.action.sides import Side
from reviewer.experiment.configuration import read_configuration


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ("name: tokens\n  size: 240\n  overlap: 40", 7),
        ("name: langchain\n  chunk_overlap: 40\n  chunk_size: 240", 6),
        ("name: haystack\n  split_overlap: 40", 6),
        ("name: semchunk\n  size: 240", 4),
    ],
)
def test_the_overlap_is_found_by_our_word_and_by_the_library_s(tmp_path: Path, settings: str, line: int) -> None:
    """Where none is written, at the splitter's settings."""
    path = tmp_path / "reviewer.yaml"
    path.write_text(f"version: 1\ncorpus: {{root: docs}}\nlabels: labels\nsplitter:\n  {settings}\n", "utf-8")
    assert overlap_line(Side(commit="a" * 40, folder=tmp_path, configuration=read_configuration(path))) == line


def test_without_a_configuration_it_is_the_first(tmp_path: Path) -> None:
    """There is nothing to point into."""
    assert overlap_line(Side(commit="a" * 40, folder=tmp_path, configuration=None)) == 1
