"""Runs of other systems compared: what they say of themselves is held against each other and reported."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from reviewer.cli.main import main
from reviewer.errors import ComparisonError, RunError
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.foreign import Handed, compare_runs
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.gates import Gate
from reviewer.reports import JsonReporter, MarkdownReporter, Result
from reviewer.reports.json import read_result
from reviewer.reports.schema import results_schema
from tests.experiment.handed import BASELINE, CANDIDATE


def handed(finished: tuple[Path, Path], to: Path, arm: str, **said: object) -> Path:
    """Hand over an arm's run and chunks as another system would, with what it says of itself."""
    folder = to / arm
    folder.mkdir(exist_ok=True)
    _, result = finished
    (folder / "chunks.jsonl").write_bytes((result / f"chunks-{arm}.jsonl").read_bytes())
    lines = [json.loads(line) for line in (result / f"run-{arm}.jsonl").read_text(encoding="utf-8").splitlines()]
    plain = [{key: value for key, value in line.items() if key != "arm"} | said for line in lines]
    (folder / "run.jsonl").write_text("".join(json.dumps(line) + "\n" for line in plain), encoding="utf-8")
    return folder / "run.jsonl"


def compared(
    finished: tuple[Path, Path], baseline: Path, candidate: Path, to: Path, chunks: Path | None = None
) -> Result:
    """Compare two runs on the project's labels, without its gates."""
    configuration = replace(read_configuration(finished[0] / "reviewer.yaml"), gates=())
    return compare_runs(configuration, Handed(baseline), Handed(candidate, chunks), Store(to / "results"))[0]


def test_latencies_are_reported_beside_the_costs(finished: tuple[Path, Path], tmp_path: Path) -> None:
    """As the other system measured them; what it cost to embed stays unknown and is not called nothing."""
    one = handed(finished, tmp_path, BASELINE, latency=12.5)
    other = handed(finished, tmp_path, CANDIDATE, latency=20)
    result = compared(finished, one, other, tmp_path)
    assert result.costs[CANDIDATE].times["given_p95_ms"] == 20
    assert result.costs[BASELINE].times["given_queries"] == len(result.queries)
    assert result.costs[CANDIDATE].embedded_tokens is None
    report = MarkdownReporter().render(result)
    (row,) = [line for line in report.splitlines() if "as its system says" in line]
    assert "12.5" in row
    assert "| 20 |" in row
    assert "embedded tokens" not in report
    assert "seconds to build" not in report
    written = json.loads(JsonReporter().render(result))
    assert written["costs"][BASELINE]["vector_bytes"] is None
    Draft202012Validator(results_schema()).validate(written)


def test_versions_that_differ_are_refused_unless_confounded(finished: tuple[Path, Path], tmp_path: Path) -> None:
    """A changed transformation is another cause than the factor; one that is not named is told."""
    one = handed(finished, tmp_path, BASELINE, transformation="v1")
    other = handed(finished, tmp_path, CANDIDATE, transformation="v2")
    with pytest.raises(ComparisonError, match="transformation: v1 against v2"):
        compared(finished, one, other, tmp_path)
    other.write_text(other.read_text(encoding="utf-8").replace(', "transformation": "v2"', ""), encoding="utf-8")
    findings = compared(finished, one, other, tmp_path).integrity.findings
    assert f"{CANDIDATE} names no version of its transformation, the other does" in findings


