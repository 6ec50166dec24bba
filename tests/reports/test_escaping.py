"""Foreign text is shown as written, wherever it stands."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.reports.escaping import (
    cell,
    code,
    details,
    fence,
    hidden,
    inline,
    link,
    read_hidden,
    sentence,
    sentence_cell,
)
from reviewer.visible import visible
from tests.reports.rendered import PARSER, ZERO_WIDTH, kinds, rows, shown, text_after_filters, tokens

HOSTILE = (
    "a|b",
    "x\\|y",
    "end\\",
    "`p|q`",
    "``",
    "# heading",
    "- item",
    "1. item",
    "2) item",
    "===",
    "+ plus",
    "> quote",
    "[!CAUTION]",
    "[^1]",
    "~~gone~~",
    "$x$",
    "&lt;b&gt;",
    "&amp;amp;",
    "<!-- open",
    "<script>alert(1)</script>",
    "![i](http://e.example/p.png)",
    "http://e.example/x?y=1",
    "www.e.example",
    "who@e.example",
    "mailto:who@e.example",
    "@team ok",
    "org/repo#12 and #7 and GH-9",
    ":rocket: :+1:",
    "</details></td></table>",
    "tab\there",
    "\u202eevil",
)

MENTION = re.compile(r"(?:^|[^A-Za-z0-9_])@[A-Za-z0-9]|@[A-Za-z0-9-]+\.", re.MULTILINE)
"""What GitHub takes for a name or a mail address."""

text_of_any_kind = st.text(
    alphabet=st.one_of(st.sampled_from("|\\`*_[]<>&#@:~!-+=1.) \n\r\tw/"), st.characters()), max_size=40
)


def expected(text: str) -> str:
    """What a reader should see: blanks collapsed, what acts unseen replaced."""
    return visible(re.sub(r"\s+", " ", text).strip(" ")).replace(ZERO_WIDTH, "").strip()


@pytest.mark.parametrize("value", HOSTILE)
def test_a_line_shows_hostile_text_as_written_and_makes_nothing_of_it(value: str) -> None:
    """No construct but text comes out."""
    assert kinds(inline(value)) == set()
    assert rows(f"| a | b |\n| --- | --- |\n| {cell(value)} | z |")[1] == [expected(value), "z"]


@pytest.mark.parametrize("value", HOSTILE)
def test_code_shows_hostile_text_as_written_in_a_line_and_in_a_cell(value: str) -> None:
    """A code span or a code tag, and nothing else."""
    assert kinds(code(value)) <= {"code_inline", "html_inline"}
    assert rows(f"| a | b |\n| --- | --- |\n| {code(value)} | z |")[1] == [expected(value), "z"]


@settings(max_examples=150, deadline=None)
@given(text_of_any_kind)
def test_any_text_stays_in_its_cell(value: str) -> None:
    """Three cells, shown as written, whatever the value holds."""
    for put in (cell, code):
        found = rows(f"| a | b | c |\n| --- | --- | --- |\n| 1 | {put(value)} | 3 |")
        assert found[1] == ["1", expected(value), "3"]


@settings(max_examples=100, deadline=None)
@given(text_of_any_kind)
def test_any_text_is_a_line_of_text(value: str) -> None:
    """Only plain text comes out of prose."""
    assert kinds(inline(value)) == set()


PAIRED = re.compile(r"(?<!`)`([^`]*[^`\s][^`]*)`(?!`)")
"""What a sentence shows as code."""


def unquoted(text: str) -> str:
    """What a reader should see of a sentence: as written, without the backticks around code."""
    return expected(PAIRED.sub(lambda found: re.sub(r"\s+", " ", found[1]).strip(), re.sub(r"\s+", " ", text)))


@pytest.mark.parametrize("put", [sentence, sentence_cell])
def test_a_sentence_of_ours_shows_commands_as_code_and_intervals_as_they_are(put: Callable[[str], str]) -> None:
    """No character reference is left where a reader of the file would stumble over it."""
    told = "Cut at sections (`{name: sections, size: 240}`): −6.6 [−11.5, −1.9] points; `reviewer labels` lists them."
    written = put(told)
    assert "&#" not in written
    assert "`{name: sections, size: 240}`" in written
    assert "[−11.5, −1.9]" in written
    assert kinds(written) == {"code_inline"}
    assert rows(f"| a |\n| --- |\n| {put(told)} |")[1] == [told.replace("`", "")]


@pytest.mark.parametrize("value", [*HOSTILE, "[+1, +2](http://e.example)", "[+1, +2]: /x", "[+1, +2][+1, +2]"])
def test_what_a_sentence_quotes_stays_text(value: str) -> None:
    """A hostile name makes nothing but code, inside backticks or beside them."""
    for told in (f"Lost: {value} in `reviewer`.", f"see `{value}` now", f"`a`{value}`b`", value):
        assert kinds(sentence(told)) <= {"code_inline", "html_inline"}, told
        tags = {token.content for token in tokens(sentence(told)) if token.type == "html_inline"}
        assert tags <= {"<code>", "</code>"}, told
        left = text_after_filters(sentence(told))
        assert MENTION.search(left) is None, told
        assert re.search(r"#\d|GH-\d|://|:rocket:", left) is None, told


def test_a_backtick_without_its_other_costs_no_more_than_its_text() -> None:
    """Names of files and words of errors are anybody's: a comment of them must not take minutes."""
    began = time.process_time()
    assert sentence("`" + "a" * 200_000).endswith("a" * 9)
    assert time.process_time() - began < 5


