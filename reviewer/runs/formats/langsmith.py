"""Runs exported from LangSmith: those of `run_type: retriever`, an array or one a line; other runs are passed over.

A retriever's `inputs` hold the question, its `outputs` a list of documents (`page_content`, `metadata`).
Source of the format: https://docs.langchain.com/langsmith/log-retriever-trace and the SDK's schema of a run.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from reviewer.runs.formats.nesting import within
from reviewer.runs.formats.reading import read_objects
from reviewer.runs.formats.traced import Retrieval
from reviewer.runs.formats.values import found, mapping, milliseconds, sequence, text

RETRIEVER = "retriever"
QUESTIONS = ("query", "question", "input")
OUTPUTS = ("documents", "output")

Run = Mapping[str, object]


def is_langsmith(value: Mapping[str, object]) -> bool:
    """Tell whether an object is a run of LangSmith."""
    return "run_type" in value


def langsmith_retrievals(path: Path) -> Iterator[Retrieval]:
    """Read the searches of an export, runs inside runs too."""
    runs = [one for place, run in read_objects(path) for one in _runs(place, run, ())]
    parents = dict(pair for _, _, line in runs for pair in itertools.pairwise(reversed(line)))
    searches = {line[-1] for _, run, line in runs if run.get("run_type") == RETRIEVER}
    inner = within(searches, parents)
    for place, run, line in runs:
        if line[-1] in searches:
            yield _retrieval(place, run, line[-1], inner=line[-1] in inner)


def _runs(place: str, run: Run, above: Sequence[str]) -> Iterator[tuple[str, Run, Sequence[str]]]:
    """Give a run and those inside it, each with the ids of its ancestors, as far as they are known, and its own."""
    name = text(run.get("id")) or place
    line = (*(above or _ancestors(run, name)), name)
    yield place, run, line
    for at, child in enumerate(sequence(run.get("child_runs"))):
        yield from _runs(f"{place}.child_runs[{at}]", mapping(child), line)


def _ancestors(run: Run, name: str) -> Sequence[str]:
    """Give the ids of a run's ancestors, outermost first, by what the export says of them."""
    listed = [text(one) for one in sequence(run.get("parent_run_ids"))]
    dotted = [one.partition("Z")[2] for one in text(run.get("dotted_order")).split(".")]
    ids = listed or dotted[:-1] or [text(run.get("parent_run_id"))]
    return [one for one in ids if one and one != name]


def _retrieval(place: str, run: Run, name: str, *, inner: bool) -> Retrieval:
    """Give a search; one without outputs has not ended, or failed."""
    documents = [mapping(one) for one in _documents(run.get("outputs"))]
    return Retrieval(
        place=place,
        id=name,
        question=_question(mapping(run.get("inputs"))),
        found=tuple(found(place, rank, _constructed(one)) for rank, one in enumerate(documents, start=1)),
        said=mapping(mapping(run.get("extra")).get("metadata")),
        latency=milliseconds(run.get("start_time"), run.get("end_time")),
        inner=inner,
        failed=bool(run.get("error")) or run.get("outputs") is None,
    )


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
