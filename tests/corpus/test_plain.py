"""Plain text and code: paragraphs between blank lines."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reviewer.corpus import Block, document_from_text


def texts(document_id: str, text: str) -> list[tuple[str, str]]:
    """Give kind and text of each block."""
    document = document_from_text(document_id, text)
    return [(block.kind, document.text[block.start : block.end]) for block in document.blocks]


def test_paragraphs_are_parted_by_blank_lines() -> None:
    """Lines of blanks part as empty lines do; indentation and trailing blanks are outside."""
    assert texts("a.txt", "  one\n two \n \t\nthree\n\n\n") == [("paragraph", "one\n two"), ("paragraph", "three")]


def test_other_line_ends_part_nothing() -> None:
    """A form feed or a Unicode line separator does not end a line."""
    assert texts("a.txt", "a\x0c\x0cb\u2028\u2028c") == [("paragraph", "a\x0c\x0cb\u2028\u2028c")]


def test_code_is_one_block_over_its_paragraphs() -> None:
    """The whole file is code; its parts between blank lines are paragraphs inside."""
    assert texts("a.jl", "\nimport os\n\ndef f():\n    pass\n") == [
        ("code", "import os\n\ndef f():\n    pass"),
        ("paragraph", "import os"),
        ("paragraph", "def f():\n    pass"),
    ]


def test_blank_files_have_no_blocks() -> None:
    """Nothing visible, nothing structured."""
    assert texts("a.py", " \n\n") == texts("a.txt", " \n\n") == []


@given(st.text(st.sampled_from("ab \t\n\x0c"), max_size=40))
def test_every_visible_character_is_in_one_paragraph(text: str) -> None:
    """Paragraphs hold all that is not blank, once, and no blank line."""
    blocks: tuple[Block, ...] = document_from_text("a.txt", text).blocks
    covered = [at for block in blocks for at in range(block.start, block.end)]
    assert len(covered) == len(set(covered))
    assert {at for at, char in enumerate(text) if not char.isspace()} <= set(covered)
    for block in blocks:
        assert all(line.strip() for line in text[block.start : block.end].split("\n"))
