"""HTML pages: what is content, what parts words, where blocks are, and how bytes are decoded."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.corpus import Block, Document, canonicalise, document_from_bytes, document_from_text, headings
from reviewer.corpus.html_tables import grids
from reviewer.errors import CorpusError
from reviewer.spans import Span

FRAGMENTS = [
    "<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<ul>", "<li>", "</ul>", "<table>", "<tr>", "<td rowspan=2>",
    "<th colspan='3'>", "</table>", "<pre>", "</pre>", "<br>", "<h1>", "</h1>", "<h3>", "<script>", "</script>",
    "<span hidden>", "</span>", "<nav>", "</nav>", "<main>", "</main>", "<!-- ", "-->", "<blockquote>", "<svg>",
    "</svg>", "<title>", "</title>", "&amp;", "&#x301;", "&#0;", "&#xD800;", "&lt", "&nope;", "&", "<", ">", '"', "<a ",
    "a", "e\u0301", " ", "\n", "\t", "\u00a0", "\x00", "word", "\U0001f600", "<!DOCTYPE html>", "<td", "<template>",
]  # fmt: skip
pages = st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join)


def text_of(html: str) -> str:
    """Give the canonical text of a page."""
    return document_from_text("a.html", html).text


def kinds(document: Document) -> list[tuple[str, str]]:
    """Give the blocks by kind and text."""
    return [(block.kind, document.text[block.start : block.end]) for block in document.blocks]


def raw_of(document: Document, html: str, word: str) -> str:
    """Give what stands in the page for a word of the text."""
    at = document.text.index(word)
    source = document.source.raw_span(Span(at, at + len(word)))
    return html[source.start : source.end]


@settings(max_examples=100, deadline=None)
@given(pages)
def test_any_page_is_read_with_blocks_and_map_in_order(html: str) -> None:
    """Text is canonical, blocks lie in it and are sorted, and the map only goes forward."""
    document = document_from_text("a.html", html)
    assert canonicalise(document.text).text == document.text
    places = [(block.start, -block.end) for block in document.blocks]
    assert places == sorted(places)
    assert all(0 <= block.start < block.end <= len(document.text) for block in document.blocks)
    offsets = [document.source.raw(at) for at in range(len(document.text) + 1)]
    assert offsets == sorted(offsets)
    assert offsets[-1] <= len(html)


@settings(max_examples=100, deadline=None)
@given(pages)
def test_each_character_stands_at_its_place_in_the_page(html: str) -> None:
    """What is visible in the text is the character of the page, or what an entity there stands for."""
    document = document_from_text("a.html", html)
    for at, char in enumerate(document.text):
        source = document.source.raw_span(Span(at, at + 1))
        raw = html[source.start : source.end]
        assert char.isspace() or char in canonicalise(raw).text or "&" in raw


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("a<b>b</b>c", "abc"),
        ("a <b> b</b>", "a b"),
        ("a<wbr>b", "ab"),
        ("a<img src=x>b", "a b"),
        ("<x-tip>a</x-tip>b", "ab"),
        ("<dt><b>i, j</b><span class='classifier'>int</span><a class='viewcode-link'>[source]</a></dt>", "i, j int"),
        ("<div>a</div>b", "a\nb"),
        ("<p>a</p><div>b</div>", "a\n\nb"),
        ("a<br><br><br>b", "a\n\nb"),
        ("<ul><li>a</li><li><p>b</p></li></ul>c", "a\nb\n\nc"),
        ("<table><tr><td><p>a</p></td><td>b</td></tr><tr><td>c</td></tr></table>d", "a\tb\nc\n\nd"),
        ("<p> a\n\t b </p>\n\n", "a b"),
        ("a&nbsp;b&#32;&#10; c", "a\u00a0b c"),
        ("<td>&nbsp;</td><td>a</td>", "a"),
        ("<ruby>\u6f22<rp>(</rp><rt>kan</rt><rp>)</rp>\u5b57</ruby>", "\u6f22\u5b57"),
        ("1 < 2 <3 &amp&amp; x", "1 < 2 <3 && x"),
        ("<![CDATA[gone]]>a<?php gone ?>b</>c", "abc"),
        ('<?xml version="1.0"?><p/><script src="x"/><p><![CDATA[a < &amp;]]></p>', "a < &amp;"),
    ],
)
def test_what_parts_words(html: str, text: str) -> None:
    """Blocks, cells, breaks and pictures do; inline elements do not."""
    assert text_of(html) == text


@pytest.mark.parametrize(
    "html",
    [
        "<nav>gone</nav>",
        "<header>gone</header>",
        "<div role='contentinfo'>gone</div>",
        "<aside>gone</aside>",
        "<div class='navheader'>gone</div>",
        "<template><p>gone</template>",
        "<object>gone <p>gone</object>",
        "<p style='a:b; visibility : hidden'>gone</p>",
        "<span aria-hidden=true>gone<span>gone</span> gone</span>",
        "<style>gone</style><script><!-- <p>gone</p> --></script>",
        "<dialog>gone</dialog>",
        "<textarea>gone</textarea>",
    ],
)
def test_what_is_no_content_is_left_out(html: str) -> None:
    """What stands before and after it is kept, apart or together as in the page."""
    assert text_of(f"<p>one</p>{html}<p>two</p>") == "one\n\ntwo"


def test_a_page_with_one_main_element_is_its_main_element() -> None:
    """What a theme puts around it is left out; an empty one says nothing, and of two neither is meant."""
    assert text_of("<div>menu</div><main><p>a</p></main><div>more</div>") == "a"
    assert text_of("<div>menu</div><div role=main>a</div>") == "a"
    assert text_of("<p>a</p><main> </main>") == "a"
    assert text_of("<p>a</p><main>b</main><main>c</main>") == "a\n\nb\nc"


def test_a_header_with_the_title_is_content() -> None:
    """Pages put their title and author there; a site's own header holds none."""
    assert text_of("<header><h1>T</h1><p>by me</p></header><p>a</p>") == "T\n\nby me\n\na"
    assert text_of("<header>Site</header><article><header>by me</header>a</article>") == "by me\na"


