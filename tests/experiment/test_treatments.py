"""Treated arms from configuration to result: in the manifest, scored on what is sent, read back without vectors."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reviewer.cli.main import main
from reviewer.diagnosis.remedies import COLLAPSE, EXACT, EXPAND, MMR, ROWS, SECTIONS, SYMBOLS
from reviewer.errors import ReviewerError
from reviewer.experiment.archive import result_folder
from reviewer.experiment.configuration import Configuration, read_configuration
from reviewer.experiment.foreign import Handed, compare_runs
from reviewer.experiment.freezing import lock_path
from reviewer.experiment.opening import look_closer
from reviewer.experiment.produce import Producer, treatments_of
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, freeze, run
from reviewer.experiment.store import Store
from reviewer.passages import Expand
from reviewer.reports import MarkdownReporter, read_result
from reviewer.reports.rows import arm_rows
from reviewer.reports.terminal import TerminalReporter
from tests.experiment.conftest import APPEALS, make_project

ARMS = """arms:
  mmr: {treatments: [{name: mmr, lambda: 0.3}]}
  one-each: {treatments: [collapse, {name: cap, per_section: 1}]}
  expand: {treatments: [{name: expand, max_section: 600}]}
factor: treatment"""


def treated(project: Path, arms: str = ARMS) -> Configuration:
    """Replace the overlaps of the project by arms."""
    path = project / "reviewer.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("overlaps: [30, 0]", arms), encoding="utf-8")
    return read_configuration(path)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Run a raw arm against three treated ones; give the project and the result folder."""
    root = make_project(tmp_path_factory.mktemp("treated") / "project")
    path = root / "reviewer.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("k: 2", "k: 1").replace("@2", "@1"), encoding="utf-8")
    return root, run(treated(root), Asked(), Store(root / ".reviewer"), Silent())[1]


def lines(path: Path) -> list[dict[str, Any]]:
    """Read JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_runs_stay_raw_and_what_is_sent_stands_beside_them(ran: tuple[Path, Path]) -> None:
    """All four raw runs are the same list; only treated arms have passages."""
    folder = ran[1]
    names = {path.name for path in folder.glob("passages-*")}
    assert names == {"passages-mmr.jsonl", "passages-one-each.jsonl", "passages-expand.jsonl"}
    raw = [
        [{**line, "arm": ""} for line in lines(folder / f"run-{arm}.jsonl")]
        for arm in ("baseline", "mmr", "one-each", "expand")
    ]
    assert raw[1:] == [raw[0]] * 3
    sent = lines(folder / "passages-expand.jsonl")
    first = next(line for line in sent if line["query_id"] == "window-closes" and line["rank"] == 1)
    document, start, end = first["places"][0]
    assert document == "policies/appeals.md"
    assert APPEALS[start:].startswith("#")
    assert end == len(APPEALS) or APPEALS[end:].startswith("#")


def test_the_manifest_names_treatments_with_all_settings(ran: tuple[Path, Path]) -> None:
    """In their order, defaults too; they are part of the arm's fingerprint."""
    result = read_result(ran[1])
    named = {arm.name: arm.manifest["treatments"] for arm in result.arms}
    assert named["baseline"] == []
    assert named["one-each"] == [
        {"name": "collapse", "share": 0.4},
        {"name": "cap", "per_document": None, "per_section": 1},
    ]
    assert named["expand"] == [{"name": "expand", "max_section": 600, "max_trimmed": 1, "hits": 10}]
    assert len({arm.fingerprint for arm in result.arms}) == 4


def test_measures_are_those_of_what_is_sent_and_chunk_measures_those_of_chunks(ran: tuple[Path, Path]) -> None:
    """Expansion recovers what windows cut, and changes nothing of how well the chunks are cut."""
    means = {
        arm.name: {name: one.mean or 0.0 for name, one in arm.measures.items()} for arm in read_result(ran[1]).arms
    }
    assert means["expand"]["success@1"] > means["baseline"]["success@1"]
    assert means["expand"]["prompt_tokens@1"] > means["baseline"]["prompt_tokens@1"]
    for name in ("intact", "precision_omega"):
        assert {arm[name] for arm in means.values()} == {means["baseline"][name]}


def test_a_budget_cuts_grown_passages_where_it_ends(ran: tuple[Path, Path]) -> None:
    """At equal prompt tokens: what lies behind the 20th token of a region is not counted as sent."""
    root, folder = ran
    configuration = read_configuration(root / "reviewer.yaml")
    shutil.copytree(folder, root / "again", dirs_exist_ok=True)
    text = (root / "reviewer.yaml").read_text(encoding="utf-8").replace("budget: 100", "budget: 20")
    (root / "small.yaml").write_text(text, encoding="utf-8")
    small = read_configuration(root / "small.yaml")
    handed = [Handed(root / "again" / f"run-{arm}.jsonl") for arm in ("baseline", "expand")]
    wide = compare_runs(configuration, handed[0], handed[1], Store(root / ".other"))[0].arms[1].measures
    tight = compare_runs(small, handed[0], handed[1], Store(root / ".other"))[0].arms[1].measures
    assert (wide["recall@100t"].mean or 0) > (tight["recall@20t"].mean or 0)
    assert wide["success@1"] == tight["success@1"]


