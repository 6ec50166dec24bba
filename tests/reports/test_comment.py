"""The comment: verdict first, everything from data shown as written, and never too long."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.reports.budget import COMMENT_BYTES, SUMMARY_BYTES, size
from reviewer.reports.comment import render_comment
from reviewer.reports.result import Result
from tests.action.samples import BASE, HEAD, TIP, change, finding, occasion, result, with_frontier
from tests.reports.rendered import PARSER, kinds, rows, text_after_filters, tokens

HOSTILE = "a|b `c` <img src=x> ![i](http://e.example) @team #12 </details>\n# d"


def first_line(markdown: str) -> str:
    """Give what a reader sees first."""
    return markdown.splitlines()[0] + markdown.splitlines()[1]


def test_the_verdict_stands_in_the_first_line_as_an_alert() -> None:
    """With a sentence a manager understands."""
    body = render_comment(result(), occasion())
    assert body.startswith("> [!CAUTION]\n> **1 critical question can no longer be answered from what is retrieved.**")
    assert "Overlap 120 → 40 tokens" in body.splitlines()[1]


def test_a_passing_result_says_so_in_the_first_line() -> None:
    """As a tip, with the word."""
    body = render_comment(result(lost=()), occasion())
    assert body.startswith("> [!TIP]\n> **Passed. No question was lost")


def test_what_changed_and_whose_rules_judged_are_shown_with_all_commits() -> None:
    """actions/runner#1689: the base that is used is named."""
    body = render_comment(result(), occasion())
    assert "| `splitter.overlap` | 120 | 40 |" in body
    assert all(commit[:12] in body for commit in (HEAD, BASE, TIP))
    assert "| overlap, realised (tokens) | 118.6 | 38.6 |" in body


def test_a_lost_query_links_to_its_label_at_the_head() -> None:
    """And names its evidence by place, not by text."""
    body = render_comment(result(), occasion())
    link = f"https://github.com/octo/handbook/blob/{HEAD}/labels/handbook/policies.yaml#L12"
    assert f"[`appeal-window-closes`]({link})" in body
    assert "`policies/appeals.md` 1043–1660" in body


@pytest.mark.parametrize(
    ("path", "written"),
    [
        ("labels/a#1.yaml", "labels/a%231.yaml"),
        ("labels/why?.yaml", "labels/why%3F.yaml"),
        ("labels/100%25.yaml", "labels/100%2525.yaml"),
        ("labels/ä b.yaml", "labels/%C3%A4%20b.yaml"),
        ("labels/(a)[b].yaml", "labels/%28a%29%5Bb%5D.yaml"),
    ],
)
def test_a_label_s_path_is_linked_as_it_is_named(path: str, written: str) -> None:
    """Signs of an address in a file's name are no signs of the address."""
    body = render_comment(result(), occasion(labels={"appeal-window-closes": (path, 12)}))
    assert f"/blob/{HEAD}/{written}#L12)" in body


def test_causes_are_told_where_they_are_known() -> None:
    """In a few words, with what the losses have in common."""
    base = result()
    known = replace(base.comparisons[0].changes[0], cause="split", numbers={"tokens_behind": 39})
    comparison = replace(base.comparisons[0], changes=(known,), advice="One loss of one is a split.")
    body = render_comment(replace(base, comparisons=(comparison,)), occasion())
    assert "**Lost, and why.** One loss of one is a split." in body
    assert "| split, 39 tokens off |" in body
    assert "| query | pattern |" in render_comment(base, occasion())


