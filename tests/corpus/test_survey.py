"""A survey says what of a folder can be read here."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.corpus.survey import survey
from reviewer.errors import CorpusError


def test_many_files_of_one_reason_are_counted(tmp_path: Path) -> None:
    """The first few are named."""
    (tmp_path / "a.md").write_text("Words.\n", encoding="utf-8")
    for at in range(5):
        (tmp_path / f"{at}.png").write_bytes(b"\0")
    assert survey(tmp_path).lines == (
        "1 of 6 files: **/*.md; left out:",
        "  0.png, 1.png, 2.png and 2 more: binary (.png)",
    )


def test_a_suffix_is_asked_for_as_it_is_spelt(tmp_path: Path) -> None:
    """Globs tell capitals from small letters."""
    (tmp_path / "A.MD").write_text("Words.\n", encoding="utf-8")
    assert survey(tmp_path).include == ("**/*.MD",)


def test_without_any_document_the_reasons_are_told(tmp_path: Path) -> None:
    """A folder of pictures holds nothing to label."""
    (tmp_path / "0.png").write_bytes(b"\0")
    with pytest.raises(CorpusError, match=r"0\.png: binary \(\.png\)"):
        survey(tmp_path)
