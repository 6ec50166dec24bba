"""Reading, checking and editing 10,000 labels in one file of 3 MB.

Usage: python benchmarks/label_files.py [LABELS]

Aim: reading and checking under 3 seconds together. Times are processor seconds, as the machine may be busy.
Peer, where it is installed: ruamel.yaml's round trip for the edit.
"""

from __future__ import annotations

import importlib
import platform
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from reviewer import fingerprint
from reviewer.corpus import Corpus, document_from_text
from reviewer.labels import Change, Label, Retirement, check, read_set, save
from reviewer.labels.lint import lint
from reviewer.labels.writing import write_file
from reviewer.queries import EvidenceItem, EvidenceSpan, Query

Result = TypeVar("Result")

DOCUMENTS = 100
SENTENCE = "Firm {} pays the fee of article {} before the {}th day, unless the desk has granted it a later one. "


def main() -> None:
    """Print one line a step."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    corpus = make_corpus(count)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "labels.yaml"
        path.write_text(write_file(make_labels(corpus, count)), encoding="utf-8")
        size = path.stat().st_size / 1e6
        print(f"{count:,} labels, {size:.2f} MB, {platform.machine()}, {datetime.now(tz=UTC).date()}")
        labels, reading = timed(lambda: read_set(folder))
        staleness, checking = timed(lambda: check(labels, corpus))
        print(f"read {reading:.2f} s, check {checking:.2f} s, together {reading + checking:.2f} s (aim: 3)")
        assert len(staleness.outdated) == 0
        decided = labels.labels[count // 2]
        retired = replace(decided, retired=Retirement("Ada", "2026-11-30", "no longer asked"))
        _, editing = timed(lambda: save(folder, labels, [Change(decided.id, retired)]))
        print(f"edit one label, verified, atomic: {editing:.2f} s")
        _, linting = timed(lambda: lint(labels, corpus))
        print(f"lint {linting:.2f} s")
        peer(path)


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """Give a result and the processor seconds it took."""
    started = time.process_time()
    result = work()
    return result, time.process_time() - started


def make_corpus(count: int) -> Corpus:
    """Give documents that hold one sentence for each label."""
    texts = [""] * DOCUMENTS
    for at in range(count):
        texts[at % DOCUMENTS] += SENTENCE.format(at, at * 7, at % 28)
    documents = {f"d{at:03d}.md": document_from_text(f"d{at:03d}.md", text) for at, text in enumerate(texts)}
    return Corpus(documents)


def make_labels(corpus: Corpus, count: int) -> list[Label]:
    """Give one label a sentence."""
    labels: list[Label] = []
    ends = dict.fromkeys(corpus.documents, 0)
    for at in range(count):
        document = corpus[f"d{at % DOCUMENTS:03d}.md"]
        quote = SENTENCE.format(at, at * 7, at % 28)
        start = ends[document.id]
        ends[document.id] = end = start + len(quote)
        span = EvidenceSpan(document.id, start, end - 1, fingerprint.short(document.fingerprint), quote[:-1])
        text = f"When must firm {at} pay what article {at * 7} asks for?"
        evidence = (EvidenceItem(((span,),)),)
        labels.append(Label(query=Query(id=f"q{at}", text=text, evidence=evidence, boundary="control")))
    return labels


def peer(path: Path) -> None:
    """Time ruamel.yaml's round trip of the same file, if it is installed."""
    try:
        ruamel = importlib.import_module("ruamel.yaml")
    except ImportError:
        print("ruamel.yaml is not installed")
        return
    loaded, loading = timed(lambda: ruamel.YAML().load(path))
    with tempfile.TemporaryFile("w+b") as file:
        _, dumping = timed(lambda: ruamel.YAML().dump(loaded, file))
    print(f"ruamel.yaml round trip: load {loading:.2f} s, dump {dumping:.2f} s")


if __name__ == "__main__":
    main()