def test_failed_gates_and_losses_come_first_in_the_slices() -> None:
    """Every slice stands folded below."""
    body = render_comment(result(parts=9), occasion())
    table = body.split("| slice |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    assert table[0].startswith("| ✗ risk: critical |")
    assert table[-1].startswith("| … 10 more below |")
    assert "<summary>All slices (12)</summary>" in body


def test_notices_stand_right_below_the_verdict() -> None:
    """Gates that the change edits, labels that are stale."""
    body = render_comment(result(), occasion(notices=("This change edits the gates.", HOSTILE)))
    assert body.index("This change edits the gates.") < body.index("| slice |")
    assert "<img" not in PARSER.render(body).replace("<img src=x>", "")


def test_the_frontier_is_a_chart_and_a_table() -> None:
    """Drawn from numbers alone."""
    body = render_comment(with_frontier(result()), occasion())
    chart = next(token for token in tokens(body) if token.type == "fence")
    assert chart.info == "mermaid"
    assert 'x-axis "overlap" ["0", "40", "80 (knee)", "120"]' in chart.content
    assert "line [79.0, 82.0, 85.0, 87.0]" in chart.content
    knee = next(row for row in rows(body) if row[0] == "overlap-80")
    assert (knee[1], knee[-1]) == ("78.6", "knee")


def test_a_fork_s_report_says_who_reported_it() -> None:
    """In the alert itself."""
    body = render_comment(result(), occasion(reported=True))
    assert body.splitlines()[2] == "> Reported by the fork's own run; nobody here has checked it."


def test_a_run_without_a_comparison_is_a_note() -> None:
    """First run, or a single arm."""
    alone = replace(result(), comparisons=(), arms=result().arms[:1])
    body = render_comment(alone, occasion(base=None, rules=None, changed=()))
    assert body.startswith("> [!NOTE]\n> **Measured, not judged. One arm was measured.**")


def test_no_text_of_a_query_or_document_is_in_it() -> None:
    """The result has none to give; ids and places only."""
    assert "Why does the" not in render_comment(result(), occasion())


@pytest.mark.parametrize("limit", [COMMENT_BYTES, SUMMARY_BYTES, 4_000, 1_500])
def test_the_comment_fits_and_keeps_its_verdict(limit: int) -> None:
    """Detail goes first: dependency-review-action#730, pytest-coverage-comment#209."""
    many = [f"query-{at}" for at in range(3000)]
    body = render_comment(with_frontier(result(many, many, parts=400)), occasion(notices=("n" * 900,) * 30), limit)
    assert size(body) <= limit
    assert body.startswith("> [!CAUTION]\n> **3000 critical questions")
    if limit >= 4_000:
        assert body.count("<details>") == body.count("</details>")


def test_the_summary_lists_every_loss() -> None:
    """Where there is room nothing is left out."""
    body = render_comment(result([f"query-{at}" for at in range(500)]), occasion(), SUMMARY_BYTES)
    assert all(f"`query-{at}`" in body for at in (0, 250, 499))
    assert "more left out" not in body


def hostile(text: str) -> Result:
    """Give a result in which every text of a configuration, label or document is hostile."""
    base = result()
    changes = (replace(change("q", document=text), slices=(text, f"boundary: {text}"), query=text),)
    effects = tuple(replace(one, slice=text) if one.slice == "control" else one for one in base.comparisons[0].effects)
    gates = (finding(text, 2, reason=text),)
    comparison = replace(
        base.comparisons[0], changes=changes, effects=effects, statements=(text,), factor=text, advice=text
    )
    arms = tuple(replace(one, manifest={"splitter": {"overlap": text, "unit": text}}) for one in base.arms)
    return replace(base, comparisons=(comparison,), arms=arms, verdict=replace(base.verdict, gates=gates))


@settings(max_examples=60, deadline=None)
@given(
    st.one_of(
        st.just(HOSTILE),
        st.text(alphabet=st.sampled_from("|\\`*_[]<>&#@:~!-+=1.) \n\r\tw/a\"'"), max_size=40),
        st.text(max_size=20),
    )
)
def test_hostile_texts_stay_text_everywhere(text: str) -> None:
    """sorenlouv/backport#515: pipes, ticks, tags, images, mentions and issue numbers of data."""
    body, plain = everywhere(text), everywhere("x")
    assert kinds(body) - {"html_inline", "code_inline"} <= kinds(plain)
    assert [len(row) for row in rows(body)] == [len(row) for row in rows(plain)]
    assert tags(body) <= tags(plain) | {"code"}
    assert re.search(r"(?:^|[^A-Za-z0-9_])@[A-Za-z0-9]|@[A-Za-z0-9-]+\.|#[0-9]", text_after_filters(body)) is None


def everywhere(text: str) -> str:
    """Give a comment that holds a text wherever one can stand."""
    told = occasion(notices=(text,), changed=((text,) * 3,), labels={text: (text, 1)}, branch=text)
    return render_comment(hostile(text), told)


def tags(markdown: str) -> set[str]:
    """Name the HTML elements that come out."""
    return set(re.findall(r"<(\w+)", PARSER.render(markdown)))
