"""A result read back: whole, or refused with the file's name and what is wrong in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reviewer.errors import ReportError
from reviewer.reports import JsonReporter, Result, read_result
from reviewer.reports.terminal import TerminalReporter
from tests.action.samples import result
from tests.reports.explored import explored

Edit = Callable[[dict[str, Any]], object]


def edited(folder: Path, base: Result, edit: Edit) -> Path:
    """Write a result after somebody changed it by hand."""
    plain = json.loads(JsonReporter().render(base))
    edit(plain)
    file = folder / "results.json"
    file.write_text(json.dumps(plain), encoding="utf-8")
    return file


@pytest.mark.parametrize("base", [result(), explored()], ids=["pair", "frontier"])
def test_a_result_comes_back_as_it_was_written(tmp_path: Path, base: Result) -> None:
    """Whatever a run writes holds together."""
    again = read_result(edited(tmp_path, base, lambda one: one))
    assert again == base


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda one: one.update(arms=[], comparisons=[]), "it has no arms"),
        (lambda one: one["arms"].append(one["arms"][0]), "two of its arms have one name"),
        (lambda one: one["comparisons"][0].update(baseline="nobody"), "it compares 'nobody', and has no such arm"),
        (lambda one: one["comparisons"][0].update(candidate="nobody"), "it compares 'nobody', and has no such arm"),
        (lambda one: one["arms"].pop(), "it compares '.*', and has no such arm"),
        (lambda one: one["arms"][0]["manifest"].update(embedder="x"), "has no settings under `embedder`"),
        (lambda one: one["arms"][0]["manifest"].update(index=None), "has no settings under `index`"),
        (lambda one: one["arms"][0]["manifest"].update(splitter=[]), "has no settings under `splitter`"),
        (lambda one: one["arms"][0]["manifest"]["splitter"].update(overlap=10**400), "not a result"),
    ],
)
def test_an_edited_result_is_refused_when_it_is_read(tmp_path: Path, edit: Edit, said: str) -> None:
    """No report has to ask whether the arms that it names are there."""
    file = edited(tmp_path, result(), edit)
    with pytest.raises(ReportError, match=said) as refused:
        read_result(file)
    assert refused.value.message.startswith(f"{file}: ")
    assert refused.value.hint


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda one: one["frontier"].update(points=[]), "its frontier has no arms"),
        (lambda one: one["frontier"].update(knee="nobody"), "its knee is 'nobody', and its frontier has no such arm"),
        (lambda one: one["frontier"]["points"][0].update(recall=1e308), "outside the frontier's axes"),
        (lambda one: one["frontier"]["points"][0].update(redundancy=-1), "outside the frontier's axes"),
    ],
)
def test_an_edited_frontier_is_refused_when_it_is_read(tmp_path: Path, edit: Edit, said: str) -> None:
    """Its knee is one of its points, and its axes are shares."""
    with pytest.raises(ReportError, match=said):
        read_result(edited(tmp_path, explored(), edit))


def test_a_comparison_of_no_slices_is_shown(tmp_path: Path) -> None:
    """Odd, but nothing in it is wrong."""
    found = read_result(edited(tmp_path, result(), lambda one: one["comparisons"][0].update(effects=[])))
    assert "Slices" in TerminalReporter().render(found)
