"""The study: stages in their order, nothing skipped, and sentences that follow their numbers."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from reviewer.cli.main import main
from reviewer.comparison import Interval
from reviewer.errors import ReviewerError
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.progress import Silent
from reviewer.experiment.store import Store
from reviewer.experiment.study import as_markdown, as_terminal, page_of, run_study, sentences, stages, write_study
from reviewer.experiment.study.findings import Advised, Cure, Proof, cleared
from reviewer.experiment.study.measuring import Difference, Measured, Price, apart, sets_of
from reviewer.reports import read_result
from tests.experiment.arms import queries
from tests.experiment.conftest import make_project


def difference(points: float, low: float, high: float, *, n: int = 100, p_value: float = 1.0) -> Difference:
    """Give a difference of so many points."""
    return Difference(
        arm="tokens.overlap-0",
        against="tokens.overlap-120",
        measure="success@5",
        queries=n,
        before=0.6,
        after=0.6 + points / 100,
        difference=points / 100,
        interval=Interval(low / 100, high / 100, 0.95, "Tango"),
        p_value=p_value,
    )


def proof(boundary: Difference, controls: Difference) -> Proof:
    """Put a proof together."""
    return Proof(boundary=boundary, controls=controls, apart=apart(boundary, controls))


PRICE = Price(prompt_tokens=1000, embedded_tokens=100_000, vector_bytes=1, redundancy=0.1)
HELD = proof(difference(-15, -20, -10), difference(-1, -4, 2, n=60))


def test_the_proof_holds_where_boundary_questions_fall_and_controls_do_not() -> None:
    """Each condition that fails is named by its own sentence."""
    assert HELD.holds
    told = {
        "Proved": HELD,
        "no loss at boundaries": proof(difference(-3, -8, 2), difference(0, -3, 3)),
        "controls fall too": proof(difference(-15, -20, -10), difference(-9, -14, -4)),
        "more than the controls do": proof(difference(-15, -20, -10), difference(-10, -24, 3)),
    }
    for words, one in told.items():
        assert words in list(sentences.proof_sentences(one))[-1]
        assert one.holds is (words == "Proved")
    unlabelled = proof(replace(difference(0, 0, 0, n=0), interval=None), difference(0, -3, 3))
    assert not unlabelled.holds
    assert "no label carries a boundary pattern" in next(sentences.proof_sentences(unlabelled))
    bare = proof(difference(-15, -20, -10), replace(difference(0, 0, 0, n=0), interval=None))
    assert not bare.holds
    assert "no controls" in list(sentences.proof_sentences(bare))[-1]


def test_two_changes_are_told_apart_by_the_spread_of_both() -> None:
    """With equal intervals the half-width grows by the root of two."""
    found = apart(difference(-10, -15, -5), difference(0, -5, 5))
    assert found is not None
    assert found.low == pytest.approx(-0.1 - 0.05 * 2**0.5)
    assert found.high == pytest.approx(-0.1 + 0.05 * 2**0.5)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (difference(12.3, 4.2, 20.4), "bought +12.3 points [+4.2, +20.4]"),
        (difference(-12.3, -20.4, -4.2), "cost −12.3 points [−20.4, −4.2]"),
        (difference(1, -3, 4), "changed little"),
        (difference(4, -3, 11), "cannot be told to have changed anything on 100 questions"),
    ],
)
def test_what_is_said_of_a_change_follows_its_interval(change: Difference, words: str) -> None:
    """Other numbers, another sentence."""
    assert words in sentences.bought(change)


def advice(over_today: Difference, price: Price, arm: str = "sections.overlap-0.expand") -> str:
    """Give the advice for an arm."""
    found = Advised(arm=arm, most=arm, over_today=replace(over_today, arm=arm), today=PRICE, price=price)
    return sentences.advice_sentence(found, "If so")


def test_advice_is_given_only_where_it_is_told_on_the_questions_reported_on() -> None:
    """A gain is advised with its price; chance, a loss, and no other arm keep what runs today."""
    dear = replace(PRICE, prompt_tokens=2500)
    assert advice(difference(9, 3, 15), dear).startswith("If so: run sections, no overlap, with expand.")
    assert "2,500 prompt tokens instead of 1,000 and the same index" in advice(difference(9, 3, 15), dear)
    assert "keep what you run" in advice(difference(9, -1, 15), dear)
    assert "keep what you run" in advice(difference(-9, -15, -3), dear)
    cheap = replace(PRICE, prompt_tokens=800, embedded_tokens=50_000)
    assert "is cheaper" in advice(difference(1, -5, 6), cheap)
    assert "0.5 times the index" in advice(difference(1, -5, 6), cheap)
    assert "nothing that was tried" in advice(difference(0, 0, 0), PRICE, "tokens.overlap-120")


def cure(name: str, at_k: Difference, slices: dict[str, Difference] | None = None) -> Cure:
    """Give a cure."""
    return Cure(
        name=name,
        arm="sections.overlap-0",
        against="tokens.overlap-0",
        at_k=at_k,
        at_budget=replace(at_k, measure="recall@800t"),
        controls=at_k,
        slices=slices or {},
        before=PRICE,
        after=replace(PRICE, embedded_tokens=190_000, redundancy=0.16),
    )


def test_a_cure_is_told_with_its_price() -> None:
    """Prompt, index, what is sent twice, and the same at an equal prompt."""
    told = sentences.cure_sentence(cure("structure", difference(12.3, 4.2, 20.4)))
    assert "for the same prompt and 1.9 times the index; 16 % of what is sent is sent twice" in told
    assert "At an equal prompt of 800 tokens it bought +12.3 points" in told


def test_slices_are_named_only_where_they_are_told_after_adjustment() -> None:
    """One of twenty small p-values is chance; a very small one is not."""
    chance = {f"boundary: {name}": difference(9, 1, 17, p_value=0.04) for name in "abcdefghij"}
    clear = {**chance, "format: table": difference(30.3, 15.1, 45.2, p_value=0.0001)}
    (first,) = cleared((cure("overlap", difference(5, 1, 9), chance),))
    (second,) = cleared((cure("overlap", difference(5, 1, 9), clear),))
    assert sentences.slice_sentence(first) == "Overlap: in no slice by itself can it be told."
    assert sentences.slice_sentence(second) == "Overlap helps format: table +30.3 points [+15.1, +45.2]."


def test_arms_are_chosen_on_one_split_and_reported_on_the_other() -> None:
    """Without a split they are the same queries, and that is said."""
    split = sets_of(queries(20, controls=4, split=True))
    assert not split.same
    assert not set(split.chosen) & set(split.reported)
    assert len(split.controls) == 4
    assert set(split.slices) == {"boundary: list-item", "control"}
    whole = sets_of(queries(20))
    assert whole.same
    assert whole.chosen == whole.reported


def test_stages_try_every_overlap_and_every_structural_splitter(project: Path) -> None:
    """None, a tenth, a fifth and a half of the size, and what the configuration names."""
    configuration = read_configuration(project / "reviewer.yaml")
    assert [arm.name for arm in stages.overlap(configuration).arms] == [
        f"tokens.overlap-{one}" for one in (0, 6, 12, 30)
    ]
    names = [arm.name for arm in stages.structure(configuration).arms]
    assert names[0] == "tokens.overlap-0"
    assert {"recursive.overlap-0", "sections.overlap-0"} <= set(names)
    best = stages.with_overlap(configuration.base, 30)
    planned = stages.treatments(configuration, replace(best, name="tokens.overlap-30"), 2)
    assert [arm.name for arm in planned.arms] == [
        "tokens.overlap-30",
        *(f"tokens.overlap-30.{name}" for name in ("expand", "mmr", "collapse")),
    ]


def test_a_study_starts_from_windows(project: Path) -> None:
    """Another splitter has no overlap to compare with."""
    path = project / "reviewer.yaml"
    text = path.read_text(encoding="utf-8").replace(
        "{name: tokens, size: 60, overlap: 30}", "{name: recursive, size: 60}"
    )
    path.write_text(text.replace("overlaps: [30, 0]\n", ""), encoding="utf-8")
    with pytest.raises(ReviewerError, match="starts from windows"):
        run_study(read_configuration(path), Store(project / ".reviewer"), Silent())


@pytest.fixture(scope="module")
def studied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Study the small project once, all stages."""
    root = make_project(tmp_path_factory.mktemp("study") / "project")
    configuration = read_configuration(root / "reviewer.yaml")
    write_study(run_study(configuration, Store(root / ".reviewer"), Silent(), although_unproved=True))
    return root


