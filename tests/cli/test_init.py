"""`reviewer init`: what it writes is valid at once, and nothing is overwritten unasked."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.corpus import read_corpus
from reviewer.errors import ReviewerError
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.starting import start
from reviewer.labels import check, read_set

PAGE = '# Fees \U0001f600\n\nThe fee is ten euros \U0001f600, \u2028 and "quoted" \\ back: it is due at once.\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with one document that holds signs which quoting gets wrong."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "fees.md").write_text(PAGE, encoding="utf-8")
    return tmp_path


def test_what_is_written_is_valid_at_once(folder: Path) -> None:
    """The configuration reads, and the first label holds its text, emoji and odd separators included."""
    start(folder, "docs", "main", force=False)
    configuration = read_configuration(folder / "reviewer.yaml")
    found = check(read_set(folder / "labels" / "main"), read_corpus(configuration.corpus_root))
    assert [str(one.state) for one in found.labels] == ["fresh"]
    assert ".reviewer/" in (folder / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_nothing_is_overwritten_unasked(folder: Path) -> None:
    """A second time it refuses and names the way; what was there stays."""
    start(folder, "docs", "main", force=False)
    (folder / "reviewer.yaml").write_text("mine", encoding="utf-8")
    with pytest.raises(ReviewerError, match="exists") as refused:
        start(folder, "docs", "main", force=False)
    assert "--force" in refused.value.hint
    assert (folder / "reviewer.yaml").read_text(encoding="utf-8") == "mine"
