"""reStructuredText: headings by adornment, directives, lists, tables, and literal blocks."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.corpus import document_from_text, headings
from reviewer.corpus.html_tables import grids

LINES = [
    "", "Title", "=====", "-----", "~~", "- item", "  more", "    deep::", "::", "1. one", "a. two", ":field: x", "..",
    "term", ".. note:: n", ".. code-block:: c", "   :opt: 1", "   code", ".. _x: y", ".. [1] z", "+--+--+", "|a |b |",
    "+==+==+", "==  ==", "a   b", ">>> 1", "* - c", ".. list-table::", "\ttab", "  \u00e9", ".. csv-table::", "   a,b",
]  # fmt: skip
texts = st.lists(st.sampled_from(LINES), max_size=25).map("\n".join)


def blocks(text: str) -> list[tuple[str, str]]:
    """Give the blocks by kind and text."""
    document = document_from_text("a.rst", text)
    return [(one.kind, document.text[one.start : one.end]) for one in document.blocks]


@settings(max_examples=100, deadline=None)
@given(texts)
def test_any_text_is_kept_and_its_blocks_lie_in_it(text: str) -> None:
    """Blocks are sorted, and begin and end with what is visible."""
    document = document_from_text("a.rst", text)
    assert document.text == text
    places = [(one.start, -one.end) for one in document.blocks]
    assert places == sorted(places)
    parts = [text[one.start : one.end] for one in document.blocks]
    assert all(part and part == part.strip() for part in parts)


def test_adornments_tell_levels_in_the_order_of_their_first_use() -> None:
    """An overlined style is another; a rule shorter than its title and than four signs is none."""
    text = "====\nA\n====\n\nB\n=\n\nC longer\n-----\n\nD\n==\n\nE is text\n--\n\n\n----\n\nF"
    document = document_from_text("a.rst", text)
    assert [(one.level, one.path) for one in headings(document)] == [
        (1, ("A",)), (2, ("A", "B")), (3, ("A", "B", "C longer")), (2, ("A", "D")),
    ]  # fmt: skip
    assert document.blocks[-1].path == ("A", "D")


@pytest.mark.parametrize(
    ("text", "code", "language"),
    [
        ("x::\n\n   a\n\n   b\n\nc", "a\n\n   b", None),
        ("::\n\n  a\n", "a", None),
        (".. code-block:: python\n   :linenos:\n\n   a\n", "a", "python"),
        (".. code::\n\n   a\n", "a", None),
        (".. sourcecode:: c\n   :caption: one\n      two\n\n   a\n   b\n", "a\n   b", "c"),
        (">>> 1\n1\n", ">>> 1\n1", "python"),
        ("- x::\n\n    a\n", "a", None),
    ],
)
def test_code(text: str, code: str, language: str | None) -> None:
    """Literal blocks, code directives without their options, and doctests."""
    document = document_from_text("a.rst", text)
    found = [one for one in document.blocks if one.kind == "code"]
    assert [(text[one.start : one.end], one.attribute("language")) for one in found] == [(code, language)]


def test_notes_are_read_as_text() -> None:
    """Their content may begin beside the name; comments, targets and lists of pages have none."""
    assert blocks(".. note:: one\n   two\n\n   - three\n\n.. a comment\n   goes on\n\n.. toctree::\n\n   p") == [
        ("paragraph", "one\n   two"), ("list", "- three"), ("list-item", "- three"), ("paragraph", "three"),
    ]  # fmt: skip


def test_lists_nest_by_their_indents() -> None:
    """Items hold paragraphs and lists; a change of the mark begins another list."""
    kinds = [kind for kind, _ in blocks("- a\n\n  1. b\n  2. c\n\n- d\n\n* e\n\n:f: g\n\nterm\n  meaning")]
    assert kinds == [
        "list", "list-item", "paragraph", "list", "list-item", "paragraph", "list-item", "paragraph", "list-item",
        "paragraph", "list", "list-item", "paragraph", "list", "list-item", "paragraph", "list-item", "paragraph",
        "paragraph",
    ]  # fmt: skip


def test_a_sentence_that_begins_with_a_letter_and_a_dot_is_no_list() -> None:
    """A numbered item stands alone, above its own lines, or above the next item."""
    assert [kind for kind, _ in blocks("A. Smith wrote\nthis.")] == ["paragraph"]
    assert blocks("A. one\nB. two")[0][0] == "list"


@pytest.mark.parametrize(
    "text",
    [
        "==  ==\na   b\n==  ==\n1   2\n==  ==\n",
        "+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n",
        ".. list-table::\n   :header-rows: 1\n\n   * - a\n     - b\n   * - 1\n     - 2\n",
    ],
)
def test_tables_are_grids_with_a_header(text: str) -> None:
    """Simple, grid and list tables."""
    document = document_from_text("a.rst", text)
    assert grids(document) == ((("a", "b"), ("1", "2")),)
    kinds = [one.kind for one in document.blocks]
    assert (kinds.count("table"), kinds.count("table-header"), kinds.count("table-row")) == (1, 1, 1)
    assert document.blocks[-1].attribute("headers") == "0,1"


def test_rows_of_several_lines_stay_rows() -> None:
    """A row of a simple table goes on where its first column is empty."""
    assert ("table-row", "1   2\n    3") in blocks("==  ==\na   b\n==  ==\n1   2\n    3\n==  ==")
    assert ("table-row", "|1 |2 |\n|  |3 |") in blocks("+--+--+\n|1 |2 |\n|  |3 |\n+--+--+")


def test_a_csv_table_has_rows() -> None:
    """Records of the directive's content."""
    assert [text for kind, text in blocks(".. csv-table:: T\n\n   a,b\n   c,d") if kind == "table-row"] == [
        "a,b",
        "c,d",
    ]


@pytest.mark.parametrize(
    "text", ["- " * 50_000 + "x", "\n".join(" " * at + "- x" for at in range(1500)), "::\n\n" * 50_000]
)
def test_depth_and_length_cost_no_recursion(text: str) -> None:
    """What nests deeper than twenty levels has no structure of its own."""
    started = time.process_time()
    assert document_from_text("a.rst", text).text == text
    assert time.process_time() - started < 5