def test_files_handed_over_score_the_same_as_the_run(ran: tuple[Path, Path], tmp_path: Path) -> None:
    """The evaluator needs chunks, run and passages alone, no vectors."""
    root, folder = ran
    handed = [Handed(folder / f"run-{arm}.jsonl") for arm in ("baseline", "mmr")]
    result, _ = compare_runs(read_configuration(root / "reviewer.yaml"), handed[0], handed[1], Store(tmp_path))
    before = {arm.name: arm.measures for arm in read_result(folder).arms}
    for arm in result.arms:
        assert "unique_evidence@1" in arm.measures
        known = {name: mean for name, mean in arm.measures.items() if mean.queries}
        assert arm.measures.keys() - known.keys() == {"similar_pairs@1"}
        assert known == {name: before[arm.name][name] for name in known}


def test_a_treated_run_without_its_passages_is_refused(ran: tuple[Path, Path], tmp_path: Path) -> None:
    """Its raw list is not what was sent; a manifest that says so is believed."""
    root, folder = ran
    copied = Path(shutil.copytree(folder, tmp_path / "copy"))
    (copied / "passages-mmr.jsonl").unlink()
    handed = [Handed(copied / f"run-{arm}.jsonl") for arm in ("baseline", "mmr")]
    with pytest.raises(ReviewerError, match="treated by mmr"):
        compare_runs(read_configuration(root / "reviewer.yaml"), handed[0], handed[1], Store(tmp_path / "store"))
    with pytest.raises(ReviewerError, match="treated by mmr"):
        look_closer(copied, None, "mmr")


def test_a_zip_of_the_folder_holds_what_was_sent(ran: tuple[Path, Path], tmp_path: Path) -> None:
    """Opened without documents, the passages are the regions, the raw list stands beside them."""
    _, folder = ran
    with zipfile.ZipFile(tmp_path / "result.zip", "w") as archive:
        for path in folder.iterdir():
            archive.write(path, path.name)
    with result_folder(tmp_path / "result.zip") as unpacked:
        closer = look_closer(unpacked, None, "expand")
    arm = closer.two.candidate
    assert arm.treatment == "expand(hits=10, max_section=600, max_trimmed=1)"
    assert arm.raw is not None
    assert [one.places for one in arm.raw["window-closes"]] != [one.places for one in arm.passages["window-closes"]]
    assert closer.two.baseline.raw is None


def test_a_neighbourhood_of_a_treated_arm_agrees_with_the_result(ran: tuple[Path, Path]) -> None:
    """Ranks of every changed item, read back, are those that were written."""
    root, folder = ran
    for arm in ("mmr", "one-each", "expand"):
        closer = look_closer(folder, read_configuration(root / "reviewer.yaml"), arm)
        for change in closer.comparison.changes:
            assert closer.around(change.query, 200).candidate.ranks[change.item] == change.candidate_rank


def test_every_phase_is_treated(project: Path) -> None:
    """A shifted grid has its own passages."""
    configuration = treated(project, "arms: {expand: {treatments: [expand]}}\nfactor: treatment")
    folder = run(configuration, Asked(phases=2), Store(project / ".reviewer"), Silent())[1]
    assert (folder / "passages-expand.phase-1.jsonl").is_file()


def test_another_treatment_confounds_unless_it_is_the_factor(project: Path) -> None:
    """More than the overlap differs, and the remedy names the factor."""
    configuration = treated(project, "arms: {mmr: {treatments: [mmr]}}")
    with pytest.raises(ReviewerError, match="treatments") as refused:
        run(configuration, Asked(), Store(project / ".reviewer"), Silent())
    assert "factor: treatment" in refused.value.hint


def test_a_lock_holds_treatments(project: Path) -> None:
    """A lambda that moved since the freeze is named."""
    freeze(treated(project), Store(project / ".reviewer"))
    path = project / "reviewer.yaml"
    assert '"lambda": 0.3' in lock_path(read_configuration(path)).read_text(encoding="utf-8")
    path.write_text(path.read_text(encoding="utf-8").replace("lambda: 0.3", "lambda: 0.4"), encoding="utf-8")
    with pytest.raises(ReviewerError, match=r"arms\.mmr\.treatments"):
        run(read_configuration(path), Asked(locked=True), Store(project / ".reviewer"), Silent())


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("treatments: [{name: mmr, lambda: 2}]", r"reviewer.yaml:5: treatments\[0\]: mmr: lambda 2"),
        ("treatments: [collapse, {name: cap, per_docment: 2}]", r"treatments\[1\]: treatment cap: no setting"),
        ("treatments: [expand, collapse]", r"treatments\[1\]: collapse.* cannot come after expand"),
        ("treatments: [rerank]", r"treatments\[0\]: no treatment is called 'rerank'"),
        ("treatments: mmr", "treatments: expected a list"),
        ("treatments: [{lambda: 0.5}]", r"treatments\[0\]"),
        ("arms: {a: {treatments: [{name: expand, hits: some}]}}", r"arms\.a\.treatments\[0\]: expand: hits 'some'"),
    ],
)
def test_mistakes_name_file_line_and_path(reconfigured: Callable[[str, str], Path], written: str, message: str) -> None:
    """What cannot be made is refused where it is written."""
    with pytest.raises(ReviewerError, match=message):
        read_configuration(reconfigured("overlaps: [30, 0]", written))