@settings(max_examples=200, deadline=None)
@given(text_of_any_kind)
def test_any_sentence_stays_in_its_cell(value: str) -> None:
    """Three cells, shown as written but for the backticks of code."""
    found = rows(f"| a | b | c |\n| --- | --- | --- |\n| 1 | {sentence_cell(value)} | 3 |")
    assert found[1] == ["1", unquoted(value), "3"]


@pytest.mark.parametrize("value", ["@team ok", "cc @org/team", "a@b.example", "é@team", "(@team)"])
def test_nobody_is_mentioned(value: str) -> None:
    """After the parser, no filter finds a name behind an at sign."""
    assert MENTION.search(text_after_filters(inline(value))) is None


@pytest.mark.parametrize("value", ["#12", "org/repo#12", "GH-12", "https://github.com/o/r/issues/1", ":rocket:"])
def test_no_issue_address_or_emoji_is_found_by_the_later_filters(value: str) -> None:
    """The zero-width space parts what they look for."""
    left = text_after_filters(inline(value))
    assert re.search(r"#\d|GH-\d|://|:rocket:", left) is None


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=st.sampled_from("`~ab\n #|"), max_size=60))
def test_a_fence_holds_its_text_and_nothing_gets_out(value: str) -> None:
    """One code block with the very content."""
    blocks = PARSER.parse(fence(value))
    assert [block.type for block in blocks] == ["fence"]
    assert blocks[0].content == f"{value}\n"


def test_a_fold_shows_its_summary_as_text_and_its_body_as_markdown() -> None:
    """A tag in the summary stays text; the fold is closed."""
    folded = details("<b>9</b> lost", "**all** of them")
    page = PARSER.render(folded)
    assert "&#60;b&#62;9" in folded
    assert "<strong>all</strong>" in page
    assert page.count("<details>") == page.count("</details>") == 1


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(alphabet=st.sampled_from('-<>!&ab"\\\n'), max_size=12)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text("-<>k", max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(json_values)
def test_hidden_state_reads_back_and_never_shows(value: object) -> None:
    """One comment, which ends where it ends; a browser ends it at the first `-->` or `--!>`."""
    written = hidden(value)  # type: ignore[arg-type]  # hypothesis gives plain data
    inner = written.removeprefix("<!--").removesuffix("-->")
    assert re.search(r"--!?>|<!--|--", inner) is None
    assert read_hidden(f"{written}\n\nshown") == value


def test_broken_hidden_state_counts_as_nothing() -> None:
    """A comment that someone edited by hand does not stop the next run."""
    assert read_hidden("<!-- reviewer:state {nonsense -->") is None
    assert read_hidden("> quoted <!-- reviewer:state 1 -->") is None


def test_a_link_cannot_be_ended_by_its_address() -> None:
    """Brackets, blanks and pipes of a path are percent-encoded."""
    written = link(code("a"), "https://h.example/a b)(c|d>.md#L1")
    assert [token.type for token in tokens(written)].count("link_open") == 1
    assert 'href="https://h.example/a%20b%29%28c%7Cd%3E.md#L1"' in PARSER.render(written)


def test_lone_surrogates_can_be_sent() -> None:
    """What UTF-8 cannot carry is shown as an escape."""
    assert shown(PARSER.parse(inline("a\ud800b"))[1]) == "a\\ud800b"
    assert "\\ud800" in fence("\ud800")
