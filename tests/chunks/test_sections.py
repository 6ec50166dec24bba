"""Chunks that are sections."""

from __future__ import annotations

import pytest

from reviewer.chunks import make_splitter
from reviewer.errors import SplitError
from tests.chunks.cutting import cut, texts

GUIDE = """# Guide

Read this first.

## Fees

Fees are due at once. They are never waived. Pay by card.

The exceptions are:

- small firms
- large firms

### Late fees

Late fees are ten euro.

## Appeals

An appeal is free.
"""
TABLE = "## Plans\n\n| Plan | Requests |\n| --- | --- |\n| Solo | 10 |\n| Crew | 60 |\n| Firm | 300 |\n\nAll of it.\n"


def test_a_document_that_fits_is_one_chunk() -> None:
    """Nothing is cut for the sake of a heading alone."""
    assert texts("sections", GUIDE, size=100) == [GUIDE.strip()]


def test_a_chunk_is_a_section_with_the_headings_above_it() -> None:
    """A heading in the chunk does not go along once more; a section that is too long goes on under its own heading."""
    assert cut("sections", GUIDE, size=24) == [
        ("# Guide\n\nRead this first.", [], []),
        ("## Fees\n\nFees are due at once. They are never waived. Pay by card.", ["# Guide"], ["# Guide"]),
        (
            "The exceptions are:\n\n- small firms\n- large firms",
            ["# Guide", "## Fees"],
            ["# Guide", "## Fees"],
        ),
        ("### Late fees\n\nLate fees are ten euro.", ["# Guide", "## Fees"], ["# Guide", "## Fees"]),
        ("## Appeals\n\nAn appeal is free.", ["# Guide"], ["# Guide"]),
    ]


def test_small_neighbours_of_one_parent_are_joined_and_others_never() -> None:
    """The last part of A and the first of B stay apart, though they would fit together."""
    text = "# A\n\n## A1\n\none\n\n## A2\n\ntwo two two two two\n\n# B\n\n## B1\n\nthree\n\n## B2\n\nfour\n"
    assert texts("sections", text, size=11) == [
        "# A\n\n## A1\n\none",
        "## A2\n\ntwo two two two two",
        "# B\n\n## B1\n\nthree\n\n## B2\n\nfour",
    ]
    assert texts("sections", text, size=14)[0] == "# A\n\n## A1\n\none\n\n## A2\n\ntwo two two two two"


def test_unjoined_sections_are_chunks_of_their_own_and_a_bare_heading_stays_with_the_first() -> None:
    """A heading without text of its own says nothing alone."""
    text = "# A\n\n## A1\n\none\n\n## A2\n\ntwo\n"
    assert texts("sections", text, size=50, join=False) == ["# A\n\n## A1\n\none", "## A2\n\ntwo"]


def test_a_section_too_long_is_cut_between_sentences_and_its_heading_stays_with_the_first() -> None:
    """Paragraphs before sentences before words."""
    text = "## Fees\n\nFees are due at once. They are never waived. Pay by card.\n"
    assert texts("sections", text, size=8) == [
        "## Fees\n\nFees are due at once.",
        "They are never waived.",
        "Pay by card.",
    ]
    assert texts("sections", "one two three four five six seven", size=3) == [
        "one two three",
        "four five six",
        "seven",
    ]


def test_blocks_that_fit_stay_whole_even_where_an_overlap_is_asked_for() -> None:
    """The overlap gives way before a table or a fence is parted."""
    fence = "```\na = 1\n\nb = 2\n```"
    text = f"# Keys\n\nRead the keys anew each day.\n\n{fence}\n\nThen go on.\n"
    for overlap in (0, 3, 6):
        chunks = texts("sections", text, size=9, overlap=overlap, embed=())
        assert any(fence in one for one in chunks)


def test_an_overlap_repeats_whole_sentences_inside_a_section_and_never_crosses_a_heading() -> None:
    """It begins at an edge."""
    text = "## Fees\n\nFees are due. None is waived. Pay by card. Or by bank.\n\n## Appeals\n\nAn appeal is free.\n"
    assert texts("sections", text, size=8, overlap=3, embed=()) == [
        "## Fees\n\nFees are due. None is waived.",
        "None is waived. Pay by card.",
        "Pay by card. Or by bank.",
        "## Appeals\n\nAn appeal is free.",
    ]


def test_a_table_that_does_not_fit_is_cut_between_rows_under_its_header() -> None:
    """The header goes along, and is no part of the chunk's place."""
    header = "| Plan | Requests |\n| --- | --- |"
    assert cut("sections", TABLE, size=26, send=["header"]) == [
        ("## Plans\n\n" + header + "\n| Solo | 10 |\n| Crew | 60 |", [], []),
        ("| Firm | 300 |", ["## Plans", header], [header]),
        ("All of it.", ["## Plans"], []),
    ]


def test_what_goes_along_counts_and_takes_half_a_chunk_at_most() -> None:
    """The nearest heading is kept where all of them would be too much."""
    text = "# One two three four\n\n## Five six\n\na b c d e f g h.\n\ni j k.\n"
    pieces = cut("sections", text, size=10, join=False)
    assert all(len(" ".join([*one.embedded, one.text]).split()) <= 10 for one in pieces)
    assert pieces[-1].embedded == ["## Five six"]


def test_nothing_goes_along_where_nothing_is_asked_for() -> None:
    """Two settings, each with a list of its own."""
    assert {(*one.embedded, *one.sent) for one in cut("sections", GUIDE, size=24, embed=[], send=[])} == {()}


def test_what_is_not_known_is_refused() -> None:
    """The words are named."""
    with pytest.raises(SplitError) as caught:
        make_splitter({"name": "sections", "size": 20, "embed": ("titles",)})
    assert "headings, header" in caught.value.hint
