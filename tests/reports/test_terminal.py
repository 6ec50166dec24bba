"""A result at a terminal: quick to read, within its width, ids whole, and nothing of the data drives it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reviewer.reports import MarkdownReporter, Result
from reviewer.reports.headline import headline
from reviewer.reports.html import HtmlReporter
from reviewer.reports.result import Contrast, Factorial
from reviewer.reports.terminal import TerminalReporter
from tests.action.samples import change, effect, result

LONG = "payroll-invoice-unpaid-after-the-second-reminder"


def rendered(given: Result, width: int = 110) -> str:
    """Render for a terminal of a width."""
    return TerminalReporter(width).render(given)


@pytest.mark.parametrize("width", [80, 110, 160])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    """Whatever is in the result."""
    many = result([f"query-{at}" for at in range(40)], [LONG], parts=60)
    assert max(map(len, rendered(many, width).splitlines())) <= width


def test_an_id_is_never_broken_over_two_lines() -> None:
    """It is what a person copies; places give way to file names, and those to offsets."""
    lost = change(LONG, "a/very/long/way/down/the/folders/" + "x" * 60 + ".md")
    given = result()
    given = replace(given, comparisons=(replace(given.comparisons[0], changes=(lost,)),))
    lines = [line for line in rendered(given).splitlines() if LONG in line]
    assert len(lines) == 1
    assert "1043–1660" in lines[0]


def test_a_place_is_shown_as_fully_as_it_fits() -> None:
    """By path where there is room, by file name where there is less."""
    told = rendered(result(["short"]))
    assert "policies/appeals.md 1043–1660" in told
    told = rendered(result(["a-name-of-thirty-signs-exactly"]))
    assert " appeals.md 1043–1660" in told
    assert "policies/appeals.md 1043" not in told


def test_controls_lost_come_first_of_all() -> None:
    """And no loss is called a boundary effect."""
    base = result()
    effects = tuple(
        effect("control", 3, queries=41) if one.slice == "control" else one for one in base.comparisons[0].effects
    )
    told = "Not a boundary effect: 3 of 41 controls lost."
    given = replace(base, comparisons=(replace(base.comparisons[0], effects=effects, statements=(told,)),))
    assert headline(given).startswith(told)
    first = " ".join(rendered(given).splitlines()[1:3])
    assert told in first
    assert rendered(given).count("Not a boundary effect") == 1


def test_slices_are_few_and_those_that_matter_stay() -> None:
    """The whole, controls, gated ones; the others are counted."""
    base = result(["a", "b"])
    parts = tuple(effect(f"risk: part-{at}", at % 3, queries=20) for at in range(60))
    effects = (*base.comparisons[0].effects, *parts)
    told = rendered(replace(base, comparisons=(replace(base.comparisons[0], effects=effects),)))
    shown = [line for line in told.splitlines() if "risk: part-" in line]
    assert len(shown) <= 14
    assert "risk: critical" in told
    assert "slices more in report.md" in told


def test_a_slice_of_every_query_says_nothing_new() -> None:
    """Left out, unless a person protects it."""
    base = result()
    every = effect("made: blind", 1)
    given = replace(base, comparisons=(replace(base.comparisons[0], effects=(*base.comparisons[0].effects, every)),))
    assert "made: blind" not in rendered(given)
    kept = replace(every, protected=True)
    given = replace(base, comparisons=(replace(base.comparisons[0], effects=(*base.comparisons[0].effects, kept)),))
    assert "made: blind" in rendered(given)


@pytest.mark.parametrize("text", ["[bold]x[/bold]", ":warning:", "[link=http://x]y[/link]", "\\[x]"])
def test_data_is_text_and_never_markup(text: str) -> None:
    """Titles, slices and reasons come from files."""
    base = result()
    given = replace(base, title=text, integrity=replace(base.integrity, findings=(text,)))
    assert rendered(given).count(text) == 2


def test_what_is_confounded_stands_above_everything() -> None:
    """In both formats, with both values."""
    base = result()
    given = replace(base, comparisons=(replace(base.comparisons[0], confounders=("splitter.size: 240 against 120",)),))
    assert rendered(given).index("CONFOUNDED") < rendered(given).index("reviewer · handbook")
    assert MarkdownReporter().render(given).startswith("> [!WARNING]\n> **CONFOUNDED")
    assert "baseline → candidate, confounded" in rendered(given)


def test_two_factors_are_told_in_sentences() -> None:
    """In both formats."""
    contrast = Contrast(kind="main", factor="overlap", level="0", against="64", at="", difference=0.1, interval=None)
    factorial = Factorial(
        factors=("overlap", "splitter"),
        measure="success@5",
        slice="boundary: any",
        queries=143,
        contrasts=(contrast,),
        sentences=("Overlap 64 instead of 0 helps 6 points with tokens.",),
    )
    given = replace(result(), factorial=factorial)
    for told in (rendered(given), MarkdownReporter().render(given)):
        assert "verlap and splitter: success@5 of boundary: any" in told
        assert "Overlap 64 instead of 0 helps 6 points with tokens." in told


def test_an_approximate_loss_is_marked() -> None:
    """By a sign in the terminal, in words in markdown."""
    base = result()
    lost = replace(change("one"), approximate=True)
    given = replace(base, comparisons=(replace(base.comparisons[0], changes=(lost,)),))
    assert "lost ≈" in rendered(given)
    assert "only under approximate search" in MarkdownReporter().render(given)


def test_queries_taken_as_independent_are_said_to_be() -> None:
    """Under 20 documents the interval knows no documents."""
    base = result()
    effects = tuple(replace(one, notes=("queries treated as independent",)) for one in base.comparisons[0].effects)
    given = replace(base, comparisons=(replace(base.comparisons[0], effects=effects),))
    for told in (rendered(given), MarkdownReporter().render(given)):
        assert "Queries treated as independent." in told


def test_files_that_one_would_have_expected_to_be_read_are_named() -> None:
    """At the terminal, in the report and on the page; pictures alone are worth no warning."""
    base = result()
    odd = tuple((f"{at}.md", "UTF-16, not UTF-8") for at in range(6))
    given = replace(
        base, integrity=replace(base.integrity, passed_over=7, passed_over_files=(*odd, ("a.png", "hidden")))
    )
    told = "7 files passed over: 0.md (UTF-16, not UTF-8), 1.md (UTF-16, not UTF-8), 2.md"
    assert f"! {told}" in " ".join(rendered(given, 400).split())
    assert "and 2 more" in rendered(given, 400)
    assert "- 7 files passed over: 0.md" in MarkdownReporter().render(given)
    assert told in HtmlReporter().render(given)
    picture = replace(base.integrity, passed_over=1, passed_over_files=(("a.png", "binary (.png)"),))
    assert "a.png" not in rendered(replace(base, integrity=picture), 400)


TAGS = ("boundary: condition-consequence", "boundary: prerequisite-action", "evidence: 67-200 tokens")


def tagged() -> Result:
    """Give a result with slices of long tags."""
    given = result()
    effects = (*given.comparisons[0].effects, *(effect(tag, 4, queries=60) for tag in TAGS))
    return replace(given, comparisons=(replace(given.comparisons[0], effects=effects),))


@pytest.mark.parametrize("width", [80, 100, 120, 200])
def test_words_and_numbers_are_whole_at_every_width(width: int) -> None:
    """Lines end at blanks, and in the names of slices at hyphens; an interval stands on one line."""
    told = rendered(tagged(), width)
    words = set(told.replace("-", " ").split())
    assert {"condition", "consequence", "prerequisite", "action", "before", "gained"} <= words
    assert "[95\u00a0%]" in told
    assert all(line.count("[") == line.count("]") for line in told.splitlines())
    assert max(map(len, told.splitlines())) <= width


def test_a_slice_goes_on_below_its_own_name() -> None:
    """And not below the mark before it."""
    lines = rendered(tagged(), 80).splitlines()
    at = next(number for number, line in enumerate(lines) if "boundary: condition-" in line)
    assert lines[at].startswith(" ▾ boundary: condition- ")
    assert lines[at + 1].rstrip() == "   consequence"


@pytest.mark.parametrize(("width", "explained"), [(70, False), (120, True)])
def test_measures_are_explained_where_each_stays_on_one_line(width: int, explained: bool) -> None:  # noqa: FBT001  # pytest hands it over
    """In a narrow terminal the explanation goes, and the table stays as short."""
    told = rendered(result(), width)
    assert ("all evidence in one passage each" in told) == explained
    assert "success@5 " in told


def test_more_arms_than_fit_stand_in_a_second_table() -> None:
    """Each with the names of the measures beside it, and none is missing."""
    base = result()
    arms = tuple(replace(base.arms[0], name=f"langchain-recursive-{at:02}") for at in range(12))
    told = rendered(replace(base, arms=arms, comparisons=()), 80)
    heads = told.partition("Arms side by side")[2]
    assert all(f"recursive-{at:02}" in heads for at in range(12))
    assert heads.count("success@5 ") > 1
    assert max(map(len, told.splitlines())) <= 80


def test_the_slice_gives_way_to_the_reason_in_a_narrow_terminal() -> None:
    """A long id and its place are on one line, and no column is a few letters wide."""
    told = rendered(result(["aufbewahrung-papier-nach-dem-scannen"]), 80).partition("Evidence lost")[2]
    (line,) = (line for line in told.splitlines() if "aufbewahrung-papier-nach-dem-scannen" in line)
    assert "1043–1660" in line
    assert not any(0 < len(line.strip()) < 8 for line in told.splitlines() if not line.lstrip().startswith("…"))


@pytest.mark.parametrize(
    ("states", "told", "judged"),
    [
        (["stale"], "1 stale label was left out: q0", "judged, 1 stale"),
        (["stale", "mismatched"], "2 stale labels were left out: q0, q1", "judged, 2 stale"),
        (
            ["vanished"],
            "1 label of documents that are not in this corpus was left out: q0",
            "judged, 0 stale, 1 not in this corpus",
        ),
        (
            ["vanished", "stale", "vanished"],
            "1 stale label and 2 labels of documents that are not in this corpus were left out: q0, q1, q2",
            "judged, 1 stale, 2 not in this corpus",
        ),
    ],
)
def test_labels_that_were_left_out_are_counted_in_words(states: list[str], told: str, judged: str) -> None:
    """One is not many, and what `include` leaves out is not stale."""
    base = result()
    stale = tuple((f"q{at}", state) for at, state in enumerate(states))
    given = replace(base, integrity=replace(base.integrity, left_out=stale))
    assert f"! {told}" in " ".join(rendered(given).split())
    assert told.partition(":")[0] in HtmlReporter().render(given)
    for report in (rendered(given), HtmlReporter().render(given), MarkdownReporter().render(given)):
        assert judged in " ".join(report.split())


@pytest.mark.parametrize("width", [40, 60, 80])
def test_what_is_longer_than_the_terminal_is_broken_after_all(width: int) -> None:
    """Ids, slices and names of arms without a place to break them: no line runs over the edge, nothing is cut."""
    name = "x" * 90
    given = result([name])
    effects = (*given.comparisons[0].effects, effect(name, 4, queries=60))
    arms = tuple(replace(arm, name=name + arm.name) for arm in given.arms)
    for one in (
        replace(given, comparisons=(replace(given.comparisons[0], effects=effects),)),
        replace(given, arms=arms, comparisons=()),
    ):
        told = rendered(one, width)
        assert max(map(len, told.splitlines())) <= width
        assert told.count("x") >= len(name)


def test_an_embedder_behind_a_server_is_told_in_words() -> None:
    """Of its precision only the server knows."""
    base = result()
    made = {"embedder": {"name": "smollm2", "precision": "the server's"}, "index": {"name": "pgvector"}}
    arms = tuple(replace(arm, manifest={**arm.manifest, **made}) for arm in base.arms)
    assert "smollm2 as its server embeds, pgvector search." in " ".join(rendered(replace(base, arms=arms)).split())
