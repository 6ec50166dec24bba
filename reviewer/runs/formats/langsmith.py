"""Runs exported from LangSmith: those of `run_type: retriever`, an array or one a line; other runs are passed over.

A retriever's `inputs` hold the question, its `outputs` a list of documents (`page_content`, `metadata`).
Source of the format: https://docs.langchain.com/langsmith/log-retriever-trace and the SDK's schema of a run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from reviewer.runs.formats.reading import read_objects
from reviewer.runs.formats.traced import Retrieval
from reviewer.runs.formats.values import found, mapping, milliseconds, sequence, text

RETRIEVER = "retriever"
QUESTIONS = ("query", "question", "input")
OUTPUTS = ("documents", "output")


def is_langsmith(value: Mapping[str, object]) -> bool:
    """Tell whether an object is a run of LangSmith."""
    return "run_type" in value


def langsmith_retrievals(path: Path) -> Iterator[Retrieval]:
    """Read the searches of an export, runs inside runs too."""
    for place, run in read_objects(path):
        yield from _retrievals(place, run)


def _retrievals(place: str, run: Mapping[str, object]) -> Iterator[Retrieval]:
    if run.get("run_type") == RETRIEVER and not run.get("error"):
        documents = [mapping(one) for one in _documents(run.get("outputs"))]
        yield Retrieval(
            place=place,
            question=_question(mapping(run.get("inputs"))),
            found=tuple(found(place, rank, _constructed(one)) for rank, one in enumerate(documents, start=1)),
            said=mapping(mapping(run.get("extra")).get("metadata")),
            latency=milliseconds(run.get("start_time"), run.get("end_time")),
        )
    for at, child in enumerate(sequence(run.get("child_runs"))):
        yield from _retrievals(f"{place}.child_runs[{at}]", mapping(child))


def _question(inputs: Mapping[str, object]) -> str:
    named = next((text(inputs[key]) for key in QUESTIONS if text(inputs.get(key))), "")
    only = [one for one in inputs.values() if isinstance(one, str)]
    return named or (only[0] if len(only) == 1 else "")


def _documents(outputs: object) -> Sequence[object]:
    if isinstance(outputs, list):
        return outputs
    held = mapping(outputs)
    return next((sequence(held[key]) for key in OUTPUTS if sequence(held.get(key))), ())


def _constructed(one: Mapping[str, object]) -> Mapping[str, object]:
    """Give a document's fields, where LangChain wrote how to construct it."""
    return mapping(one.get("kwargs")) or one
