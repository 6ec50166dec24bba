"""Any splitter is held to its promises in processes that can be ended."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from reviewer.chunks import Setting
from reviewer.chunks.conformance import TEXTS, Checked, check_splitter
from reviewer.corpus import Document, document_from_bytes
from reviewer.errors import SplitError

HARD = [(one.name, one.text) for one in TEXTS]
SOURCE = """
import os, random, time


def good(text, size=100):
    return [(text[at : at + size], at, min(at + size, len(text))) for at in range(0, len(text), size)]


def by_search(text, size=100):
    chunks = [text[at : at + size] for at in range(0, len(text), size)]
    return [(one, text.find(one), text.find(one) + len(one)) for one in chunks]


def hangs(text):
    while "hang" in text:
        time.sleep(0.1)
    return [(0, len(text))]


def crashes(text):
    if "crash" in text:
        os._exit(7)
    return [(0, len(text))]


def fails(text):
    if "fail" in text:
        raise RuntimeError("no model")
    return [(0, len(text))]


def prints(text):
    print("{ not an answer }")
    return [(0, len(text))]


def varies(text):
    at = random.randrange(1, len(text))
    return [(0, at), (at, len(text))]


def by_hash(text):
    at = 1 + hash(text) % (len(text) - 1)
    return [(0, at), (at, len(text))]
"""


@pytest.fixture(autouse=True)
def _module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cuts_to_check.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


def checked(function: str, *texts: str, seconds: float = 20.0, **settings: Setting) -> Checked:
    """Check a function of the module."""
    named = [(f"text-{number}", text) for number, text in enumerate(texts, start=1)] or HARD
    return check_splitter({"name": "python", "python": f"cuts_to_check:{function}", **settings}, named, seconds)


def test_a_true_splitter_passes_every_hard_text() -> None:
    """Nothing is found where nothing is wrong."""
    found = checked("good", size=120)
    assert not found.broken, [row.to_plain() for row in found.rows if row.broken]
    assert found.tally.true == found.tally.claimed == found.tally.chunks > 900
    assert found.ready.name == "python"


def test_a_splitter_that_searches_is_caught_on_repeated_text() -> None:
    """And only there: plain prose hides the fault."""
    found = {row.name: row.tally for row in checked("by_search", size=120).rows}
    assert found["prose"].wrong_copies == found["prose"].false == 0
    assert found["repeated-characters"].wrong_copies == 49
    assert found["repeated-sections"].wrong_copies > 0
    assert sum(one.false for one in found.values()) == 0


def test_our_own_splitter_keeps_its_promises() -> None:
    """On the same texts."""
    found = check_splitter({"name": "recursive", "size": 60, "overlap": 12, "unit": "words"}, HARD, 30)
    assert not found.broken, [row.to_plain() for row in found.rows if row.broken]
    assert found.tally.clusters == 0


def test_a_text_on_which_it_hangs_is_named_and_the_rest_is_checked() -> None:
    """The process is ended and started anew."""
    first, second, third = checked("hangs", "one", "hang here", "three", seconds=1.0).rows
    assert (first.hung, second.hung, third.hung) == (False, True, False)
    assert second.broken
    assert third.tally.chunks == 1


def test_a_crash_and_an_exception_are_told_of_their_text() -> None:
    """With exit code or message."""
    crash = checked("crashes", "one", "crash", "three").rows
    assert [row.broken for row in crash] == [False, True, False]
    assert crash[1].failure is not None
    assert "exit code 7" in crash[1].failure.message
    fail = checked("fails", "one", "fail", "three").rows
    assert fail[1].failure is not None
    assert "text-2: the splitter python failed (RuntimeError: no model)" in fail[1].failure.message


@pytest.mark.parametrize("function", ["varies", "by_hash"])
def test_a_splitter_that_differs_from_run_to_run_is_seen(function: str) -> None:
    """By chance, or by the order of Python's hashes, which differs between processes."""
    found = checked(function, "Fees are due at once, and appeals are free of any charge. " * 40)
    assert not found.rows[0].repeats
    assert found.broken


def test_what_a_splitter_prints_is_no_answer() -> None:
    """Its standard output is its own."""
    assert not checked("prints", "Fees are due.").broken


def test_settings_that_make_no_splitter_are_refused() -> None:
    """As a run would."""
    with pytest.raises(SplitError, match="no setting 'sise'"):
        checked("good", "one", sise=4)
    with pytest.raises(SplitError, match="there is no program"):
        check_splitter({"name": "command", "command": ("no-such-program",)}, HARD, 5)


def test_a_program_of_any_language_is_checked_too() -> None:
    """One that gives the whole text as one place."""
    program = "import sys; print([0, len(sys.stdin.buffer.read().decode())])"
    found = check_splitter(
        {"name": "command", "command": (sys.executable, "-c", program)}, [("a", "Fees are due."), ("b", "x y")], 20
    )
    assert not found.broken
    assert found.tally.chunks == 2


PDF = Path(__file__).parents[2] / "corpus/golden/pdf"


def test_documents_cross_as_they_were_read() -> None:
    """A PDF with its pages and a web page with its headings: neither could be read from its text again."""
    paged = document_from_bytes("paged.pdf", (PDF / "contract.pdf").read_bytes())
    page = document_from_bytes("page.html", b"<h1>Fees</h1><p>Fees are due.</p><h1>Appeals</h1><p>They are free.</p>")
    assert isinstance(paged, Document)
    assert isinstance(page, Document)
    found = check_splitter({"name": "sections", "size": 4, "unit": "words"}, [paged, page], 20)
    assert [(row.name, row.failure) for row in found.rows] == [("paged.pdf", None), ("page.html", None)]
    assert found.rows[1].tally.chunks == len(sections_of(page)) == 2


def sections_of(document: Document) -> list[str]:
    """Give the titles of a document."""
    return [one.path[-1] for one in document.blocks if one.kind == "heading"]


def test_a_text_named_like_a_file_that_is_no_text_is_taken_as_text() -> None:
    """Names and texts are handed over as they are."""
    found = check_splitter({"name": "recursive", "size": 4, "unit": "words"}, [("a.pdf", "Fees are due.")], 20)
    assert not found.broken
    assert found.tally.chunks == 1
