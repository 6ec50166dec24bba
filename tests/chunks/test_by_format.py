"""A splitter for each format and kind of block."""

from __future__ import annotations

from typing import Any

import pytest

from reviewer import registry
from reviewer.chunks import make_splitter
from reviewer.corpus import document_from_text
from reviewer.errors import SplitError
from tests.chunks.cutting import cut, texts
from tests.chunks.test_rows import LIMITS


@pytest.mark.parametrize(
    ("document", "as_by"), [("a.md", "sections"), ("a.txt", "recursive"), ("a.csv", "rows"), ("a.unknown", "recursive")]
)
def test_each_format_has_a_splitter_that_suits_it(document: str, as_by: str) -> None:
    """Without any settings but a size."""
    text = "# Fees\n\nThey are due. Others are not.\n\n# Appeals\n\nThey are free, and they stay so.\n"
    assert texts("by-format", text, document=document, size=7) == texts(as_by, text, document=document, size=7)


def test_code_is_cut_by_symbol_where_that_is_installed() -> None:
    """Else like text."""
    text = "def fees():\n    return 1\n\n\ndef appeals():\n    return 2\n"
    as_by = "code" if "code" in registry.names("splitters") else "recursive"
    assert texts("by-format", text, document="a.py", size=8) == texts(as_by, text, document="a.py", size=8)


def test_a_route_is_a_name_or_settings_and_takes_the_rest_from_here() -> None:
    """Sizes are written once."""
    routed = {"markdown": {"name": "words", "size": 3}, "text": "sentences"}
    assert texts("by-format", "one two three four", size=10, formats=routed) == ["one two three", "four"]
    assert texts("by-format", "One. Two. Three.", document="a.txt", size=2, formats=routed) == ["One. Two.", "Three."]


def test_blocks_with_a_route_are_cut_apart_with_the_headings_of_the_whole() -> None:
    """Tables by rows, inside a document that another splitter cuts."""
    pieces = cut("by-format", LIMITS, size=29, blocks={"table": "rows"})
    assert [one.text for one in pieces] == texts("rows", LIMITS, size=29)
    assert pieces[2].embedded[:2] == ["# Limits", "## Plans"]
    plain = texts("by-format", LIMITS, size=12, blocks={"table": {"name": "words"}})
    assert "| 300 |" in plain[-3]


def test_the_overlap_of_all_routes_is_one_setting() -> None:
    """So that it can be swept: arms that differ in it differ in nothing else."""
    plain = [make_splitter({"name": "by-format", "unit": "words", "size": 9, "overlap": at}).identity for at in (0, 3)]
    assert plain[0].settings == plain[1].settings
    assert plain[0].fingerprint != plain[1].fingerprint


@pytest.mark.parametrize(
    ("routes", "told"),
    [
        ({"formats": {"markdwn": "rows"}}, "splitter by-format: formats.markdwn is unknown"),
        ({"blocks": {"tables": "rows"}}, "splitter by-format: blocks.tables is unknown"),
        ({"formats": {"markdown": "section"}}, "formats.markdown: no splitter is called 'section'"),
        (
            {"formats": {"markdown": {"name": "sections", "sizes": 3}}},
            "formats.markdown: splitter sections: no setting",
        ),
        ({"formats": {"text": {"name": "words", "size": 2, "overlap": 2}}}, "formats.text: splitter: size 2"),
        ({"formats": {"text": {"size": 2}}}, "formats.text: splitter: name is None"),
        ({"formats": "rows"}, "formats is 'rows'"),
        ({"formats": {"text": "command"}}, "formats.text: command is not one of ours"),
        ({"formats": {"text": {"name": "by-format", "formats": {"text": 3}}}}, "formats.text: splitter by-format"),
    ],
)
def test_a_mistake_in_a_route_is_named_by_its_place(routes: dict[str, Any], told: str) -> None:
    """Before any document is read."""
    with pytest.raises(SplitError) as caught:
        make_splitter({"name": "by-format", "size": 9, **routes})
    assert told in caught.value.message


def test_routes_are_in_the_fingerprint() -> None:
    """Two routings never share results."""
    prints = {
        make_splitter({"name": "by-format", "unit": "words", "size": 9, **routes}).identity.fingerprint
        for routes in ({}, {"formats": {"text": "words"}}, {"blocks": {"table": "rows"}}, {"send": ()})
    }
    assert len(prints) == 4


def test_documents_keep_the_blocks_of_their_parts() -> None:
    """A part that is cut alone is cut with its own structure."""
    text = "# A\n\n```\nx = 1\n\ny = 2\n```\n\nEnd.\n"
    document = document_from_text("a.md", text)
    splitter = make_splitter({"name": "by-format", "unit": "words", "size": 4, "blocks": {"code": "recursive"}})
    assert [text[one.start : one.end] for one in splitter.split(document)] == [
        "# A",
        "```\nx = 1",
        "y = 2\n```",
        "End.",
    ]
