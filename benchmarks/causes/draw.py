"""Draw lost items for readers, and write what they read.

    python draw.py SHEETS handbook=RUN,CORPUS,LABELS cuad=RUN,CORPUS,LABELS

RUN is the folder of `reviewer run --overlaps 120,40`. From each data set items are drawn that are lost when overlap
falls from 120 to 40, and some that are lost when it rises; at most one a query, half of them from those that the
candidate matches nowhere: by the match table alone, whatever their cause. Writes losses.jsonl here, and into SHEETS
one sheet a loss and the texts of the hits far down beside it.

The contracts are CUAD's (The Atticus Project, CC BY 4.0), as `reviewer labels import cuad --equal-text` writes them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from losses import DEPTH, Arms, K, Listed, Loss, keeping, write_losses
from sheets import sheet

from reviewer.corpus import Corpus, read_corpus
from reviewer.diagnosis import Rescore, diagnose, rescorer
from reviewer.labels import read_set
from reviewer.passages import raw_passages
from reviewer.queries import Query
from reviewer.runs import Run, read_run
from reviewer.scores import CorpusLine, Match, is_judged, match_items
from reviewer.vectors import load_embedder

DRAWN = (((120, 40), 16), ((40, 120), 9))
"""Items drawn from a data set, by the overlaps of baseline and candidate."""
SEED = "causes-1"
MODEL = {
    "model": "sentence-transformers/all-MiniLM-L6-v2",
    "revision": "c9745ed1d9f207416be6d2e6f8de32d1f16199bf",
    "precision": "f32",
}


def main(sheets: Path, sources: Sequence[str]) -> None:
    """Draw, write losses.jsonl and the sheets, and count."""
    rescore = rescorer(load_embedder(MODEL))
    drawn: list[Loss] = []
    (sheets / "losses").mkdir(parents=True, exist_ok=True)
    (sheets / "far-down").mkdir(parents=True, exist_ok=True)
    for source in sources:
        data, _, where = source.partition("=")
        run, corpus_root, labels = map(Path, where.split(","))
        corpus = read_corpus(corpus_root)
        queries, arms = read_set(labels).queries, Arms(corpus)
        for overlaps, wanted in DRAWN:
            lost = list(lost_items(run, corpus, queries, overlaps))
            nowhere = sum(rank is None for _, rank in lost)
            print(f"{data} {overlaps[0]} → {overlaps[1]}: {len(lost)} items lost, {nowhere} of them matched nowhere")
            for loss, _ in chosen(lost, f"{data}-{overlaps[1]}", wanted):
                named = replace(loss, id=f"{data}-{sum(one.data == data for one in drawn) + 1:02}", data=data)
                drawn.append(_kept(named, arms, rescore))
                near, far = sheet(drawn[-1], arms.two(drawn[-1], rescore))
                (sheets / "losses" / f"{named.id}.md").write_text(near, encoding="utf-8")
                (sheets / "far-down" / f"{named.id}.md").write_text(far, encoding="utf-8")
    write_losses(drawn)


def lost_items(
    run: Path, corpus: Corpus, queries: Sequence[Query], overlaps: tuple[int, int]
) -> Iterator[tuple[Loss, int | None]]:
    """Give every lost item of a run with the rank at which the candidate first matches it."""
    line = CorpusLine({one.id: one.text for one in corpus})
    before, after = (read_run(run / f"run-overlap-{one}.jsonl", arm=str(one)) for one in overlaps)
    for query in (one for one in queries if is_judged(one)):
        rows = zip(_rows(query, before, line), _rows(query, after, line), strict=True)
        for old, new in rows:
            if _within(old) and not _within(new):
                yield _loss(query, old.item, (before, after), corpus, overlaps), new.rank


def chosen(lost: Sequence[tuple[Loss, int | None]], seed: str, wanted: int) -> list[tuple[Loss, int | None]]:
    """Draw from the items: one a query, half of those matched nowhere as long as there are enough."""
    random = Random(f"{SEED}-{seed}")  # noqa: S311 # a seeded draw
    shuffled = random.sample(list(lost), len(lost))
    one_each = list({loss.query: (loss, rank) for loss, rank in shuffled}.values())
    nowhere = [one for one in one_each if one[1] is None]
    beyond = [one for one in one_each if one[1] is not None]
    picked = nowhere[: max(wanted // 2, wanted - len(beyond))]
    return sorted([*picked, *beyond[: wanted - len(picked)]], key=lambda one: one[0].query)


def _kept(loss: Loss, arms: Arms, rescore: Rescore) -> Loss:
    """Keep the scores that a diagnosis asks for; what it says is not looked at."""
    asked: dict[str, float] = {}
    diagnose(arms.two(loss, keeping(rescore, asked)), loss.as_query, 0)
    return replace(loss, asked=asked)


def _loss(query: Query, item: int, runs: tuple[Run, Run], corpus: Corpus, overlaps: tuple[int, int]) -> Loss:
    groups = query.evidence[item].alternatives
    before, after = (_listed(run, query) for run in runs)
    return Loss(
        overlaps=overlaps,
        query=query.id,
        question=query.text,
        item=item,
        evidence=[[(s.document, s.start, s.end, corpus[s.document].fingerprint) for s in group] for group in groups],
        baseline=before,
        candidate=after,
    )


def _listed(run: Run, query: Query) -> Listed:
    return [(hit.document, hit.start, hit.end, hit.score) for hit in run.hits[query.id][:DEPTH]]


def _rows(query: Query, run: Run, line: CorpusLine) -> tuple[Match, ...]:
    return match_items(query, raw_passages(run.hits[query.id][:DEPTH]), line, arm=run.arm)


def _within(row: Match) -> bool:
    return row.rank is not None and row.rank <= K


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
