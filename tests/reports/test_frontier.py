"""The frontier in a terminal, in markdown and as SVG: what a reader sees, whatever the arms are called."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from reviewer.reports import Result
from reviewer.reports.exploring import cells, header, ordered
from reviewer.reports.frontier_section import frontier_section
from reviewer.reports.headline import headline
from reviewer.reports.plot import plot, ticks
from reviewer.reports.result import Frontier
from reviewer.reports.svg import frontier_svg
from reviewer.reports.terminal import TerminalReporter
from tests.reports.explored import HOSTILE, explored
from tests.reports.rendered import PARSER, rows, text_after_filters, tokens

SVG = "{http://www.w3.org/2000/svg}"


def frontier_of(**given: object) -> Frontier:
    """Give the frontier of a result."""
    found = explored(**given).frontier  # type: ignore[arg-type]  # the keywords of explored
    assert found is not None
    return found


def test_the_headline_names_the_knee_beside_the_best() -> None:
    """The one sentence for five seconds."""
    told = headline(explored())
    assert told == "overlap-120 is the knee of 5 arms: success@5 0.620 (boundary: any, split: held)."


def test_the_picture_marks_knee_and_dominated_arms_with_their_overlaps() -> None:
    """Fifteen lines of characters, none wider than asked, labelled by the overlaps."""
    drawn = plot(frontier_of(), 90)
    lines = drawn.splitlines()
    assert max(map(len, lines)) <= 90
    assert drawn.count("◆") == 1
    assert drawn.count("×") == 1
    assert drawn.count("○") == 5
    for overlap in ("0", "32", "64", "120", "160"):
        assert re.search(rf"(?<![0-9.]){overlap}(?![0-9.])", drawn)
    assert "\x1b" not in drawn


def test_the_picture_is_the_same_however_often_it_is_drawn() -> None:
    """The library keeps a figure of its own; ours begins anew each time."""
    first = plot(frontier_of(), 90)
    plot(frontier_of(split=False), 60)
    assert plot(frontier_of(), 90) == first


def test_arms_without_an_overlap_of_their_own_are_labelled_by_name() -> None:
    """Splitters, sizes, models."""
    drawn = plot(frontier_of(names=("tokens", "words", "sections", "rows", "code")), 90)
    assert "sections" in drawn
    assert "rows" in drawn


@pytest.mark.parametrize("width", [60, 80, 110, 200])
def test_the_table_fits_the_terminal_and_keeps_arms_whole(width: int) -> None:
    """Columns that matter least give way; an arm's name is never broken."""
    lines = TerminalReporter(width).render(explored()).splitlines()
    assert max(map(len, lines)) <= width
    for name in ("• overlap-0 ", "• overlap-64 ", "◆ overlap-120 ", "× overlap-160 "):
        assert any(name in line for line in lines)
    assert any("success@5" in line and "redun" in line for line in lines) or width < 80


def test_what_was_chosen_where_is_said_below() -> None:
    """With a split both halves, else that they are the same."""
    told = " ".join(TerminalReporter().render(explored()).split())
    assert "Chosen on boundary: any, split: dev (153 queries); reported on boundary: any, split: held (147)." in told
    assert "× dominated: another arm finds no less, repeats no more and costs no more." in told
    told = " ".join(TerminalReporter().render(explored(split=False)).split())
    assert "Chosen on boundary: any (153 queries); chosen and judged on the same queries" in told


def test_the_table_has_every_cost() -> None:
    """Chunks, vectors, embedded and prompt tokens, latency; what was not measured is a dash."""
    result = explored()
    assert result.frontier is not None
    names = [" ".join(name).strip() for name in header(result, result.frontier)]
    first = dict(zip(names, cells(result, result.frontier, ordered(result.frontier)[0]), strict=True))
    assert first["embedded tokens"] == "88,000"
    assert first["vectors MB"] == "0.59"
    assert first["search ms, p95"] == "0.05"
    assert first["prompt tokens"] == "–"
    assert first["can split"] == "9"


