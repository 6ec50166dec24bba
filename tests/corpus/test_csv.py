"""Files of records: delimiters, quotes, headers, and the places of rows and cells."""

from __future__ import annotations

import csv
import io
import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.corpus import Document, document_from_text
from reviewer.corpus.csv import delimiter_of, records
from reviewer.corpus.html_tables import grids

fields = st.text(st.sampled_from('ab,;"\n 1.'), max_size=6).map(str.strip)
tables = st.lists(st.lists(fields, min_size=2, max_size=4), min_size=1, max_size=5)


def cells(document: Document, kind: str = "table-cell") -> list[str]:
    """Give the texts of the blocks of a kind."""
    return [document.text[one.start : one.end] for one in document.blocks if one.kind == kind]


@settings(max_examples=100, deadline=None)
@given(tables)
def test_records_are_those_that_were_written(rows: list[list[str]]) -> None:
    """What the standard library writes comes back field by field, wherever quotes and line ends stand."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_ALL).writerows(rows)
    text = out.getvalue()
    found = [[text[start:end].replace('""', '"') for start, end in one.fields] for one in records(text, ",")]
    assert found == rows


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from('ab,;\t|"\n 1'), max_size=40))
def test_any_text_is_kept_and_its_blocks_lie_in_it(text: str) -> None:
    """Rows come one after another, and every character but delimiters and blanks stands in one."""
    document = document_from_text("a.csv", text)
    assert document.text == text
    rows = [one for one in document.blocks if one.kind in ("table-header", "table-row")]
    assert all(one.end < other.start for one, other in pairwise(rows))
    outside = set(range(len(text))) - {at for one in rows for at in range(one.start, one.end)}
    assert not "".join(text[at] for at in outside).strip(' \n\t"')
    assert all(one.start < one.end for one in document.blocks)


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b\n1,2\n", ","),
        ("a;b\n1,5;2,5\n", ";"),
        ("a\tb, c\n1\t2\n", "\t"),
        ("a|b\n1|2, 3\n", "|"),
        ('a,b\n"x;y;z",2\n', ","),
        ("one column\nof text, with a comma\n", ","),
        ("", ","),
    ],
)
def test_the_delimiter_is_the_one_that_makes_records_as_wide_as_the_first(text: str, delimiter: str) -> None:
    """A sign that but stands in some fields is none."""
    assert delimiter_of(text) == delimiter


def test_the_suffix_tells_tabs() -> None:
    """In a TSV file commas are text."""
    document = document_from_text("a.tsv", "x,y,z\na,b,c\n")
    assert cells(document) == ["x,y,z", "a,b,c"]


@pytest.mark.parametrize(
    ("text", "has_header"),
    [
        ("plan,fee\nS,1\n", True),
        ("country,2023,2024\nFR,1,2\n", True),
        (",fee\n0,1\n", True),
        ("S,1\nM,2\n", False),
        ("a,a\n1,2\n", False),
        ("a,\n1,2\n", False),
        ("plan,fee\n", False),
    ],
)
def test_the_first_record_is_the_header_unless_it_holds_data(text: str, has_header: bool) -> None:  # noqa: FBT001 # parametrised
    """Numbers, doubled and missing names are data; a lone record is a row."""
    assert bool(cells(document_from_text("a.csv", text), "table-header")) is has_header


def test_cells_know_their_header_and_a_table_is_a_grid() -> None:
    """A field is quoted in the text, and its cell is what the quotes hold."""
    document = document_from_text("a.csv", 'plan,fee\nS,"1,50"\n')
    assert document.blocks[-1].attributes == (("table", "1"), ("row", "1"), ("column", "1"), ("headers", "0,1"))
    assert grids(document) == ((("plan", "fee"), ("S", "1,50")),)


@pytest.mark.parametrize("text", ['"' * 300_001, '"a' * 100_000, 'x,"' * 100_000, '"a,""b' * 50_000])
def test_quotes_that_never_close_cost_no_more_than_their_length(text: str) -> None:
    """A stray quote is a character like any other."""
    started = time.process_time()
    assert document_from_text("a.csv", text).text == text
    assert time.process_time() - started < 5