def test_every_stage_leaves_its_result_and_one_page_says_it_all(studied: Path) -> None:
    """Five folders, the page and the numbers; a few questions prove nothing, and the page begins with that."""
    folder = studied / ".reviewer" / "study"
    keys = ["1-boundary", "2-overlap", "3-structure", "4-interaction", "5-treatments"]
    assert [len(read_result(folder / key).arms) > 1 for key in keys] == [True] * 5
    page = (folder / "study.md").read_text(encoding="utf-8")
    assert "The boundary failure was not proved" in page
    assert "> - 3 questions cannot tell any loss, however large: write more labels" in page.split("## ")[0]
    assert "index, tokens" in page
    assert page.count("\n# ") + page.startswith("# ") == 1
    assert "Chosen and judged on the same queries" in page
    told = json.loads((folder / "study.json").read_text(encoding="utf-8"))
    assert told["proved"] is told["stopped"] is False
    assert {one["name"] for one in told["findings"]["cures"]} == {
        "overlap",
        "structure",
        "structure and overlap",
        "expand",
        "mmr",
        "collapse",
    }
    assert not (folder / "work").exists()
    for arm in ("tokens.overlap-6", "recursive.overlap-0", "by-format.overlap-0"):
        assert f"| {arm} |" in page


def test_the_figures_of_the_page_are_those_of_the_stages(studied: Path) -> None:
    """Means and differences are recomputed from the results that the stages left."""
    folder = studied / ".reviewer" / "study"
    told = json.loads((folder / "study.json").read_text(encoding="utf-8"))["findings"]
    results = tuple(read_result(folder / key) for key in ("2-overlap", "3-structure", "4-interaction", "5-treatments"))
    asked = queries(1)
    measured = Measured(results, asked, 0.95)
    for one in told["cures"]:
        reported = told["sets"]["reported"]
        for side, arm in (("before", one["against"]), ("after", one["arm"])):
            assert one["at_k"][side] == pytest.approx(measured.mean(arm, "success@2", reported))
        assert one["at_k"]["difference"] == pytest.approx(one["at_k"]["after"] - one["at_k"]["before"])


