"""Shapes in which exports of tracing systems come: searches within searches, pages, failures, and odd values."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from reviewer.errors import RunError
from reviewer.runs import read_ranked
from reviewer.runs.formats.read import format_of
from tests.runs.test_formats import APPEAL, DATA, KNOWN, QUESTIONS, REFUND, A, B, document, places, retriever, written

COST, DAYS, MOON = QUESTIONS["cost"], "How long does a refund take?", QUESTIONS["moon"]


def span(question: str, *documents: str, **more: object) -> dict[str, Any]:
    """Give a retriever's span with flat attributes, as the SDK prints it."""
    attributes: dict[str, object] = {"openinference.span.kind": "RETRIEVER", "input.value": question}
    for at, name in enumerate(documents):
        attributes[f"retrieval.documents.{at}.document.id"] = name
    return {"attributes": attributes, **more}


@pytest.mark.parametrize(
    ("name", "form", "inner", "way"),
    [
        ("llama_index.jsonl", "opentelemetry", 11, "the chunk map"),
        ("langsmith_nested.jsonl", "langsmith", 3, "offsets"),
    ],
)
def test_of_searches_within_searches_the_outermost_counts(name: str, form: str, inner: int, way: str) -> None:
    """A fusion or a reranker asks other retrievers, with the same words; what is sent is what it gives itself."""
    assert format_of(DATA / name) == form
    ranked = read_ranked(DATA / name, KNOWN, arm="traced")
    assert places(ranked) == {"cost": [A, B], "days": [B, A], "moon": []}
    assert ranked.notes == (
        f"{name}: hits placed 4 by {way}",
        f"{name}: {inner} searches within other searches were passed over, as what the outermost give is sent",
    )


def test_a_rerankers_score_goes_before_the_retrievers() -> None:
    """LangChain's rerankers write `relevance_score` and leave what stood there."""
    run = read_ranked(DATA / "langsmith_nested.jsonl", KNOWN, arm="traced").run
    assert [hit.score for hit in run.hits["cost"]] == [0.97, 0.11]


def test_a_search_within_a_chain_within_a_search_is_within_it(tmp_path: Path) -> None:
    """By `child_runs`, and in flat exports by the path of ancestors, where what lies between was not exported."""
    inner = retriever(COST, document(REFUND, source="b.md"))
    nested = retriever(COST, document(APPEAL, source="a.md"), child_runs=[{"run_type": "chain", "child_runs": [inner]}])
    assert places(read_ranked(written(tmp_path / "nested.jsonl", nested), KNOWN, arm="x")) == {"cost": [A]}
    outer = retriever(COST, document(APPEAL, source="a.md"), id="o", dotted_order="20261130T1Zo")
    for said in (
        {"dotted_order": "20261130T1Zo.20261130T2Zchain.20261130T3Zi"},
        {"parent_run_ids": ["o", "chain"], "parent_run_id": "chain"},
    ):
        path = written(tmp_path / "flat.jsonl", retriever(COST, document(REFUND, source="b.md"), id="i", **said), outer)
        assert places(read_ranked(path, KNOWN, arm="x")) == {"cost": [A]}


def test_a_span_that_was_delivered_twice_is_one(tmp_path: Path) -> None:
    """Collectors deliver at least once, and pages of an export overlap; a question asked twice is still refused."""
    one = span(COST, "c1", context={"trace_id": "t", "span_id": "1"})
    path = written(tmp_path / "spans.jsonl", one, one)
    assert places(read_ranked(path, KNOWN, arm="x")) == {"cost": [A]}
    path = written(tmp_path / "spans.jsonl", one, {**one, "context": {"trace_id": "t2", "span_id": "1"}})
    with pytest.raises(RunError, match="was asked twice"):
        read_ranked(path, KNOWN, arm="x")


def test_parents_that_go_round_in_a_circle_end(tmp_path: Path) -> None:
    """A spoilt export must not be read for ever."""
    spans = [
        span(COST, "c1", context={"trace_id": "t", "span_id": "1"}, parent_id="3"),
        {"attributes": {}, "context": {"trace_id": "t", "span_id": "2"}, "parent_id": "3"},
        {"attributes": {}, "context": {"trace_id": "t", "span_id": "3"}, "parent_id": "2"},
    ]
    assert places(read_ranked(written(tmp_path / "spans.jsonl", *spans), KNOWN, arm="x")) == {"cost": [A]}


