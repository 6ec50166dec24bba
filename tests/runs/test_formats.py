"""Ranked lists of other systems: what real libraries wrote is placed; what cannot be placed is refused with counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reviewer.chunks import Chunk
from reviewer.cli.compare import FORMATS as OFFERED
from reviewer.errors import RunError
from reviewer.runs import FORMATS, Known, Ranked, read_ranked
from reviewer.runs.formats.read import format_of
from reviewer.spans import Place

DATA = Path(__file__).parent / "data"

APPEAL = "An appeal costs twenty euros \U0001f600. The sum is paid back when the appeal succeeds."
REFUND = "Refunds are paid within ten days."
TEXTS = {"a.md": f"# Appeals\n\n{APPEAL}\n", "b.md": f"# Refunds\n\n{REFUND}\n"}
QUESTIONS = {
    "cost": "What does an appeal cost?",
    "days": "How long does  a refund take?",
    "moon": "How are refunds paid on the moon?",
}
CHUNKS = (
    Chunk(id="c1", document="a.md", start=11, end=11 + len(APPEAL)),
    Chunk(id="c2", document="b.md", start=11, end=11 + len(REFUND)),
)
KNOWN = Known(TEXTS, QUESTIONS, CHUNKS)
A, B = ("a.md", 11, 11 + len(APPEAL)), ("b.md", 11, 11 + len(REFUND))


def written(path: Path, *lines: object) -> Path:
    """Write JSON lines; text is written as it is."""
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return path


def places(ranked: Ranked) -> dict[str, list[tuple[str, int, int]]]:
    """Give the places of each query's hits."""
    return {query: [(hit.document, hit.start, hit.end) for hit in hits] for query, hits in ranked.run.hits.items()}


def retriever(question: str, *documents: dict[str, Any], **more: object) -> dict[str, Any]:
    """Give a run as LangSmith exports it."""
    outputs = {"documents": list(documents)}
    return {"run_type": "retriever", "inputs": {"query": question}, "outputs": outputs, **more}


def document(text: str, **metadata: object) -> dict[str, Any]:
    """Give a document as LangChain writes it."""
    return {"page_content": text, "metadata": metadata, "type": "Document"}


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("langsmith.jsonl", "langsmith"),
        ("otlp.json", "opentelemetry"),
        ("spans.jsonl", "opentelemetry"),
        ("genai.json", "opentelemetry"),
    ],
)
def test_what_real_libraries_wrote_is_placed(name: str, form: str) -> None:
    """The format is told by the content; order, scores, latencies and the query without a hit are kept."""
    assert format_of(DATA / name) == form
    ranked = read_ranked(DATA / name, KNOWN, arm="traced")
    assert places(ranked) == {"cost": [A, B], "days": [B, A], "moon": []}
    assert [hit.score for hit in ranked.run.hits["days"]] == [0.8, 0.25]
    assert set(ranked.run.latency) == set(QUESTIONS)
    assert all(0 < one < 1000 for one in ranked.run.latency.values())
    way = "the chunk map" if name == "genai.json" else "offsets"
    assert ranked.notes == (f"{name}: hits placed 4 by {way}",)


def test_formats_offered_are_those_that_are_read() -> None:
    """The command's choices are written down there, so that --help loads nothing."""
    assert OFFERED == FORMATS


def test_a_trec_run_is_read_through_its_chunk_map(tmp_path: Path) -> None:
    """Ranks may begin at 0; a docno `-` says that nothing was found."""
    path = written(tmp_path / "run.trec", "cost Q0 c1 0 2.5 bm25", "cost Q0 c2 1 1e-1 bm25", "moon\tQ0\t-\t0\t0\tbm25")
    ranked = read_ranked(path, KNOWN, arm="bm25")
    assert places(ranked) == {"cost": [A, B], "moon": []}
    assert [hit.rank for hit in ranked.run.hits["cost"]] == [1, 2]
    assert ranked.places["cost", 2] == f"{path}:2"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["cost Q0 c9 1 2.5 x", "cost Q0 c1 2 2 x"], "1 of 2 hits are of chunks that are not in the chunk map"),
        (["cost Q0 c1 1 2.5 x", "days Q0 c1 1 2.5 y"], "runs of several tags are mixed"),
        (["cost Q0 c1 1 nan x"], ":1: score 'nan' is not a finite number"),
        (["cost Q0 c1 1 2 x", "cost Q0 c2 3 1 x"], "has no hit of rank 2"),
        (["cost Q0 c1 1 2 x", "cost Q0 c2 1 1 x"], ":2: query 'cost' has rank 1 twice (first in 1)"),
        (["cost Q0 c1 1 1 x", "cost Q0 c2 2 2 x"], ":2: query 'cost': rank 2 has a higher score"),
        (["cost Q0 c1 1 2 x", "cost Q0 c2 2 x"], ":2: 5 columns, not 6"),
        (["cost Q0 c1 1 2 x", "cost Q0 c2 1.5 2 x"], ":2: rank '1.5' is not a whole number"),
    ],
)
def test_a_spoilt_trec_run_is_refused(lines: list[str], message: str, tmp_path: Path) -> None:
    """With file, line and what is wrong."""
    with pytest.raises(RunError) as refused:
        read_ranked(written(tmp_path / "run.trec", *lines), KNOWN, arm="x")
    assert message in refused.value.message
    assert refused.value.hint


