"""Sections and the titles above a place."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from reviewer.corpus import document_from_text, path_at, sections

TEXT = "Intro.\n\n# A\n\none\n\n  ## B ##\n\n- two\n\nC\n===\nthree\n"

lines = st.lists(st.sampled_from(["# A", "## B", "x", "", "- y", "C\n==="]), max_size=12).map("\n".join)


def test_sections_run_from_heading_line_to_heading_line() -> None:
    """What stands before the first heading is a section of its own; indentation belongs to the heading's line."""
    document = document_from_text("a.md", TEXT)
    found = [(document.text[one.start : one.end], one.path, one.level) for one in sections(document)]
    assert found == [
        ("Intro.\n\n", (), None),
        ("# A\n\none\n\n", ("A",), 1),
        ("  ## B ##\n\n- two\n\n", ("A", "B"), 2),
        ("C\n===\nthree\n", ("C",), 1),
    ]


def test_a_document_without_headings_is_one_section() -> None:
    """A text file has no titles, a blank one no section."""
    assert [(one.start, one.end, one.path) for one in sections(document_from_text("a.txt", "x\n"))] == [(0, 2, ())]
    assert sections(document_from_text("a.md", "\n \n")) == ()


@given(lines)
def test_sections_hold_every_visible_character_once(text: str) -> None:
    """They follow each other without a gap, and nothing but blanks is outside."""
    document = document_from_text("a.md", text)
    found = sections(document)
    assert all(one.end == other.start for one, other in pairwise(found))
    outside = document.text[: found[0].start] if found else document.text
    assert not outside.strip()
    assert not found or found[-1].end == len(document.text)


@given(lines)
def test_path_at_a_visible_character_is_that_of_its_section(text: str) -> None:
    """Asking by place and asking by section agree."""
    document = document_from_text("a.md", text)
    for one in sections(document):
        for offset in range(one.start, one.end):
            if not document.text[offset].isspace():
                assert path_at(document, offset) == one.path


def test_path_before_everything_is_empty() -> None:
    """Blank lines at the top lie under no title."""
    assert path_at(document_from_text("a.md", "\n\n# A\n"), 0) == ()
