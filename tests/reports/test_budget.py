"""A page fits where it is sent, and what matters stays."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.reports.budget import Section, clip, clipped, fit, size
from tests.reports.rendered import kinds

VERDICT = Section(head="> [!CAUTION]\n> **Lost.**")
MARKER = Section(head="<!-- m -->")


def long_table(count: int, rank: int, text: str = "é" * 20) -> Section:
    """A folded table with many rows."""
    rows = tuple(f"| {at} | {text} |" for at in range(count))
    head = "<details><summary>all</summary>\n\n| n | q |\n| --- | --- |"
    return Section(head=head, rows=rows, tail="\n</details>", rank=rank)


def test_a_page_that_fits_is_left_alone() -> None:
    """Nothing is said of what is not missing."""
    page = fit([MARKER, VERDICT, long_table(3, 1)], 10_000)
    assert "left out" not in page
    assert page.count("| 2 |") == 1


def test_rows_are_cut_whole_with_their_number_and_the_fold_is_closed() -> None:
    """Bytes are counted, not characters."""
    page = fit([MARKER, VERDICT, long_table(3000, 1)], 20_000)
    kept = page.count("é" * 20)
    assert size(page) <= 20_000
    assert size(page) > 19_800
    assert f"… {3000 - kept:,} more left out" in page
    assert page.count("<details>") == page.count("</details>") == 1


def test_detail_goes_in_the_declared_order() -> None:
    """The lowest rank gives way first, and entirely before the next is touched."""
    page = fit([VERDICT, long_table(50, 2, "keep"), long_table(500, 1, "first")], 3_000)
    assert page.count("keep") == 50
    assert 0 < page.count("first") < 500


def test_whole_sections_go_before_the_verdict_is_touched() -> None:
    """What is gone is counted at the end."""
    page = fit(
        [MARKER, VERDICT, long_table(50, 1), long_table(50, 2)],
        140,
        dropped=lambda n: f"{n} sections are in the artefact",
    )
    assert page.startswith("<!-- m -->\n\n> [!CAUTION]\n> **Lost.**")
    assert page.endswith("2 sections are in the artefact")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 60), st.integers(1, 3)), max_size=4), st.integers(60, 3000))
def test_no_page_is_too_long_and_every_fold_is_closed(parts: list[tuple[int, int]], limit: int) -> None:
    """Whatever the parts and the limit."""
    page = fit([MARKER, VERDICT, *(long_table(count, rank) for count, rank in parts)], limit)
    assert size(page) <= limit
    assert page.count("<details>") == page.count("</details>")
    assert page.startswith("<!-- m -->")


@given(st.text(max_size=50), st.integers(0, 60))
def test_clipping_counts_bytes_and_cuts_at_code_points(text: str, limit: int) -> None:
    """The result is never longer, and never broken."""
    cut = clip(text, limit)
    assert size(cut) <= limit or not cut
    assert cut == text or cut in ("", "…") or text.startswith(cut.removesuffix("…"))


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=st.sampled_from("`<b>@té |["), max_size=200), st.integers(1, 120))
def test_a_sentence_that_is_cut_leaves_no_code_open(text: str, limit: int) -> None:
    """It fits, and still makes nothing but code."""
    written = clipped(text, limit)
    assert size(written) <= limit
    assert kinds(f"{written} `x`") <= {"code_inline", "html_inline"}