def test_a_trec_run_without_a_chunk_map_says_how_to_give_one(tmp_path: Path) -> None:
    """Else nothing is known of where its chunks lie."""
    with pytest.raises(RunError) as refused:
        read_ranked(written(tmp_path / "run.trec", "cost Q0 c1 1 2.5 x"), Known(TEXTS, QUESTIONS), arm="x")
    assert "--baseline-chunks" in refused.value.hint


def test_a_text_that_stands_once_is_its_place(tmp_path: Path) -> None:
    """Without offsets the text decides, and the report is told so; without scores the rank does."""
    path = written(tmp_path / "run.jsonl", retriever("What does an appeal cost?", document(REFUND, source="/x/b.md")))
    ranked = read_ranked(path, Known(TEXTS, QUESTIONS), arm="x")
    assert places(ranked) == {"cost": [B]}
    assert ranked.run.hits["cost"][0].score == 1
    assert ranked.notes == (
        "run.jsonl: hits placed 1 by text",
        "run.jsonl: its hits have no scores; 1/rank stands for them",
    )


def test_hits_that_cannot_be_placed_are_counted_by_reason(tmp_path: Path) -> None:
    """Each reason with its number and its first hit, and the remedy; none is guessed, none left out."""
    known = Known({**TEXTS, "twice.md": f"{REFUND}\n\n{REFUND}\n"}, QUESTIONS)
    documents = (
        document(REFUND, source="b.md", start_index=11),
        document(REFUND, source="b.md", start_index=10),
        document(APPEAL, source="a.md", start_index=11, end=6 + len(APPEAL)),
        document(REFUND, source="b.md", start_index=400),
        document(REFUND, source="other.md"),
        document(REFUND),
        document(REFUND, source="twice.md"),
        document("Rewritten by a splitter.", source="a.md"),
        document("", source="a.md"),
    )
    path = written(tmp_path / "run.jsonl", retriever("What does an appeal cost?", *documents))
    with pytest.raises(RunError) as refused:
        read_ranked(path, known, arm="x")
    told = refused.value.message
    assert "8 of 9 hits cannot be placed in the corpus" in told
    assert "2: offsets that do not hold the hit's text (other units than code points, or" in told
    assert f"(first {path}, rank 2)" in told
    for reason in (
        "1: offsets outside the document",
        "1: the document named is not in the corpus",
        "1: no document is named",
        "1: no offsets, and the text stands more than once",
        "1: no offsets, and the text does not stand",
        "1: no offsets, no id of the chunk map and no text",
    ):
        assert reason in told
    assert "add_start_index=True" in refused.value.hint


def test_units_of_another_language_are_noticed(tmp_path: Path) -> None:
    """A place in UTF-16 units lies one too far behind an emoji; the text beside it gives it away."""
    texts = {"a.md": f"\U0001f600 {REFUND}\n"}
    path = written(
        tmp_path / "run.jsonl", retriever("What does an appeal cost?", document(REFUND, source="a.md", start_index=3))
    )
    with pytest.raises(RunError, match="other units than code points"):
        read_ranked(path, Known(texts, QUESTIONS), arm="x")


