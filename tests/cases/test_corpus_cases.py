"""The public cases about canonical text, offset units, Markdown structure and tables, one test an op.

Ops on chunks (`chunk_any`, `chunk_many`, `structure_cover`, `table_chunks`) are run where splitters are tested;
`html_*` wait for that format. `pages_of_spans` is run in `test_pdf_cases`, and so is `canonicalise` with the policy
`dehyphenate`, which belongs to PDF extraction and is none of canonical text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from reviewer.corpus import (
    Document,
    LineIndex,
    canonicalise,
    document_from_text,
    find_ignoring_case,
    find_quote,
    headings,
    sections,
)
from reviewer.corpus.markdown import tables
from reviewer.corpus.offsets import from_utf8, from_utf16
from reviewer.spans import Span

CASES = Path(__file__).parent

Part: TypeAlias = dict[str, Any]
POLICIES = {"unicode": "NFC", "newline": "lf", "bom": "strip", "surrogate": "replace"}
"""What canonical text does."""


def cases(op: str) -> Iterator[Any]:
    """Give the public cases of an op, by their ids; none of them may ask for a policy that is not ours."""
    for path in sorted(CASES.glob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        policy = case["input"].get("policy", {})
        if case["input"]["op"] == op and "dehyphenate" not in policy:
            assert policy.items() <= POLICIES.items()
            yield pytest.param(case["input"], case["expect"], id=case["id"])


def titles(document: Document) -> list[dict[str, object]]:
    """Give headings as the cases write them."""
    index = LineIndex(document.text)
    return [{"level": one.level, "title": one.path[-1], "line": index.line_of(one.start)} for one in headings(document)]


def trimmed(text: str, span: Span) -> list[int]:
    """Give a span without blanks at both ends."""
    part = text[span.start : span.end]
    return [span.start + len(part) - len(part.lstrip()), span.start + len(part.rstrip())]


@pytest.mark.parametrize(("given", "expected"), cases("canonicalise"))
def test_canonicalise(given: Part, expected: Part) -> None:
    """The canonical text, and the raw characters of its spans."""
    text, source = canonicalise(given["raw"])
    assert text == expected["canonical"]
    for pair in expected["map"]:
        assert source.raw_span(Span(*pair["canon"])) == Span(*pair["raw"])
    for find in expected.get("find", []):
        assert find_quote(text, find["quote"]) == (Span(*find["span"]),)
    if "headings" in expected:
        assert titles(document_from_text("a.md", given["raw"])) == expected["headings"]
    if expected.get("utf8_encodable"):
        text.encode("utf-8")


@pytest.mark.parametrize(("given", "expected"), cases("canonicalise_twice"))
def test_canonicalise_twice(given: Part, expected: Part) -> None:
    """Once is enough, and the map never goes back."""
    for raw in given["raws"]:
        text, source = canonicalise(raw)
        assert (canonicalise(text).text == text) is expected["idempotent"]
        offsets = [source.raw(at) for at in range(len(text) + 1)]
        assert (offsets == sorted(offsets)) is expected["map_monotone"]


@pytest.mark.parametrize(("given", "expected"), cases("convert_offsets"))
def test_convert_offsets(given: Part, expected: Part) -> None:
    """Bytes or UTF-16 units become code points."""
    convert = {"utf8": from_utf8, "utf16": from_utf16}[given["from_unit"]]
    start, end = convert(given["text"], given["span"])
    assert [start, end] == expected["codepoint"]
    assert given["text"][start:end] == expected["slice"]


@pytest.mark.parametrize(("given", "expected"), cases("line_index"))
def test_line_index(given: Part, expected: Part) -> None:
    """Only LF ends a line."""
    index = LineIndex(given["text"])
    assert list(index.starts) == expected["line_starts"]
    assert [list(index.line_and_column(at)) for at in given["query_pos"]] == expected["line_col"]


@pytest.mark.parametrize(("given", "expected"), cases("find_ci"))
def test_find_ignoring_case(given: Part, expected: Part) -> None:
    """Answers are offsets in the text itself."""
    found = find_ignoring_case(given["text"], given["needle"])
    assert [[one.start, one.end] for one in found] == expected["spans"]


@pytest.mark.parametrize(("given", "expected"), cases("find_quote"))
def test_find_quote(given: Part, expected: Part) -> None:
    """Compatibility characters match the letters they stand for."""
    found = [find_quote(given["text"], query["quote"]) for query in given["queries"]]
    assert [[[one.start, one.end] for one in spans] for spans in found] == [[span] for span in expected["spans"]]


@pytest.mark.parametrize(("given", "expected"), cases("md_headings"))
def test_headings(given: Part, expected: Part) -> None:
    """Headings per CommonMark, with lines of the whole file."""
    assert titles(document_from_text("a.md", given["text"])) == expected["headings"]


@pytest.mark.parametrize(("given", "expected"), cases("md_headings_many"))
def test_headings_of_many(given: Part, expected: Part) -> None:
    """The same for several texts."""
    assert [titles(document_from_text("a.md", text)) for text in given["texts"]] == expected["headings"]


@pytest.mark.parametrize(("given", "expected"), cases("structure_sections"))
def test_sections(given: Part, expected: Part) -> None:
    """A section for each heading, its path, and which copy of a sentence it holds."""
    document = document_from_text("a.md", given["text"])
    found = sections(document)
    assert [trimmed(document.text, one.span) for one in found] == expected["trimmed_spans"]
    assert [list(one.path) for one in found] == expected["paths"]
    for needle in expected["must_contain"]:
        start, length = needle["needle_start"], len(needle["needle"])
        assert found[needle["section"]].span.holds(Span(start, start + length))
        assert document.text[start : start + length] == needle["needle"]


@pytest.mark.parametrize(("given", "expected"), cases("md_tables"))
def test_tables(given: Part, expected: Part) -> None:
    """Tables with their lines and cells."""
    document = document_from_text("a.md", given["text"])
    index = LineIndex(document.text)
    found = [
        {
            "line_start": index.line_of(one.start),
            "line_end": index.line_of(one.end) + 1,
            "rows": [list(row) for row in one.rows],
        }
        for one in tables(document)
    ]
    assert found == expected["tables"]


@pytest.mark.parametrize(("given", "expected"), cases("table_chunks"))
def test_rows_of_a_table(given: Part, expected: Part) -> None:
    """The structure that whole-row cutting rests on; the cutting itself is tested with the splitters."""
    document = document_from_text("a.md", given["text"])
    kinds = {kind: [one.span for one in document.blocks if one.kind == kind] for kind in ("table-header", "table-row")}
    assert [trimmed(document.text, Span(*given["header_span"]))] == [
        [one.start, one.end] for one in kinds["table-header"]
    ]
    assert [[one.start, one.end] for one in kinds["table-row"]] == expected["no_boundary_inside"]


@pytest.mark.parametrize(("given", "expected"), cases("expand_to_section"))
def test_sections_hold_the_hits_of_their_own_document(given: Part, expected: Part) -> None:
    """The section around a hit is a span of the hit's document."""
    for (name, start, end), wanted in zip(given["hits"], expected["expanded_trimmed"], strict=True):
        document = document_from_text(name, given["docs"][name])
        around = [one for one in sections(document) if one.span.holds(Span(start, end))]
        assert [[name, *trimmed(document.text, one.span)] for one in around] == [wanted]
