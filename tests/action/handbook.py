"""A small repository with documents, labels and a configuration, and runs that an earlier step handed over."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from reviewer import fingerprint
from reviewer.corpus import document_from_bytes
from tests.action.histories import Repository

DOCUMENTS = {
    "docs/appeals.md": "# Appeals\n\nAn appeal is filed within ten days.\n\nOnce the window closes, it is too late.\n",
    "docs/limits.md": "# Limits\n\nThe Pro tier takes 50 calls a second.\n\nThe free tier takes 5 calls a second.\n",
    "docs/leave.md": "# Leave\n\nLeave is asked for by mail.\n\nSick leave needs no approval.\n",
}
QUOTES = {
    "appeal-days": ("docs/appeals.md", "An appeal is filed within ten days.", "condition-consequence", "critical"),
    "appeal-closed": (
        "docs/appeals.md",
        "Once the window closes, it is too late.",
        "condition-consequence",
        "high",
    ),
    "pro-limit": ("docs/limits.md", "The Pro tier takes 50 calls a second.", "table-row", "normal"),
    "free-limit": ("docs/limits.md", "The free tier takes 5 calls a second.", "table-row", "normal"),
    "sick-leave": ("docs/leave.md", "Sick leave needs no approval.", "control", "normal"),
}
CONFIGURATION = """\
version: 1
corpus: {{root: docs, include: ["**/*.md"]}}
labels: labels/main
splitter: {{name: tokens, size: 240, overlap: {overlap}}}
k: 1
depth: 3
gates:
  - {{slice: "risk: critical", measure: success@1, max_lost: {lost}}}
  - {{slice: all, measure: success@1, max_drop: 0.5}}
"""


def configuration(overlap: int = 120, lost: int = 0) -> str:
    """Give a configuration's text."""
    return CONFIGURATION.format(overlap=overlap, lost=lost)


def labels(documents: Mapping[str, str] = DOCUMENTS, quotes: Mapping[str, tuple[str, str, str, str]] = QUOTES) -> str:
    """Give a label file whose spans hold their quotes in the documents."""
    lines = ["version: 1", "queries:"]
    for name, (document, quote, boundary, risk) in quotes.items():
        text = documents[document]
        start = text.index(quote)
        relative = document.removeprefix("docs/")
        mark = fingerprint.short(document_from_bytes(relative, text.encode()).fingerprint)  # type: ignore[union-attr]
        lines += [
            f"  - id: {name}",
            f"    query: What about {name.replace('-', ' ')}?",
            f"    boundary: {boundary}",
            f"    tags: {{risk: {risk}}}",
            "    evidence:",
            f"      - document: {relative}",
            f"        fingerprint: {mark}",
            f"        start: {start}",
            f"        end: {start + len(quote)}",
            f"        quote: {json.dumps(quote)}",
        ]
    return "\n".join(lines) + "\n"


def files(overlap: int = 120) -> dict[str, str]:
    """Give the whole repository."""
    return {**DOCUMENTS, "labels/main/all.yaml": labels(), "reviewer.yaml": configuration(overlap)}


def write_runs(folder: Path, missed: Sequence[str] = (), *, missed_before: Sequence[str] = ()) -> None:
    """Hand over both sides' chunks and runs: each quote is a chunk, but of what a side misses only the beginning is."""
    for side, lost in (("baseline", missed_before), ("candidate", missed)):
        (folder / side).mkdir(parents=True, exist_ok=True)
        chunks, hits = [], []
        for name, (document, quote, _, _) in QUOTES.items():
            start = DOCUMENTS[document].index(quote)
            end = start + (3 if name in lost else len(quote))
            place = {"document": document.removeprefix("docs/"), "start": start, "end": end}
            chunks.append(place)
            hits.append({"query_id": name, "rank": 1, "score": 0.5, "arm": fingerprint.of_text(side), **place})
        for name, rows in (("chunks", chunks), ("run", hits)):
            text = "".join(f"{json.dumps(row)}\n" for row in rows)
            (folder / side / f"{name}.jsonl").write_text(text, encoding="utf-8")


def change_overlap(repository: Repository, overlap: int, branch: str = "feature") -> str:
    """Commit a pull request's change of overlap, and give its head."""
    repository.branch(branch, "main")
    return repository.commit({"reviewer.yaml": configuration(overlap)}, f"overlap {overlap}")
