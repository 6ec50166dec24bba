"""Run files of our own: written and read back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from reviewer.runs.formats.jsonl import jsonl_records
from reviewer.runs.gather import gather
from reviewer.runs.run import Run


def write_run(path: Path, run: Run) -> None:
    """Write one line a hit, queries in the order of the run."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for line in _lines(run):
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def _lines(run: Run) -> Iterator[dict[str, object]]:
    tail: dict[str, object] = {"arm": run.fingerprint} | ({"phase": run.phase} if run.phase else {})
    if run.transformation:
        tail["transformation"] = run.transformation
    for query, hits in run.hits.items():
        said: dict[str, object] = {"filters": dict(run.filters[query])} if query in run.filters else {}
        said |= {"latency": run.latency[query]} if query in run.latency else {}
        if not hits:
            yield {"query_id": query, "rank": 0, **tail, **said}
        for hit in hits:
            place = {"document": hit.document, "start": hit.start, "end": hit.end}
            yield {"query_id": query, "rank": hit.rank, **place, "score": hit.score, **tail, **said}


def read_run(path: Path, *, arm: str, depth: int | None = None) -> Run:
    """Read a run that any program wrote; every flaw is a RunError that names file and line.

    Ranks of a query must be 1, 2, 3 … in any order of lines, without a gap or a double, scores finite and
    falling. `depth` is checked when given, else it is the largest rank.
    """
    return gather(path, jsonl_records(path), arm=arm, depth=depth).run
