"""Markdown: blocks, titles and tables where the parser saw them, on texts that trip simpler readers."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from reviewer.corpus import Block, Document, LineIndex, document_from_text, headings
from reviewer.corpus.markdown import tables

PIECES = (
    *("# ", "## ", "- ", "* ", "1. ", "10) ", "> ", "```", "~~~", "---\n", "===\n", "<!--", "-->", "<div>"),
    *("\n", "\n\n", "    ", "\t", "  ", "| a | b |\n", "|---|---|\n", "| 1 | 2 |\n", "[x]: y\n", "a: b\n"),
    *("word", "`c`", "*e*", "\\", "&amp;", "\u00a0", "\f", "\u2028", "caf\u00e9"),
)
"""What Markdown is made of, so that short texts nest containers and break off blocks."""

markdown = st.lists(st.sampled_from(PIECES), max_size=24).map("".join)


def read(text: str) -> Document:
    """Give the document of a Markdown text."""
    return document_from_text("a.md", text)


def seen(document: Document, kind: str) -> list[str]:
    """Give the texts of the blocks of a kind."""
    return [document.text[block.start : block.end] for block in document.blocks if block.kind == kind]


@settings(max_examples=300)
@given(markdown)
def test_blocks_nest_and_hold_text(text: str) -> None:
    """Blocks are sorted, lie inside the text, end on a visible character, and never cross each other."""
    document = read(text)
    open_: list[Block] = []
    assert list(document.blocks) == sorted(document.blocks, key=lambda block: (block.start, -block.end))
    for block in document.blocks:
        assert 0 <= block.start < block.end <= len(document.text)
        assert not document.text[block.end - 1].isspace()
        while open_ and open_[-1].end <= block.start:
            open_.pop()
        assert not open_ or open_[-1].span.holds(block.span)
        open_.append(block)


@settings(max_examples=300)
@given(markdown)
def test_headings_stand_on_the_lines_where_the_parser_puts_them(text: str) -> None:
    """Level and line agree with an ordinary run of the whole parser."""
    document = read(text)
    if document.blocks[:1] and document.blocks[0].kind == "front-matter":
        return
    tokens = MarkdownIt("commonmark").enable("table").parse(document.text)
    expected = [
        (token.tag, token.map[0]) for token in tokens if token.type == "heading_open" and not token.level and token.map
    ]
    index = LineIndex(document.text)
    assert [(f"h{one.level}", index.line_of(one.start)) for one in headings(document)] == expected


def test_titles_are_what_a_reader_sees() -> None:
    """Emphasis, code, links, images, entities, escapes and inline HTML leave their text alone."""
    document = read("# *Hi* `a*b` [link][r] ![alt **x**](i.png) &amp; <b>bold</b> \\# ~~old~~\n\n[r]: http://x\n")
    assert headings(document)[0].path == ("Hi a*b link alt x & bold # old",)


def test_a_path_holds_every_title_above_and_no_separator() -> None:
    """Skipped levels stay skipped; a slash inside a title parts nothing."""
    document = read("# A/B\n\n### C\n\nx\n\n## D\n\ny\n\n# E\n")
    paths = [block.path for block in document.blocks]
    assert paths == [
        ("A/B",),
        ("A/B", "C"),
        ("A/B", "C"),
        ("A/B", "D"),
        ("A/B", "D"),
        ("E",),
    ]


def test_blocks_begin_after_the_markers_of_what_holds_them() -> None:
    """A paragraph in an item in a quote begins at its own first letter."""
    document = read("> - one\n>   two\n> - ```sh\n>   x\n>   ```\n")
    assert seen(document, "list-item") == ["- one\n>   two", "- ```sh\n>   x\n>   ```"]
    assert seen(document, "paragraph") == ["one\n>   two"]
    assert seen(document, "code") == ["```sh\n>   x\n>   ```"]
    assert seen(document, "quote") == [document.text.rstrip()]


def test_items_end_where_their_text_ends() -> None:
    """The blank lines between loose items belong to none."""
    document = read("1. a\n\n2. b\n\n   more\n\n\nafter\n")
    assert seen(document, "list-item") == ["1. a", "2. b\n\n   more"]
    assert seen(document, "list") == ["1. a\n\n2. b\n\n   more"]


def test_a_table_is_its_header_with_the_delimiter_and_its_rows() -> None:
    """Header and rows tile the table, so that a row can be sent with its header."""
    document = read("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nafter")
    assert seen(document, "table") == ["| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |"]
    assert seen(document, "table-header") == ["| a | b |\n|---|---|"]
    assert seen(document, "table-row") == ["| 1 | 2 |", "| 3 | 4 |"]


def test_tables_are_grids_as_wide_as_their_header() -> None:
    """Missing cells are empty, surplus ones are dropped, markup inside cells is read."""
    document = read("| a | **b** |\n|---|---|\n| 1 |\n| x | [y](z) | w |\n")
    assert [table.rows for table in tables(document)] == [(("a", "b"), ("1", ""), ("x", "y"))]
    assert tables(document_from_text("a.txt", document.text)) == ()


def test_a_heading_inside_a_quote_opens_no_section() -> None:
    """It is a paragraph of the quote; what follows stays under the heading before."""
    document = read("# A\n\n> # Note\n> text\n\nafter\n")
    assert [one.path for one in headings(document)] == [("A",)]
    assert seen(document, "paragraph") == ["# Note", "text", "after"]


def test_indented_code_and_comments_keep_their_signs() -> None:
    """Neither opens a section."""
    document = read("    # code\n\n<!--\n\n# hidden\n\n-->\n")
    assert seen(document, "code") == ["# code"]
    assert seen(document, "html") == ["<!--\n\n# hidden\n\n-->"]
    assert headings(document) == ()


def test_front_matter_is_a_block_and_metadata() -> None:
    """Texts at the top are metadata to filter by; lists and nothing are not."""
    document = read("---\ntitle: Fees\nversion: 007\ntags: [a]\nempty:\n---\n# Fees\n")
    assert seen(document, "front-matter") == ["---\ntitle: Fees\nversion: 007\ntags: [a]\nempty:\n---"]
    assert document.metadata == {"title": "Fees", "version": "007"}
    assert document.text[headings(document)[0].start :] == "# Fees\n"


def test_front_matter_that_is_not_strict_is_still_no_text() -> None:
    """An anchor or a doubled key costs the metadata, not the structure."""
    document = read("---\na: &x 1\nb: *x\n---\n# Fees\n")
    assert [block.kind for block in document.blocks] == ["front-matter", "heading"]
    assert document.metadata == {}


def test_what_only_looks_like_front_matter_is_text() -> None:
    """No mapping, a blank first line, no closing line, or text before: all are Markdown."""
    for text in ("---\njust text\n---\n", "---\n\na: b\n---\n", "---\na: b\n", "\n---\na: b\n---\n", "---\n---\n"):
        assert "front-matter" not in [block.kind for block in read(text).blocks]


def test_front_matter_to_the_end_of_the_file() -> None:
    """A document may hold nothing else, with or without a last line end."""
    for text in ("---\na: b\n---", "---\na: b\n---\n"):
        assert [(block.kind, block.end) for block in read(text).blocks] == [("front-matter", 12)]


def test_no_state_leaks_into_the_next_document() -> None:
    """An open fence and a link definition end with their document."""
    read("```\n\n[r]: http://x\n")
    read("[r]: http://x\n")
    assert headings(read("# [a][r]\n"))[0].path == ("[a][r]",)


def test_deep_nesting_ends_in_text() -> None:
    """A thousand quotes inside each other are read up to the parser's limit."""
    document = read("> " * 1000 + "x\n\n# After\n")
    assert [one.path for one in headings(document)] == [("After",)]
