"""A survey says what of a folder can be read here."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.corpus import read_corpus
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


def test_what_leads_out_of_the_folder_is_left_out_and_excluded(tmp_path: Path) -> None:
    """A link to elsewhere stops no start, and the globs then read what is left."""
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "a.md").write_text("Words.\n", encoding="utf-8")
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "b.md").write_text("Others.\n", encoding="utf-8")
    (tmp_path / "root" / "leak.md").symlink_to(tmp_path / "outside" / "b.md")
    (tmp_path / "root" / "folder").symlink_to(tmp_path / "outside")
    found = survey(tmp_path / "root")
    assert found.exclude == ("folder/**", "leak.md")
    assert "the link leak.md leads out" in " ".join(found.lines)
    assert list(read_corpus(tmp_path / "root", found.include, found.exclude).documents) == ["a.md"]
