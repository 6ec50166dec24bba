"""The journal loses no decision, whatever happens to the process or the disk."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.errors import LabelError
from reviewer.review.decision import Act, Decision, Key
from reviewer.review.journal import DECIDE, EARLIER, REDO, UNDO, Journal, Line
from reviewer.spans import Place

ONE = Decision(
    act=Act.ACCEPT,
    by="Ada",
    on="2026-11-30",
    place=Place("a.md", 1, 5),
    fingerprint="sha256:ab",
    quote="four",
    number=1,
)
TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=30).filter(lambda text: text.strip())


def test_lines_come_back_as_they_were_written(tmp_path: Path) -> None:
    """Steps, undo, redo and what is only offered again, in their order."""
    journal = Journal(tmp_path / "j")
    lines = (
        Line(DECIDE, {Key("a", 0): ONE, Key("b", -1): None}),
        Line(UNDO, {}),
        Line(REDO, {}),
        Line(EARLIER, {Key("a", 1): ONE}),
    )
    for line in lines:
        journal.append(line)
    assert journal.read() == lines


@settings(max_examples=60, deadline=None)
@given(by=TEXTS, quote=TEXTS, document=TEXTS)
def test_any_text_comes_back(tmp_path_factory: pytest.TempPathFactory, by: str, quote: str, document: str) -> None:
    """Line ends of every kind, controls and letters beyond the first plane stay inside their line."""
    journal = Journal(tmp_path_factory.mktemp("j") / "j")
    decision = Decision(act=Act.ADJUST, by=by, on="2026-11-30", place=Place(document, 1, 2), quote=quote)
    line = Line(DECIDE, {Key("a", 0): decision})
    journal.append(line)
    journal.append(line)
    assert journal.read() == (line, line)


def test_a_line_that_a_crash_cut_off_is_cut_away(tmp_path: Path) -> None:
    """At every byte at which a write may end, the lines before stand, and the next one can follow."""
    journal = Journal(tmp_path / "j")
    first, second = Line(DECIDE, {Key("a", 0): ONE}), Line(DECIDE, {Key("b", 0): ONE})
    journal.append(first)
    length = journal.path.stat().st_size
    journal.append(second)
    whole = journal.path.read_bytes()
    for cut in range(length, len(whole)):
        journal.path.write_bytes(whole[:cut])
        assert journal.read() == (first,)
        journal.append(second)
        assert journal.read() == (first, second)


def test_a_full_disk_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The decision is refused with a message, and what was decided before stands."""
    journal = Journal(tmp_path / "j")
    line = Line(DECIDE, {Key("a", 0): ONE})
    journal.append(line)
    write = os.write
    calls: list[int] = []

    def fill(handle: int, data: bytes) -> int:
        """Write a part, then find no space."""
        calls.append(handle)
        if len(calls) > 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(handle, data[:10])

    monkeypatch.setattr(os, "write", fill)
    with pytest.raises(LabelError, match="No space left"):
        journal.append(line)
    monkeypatch.undo()
    journal.append(line)
    assert journal.read() == (line, line)


@pytest.mark.parametrize(
    "text", ["no json\n", "{}\n", '{"version": 2, "kind": "undo"}\n', '{"version": 1, "kind": "x"}\n']
)
def test_a_journal_of_something_else_is_named_with_its_line(tmp_path: Path, text: str) -> None:
    """Nothing is guessed, and the file is left where it is."""
    journal = Journal(tmp_path / "j")
    journal.append(Line(UNDO, {}))
    journal.path.write_bytes(journal.path.read_bytes() + text.encode())
    with pytest.raises(LabelError, match=r"j:2: not a decision"):
        journal.read()
    assert journal.path.read_text().endswith(text)


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """The journal's own file being a folder stands for every place where nothing can be kept."""
    (tmp_path / "j").mkdir()
    with pytest.raises(LabelError, match=r"not kept|cannot be"):
        Journal(tmp_path / "j").append(Line(UNDO, {}))