def test_an_arm_replaces_the_treatments_of_the_configuration(reconfigured: Callable[[str, str], Path]) -> None:
    """A list is no overlay: an empty one gives the raw arm back."""
    path = reconfigured(
        "overlaps: [30, 0]",
        "treatments: [collapse]\narms: {raw: {treatments: []}, same: {}, grown: {treatments: [expand]}}",
    )
    configuration = read_configuration(path)
    names = [[one.name for one in treatments_of(arm)] for arm in (configuration.base, *configuration.arms)]
    assert names == [["collapse(share=0.4)"], [], ["collapse(share=0.4)"], [Expand().name]]


@pytest.mark.parametrize(
    "change",
    [
        f"treatments: [{COLLAPSE}]",
        f"treatments: [{EXPAND}]",
        f"treatments: [{MMR}]",
        "treatments: []",
        f"index: {{name: {EXACT}}}",
        f"splitter: {{name: {ROWS}, size: 60}}",
        f"splitter: {{name: {SECTIONS}, size: 60}}",
        f"splitter: {{name: {SYMBOLS}, size: 60}}",
        "splitter: {overlap: 15}",
        "splitter: {size: 80}",
    ],
)
def test_the_arm_that_a_remedy_names_can_be_configured(project: Path, tmp_path: Path, change: str) -> None:
    """Every arm of a remedy is made by its name; a splitter needs a size besides."""
    configuration = treated(project, f"arms: {{next: {{{change}}}}}")
    producer = Producer(None, (), configuration.rules, Store(tmp_path), Silent())  # type: ignore[arg-type]  # reads none
    identified = producer.identify(configuration.arms[0])
    assert identified.splitter.name


def test_what_a_treatment_removed_is_named_with_its_limit_and_what_took_its_place(project: Path) -> None:
    """Evidence in the second hit of a document is lost under a cap of one; taking the cap off recovers the query."""
    arms = "arms: {capped: {treatments: [{name: cap, per_document: 1}]}, raw: {}}\nfactor: treatment"
    folder = run(treated(project, arms), Asked(), Store(project / ".reviewer"), Silent())[1]
    capped, raw = read_result(folder).comparisons
    lost = [one for one in capped.changes if one.change == "lost"]
    assert lost
    assert {one.cause for one in lost} == {"removed_by_treatment"}
    for one in lost:
        assert one.numbers["treatment"] == "cap(per_document=1)"
        assert isinstance(gave_way := one.numbers["gave_way_to"], int)
        assert gave_way > 2 >= int(str(one.numbers["rank_before"]))
        assert "cap(per_document=1)" in one.because
        assert one.next_arm == "raw"
    assert raw.changes == ()


def test_reports_name_treatments_and_what_they_do_to_the_prompt(ran: tuple[Path, Path]) -> None:
    """The table of arms says what was done to each list, and how much longer the prompt got."""
    result = read_result(ran[1])
    rows = {row.name: row.values for row in arm_rows(result)}
    assert rows["treatments"][0] == "–"
    assert rows["treatments"][2] == "collapse(share=0.4), then cap(per_section=1)"
    inflation = rows["prompt inflation · times the prompt of baseline"]
    assert inflation[0] == "1.00"
    assert float(inflation[3]) > 1
    for reporter in (MarkdownReporter(), TerminalReporter(140)):
        assert "expand(hits=10" in " ".join(reporter.render(result).split())


def test_a_grown_prompt_is_a_price_on_the_frontier(ran: tuple[Path, Path]) -> None:
    """Expansion repeats nothing and embeds nothing more; that it sends more keeps the raw arm undominated by it."""
    found = read_result(ran[1]).frontier
    assert found is not None
    assert {one.arm: one.dominated_by for one in found.points}["baseline"] != "expand"


def test_show_says_what_a_treatment_did(
    ran: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """How many hits became how many passages, and where the evidence stood before and after."""
    monkeypatch.chdir(ran[0])
    with pytest.raises(SystemExit):
        main(["show", "window-closes", "--candidate", "expand"])
    out = " ".join(capsys.readouterr().out.split())
    assert "Treated expand, expand(hits=10, max_section=600, max_trimmed=1): 6 hits →" in out
    assert "evidence 1: rank" in out


def test_what_is_sent_is_written_without_a_word_of_it(ran: tuple[Path, Path]) -> None:
    """Ids, offsets and numbers only, in every file of a treated result."""
    for path in ran[1].iterdir():
        written = path.read_text(encoding="utf-8")
        assert "carried over" not in written
        assert "on the Moon" not in written
