"""The public cases on comments and logs, checked on what a GFM parser and the runner make of the output."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from reviewer.action.comment import Comment, is_mine, marker
from reviewer.action.log import Log
from reviewer.reports.budget import COMMENT_BYTES, size
from reviewer.reports.comment import render_comment
from reviewer.reports.escaping import cell, fence, hidden, read_hidden
from tests.action.runner import commands
from tests.action.samples import occasion, result
from tests.reports.rendered import PARSER, kinds, rows

CASES = Path(__file__).parent


def case(name: str) -> Any:  # noqa: ANN401  # cases are JSON of many shapes
    """Read a case."""
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


def values(name: str) -> list[tuple[str, str]]:
    """Give each value of a case with what must be visible of it."""
    read = case(name)
    return list(zip(read["input"]["values"], read["expect"]["visible"], strict=True))


@pytest.mark.parametrize(("value", "visible"), [*values("cmt-cell-pipes"), *values("cmt-html-inert")])
def test_a_value_fills_one_of_three_cells_and_shows_as_written(value: str, visible: str) -> None:
    """cmt-cell-pipes, cmt-html-inert: no pipe, backslash, line end, tag, link or image gets out."""
    markdown = f"| a | b | c |\n| --- | --- | --- |\n| 1 | {cell(value)} | 3 |"
    assert rows(markdown)[1] == ["1", visible, "3"]
    assert kinds(markdown) <= {
        f"{part}_{side}" for part in ("table", "thead", "tbody", "tr", "th", "td") for side in ("open", "close")
    }


@pytest.mark.parametrize("value", case("cmt-fence-length")["input"]["values"])
def test_a_fence_holds_exactly_its_value(value: str) -> None:
    """cmt-fence-length: one code block and nothing else."""
    blocks = PARSER.parse(fence(value))
    assert [block.type for block in blocks] == ["fence"]
    assert blocks[0].content.removesuffix("\n") == value


def test_hidden_state_stays_hidden_and_reads_back() -> None:
    """cmt-hidden-state: a comment that closes last, whatever its payload."""
    payload = case("cmt-hidden-state")["input"]["payload"]
    written = hidden(payload)
    assert [token.type for token in PARSER.parse(written)] == ["html_block"]
    assert re.findall(r"--!?>", written) == ["-->"]
    assert written.endswith("-->")
    assert read_hidden(written) == payload


def test_three_thousand_losses_leave_a_comment_that_fits() -> None:
    """cmt-size-limit: verdict and tables stay, rows go whole, what was opened is closed, the number missing is said."""
    read = case("cmt-size-limit")
    body = render_comment(result([f"query-{at}" for at in range(read["input"]["n_failed"])]), occasion())
    assert len(body) <= read["expect"]["max_len_codepoints"]
    assert size(body) <= COMMENT_BYTES
    assert f"{marker('default')}\n{body}".startswith(marker("default"))
    assert "| slice | n |" in body
    assert re.search(r"… [0-9,]+ more left out", body)
    for opened, closed in (("<details>", "</details>"), ("```mermaid", "```\n")):
        assert body.count(opened) == body.count(closed)


def test_our_comment_is_picked_from_the_second_page() -> None:
    """cmt-find-own-comment: by author and by the marker at the start; a quote of it is somebody else's.

    The case's marker stands for ours. That all pages are read is tested on the double (tests/action/test_comment.py).
    """
    read = case("cmt-find-own-comment")
    ours = [
        one["id"]
        for one in read["input"]["comments"]
        if is_mine(
            Comment(
                id=one["id"],
                body=one["body"].replace(read["input"]["marker"], marker("default")),
                url="",
                author=one["user"],
                bot=one["user"].endswith("[bot]"),
            ),
            read["input"]["me"],
            "default",
        )
    ]
    assert ours == [read["expect"]["update_id"]]


@pytest.mark.parametrize("value", case("cmt-workflow-commands")["input"]["values"])
def test_no_text_in_the_log_is_a_command(value: str) -> None:
    """cmt-workflow-commands: as the runner reads the lines."""
    stream = io.StringIO()
    Log(stream).say(value)
    assert commands(stream.getvalue()) == []