def test_stages_are_read_back_until_something_they_stand_on_changes(studied: Path) -> None:
    """Nothing is run twice on the same inputs; another k runs all again, and so does a spoiled folder."""
    path = studied / "reviewer.yaml"
    store = Store(studied / ".reviewer")
    study = run_study(read_configuration(path), store, Silent(), although_unproved=True)
    assert [one.again for one in study.done] == [True] * 5
    (study.folder / "1-boundary" / "results.json").write_text("{}", encoding="utf-8")
    again = run_study(read_configuration(path), store, Silent())
    assert [one.again for one in again.done] == [False]
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("depth: 6", "depth: 5"), encoding="utf-8")
    other = run_study(read_configuration(path), store, Silent())
    path.write_text(text, encoding="utf-8")
    assert [one.again for one in other.done] == [False]


def test_it_stops_where_nothing_was_proved_and_says_how_to_go_on(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, one stage run, and the flag by its name."""
    monkeypatch.chdir(project)
    with pytest.raises(SystemExit) as stopped:
        main(["study"])
    assert stopped.value.code == 2
    out = " ".join(capsys.readouterr().out.replace("│", " ").split())
    assert "Not proved" in out
    assert "--although-unproved" in out
    assert out.count("whose answer lies at a boundary change by") == 1
    assert "write more labels" in out
    assert [path.name for path in (project / ".reviewer" / "study").iterdir() if path.is_dir()] == ["1-boundary"]
    with pytest.raises(SystemExit) as again:
        main(["study", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert (again.value.code, told["stopped"], told["proved"]) == (2, True, False)


def test_a_study_that_was_proved_advises_without_the_warning(studied: Path) -> None:
    """The same numbers under a proof that holds: no banner, and the verdict says so."""
    study = run_study(
        read_configuration(studied / "reviewer.yaml"), Store(studied / ".reviewer"), Silent(), although_unproved=True
    )
    proved = replace(study, unproved=False, findings=replace(study.findings, proof=HELD))
    page = as_markdown(page_of(proved))
    assert "was not proved" not in page
    assert "Proved: boundary questions fall" in page


def test_the_page_reads_in_a_terminal_too_while_data_stays_inert(studied: Path) -> None:
    """Intervals keep their brackets; a set of labels with a name that is markup does not become any."""
    study = run_study(
        read_configuration(studied / "reviewer.yaml"), Store(studied / ".reviewer"), Silent(), although_unproved=True
    )
    name = "<b>[a](http://b.c) [+1.0, +2.0](d) [+1.0, +2.0][d] [+1.0, +2.0]: e"
    page = as_markdown(page_of(replace(study, title=name)))
    title, _, rest = page.partition("\n")
    assert not {"<", "["} & set(title.replace("[+1.0, +2.0] ", ""))
    assert "&#91;" not in rest
    shown = StringIO()
    Console(file=shown, width=200).print(as_terminal(page_of(replace(study, title="a\x1b[2Jb [red]c"))))
    assert "a\\u001b[2Jb [red]c" in shown.getvalue()
    for width in (80, 110, 200):
        shown = StringIO()
        Console(file=shown, width=width).print(as_terminal(page_of(study), width))
        rows = [line for line in shown.getvalue().splitlines() if line.startswith((" tokens.overlap", " overlap "))]
        assert rows
        assert max(map(len, rows)) <= width
        assert not [row for row in rows if re.search(r"\][^\s,.;:]|\d[+−±]", row)]  # no two columns touch
    assert re.search(r"points \[[+−±]\d+\.\d, [+−±]\d+\.\d\]", rest)


@pytest.mark.parametrize(("configured", "high"), [(0, 120), (40, 40)])
def test_the_high_overlap_of_the_proof_is_the_configured_one_or_half_the_size(
    project: Path, configured: int, high: int
) -> None:
    """Not the largest of all that are listed to be tried."""
    path = project / "reviewer.yaml"
    told = read_configuration(path)
    base = replace(told.base, splitter={"name": "tokens", "size": 240, "overlap": configured})
    given = replace(told, base=base, overlaps=(0, 200))
    assert stages.high_overlap(given) == high


def test_no_proof_is_no_proof_of_the_contrary() -> None:
    """Where a loss cannot be told, the page says on how many questions, not that there is none."""
    told = list(sentences.proof_sentences(proof(difference(-3, -30, 24, n=9), difference(0, -30, 30, n=5))))[-1]
    assert "on 9 questions no loss at boundaries can be told" in told
    assert "nothing for overlap to cure" not in told


def test_without_a_slice_that_is_large_enough_none_is_judged(studied: Path) -> None:
    """Nothing is told of what was not looked at, and no empty table is drawn."""
    study = run_study(
        read_configuration(studied / "reviewer.yaml"), Store(studied / ".reviewer"), Silent(), although_unproved=True
    )
    cures = tuple(replace(one, slices={}, clear=()) for one in study.findings.cures)
    bare = replace(study, findings=replace(study.findings, cures=cures))
    part = next(one for one in page_of(bare).parts if one.heading == "For which questions")
    assert (part.sentences, part.grid) == (
        ("No slice has 8 questions or more, so that none is looked at by itself.",),
        None,
    )


def test_what_so_many_questions_can_show_is_said() -> None:
    """A figure whose interval spans half of everything answers nothing."""
    assert sentences.seen(11, 0.364).startswith("11 questions can only show a loss of 36 points or more: write more")
    assert sentences.seen(1, None).startswith("1 question cannot tell any loss, however large")
