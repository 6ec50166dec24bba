"""Reviewed losses are appended to a file that people write too."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.errors import LabelError
from reviewer.labels.reviewed import ReviewedLoss, add_reviewed, read_reviewed

ARM = "sha256:0123456789abcdef"
LOSS = ReviewedLoss(query="q", baseline=ARM, candidate=ARM, name="Ada", reason="its table: gone", on="2026-11-30")


def test_losses_are_read_as_they_were_written(tmp_path: Path) -> None:
    """A set without the file has none."""
    assert read_reviewed(tmp_path) == ()
    add_reviewed(tmp_path, [LOSS])
    assert read_reviewed(tmp_path) == (LOSS,)


def test_what_stood_there_stays(tmp_path: Path) -> None:
    """Comments and style of the file are kept, and nothing is written twice."""
    add_reviewed(tmp_path, [LOSS])
    path = tmp_path / "reviewed.yaml"
    path.write_text("# by hand\n" + path.read_text(encoding="utf-8") + "  # the end\n", encoding="utf-8")
    before = path.read_text(encoding="utf-8")
    other = ReviewedLoss(query="r", baseline=ARM, candidate=ARM, name="B", reason="dull", on="2026-11-30")
    add_reviewed(tmp_path, [LOSS, other])
    after = path.read_text(encoding="utf-8")
    assert read_reviewed(tmp_path) == (LOSS, other)
    assert after.startswith(before.removesuffix("  # the end\n"))
    assert after.endswith("  # the end\n")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("query: q", "query: q q", "reviewed.0..query: 'q q' cannot be an id"),
        (ARM, "sha256:x", "baseline: 'sha256:x' is not a fingerprint"),
        ("    name: Ada\n", "", "name missing"),
        ('reason: "its table: gone"', "reason: ' '", "reason: expected text, got blanks"),
    ],
)
def test_malformed_losses_are_named(tmp_path: Path, old: str, new: str, expected: str) -> None:
    """A loss that would excuse nothing, or everything, is refused."""
    add_reviewed(tmp_path, [LOSS])
    path = tmp_path / "reviewed.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(LabelError, match=expected):
        read_reviewed(tmp_path)
