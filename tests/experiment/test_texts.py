"""`--text` adds one file that says what it holds; the others stay free of words."""

from __future__ import annotations

from pathlib import Path

from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.experiment.texts import write_texts


def test_only_the_file_that_says_so_holds_text(project: Path) -> None:
    """The first line warns, each lost query stands with its words and its evidence, no other file gains a word."""
    configuration = read_configuration(project / "reviewer.yaml")
    result, folder = run(configuration, Asked(), Store(project / ".reviewer"), Silent())
    written = write_texts(folder, result, configuration)
    text = written.read_text(encoding="utf-8")
    assert "with-text" in written.name
    assert "holds text" in text.splitlines()[0]
    lost = [one.query for one in result.comparisons[0].changes if one.change == "lost"]
    assert lost
    assert all(f"`{name}`" in text for name in lost)
    assert "carried over into it." in text
    assert not any("carried over" in one.read_text("utf-8") for one in folder.iterdir() if one != written)