def test_signs_that_offer_a_headings_address_are_left_out() -> None:
    """A title is what a person calls it."""
    html = (
        '<h2>Fees<a class="headerlink" href="#fees" title="Permalink">\u00b6</a></h2><p><a href="#x">\u00a7 2</a></p>'
    )
    document = document_from_text("a.html", html)
    assert headings(document)[0].path == ("Fees",)
    assert document.text == "Fees\n\n\u00a7 2"


def test_headings_make_paths() -> None:
    """Levels nest; a quoted heading opens no section; what is far too long for a title is none."""
    document = document_from_text(
        "a.html", f"<h1>A</h1><h2>B <i>c</i></h2><blockquote><h1>Q</h1></blockquote><h3>{'x' * 1001}</h3><h2>D</h2><p>e"
    )
    assert [(one.level, one.path) for one in headings(document)] == [
        (1, ("A",)), (2, ("A", "B c")), (2, ("A", "D")),
    ]  # fmt: skip
    assert document.blocks[-1].path == ("A", "D")


def test_code_says_its_language() -> None:
    """Highlighters and Markdown renderers write it into the class of the block, its code, or what is around."""
    html = (
        "<pre class='language-go'>a</pre><pre><code class='hljs lang-c++'>b</code></pre>"
        "<div class='highlight-sql'><div class='highlight'><pre>c</pre></div></div><pre>d</pre>"
    )
    found = [block.attribute("language") for block in document_from_text("a.html", html).blocks if block.kind == "code"]
    assert found == ["go", "c++", "sql", None]


def test_verbatim_text_keeps_its_lines() -> None:
    """Indents, blank lines and line breaks inside are kept; empty lines around are not."""
    html = "<p>x</p><pre>\n\n  a\n\n\tb <b>c</b>\n\n</pre><p>y"
    assert text_of(html) == "x\n\n  a\n\n\tb c\n\ny"


def test_spans_of_cells_cannot_exhaust_memory() -> None:
    """Numbers as large as a page likes mean no more than the table has."""
    html = "<table><tr><td rowspan=999999999 colspan=999999999>a<td>b<tr><td rowspan=0>c<td colspan=x>d</table>"
    grid = grids(document_from_text("a.html", html))[0]
    assert len(grid) == 2
    assert len(grid[0]) <= 1004


def test_cells_know_their_headers() -> None:
    """Column headers by the columns a cell covers, then the header of its row."""
    html = "<table><tr><th>p<th>q<tr><th>r<td>s</table>"
    document = document_from_text("a.html", html)
    cell = next(one for one in document.blocks if one.kind == "table-cell" and document.text[one.start] == "s")
    assert cell.attributes == (("table", "1"), ("row", "1"), ("column", "1"), ("headers", "0,1 1,0"))


def test_a_table_that_lays_out_a_page_is_no_table() -> None:
    """It holds a heading or a table, or says so; its cells are blocks."""
    assert "table" not in dict(kinds(document_from_text("a.html", "<table><td>a<td><h1>b</h1>c</table>")))
    assert "table" not in dict(kinds(document_from_text("a.html", "<table role=none><td>a<td>b</table>")))


