"""A small project with one label set, and `reviewer labels` run in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.cli.main import main


def write_rules(root: Path, text: str) -> Path:
    """Write the one document of the set `handbook`; give the set's folder."""
    folder = root / "labels/handbook"
    (folder / "corpus").mkdir(parents=True)
    (folder / "corpus/rules.md").write_text(text, encoding="utf-8")
    return folder


class Run:
    """Runs `reviewer labels …` and keeps what it printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Begin without output."""
        self.capsys = capsys
        self.out = self.err = ""

    def __call__(self, *arguments: str) -> int:
        """Run and give the exit code."""
        with pytest.raises(SystemExit) as caught:
            main(["labels", *arguments])
        self.out, self.err = self.capsys.readouterr()
        assert isinstance(caught.value.code, int)
        return caught.value.code