@pytest.mark.parametrize(
    "failed",
    [
        {"status": {"status_code": "ERROR"}},
        {"status": {"code": "STATUS_CODE_ERROR"}},
        {"status": {"code": 2}},
        {"status_code": "ERROR"},
    ],
)
def test_a_span_that_failed_found_not_nothing(failed: dict[str, object], tmp_path: Path) -> None:
    """What was asked again counts; what was not is missing, and not an empty list."""
    again = written(tmp_path / "spans.jsonl", span(COST, **failed), span(COST, "c1"))
    assert places(read_ranked(again, KNOWN, arm="x")) == {"cost": [A]}
    never = written(tmp_path / "spans.jsonl", span(COST, **failed), span(DAYS, "c2"))
    assert places(read_ranked(never, KNOWN, arm="x")) == {"days": [B]}


def test_a_run_that_has_not_ended_found_not_nothing(tmp_path: Path) -> None:
    """LangSmith writes no outputs then; a search that found nothing has an empty list."""
    runs = retriever(COST) | {"outputs": None}, retriever(DAYS, document(REFUND, source="b.md"))
    assert places(read_ranked(written(tmp_path / "run.jsonl", *runs), KNOWN, arm="x")) == {"days": [B]}


def test_an_export_without_any_documents_is_refused(tmp_path: Path) -> None:
    """Their recording can be switched off; every question would have found nothing."""
    with pytest.raises(RunError, match="none of 2 searches says what it found") as refused:
        read_ranked(written(tmp_path / "spans.jsonl", span(COST), span(MOON)), KNOWN, arm="x")
    assert "OPENINFERENCE_HIDE_OUTPUTS" in refused.value.hint


@pytest.mark.parametrize("wrapper", ["runs", "items"])
def test_the_answer_of_langsmiths_api_is_read(wrapper: str, tmp_path: Path) -> None:
    """As it came, with its pages one a line."""
    pages = [
        {wrapper: [retriever(COST, document(APPEAL, source="a.md"))], "cursors": {"next": "x"}},
        {wrapper: [retriever(DAYS, document("Not here.", source="b.md"))]},
    ]
    path = written(tmp_path / "runs.jsonl", *pages)
    assert format_of(path) == "langsmith"
    with pytest.raises(RunError, match=rf"first {path}:2\.{wrapper}\[0\], rank 1"):
        read_ranked(path, KNOWN, arm="x")
    path = written(tmp_path / "runs.jsonl", pages[0])
    assert places(read_ranked(path, KNOWN, arm="x")) == {"cost": [A]}


def test_the_answers_of_phoenix_are_read(tmp_path: Path) -> None:
    """Spans under `data`; of OTLP with names in snake case, where every kind of value is written."""
    plain = {"data": [span(COST, "c1", start_time="2026-11-30T09:00:00Z", end_time="2026-11-30T09:00:01Z")]}
    value = {"string_value": None, "int_value": None, "bool_value": None, "double_value": None}
    texts = {"openinference.span.kind": "RETRIEVER", "input.value": DAYS, "retrieval.documents.0.document.id": "c2"}
    attributes = [{"key": key, "value": {**value, "string_value": one}} for key, one in texts.items()]
    otlp = {"span_id": "1", "trace_id": "t", "attributes": attributes, "start_time_unix_nano": 0}
    for name, page, expected in (("a", plain, {"cost": [A]}), ("b", {"data": [otlp]}, {"days": [B]})):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(page, indent=1), encoding="utf-8")
        assert format_of(path) == "opentelemetry"
        assert places(read_ranked(path, KNOWN, arm="x")) == expected


@pytest.mark.parametrize(("resources", "scopes"), [("resource_spans", "scope_spans"), ("batches", "scopeSpans")])
def test_batches_of_otlp_go_by_other_names_too(resources: str, scopes: str, tmp_path: Path) -> None:
    """Protobuf's own names, and those of Tempo."""
    attributes = [{"key": "retrieval.documents.0.document.id", "value": {"stringValue": "c1"}}]
    attributes.append({"key": "input.value", "value": {"stringValue": COST}})
    path = written(tmp_path / "spans.json", {resources: [{scopes: [{"spans": [{"attributes": attributes}]}]}]})
    assert places(read_ranked(path, KNOWN, arm="x")) == {"cost": [A]}


