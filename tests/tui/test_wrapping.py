"""Rows of any text at any width: nothing is lost, nothing is too wide, and every cell knows its character."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.tui import glyphs
from reviewer.tui.parting import PIECE
from reviewer.tui.wrapping import Mark, Rows

WORDS = st.sampled_from(
    [
        "a",
        "word",
        "of",
        "supercalifragilistic" * 2,
        "漢字仮名",
        "e\u0301te\u0301",
        "x\ty",
        "\x1b[0m",
        "שלום",
        "👍🏽",
        "\n",
        "\n\n",
        "  ",
    ]
)
TEXTS = st.one_of(st.lists(WORDS, max_size=40).map(" ".join), st.text(max_size=80), st.text("ab \n", max_size=120))


@settings(deadline=None, max_examples=60)
@given(TEXTS, st.integers(4, 40))
def test_rows_cover_the_text_and_keep_to_the_width(text: str, width: int) -> None:
    """Rows follow each other without gap; only a blank at a row's end may hang over."""
    rows = Rows(text, width)
    spans = [rows.span(at) for at in range(len(rows))]
    assert spans[0][0] == 0
    assert spans[-1][1] == len(text)
    assert all(one[1] == other[0] for one, other in pairwise(spans))
    for at, (start, end) in enumerate(spans):
        cells = rows.cells(at)
        assert len(cells) == end - start
        hanging = 1 if text[start:end].rstrip("\n").endswith(" ") else 0
        assert sum(cell.width for cell in cells) <= max(width, 2) + hanging
        assert "\n" not in text[start : end - 1]


@settings(deadline=None, max_examples=60)
@given(TEXTS, st.integers(4, 40))
def test_every_character_is_found_under_its_cells(text: str, width: int) -> None:
    """From offset to row and column and back; what takes no cell of its own leads to its base."""
    rows = Rows(text, width)
    for offset, char in enumerate(text):
        row = rows.row_of(offset)
        start, end = rows.span(row)
        assert start <= offset < end
        cell = rows.cells(row)[offset - start]
        if cell.width and char != "\n":
            assert rows.offset_at(row, rows.column_of(offset)) == offset
            assert rows.offset_at(row, rows.column_of(offset) + cell.width - 1) == offset


@settings(deadline=None, max_examples=60)
@given(TEXTS, st.integers(4, 30), st.lists(st.tuples(st.integers(0, 80), st.booleans()), max_size=6))
def test_marks_take_cells_and_no_character(text: str, width: int, places: list[tuple[int, bool]]) -> None:
    """With marks the same characters are drawn in the same order, and rows still keep to the width."""
    marks = [Mark(at, "▶", "mark", after=after) for at, after in places]
    rows = Rows(text, width, marks)
    assert rows.span(0)[0] == 0
    assert rows.span(len(rows) - 1)[1] == len(text)
    drawn = [mark.at for row in range(len(rows)) for cell in rows.cells(row) for mark in (*cell.before, *cell.after)]
    assert sorted(drawn) == sorted(mark.at for mark in marks if mark.at < len(text))
    for row in range(len(rows)):
        start, end = rows.span(row)
        if sum(cell.width for cell in rows.cells(row)) > width + 1:
            assert end - start == 1, "only a single character with more marks than fit may be wider"


def test_words_stay_whole_where_they_can() -> None:
    """A row ends after a blank; a word longer than the row is cut."""
    assert _rows("one two three four", 9) == ["one two ", "three ", "four"]
    assert _rows("abcdefghij kl", 5) == ["abcde", "fghij ", "kl"]
    assert _rows("one\n\ntwo\n", 9) == ["one\n", "\n", "two\n", ""]
    assert _rows("", 9) == [""]
    assert _rows("漢字仮名", 5) == ["漢字", "仮名"]
    assert _rows("ab漢字cd", 5) == ["ab漢", "字cd"]


def _rows(text: str, width: int) -> list[str]:
    rows = Rows(text, width)
    return [text[start:end] for start, end in (rows.span(at) for at in range(len(rows)))]


def test_tabs_reach_to_their_stops() -> None:
    """Whatever stands before a tab, the next character begins at a multiple of the stop."""
    rows = Rows("a\tb\tccccc\td", 40)
    assert [rows.column_of(at) for at in (0, 2, 4, 10)] == [0, 4, 8, 16]


def test_marks_in_an_endless_line_change_only_their_piece() -> None:
    """The rows elsewhere in the line begin where they began."""
    text = "word " * 100_000
    bare, marked = Rows(text, 60), Rows(text, 60, [Mark(250_000, "▶", "mark")])
    near = 2 * PIECE
    assert [at for at in bare.starts if at < 250_000 - near] == [at for at in marked.starts if at < 250_000 - near]
    assert [at for at in bare.starts if at > 250_000 + near] == [at for at in marked.starts if at > 250_000 + near]


@pytest.mark.parametrize(
    "text", ["word and " * 111_111, "line of text\n" * 77_000, "漢字仮名文 " * 55_000, "e\u0301 " * 110_000]
)
def test_a_megabyte_is_wrapped_quickly_and_marked_at_once(text: str) -> None:
    """Work alone is counted; the limits are wide, since machines differ."""
    begin = time.process_time()
    Rows(text, 71)
    assert time.process_time() - begin < 1.5
    begin = time.process_time()
    for at in range(10):
        Rows(text, 71, [Mark(len(text) // 2 + at, "▶", "mark")])
    assert (time.process_time() - begin) / 10 < 0.1


@settings(deadline=None, max_examples=60)
@given(st.text("a\u0301\u0302b ", max_size=200))
def test_marks_of_letters_stay_with_their_letter(text: str) -> None:
    """No row begins with a mark that has a base to stand on."""
    rows = Rows(text, 7)
    for row in range(1, len(rows)):
        start, _ = rows.span(row)
        if start < len(text) and glyphs.WIDTHS[text[start]] == 0:
            assert rows.cells(row)[0].sign.startswith(glyphs.DOTTED_CIRCLE)
