"""Time of the numbers alone: passages in, verdict material out.

    python benchmarks/scoring.py [--queries 2000] [--depth 50]

Scores two arms in all measures, then 10,000 bootstrap resamples of a fractional measure, and all effects by slice.
Aim: scoring 2,000 queries at depth 50 and 10,000 resamples in under one second together.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import platform
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

import numpy as np

from reviewer.chunks import Chunk
from reviewer.comparison import documents_of, effects, slices_of
from reviewer.comparison.bootstrap import RESAMPLES, bootstrap
from reviewer.comparison.clusters import Clusters
from reviewer.passages import Passage
from reviewer.queries import PATTERNS, EvidenceItem, EvidenceSpan, Query
from reviewer.scores import ChunkPlaces, Context, CorpusLine, PromptTokens, Scored, parse_measure, score_all
from reviewer.spans import Place

T = TypeVar("T")

DOCUMENTS, WORDS, LETTERS = 100, 4000, 5
NAMES = (
    "recall@5",
    "success@5",
    "recall(match=union)@5",
    "recall@800t",
    "char_recall@5",
    "char_precision@5",
    "iou@5",
    "precision_omega",
    "intact",
    "rr@50",
    "ndcg@5",
    "pair_overlap@5",
    "redundancy@5",
    "duplicate_pairs@5",
    "unique_evidence@5",
    "prompt_tokens@5",
)


def main() -> None:
    """Make an arm of windows and one of wider overlap, and time each step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queries", type=int, default=2000)
    parser.add_argument("--depth", type=int, default=50)
    options = parser.parse_args()
    print(f"{dt.datetime.now(tz=dt.UTC):%Y-%m-%d}, {platform.machine()}, {os.cpu_count()} cores,")
    print(f"load {os.getloadavg()[0]:.1f}, Python {platform.python_version()}, numpy {np.__version__}")
    texts = {f"d{at:03}.md": ("word " * WORDS) for at in range(DOCUMENTS)}
    rng = np.random.default_rng(1)
    queries = [make_query(rng, at) for at in range(options.queries)]
    arms = [make_passages(rng, queries, options.depth, stride=stride) for stride in (800, 600)]
    print(f"\n{len(queries)} queries, depth {options.depth}, {len(NAMES)} measures, {DOCUMENTS} documents\n")

    line = CorpusLine(texts)
    tokens = PromptTokens(line, lambda _: np.arange(WORDS)[:, None] * LETTERS + np.array([0, LETTERS - 1]))
    scored = [
        timed(f"scoring arm {at}", partial(score, queries, arm, line, tokens, options.depth))
        for at, arm in enumerate(arms)
    ]
    differences = np.array(
        [
            (scored[1].scores["char_recall@5"][query.id].value or 0)
            - (scored[0].scores["char_recall@5"][query.id].value or 0)
            for query in queries
        ]
    )
    alone = Clusters(np.arange(len(queries)), len(queries))
    timed(
        f"{RESAMPLES} resamples, {np.count_nonzero(differences)} differ",
        lambda: bootstrap(differences, alone, level=0.95),
    )
    jittered = differences + rng.normal(0, 1e-6, size=len(queries))
    timed(f"{RESAMPLES} resamples, all differ", lambda: bootstrap(jittered, alone, level=0.95))
    slices, documents = slices_of(queries), documents_of(queries)
    measures = [parse_measure(name) for name in NAMES]
    timed(f"all effects, {len(slices)} slices", lambda: effects(measures, [scored[0]], [scored[1]], slices, documents))


def timed(name: str, work: Callable[[], T]) -> T:
    """Run three times, print the best time and give the last result."""
    times = []
    for _ in range(3):
        began = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - began)
    print(f"{min(times):7.3f} s  {name}")
    return result


def make_query(rng: np.random.Generator, at: int) -> Query:
    """Give one to three evidence items of 400 characters in one document."""
    document = f"d{rng.integers(DOCUMENTS):03}.md"
    starts = rng.integers(0, WORDS * LETTERS - 1000, size=rng.integers(1, 4))
    items = tuple(EvidenceItem(((EvidenceSpan(document, int(start), int(start) + 400),),)) for start in starts)
    return Query(id=f"q{at}", text="", evidence=items, boundary=PATTERNS[at % len(PATTERNS)])


def make_passages(
    rng: np.random.Generator, queries: Sequence[Query], depth: int, *, stride: int
) -> dict[str, list[Passage]]:
    """Rank windows: near the evidence for a third of the ranks, anywhere for the others."""
    ranked = {}
    for query in queries:
        near = query.evidence[0].spans[0]
        starts = rng.integers(0, (WORDS * LETTERS - 1200) // stride, size=depth) * stride
        starts = np.where(rng.random(depth) < 0.2, near.start // stride * stride, starts)
        home = rng.random(depth) < 0.3
        others = rng.integers(DOCUMENTS, size=depth)
        ranked[query.id] = [
            Passage(
                rank=rank + 1,
                places=(
                    Place(near.document if home[rank] else f"d{others[rank]:03}.md", int(start), int(start) + 1200),
                ),
                hits=(rank + 1,),
                score=1 / (rank + 1),
            )
            for rank, start in enumerate(np.minimum(starts, WORDS * LETTERS - 1200))
        ]
    return ranked


def score(
    queries: Sequence[Query],
    passages: Mapping[str, Sequence[Passage]],
    line: CorpusLine,
    tokens: PromptTokens,
    depth: int,
) -> Scored:
    """Score one arm in all measures."""
    chunks = [
        Chunk(id=f"{document}-{start}", document=document, start=start, end=start + 1200)
        for document in line.codes
        for start in range(0, WORDS * LETTERS - 1200, 800)
    ]
    context = Context(arm="arm", line=line, depth=depth, tokens=tokens, chunks=ChunkPlaces(chunks, line, arm="arm"))
    return score_all([parse_measure(name) for name in NAMES], queries, passages, context)


if __name__ == "__main__":
    main()