@pytest.mark.parametrize(
    ("start", "end"),
    [
        (1796058410000, 1796058410250),
        (1796058410.0, 1796058410.25),
        ("1796058410000000000", "1796058410250000000"),
        (1796058410000000, 1796058410250000),
        ("2026-11-30T17:06:50Z", "2026-11-30T17:06:50.250Z"),
    ],
)
def test_moments_are_read_in_the_unit_they_are_in(start: object, end: object, tmp_path: Path) -> None:
    """Tables write milliseconds, OTLP nanoseconds; a quarter of a second is one in all of them."""
    path = written(tmp_path / "spans.jsonl", span(COST, "c1", start_time=start, end_time=end))
    assert read_ranked(path, KNOWN, arm="x").run.latency == {"cost": pytest.approx(250, abs=0.01)}


@pytest.mark.parametrize("end", ["NaN", "Infinity", "1e999", "9" * 400, '"0001-01-01"'])
def test_an_odd_moment_is_no_latency(end: str, tmp_path: Path) -> None:
    """And no traceback."""
    line = json.dumps(span(COST, "c1", start_time=7, end_time=8)).replace('"end_time": 8', f'"end_time": {end}')
    assert read_ranked(written(tmp_path / "spans.jsonl", line), KNOWN, arm="x").run.latency == {}


@pytest.mark.parametrize("value", ["--5", "\u00b2", "9" * 5000, "", "x"])
def test_a_whole_number_of_otlp_that_is_none_is_nothing(value: str, tmp_path: Path) -> None:
    """OTLP writes 64 bits as a text; a text may be anything."""
    attributes = [
        {"key": "input.value", "value": {"stringValue": COST}},
        {"key": "retrieval.documents.0.document.id", "value": {"stringValue": "c1"}},
        {"key": "retrieval.documents.0.document.score", "value": {"intValue": value}},
    ]
    path = written(
        tmp_path / "spans.json", {"resourceSpans": [{"scopeSpans": [{"spans": [{"attributes": attributes}]}]}]}
    )
    assert read_ranked(path, KNOWN, arm="x").run.hits["cost"][0].score == 1


@pytest.mark.parametrize("score", ["9" * 400, "-" + "9" * 400, "1e999", "NaN"])
def test_a_score_beyond_all_numbers_is_refused(score: str, tmp_path: Path) -> None:
    """By the hit that has it."""
    line = json.dumps(retriever(COST, document(APPEAL, source="a.md", score=7))).replace(
        '"score": 7', f'"score": {score}'
    )
    with pytest.raises(RunError, match=r"run\.jsonl, rank 1: score .* is not a finite number"):
        read_ranked(written(tmp_path / "run.jsonl", line), KNOWN, arm="x")


def test_an_export_that_names_queries_and_ranks_is_still_one(tmp_path: Path) -> None:
    """The format is told by the keys of the whole, not by words that stand somewhere in it."""
    one = retriever("reworded", document(APPEAL, source="a.md", rank=1), extra={"metadata": {"query_id": "cost"}})
    path = written(tmp_path / "run.jsonl", one)
    assert format_of(path) == "langsmith"
    assert places(read_ranked(path, KNOWN, arm="x")) == {"cost": [A]}


def test_an_index_of_minus_one_is_no_place(tmp_path: Path) -> None:
    """LangChain writes it where it did not find its chunk again; then chunk map or text decide."""
    path = written(tmp_path / "run.jsonl", retriever(COST, document(APPEAL, source="a.md", start_index=-1)))
    ranked = read_ranked(path, KNOWN, arm="x")
    assert places(ranked) == {"cost": [A]}
    assert ranked.notes[0] == "run.jsonl: hits placed 1 by text"


def test_a_packed_file_says_so(tmp_path: Path) -> None:
    """Exports are handed over packed; the remedy is a word."""
    path = tmp_path / "run.jsonl.gz"
    path.write_bytes(gzip.compress(b"{}"))
    with pytest.raises(RunError, match="packed by gzip") as refused:
        read_ranked(path, KNOWN, arm="x")
    assert "gunzip" in refused.value.hint


def test_a_rank_of_thousands_of_digits_is_refused(tmp_path: Path) -> None:
    """With its line."""
    with pytest.raises(RunError, match=r"run\.trec:1: rank .* is not a whole number"):
        read_ranked(written(tmp_path / "run.trec", f"cost Q0 c1 {'9' * 5000} 1 x"), KNOWN, arm="x")
