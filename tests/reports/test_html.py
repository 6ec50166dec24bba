"""The page: whole, alone, of a modest size, and nothing of the data becomes markup."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from reviewer.diagnosis import Neighbourhood
from reviewer.diagnosis.neighbourhood import EvidencePlace, NearbyChunk, RankedList, RankedPassage, Surroundings
from reviewer.reports.html import HtmlReporter
from reviewer.spans import Place
from tests.action import samples

HOSTILE = "<script>alert(1)</script> {{x}} ]]> \" onload='x' \u202eabc \x1b[31m &amp; https://example.com/"
VOID = {"meta", "input", "rect", "line", "circle", "polyline", "polygon", "path"}


class Page(HTMLParser):
    """Counts tags and keeps attributes; a tag closed out of order is an error."""

    def __init__(self, page: str) -> None:
        """Read a page."""
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str, str]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count a tag."""
        self.tags[tag] += 1
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close the last tag that was opened."""
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep a text."""
        self.texts.append(data)


def near(query: str, document: str = "policies/appeals.md", chunks: int = 6) -> Neighbourhood:
    """Give a neighbourhood with two chunk tables and two full lists."""

    def chunk(at: int) -> NearbyChunk:
        return NearbyChunk(
            start=900 * at, end=900 * at + 1000, tokens=240, shares=(0.67,), overlap=100, overlap_tokens=24
        )

    def listed(arm: str) -> RankedList:
        passages = tuple(
            RankedPassage(
                rank=rank,
                score=0.7,
                places=(Place(document, 900, 1900),),
                tokens=240,
                shares=(0.67,),
                matches=(),
                repeated=0.5,
                duplicate=True,
            )
            for rank in range(1, 51)
        )
        return RankedList(arm=arm, passages=passages, ranks=(None,), best_shares=(0.67,))

    around = Surroundings(
        document=document,
        start=600,
        end=2100,
        evidence=(EvidencePlace(item=0, alternative=0, document=document, start=1043, end=1660, tokens=118),),
        baseline=tuple(map(chunk, range(chunks))),
        candidate=tuple(map(chunk, range(chunks))),
    )
    return Neighbourhood(
        query=query,
        k=5,
        depth=50,
        min_coverage=0.8,
        surroundings=(around,),
        baseline=listed("overlap-120"),
        candidate=listed("overlap-40"),
    )


@pytest.fixture
def page() -> str:
    """Give a page with one loss and its neighbourhood."""
    return HtmlReporter({"appeal-window-closes": near("appeal-window-closes")}).render(samples.result())


def test_the_page_is_whole_and_says_what_happened(page: str) -> None:
    """Every tag is closed in order; headings rise without a gap; the loss and its picture are there."""
    read = Page(page)
    assert read.open == []
    assert read.tags["h1"] == 1
    assert read.tags["h2"] >= 4
    assert ("html", "lang", "en") in read.attributes
    said = " ".join(read.texts)
    for part in ("FAILED", "appeal-window-closes", "risk: critical", "share 0.67", "k = 5"):
        assert part in said
    ids = [value for _, name, value in read.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    assert all(f'for="{name}"' in page for name in ("find", "change", "cause", "slice"))
    drawings = [value for tag, name, value in read.attributes if (tag, name) == ("svg", "aria-label")]
    assert any("evidence 1043–1660" in one for one in drawings)


def test_nothing_is_loaded_from_anywhere(page: str) -> None:
    """No address, no source, no import; and the policy forbids them, and every script but ours."""
    assert not re.search(r"""(?:src|srcset|action|data)=['"]|url\(|@import|https?://(?!www\.w3\.org/2000/svg)""", page)
    assert "default-src 'none'" in page
    assert page.count("<script>") == 1
    assert "eval(" not in page
    assert "innerHTML" not in page


def test_whatever_the_data_says_stays_text() -> None:
    """Ids, documents, slices, reasons and arms full of markup add no tag, no attribute and nothing unseen."""
    plain = samples.result(lost=("a",))
    (comparison,) = plain.comparisons
    odd = replace(
        comparison.changes[0],
        query=HOSTILE,
        slices=(HOSTILE,),
        places=((HOSTILE, 1, 2),),
        cause="split",
        because=HOSTILE,
        remedy=HOSTILE,
    )
    hostile = replace(
        plain,
        title=HOSTILE,
        comparisons=(replace(comparison, changes=(odd,), advice=HOSTILE, statements=(HOSTILE,)),),
    )
    calm = replace(odd, query="q", slices=("s",), places=(("d", 1, 2),), because="b", remedy="r")
    same = replace(plain, title="t", comparisons=(replace(comparison, changes=(calm,), advice="a", statements=("s",)),))
    page = HtmlReporter({HOSTILE: near(HOSTILE, HOSTILE)}).render(hostile)
    read, expected = Page(page), Page(HtmlReporter({"q": near("q", "d")}).render(same))
    assert read.tags == expected.tags
    assert [one[:2] for one in read.attributes] == [one[:2] for one in expected.attributes]
    assert not set("\u202e\x1b") & set(page)


def test_commands_in_sentences_stand_as_code_and_stay_text() -> None:
    """No backtick is left around them, whatever stands between two; the next arm is named with what helps."""
    plain = samples.result(lost=("a",))
    (comparison,) = plain.comparisons
    odd = replace(
        comparison.changes[0],
        cause="split",
        because="no `<b>chunk</b>` holds it",
        remedy="Cut at sections (`{name: sections, size: 240}`).",
        next_arm="sections",
    )
    page = HtmlReporter().render(replace(plain, comparisons=(replace(comparison, changes=(odd,)),)))
    assert "<code>{name: sections, size: 240}</code>" in page
    assert "<p>No <code>&lt;b&gt;chunk&lt;/b&gt;</code> holds it.</p>" in page
    assert "Next arm: sections. Usually helps: Cut at sections" in page


def test_a_slice_does_not_repeat_what_its_gate_names() -> None:
    """The table of gates names the lost queries; in that of slices they would take ten lines a row."""
    plain = samples.result()
    named = tuple(replace(one, reason=f"{one.reason}: appeal-window-closes") for one in plain.verdict.gates)
    page = HtmlReporter().render(replace(plain, verdict=replace(plain.verdict, gates=named)))
    gates, slices = (
        page.partition(f'<section id="{name}"')[2].partition("</section>")[0] for name in ("gates", "slices")
    )
    assert "appeal-window-closes" in gates
    assert "lost, at most" in slices
    assert "appeal-window-closes" not in slices


def test_five_hundred_losses_stay_under_two_megabytes() -> None:
    """Each with its picture and both lists."""
    names = [f"query-number-{at}" for at in range(500)]
    page = HtmlReporter({name: near(name) for name in names}).render(samples.result(lost=names))
    assert len(page.encode("utf-8")) < 2_000_000
    assert Page(page).tags["details"] == 500


def test_a_frontier_has_its_picture_and_no_losses() -> None:
    """Without a judged pair, there is the frontier and nothing to step through."""
    result = replace(samples.result(), comparisons=())
    assert "details" not in Page(HtmlReporter().render(result)).tags