def test_a_trec_run_scores_as_the_run_it_was_made_of(finished: tuple[Path, Path], tmp_path: Path) -> None:
    """The same hits through a chunk map are the same scores."""
    one = handed(finished, tmp_path, BASELINE)
    chunks = [json.loads(line) for line in one.with_name("chunks.jsonl").read_text(encoding="utf-8").splitlines()]
    ids = {(chunk["document"], chunk["start"], chunk["end"]): chunk["id"] for chunk in chunks}
    hits = [json.loads(line) for line in one.read_text(encoding="utf-8").splitlines()]
    trec = tmp_path / "other.trec"
    trec.write_text(
        "".join(
            f"{hit['query_id']} Q0 {ids[hit['document'], hit['start'], hit['end']]} {hit['rank']} {hit['score']} ours\n"
            for hit in hits
        ),
        encoding="utf-8",
    )
    result = compared(finished, one, trec, tmp_path, one.with_name("chunks.jsonl"))
    assert [arm.name for arm in result.arms] == [BASELINE, "other"]
    assert result.arms[0].measures == result.arms[1].measures
    assert result.comparisons[0].unchanged_lists == len(result.queries)


def test_the_command_takes_formats_and_refuses_with_a_remedy(
    finished: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A TREC run without its chunk map ends with 2, and says which option gives one."""
    trec = tmp_path / "run.txt"
    trec.write_text("appeal-cost Q0 c1 1 2.5 bm25\n", encoding="utf-8")
    base = handed(finished, tmp_path, BASELINE)
    config = f"--config={finished[0] / 'reviewer.yaml'}"
    with pytest.raises(SystemExit) as ended:
        main(["compare", str(base), str(trec), "--candidate-format=trec", config, f"--store={tmp_path / 'results'}"])
    assert ended.value.code == 2
    assert "--candidate-chunks" in " ".join(capsys.readouterr().err.split())


def respoken(run: Path, change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> Path:
    """Rewrite a run line by line; None leaves a line out."""
    lines = [change(json.loads(line)) for line in run.read_text(encoding="utf-8").splitlines()]
    run.write_text("".join(json.dumps(line) + "\n" for line in lines if line is not None), encoding="utf-8")
    return run


def test_the_same_hit_twice_in_a_list_is_refused(finished: tuple[Path, Path], tmp_path: Path) -> None:
    """Without its chunks nothing else tells of a store that holds a document twice."""
    one = handed(finished, tmp_path, BASELINE)
    other = handed(finished, tmp_path, CANDIDATE)
    other.with_name("chunks.jsonl").unlink()
    first = json.loads(other.read_text(encoding="utf-8").splitlines()[0])
    place = {key: first[key] for key in ("document", "start", "end")}
    respoken(other, lambda line: line | place if line["query_id"] == first["query_id"] and line["rank"] == 2 else line)
    with pytest.raises(ComparisonError, match=f"same hit more than once in a list; .*: {first['query_id']}"):
        compared(finished, one, other, tmp_path)


@pytest.mark.parametrize(("factor", "confident"), [(1, ("moon",)), (40, None)])
def test_a_threshold_for_cosines_is_held_against_handed_scores_that_can_be_cosines(
    finished: tuple[Path, Path], tmp_path: Path, factor: int, confident: tuple[str, ...] | None
) -> None:
    """Scores beyond 1, as of a search by words, are none; without a manifest nothing else tells."""
    before, after = (handed(finished, tmp_path, name) for name in (BASELINE, CANDIDATE))
    for one in (before, after):
        respoken(one, lambda line: line | {"score": factor * line["score"]})
    configuration = read_configuration(finished[0] / "reviewer.yaml")
    declared = replace(configuration, gates=(), rules=replace(configuration.rules, confident_score=0.01))
    result = compare_runs(declared, Handed(before), Handed(after), Store(tmp_path / "results"))[0]
    for arm in result.arms:
        assert arm.abstention is not None
        assert arm.abstention.confident == confident
    told = [one for one in result.integrity.findings if "confident_score is a cosine" in one]
    assert len(told) == (0 if confident else 2)


def test_lists_that_end_early_are_told(finished: tuple[Path, Path], tmp_path: Path) -> None:
    """A system that gives fewer hits than are looked at loses what it might have found below."""
    one = handed(finished, tmp_path, BASELINE)
    other = respoken(handed(finished, tmp_path, CANDIDATE), lambda line: line if line["rank"] <= 1 else None)
    findings = compared(finished, one, other, tmp_path).integrity.findings
    told = "its longest list has 1 hits, less than the 2 that are judged; the configuration looks 6 deep"
    assert f"{CANDIDATE}: {told}" in findings
    assert not [finding for finding in findings if finding.startswith(f"{BASELINE}: its longest")]


def test_an_unknown_document_is_told_apart_from_a_wrong_offset(finished: tuple[Path, Path], tmp_path: Path) -> None:
    """And the one that is meant is named where a path or a Windows spelling hides it."""
    one = handed(finished, tmp_path, BASELINE)
    other = handed(finished, tmp_path, CANDIDATE)
    spelt = lambda line: line | {"document": "docs\\" + line["document"].replace("/", "\\")}  # noqa: E731
    with pytest.raises(RunError, match="is not in the corpus") as refused:
        compared(finished, one, respoken(other, spelt), tmp_path)
    assert refused.value.hint.startswith("Is policies/appeals.md meant? ")
    found = handed(finished, tmp_path, CANDIDATE, document="/srv/site/docs/policies/appeals.md")
    with pytest.raises(
        RunError, match=r"document '/srv/site/docs/policies/appeals\.md' is not in the corpus"
    ) as refused:
        compared(finished, one, found, tmp_path)
    assert refused.value.hint.startswith("Is policies/appeals.md meant? ")
    gone = handed(finished, tmp_path, CANDIDATE, document="gone.md")
    with pytest.raises(RunError, match=r"document 'gone\.md' is not in the corpus") as refused:
        compared(finished, one, gone, tmp_path)
    assert refused.value.hint.startswith("Was it deleted, renamed or left out since the run was made? ")


def test_offsets_in_bytes_are_told(project: Path, tmp_path: Path) -> None:
    """Of a document with letters of two bytes, by where they fall."""
    path = project / "docs" / "policies" / "fees.md"
    path.write_text(
        "Ein Gebührenbescheid wird spätestens zum Monatsende fällig, über Änderungen wird verständigt. " * 30
    )
    configuration = replace(read_configuration(project / "reviewer.yaml"), gates=())
    result = run(configuration, Asked(), Store(tmp_path / "made"), Silent())[1]
    one = handed((project, result), tmp_path, BASELINE)
    text = path.read_text(encoding="utf-8")
    cuts = [at for at, letter in enumerate(text) if letter == " "][::4]
    chunks = [json.loads(line) for line in one.with_name("chunks.jsonl").read_text(encoding="utf-8").splitlines()]
    others = [chunk for chunk in chunks if not chunk["document"].endswith("fees.md")]

    def table(count: Callable[[str], int], last: int) -> None:
        pairs = itertools.pairwise([0, *cuts[:last], *([len(text)] if last >= len(cuts) else [])])
        own = [{"document": "policies/fees.md", "start": count(text[:a]), "end": count(text[:b])} for a, b in pairs]
        one.with_name("chunks.jsonl").write_text("".join(json.dumps(c) + "\n" for c in [*others, *own]))

    respoken(one, lambda line: line if not line["document"].endswith("fees.md") else None)
    lists: dict[str, int] = {}

    def ranked(line: dict[str, Any]) -> dict[str, Any]:
        lists[line["query_id"]] = lists.get(line["query_id"], 0) + 1
        return line | {"rank": lists[line["query_id"]]}

    respoken(one, ranked)
    table(len, len(cuts))
    assert compared((project, result), one, one, tmp_path).comparisons[0].unchanged_lists == 6
    table(lambda part: len(part.encode()), len(cuts) * 3 // 4)
    with pytest.raises(ComparisonError, match="offsets that seem to be bytes of UTF-8, not code points"):
        compared((project, result), one, one, tmp_path)


def test_two_factors_are_not_crossed_between_two_runs(finished: tuple[Path, Path], tmp_path: Path) -> None:
    """Two systems may differ in both; which did what cannot be told from one pair, and is not asked."""
    one, other = handed(finished, tmp_path, BASELINE), handed(finished, tmp_path, CANDIDATE)
    configuration = replace(read_configuration(finished[0] / "reviewer.yaml"), gates=(), factor=("overlap", "splitter"))
    result, _ = compare_runs(configuration, Handed(one), Handed(other), Store(tmp_path / "results"))
    assert result.factorial is None
    assert len(result.comparisons) == 1


def test_the_runs_of_a_comparison_of_other_systems_can_be_compared_again(
    finished: tuple[Path, Path], tmp_path: Path
) -> None:
    """The folder holds what was handed over; that it came without a manifest is said again."""
    one, other = handed(finished, tmp_path, BASELINE), handed(finished, tmp_path, CANDIDATE)
    configuration = replace(read_configuration(finished[0] / "reviewer.yaml"), gates=())
    first, folder = compare_runs(configuration, Handed(one), Handed(other), Store(tmp_path / "results"))
    before, after = (Handed(folder / f"run-{arm.name}.jsonl") for arm in first.arms)
    again, _ = compare_runs(configuration, before, after, Store(tmp_path / "again"))
    assert [arm.fingerprint for arm in again.arms] == [arm.fingerprint for arm in first.arms]
    assert again.comparisons[0].changes == first.comparisons[0].changes
    assert any("came without a manifest" in one for one in again.integrity.findings)


def test_of_runs_without_chunks_nothing_is_claimed_of_chunks(finished: tuple[Path, Path], tmp_path: Path) -> None:
    """Neither their number nor what neighbours share, nor what no hit shows; a gate on the number is not judged."""
    one, other = handed(finished, tmp_path, BASELINE), handed(finished, tmp_path, CANDIDATE, latency=20)
    other.with_name("chunks.jsonl").unlink()
    gates = (Gate(max_chunks_ratio=1.0),)
    configuration = replace(read_configuration(finished[0] / "reviewer.yaml"), gates=gates)
    result, folder = compare_runs(configuration, Handed(one), Handed(other), Store(tmp_path / "results"))
    whole, hit = result.arms
    assert whole.chunks is not None
    assert (hit.chunks, hit.realised_overlap) == (None, {"characters": None, "tokens": None})
    assert result.costs[CANDIDATE].chunks is None
    assert (hit.measures["intact"].mean, hit.measures["precision_omega"].mean) == (None, None)
    assert whole.measures["intact"].mean is not None
    assert result.verdict.status == "not judged"
    assert result.verdict.gates[0].reason == "the number of chunks is missing in the slice 'all'"
    told = f"{CANDIDATE} came without its chunks (chunks.jsonl beside the run): their number, the overlap realised, "
    assert f"{told}precision_omega and intact are not available" in result.integrity.findings
    report = MarkdownReporter().render(result)
    (row,) = [line for line in report.splitlines() if line.startswith("| chunks ")]
    assert f"| {whole.chunks} | – |" in row
    assert read_result(folder) == result
    Draft202012Validator(results_schema()).validate(json.loads(JsonReporter().render(result)))


def test_chunks_that_were_hit_alone_are_not_all_when_they_are_compared_again(
    finished: tuple[Path, Path], tmp_path: Path
) -> None:
    """A result's folder holds them for whoever looks closer, and says that they are not all."""
    one, other = handed(finished, tmp_path, BASELINE), handed(finished, tmp_path, CANDIDATE)
    other.with_name("chunks.jsonl").unlink()
    configuration = replace(read_configuration(finished[0] / "reviewer.yaml"), gates=())
    _, folder = compare_runs(configuration, Handed(one), Handed(other), Store(tmp_path / "results"))
    before, after = (Handed(folder / f"run-{arm}.jsonl") for arm in (BASELINE, CANDIDATE))
    again, _ = compare_runs(configuration, before, after, Store(tmp_path / "again"))
    assert [arm.chunks is None for arm in again.arms] == [False, True]