@pytest.mark.parametrize(
    ("runs", "message"),
    [
        ([retriever("cost"), retriever("days")], "none of 2 searches asks a labelled question"),
        (
            [retriever("What does an appeal cost?")] * 2,
            ":2: query 'cost' was asked twice (first in ",
        ),
        (
            [
                retriever(
                    "What does an appeal cost?",
                    document(REFUND, source="b.md", score=1),
                    document(APPEAL, source="a.md"),
                ),
                retriever("a"),
            ],
            "1 of 2 hits have no score",
        ),
        (
            [
                retriever(
                    "What does an appeal cost?",
                    document(REFUND, source="b.md", score=0.1),
                    document(APPEAL, source="a.md", score=0.2),
                ),
                retriever("a"),
            ],
            "rank 2 has a higher score than rank 1",
        ),
        ([retriever("a"), "{"], ":2: not a line of JSON"),
        (['{"run_type": "retriever"}', "[]"], ":2: not a JSON object"),
    ],
)
def test_a_spoilt_export_is_refused(runs: list[object], message: str, tmp_path: Path) -> None:
    """With the search it was found in."""
    with pytest.raises(RunError) as refused:
        read_ranked(written(tmp_path / "run.jsonl", *runs), KNOWN, arm="x", form="langsmith")
    assert message in refused.value.message
    assert refused.value.hint


def test_searches_that_ask_something_else_are_passed_over(tmp_path: Path) -> None:
    """Exports of a running service hold other questions; other runs, failed ones too, are none."""
    failed = retriever("How long does a refund take?", error="timeout")
    chain = {"run_type": "chain", "inputs": {}, "child_runs": [retriever("What does an appeal cost?")]}
    path = written(tmp_path / "run.jsonl", retriever("Anything else?"), failed, chain)
    ranked = read_ranked(path, KNOWN, arm="x")
    assert places(ranked) == {"cost": []}
    assert ranked.notes == ("run.jsonl: 1 of 2 searches ask no labelled question and were passed over",)


def test_a_search_may_say_what_it_is(tmp_path: Path) -> None:
    """Its metadata name the query, its filters and the version of the transformation."""
    said = {"query_id": "days", "filters": {"language": "de"}, "transformation": "v7"}
    one = retriever("reworded", document(REFUND, source="b.md", start=0, end=9), extra={"metadata": said})
    one["outputs"]["documents"][0]["page_content"] = ""
    run = read_ranked(written(tmp_path / "run.jsonl", one), KNOWN, arm="x").run
    assert run.hits["days"][0].place == Place("b.md", 0, 9)
    assert run.filters == {"days": {"language": "de"}}
    assert run.transformation == "v7"


def test_rows_as_phoenix_exports_them_are_read(tmp_path: Path) -> None:
    """Attributes are columns there, and documents a list under one of them."""
    held = {"document.id": "c2", "document.score": 0.5, "document.content": REFUND, "document.metadata": {}}
    row = {
        "name": "retrieve",
        "span_kind": "RETRIEVER",
        "start_time": "2026-11-30T09:00:00+00:00",
        "end_time": "2026-11-30T09:00:00.250000+00:00",
        "attributes.openinference.span.kind": "RETRIEVER",
        "attributes.input.value": QUESTIONS["cost"],
        "attributes.retrieval.documents": [held],
    }
    path = tmp_path / "spans.json"
    path.write_text(json.dumps([row, {"name": "llm", "attributes.llm.model_name": "m"}], indent=2), encoding="utf-8")
    ranked = read_ranked(path, KNOWN, arm="x")
    assert places(ranked) == {"cost": [B]}
    assert ranked.run.latency == {"cost": 250.0}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"transformation": "v2"}, ":2"),
        ({"filters": {"language": "es"}}, ":2: query 'cost' has other filters"),
        ({"latency": 9}, ":2: query 'cost' has another latency"),
    ],
)
def test_a_run_that_contradicts_itself_is_refused(change: dict[str, object], message: str, tmp_path: Path) -> None:
    """Versions mixed within a file, or two filters or latencies of one query."""
    hit = {"query_id": "cost", "rank": 1, "document": "a.md", "start": 0, "end": 9, "score": 0.5}
    said = {"transformation": "v1", "filters": {"language": "de"}, "latency": 4}
    path = written(tmp_path / "run.jsonl", hit | said, hit | said | {"rank": 2, "score": 0.4} | change)
    with pytest.raises(RunError) as refused:
        read_ranked(path, KNOWN, arm="x")
    assert message in refused.value.message