def test_markdown_draws_bars_and_lines_from_numbers_alone() -> None:
    """GitHub renders `xychart-beta`; the knee is named on the axis."""
    result = explored()
    assert result.frontier is not None
    written = frontier_section(result, result.frontier)
    chart = next(token for token in tokens(written) if token.type == "fence")
    assert chart.info == "mermaid"
    assert 'x-axis "overlap" ["0", "32", "64", "120 (knee)", "160"]' in chart.content
    assert "bar [0.0, 2.6, 6.2, 15.5, 26.3]" in chart.content
    assert "line [48.0, 49.0, 50.0, 62.0, 59.0]" in chart.content
    assert "blue: success@5 (boundary: any, split: held), orange: recall@5 (all), bars: redundancy@5" in chart.content
    assert rows(written)[-2][0] == "overlap-120"
    assert rows(written)[-2][-1] == "knee"
    assert rows(written)[-1][-1] == "dominated by overlap-120"


def test_the_chart_names_the_questions_that_its_measure_is_of() -> None:
    """Without boundary labels it is of all; whatever stands there closes no quote."""
    result = explored()
    for reported, told in (("all", "(all)"), ('all"] x', "(all x)")):
        assert f"blue: success@5 {told}, orange" in frontier_section(result, frontier_of_questions(result, reported))


def frontier_of_questions(result: Result, reported: str) -> Frontier:
    """Give a result's frontier, reported on other questions."""
    assert result.frontier is not None
    return replace(result.frontier, reported_on=reported)


def test_the_svg_is_one_inert_picture() -> None:
    """Well-formed, without scripts, links or fonts from elsewhere, and told in words to those who cannot see it."""
    drawn = frontier_svg(frontier_of(), 5)
    root = ET.fromstring(drawn)  # noqa: S314  # our own picture
    kinds = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert kinds == {"svg", "style", "line", "text", "polyline", "g", "circle", "polygon"}
    assert not re.search(r"href|url\(|@import|<script", drawn)
    assert "overlap-120 62.0 % at 0.155" in root.attrib["aria-label"]
    assert root.attrib["aria-label"].endswith("Knee: overlap-120.")
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert "120 (knee)" in texts
    assert "60 %" in texts
    names = {"0", "32", "64", "120 (knee)", "160"}
    assert names <= set(texts)


def test_the_svg_keeps_everything_inside_its_frame() -> None:
    """Points, lines and names."""
    root = ET.fromstring(frontier_svg(frontier_of(), 5))  # noqa: S314  # our own picture
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    for element in root.iter():
        for key, limit in (("x", width), ("cx", width), ("x1", width), ("y", height), ("cy", height), ("y1", height)):
            assert 0 <= float(element.attrib.get(key, 1)) <= limit


def test_names_that_try_to_be_more_stay_text() -> None:
    """Arm names are ids; what reads a result from elsewhere must hold all the same."""
    found = frontier_of(names=(HOSTILE,))
    drawn = frontier_svg(found, 5)
    root = ET.fromstring(drawn)  # noqa: S314  # our own picture
    assert HOSTILE in [element.text for element in root.iter(f"{SVG}text")]
    assert "<script" not in drawn
    result = explored(names=(HOSTILE, "```\n<img src=x>"))
    assert result.frontier is not None
    written = frontier_section(result, replace(result.frontier, measure='success"]\n```\n@team'))
    fences = [token for token in tokens(written) if token.type == "fence"]
    assert len(fences) == 1
    assert fences[0].content.count("%%{") == 1
    assert "<img" not in PARSER.render(written)
    assert "@team" not in text_after_filters(written)


def test_a_frontier_without_figures_draws_nothing() -> None:
    """Rather than an empty frame."""
    found = frontier_of()
    bare = replace(found, points=tuple(replace(one, reported=None) for one in found.points))
    assert plot(bare, 80) == ""
    assert frontier_svg(bare, 5) == ""


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.0, 0.3, [0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]),
        (47.0, 63.0, [50.0, 55.0, 60.0]),
        (-0.04, 0.02, [-0.04, -0.03, -0.02, -0.01, 0.0, 0.01, 0.02]),
    ],
)
def test_ticks_are_round_and_few(low: float, high: float, expected: list[float]) -> None:
    """A reader need not divide."""
    assert ticks(low, high) == pytest.approx(expected)