def test_tags_around_a_word_do_not_belong_to_it() -> None:
    """A word's raw place holds the tags inside it alone, and an entity whole."""
    html = "<p>a <b>wo</b>rd</p><p>R&amp;D</p>"
    document = document_from_text("a.html", html)
    assert [raw_of(document, html, word) for word in ("a", "wo", "word", "rd", "&", "R&D")] == [
        "a", "wo", "wo</b>rd", "rd", "&amp;", "R&amp;D",
    ]  # fmt: skip


def test_a_mark_from_an_entity_joins_its_letter() -> None:
    """The text is canonical after entities are decoded, and blocks and map follow."""
    html = "<p>x e&#x301; y</p><p>z</p>"
    document = document_from_text("a.html", html)
    assert document.text == "x \u00e9 y\n\nz"
    assert kinds(document) == [("paragraph", "x \u00e9 y"), ("paragraph", "z")]
    assert raw_of(document, html, "\u00e9") == "e&#x301;"
    assert raw_of(document, html, "z") == "z"


def test_title_and_language_are_metadata() -> None:
    """A title inside a drawing is not the page's."""
    html = "<html lang='de-AT'><title> a\n &amp; b</title><body><svg><title>icon</title></svg>"
    assert document_from_text("a.html", html).metadata == {"title": "a & b", "lang": "de-AT"}
    assert document_from_text("a.html", "<svg><title>icon</title></svg>").metadata == {}


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ('<meta charset="utf-8">\u00e9'.encode(), "\u00e9"),
        ('<meta charset="ISO-8859-1">\u00e9\u20ac'.encode("cp1252"), "\u00e9\u20ac"),
        (
            b"<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>" + "\u0434\u0430".encode("koi8-r"),
            "\u0434\u0430",
        ),
        (b'\xef\xbb\xbf<meta charset="koi8-r">' + "\u00e9".encode(), "\u00e9"),
        ("<p>\u00e9".encode(), "\u00e9"),
    ],
)
def test_bytes_are_decoded_as_the_page_declares(data: bytes, text: str) -> None:
    """A byte order mark wins, then the page's own word, then UTF-8."""
    document = document_from_bytes("a.html", data)
    assert isinstance(document, Document)
    assert document.text == text


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<p>\xe9", r"a\.html: byte 3 \(0xe9, line 1\) is not UTF-8"),
        (b"<meta charset=shift_jis>\x80", r"a\.html: byte 24 \(0x80\) is not shift_jis, which the page declares"),
        (b"<meta charset=klingon>", r"a\.html: no encoding of web pages is called 'klingon'"),
        (b"<meta charset=utf-7>", r"a\.html: no encoding of web pages is called 'utf-7'"),
        (b"<meta charset=hex>", r"a\.html: no encoding of web pages is called 'hex'"),
    ],
)
def test_bytes_that_cannot_be_decoded_are_refused(data: bytes, message: str) -> None:
    """The file, the byte and the encoding stand in the error."""
    with pytest.raises(CorpusError, match=message):
        document_from_bytes("a.html", data)


HOSTILE = {
    "deep": "<div>" * 10_000 + "x" + "</div>" * 10_000,
    "never closed": "<ul><li><p><b><table><td>x" * 4_000,
    "items in vain": "<ul><li>" + "<div>" * 10_000 + "<li></li>" * 10_000,
    "stray ends": "<p>x<table><td>" + "<div>" * 10_000 + "</p></li></b>" * 10_000,
    "hidden": "<span hidden>" + "<span><b>" * 20_000 + "</i>" * 20_000,
    "angle brackets": "<" * 200_000,
    "half tags": "<a " * 100_000,
    "quotes": '<a b="' * 100_000,
    "comments": "<!--" * 100_000,
    "entities": "&#" + "1" * 100_000 + "&" * 100_000,
    "attribute": f"<p title='{'x' * 2_000_000}'>x",
    "spans": "<table>" + "<tr><th rowspan=65534>x" * 5_000,
    "headers": "<header>x" * 5_000,
    "headings": "<h1>a<div>" * 10_000,
    "blanks": " \n\t" * 300_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_take_no_more_time_than_their_length(name: str) -> None:
    """Nothing recurses and nothing is quadratic; the limit is generous for slow machines."""
    started = time.process_time()
    document = document_from_text("a.html", HOSTILE[name])
    assert time.process_time() - started < 5
    assert all(isinstance(block, Block) and block.end <= len(document.text) for block in document.blocks)
