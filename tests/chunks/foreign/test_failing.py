"""Of a splitter that raised it is told where, and the command that tries it alone."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from reviewer.chunks.foreign.failing import check_command, raised_at

SOURCE = (
    "import json\n\n\ndef inner(text):\n    return json.loads(text)\n\n\ndef outer(text):\n    return inner(text)\n"
)


def loaded(file: Path) -> ModuleType:
    """Load a module from its file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(SOURCE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("raising_here", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_deepest_line_of_ones_own_code_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the library in which it ended."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="Expecting value") as caught:
        loaded(tmp_path / "cuts" / "own.py").outer("no JSON")
    assert raised_at(caught.value) == " at cuts/own.py:5"


def test_a_function_that_stands_elsewhere_is_named_by_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is known, and nothing is said where no code is the user's."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    file = tmp_path / "else" / "own.py"
    with pytest.raises(ValueError, match="Expecting value") as caught:
        loaded(file).outer("no JSON")
    assert raised_at(caught.value, file) == f" at {file}:5"
    assert raised_at(caught.value) == ""
    with pytest.raises(ValueError, match="Expecting value") as caught:
        loaded(tmp_path / "here/.venv/lib/site-packages/own.py").outer("no JSON")
    assert raised_at(caught.value) == ""


def test_the_command_writes_every_setting_as_what_it_is() -> None:
    """Texts that look like numbers or flags in quotes, lists in brackets, all safe in a shell."""
    told = check_command(
        "x", {"python": "cuts:f", "size": 400, "deep": True, "mark": "12", "word": "true", "list": ("a b", "{size}")}
    )
    assert told == (
        "reviewer splitters check x --set python=cuts:f --set size=400 --set deep=true --set 'mark=\"12\"' "
        '--set \'word="true"\' --set \'list=["a b", "{size}"]\''
    )
