"""Outputs and summaries, read back as the runner reads them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.action.files import RUNNER_SUMMARY_BYTES, write_outputs, write_summary
from reviewer.errors import ActionError
from tests.action.runner import read_file_commands


@given(st.text(alphabet=st.sampled_from("ab=<\n|é "), max_size=30))
def test_any_value_comes_out_as_it_went_in(tmp_path_factory: pytest.TempPathFactory, value: str) -> None:
    """Line ends, equals signs and delimiters: git-cliff-action#81."""
    path = tmp_path_factory.mktemp("out") / "output"
    write_outputs(path, {"verdict": value, "lost": "3"})
    assert read_file_commands(path.read_bytes()) == {"verdict": value, "lost": "3"}


def test_outputs_are_appended(tmp_path: Path) -> None:
    """Another step's outputs stay: python-semantic-release#884."""
    path = tmp_path / "output"
    path.write_text("other=1\n")
    write_outputs(path, {"verdict": "passed"})
    assert read_file_commands(path.read_bytes()) == {"other": "1", "verdict": "passed"}


def test_numbers_are_written_without_quotes(tmp_path: Path) -> None:
    """python-coverage-comment-action writes JSON."""
    path = tmp_path / "output"
    write_outputs(path, {"recall-candidate": "0.826"})
    assert '"' not in path.read_text()


def test_a_summary_is_appended(tmp_path: Path) -> None:
    """What stood there stays."""
    path = tmp_path / "summary"
    path.write_text("before\n")
    assert write_summary(path, "after")
    assert path.read_text() == "before\nafter\n"


@pytest.mark.parametrize(("before", "text"), [(0, "é" * 600_000), (RUNNER_SUMMARY_BYTES - 3, "abc")])
def test_a_summary_that_the_runner_would_drop_is_not_written(tmp_path: Path, before: int, text: str) -> None:
    """Bytes count, and what stood there counts: dependency-review-action#786."""
    path = tmp_path / "summary"
    path.write_bytes(b"x" * before)
    assert not write_summary(path, text)
    assert path.stat().st_size == before


def test_a_file_that_cannot_be_written_is_one_clear_error(tmp_path: Path) -> None:
    """The runner gives it, so its path is named."""
    with pytest.raises(ActionError, match="cannot be written"):
        write_outputs(tmp_path / "no" / "output", {"a": "b"})


def test_without_files_nothing_is_written() -> None:
    """A dry run by hand."""
    write_outputs(None, {"a": "b"})
    assert not write_summary(None, "x")
