"""Evaluated arms in, the parts of a result out: its types filled from what was produced and scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reviewer.chunks import Tokenizer, load_tokenizer, longest_safe, realised_overlap
from reviewer.comparison import Abstention, abstention
from reviewer.corpus import Corpus
from reviewer.experiment.approximation import ann_recall
from reviewer.experiment.evaluate import Ruler, evidence_lengths, evidence_tokens
from reviewer.experiment.evaluated import Evaluated
from reviewer.experiment.grid import Grid, grid_of
from reviewer.experiment.phases import PHASE
from reviewer.experiment.produced import BuiltArm, Produced
from reviewer.experiment.rules import Rules
from reviewer.fingerprint import Plain
from reviewer.index import gives_cosines
from reviewer.queries import CONTROL, Query
from reviewer.reports.result import ArmResult, Cost, Mean, QueryResult, Truncation
from reviewer.scores import Scored, is_judged

WORST = 10
COSINES = 1 + 1e-4
"""No cosine lies beyond this on either side, however a store rounds it."""

NO_COSINES = ("bm25", "hybrid")
"""Our indexes whose runs hold other scores than cosines, by their name in a manifest."""


def arm_result(
    arm: Evaluated,
    produced: Produced | None,
    *,
    role: str,
    queries: Sequence[Query],
    corpus: Corpus,
    shared: Ruler,
) -> ArmResult:
    """Describe one arm: identity, realised overlap, means, and what its overlap could split at all."""
    lengths, can_split = _can_split(arm, queries, corpus, shared)
    return ArmResult(
        name=arm.name,
        role=role,
        fingerprint=arm.fingerprint,
        manifest=arm.manifest,
        chunks=len(arm.chunks) if arm.whole else None,
        realised_overlap=_realised(arm, corpus, shared),
        measures=means(arm.scored),
        boundary_labels=lengths,
        can_split=can_split,
        truncation=_truncation(produced.built if produced else None),
        phases=_phases(produced.built if produced else None),
        abstention=_abstention(arm, produced, queries, shared),
        ann_recall=None if arm.exact is None else ann_recall(arm.run, arm.exact.run, queries, shared.rules.k),
    )


def prompt_tokenizer(shared: Ruler) -> Tokenizer:
    """Give the frozen prompt tokenizer."""
    return load_tokenizer(shared.rules.prompt_tokenizer, shared.rules.prompt_revision)


def _can_split(arm: Evaluated, queries: Sequence[Query], corpus: Corpus, shared: Ruler) -> tuple[int, int | None]:
    """Count the boundary labels, and those that the arm's overlap can cut apart; known for windows on a grid only."""
    boundary = [query for query in queries if is_judged(query) and query.boundary not in {None, CONTROL}]
    splitter = arm.manifest.get("splitter")
    grid = grid_of(splitter, prompt_tokenizer(shared)) if isinstance(splitter, Mapping) else None
    if grid is None:
        return len(boundary), None
    safe = longest_safe(grid.overlap, shared.rules.min_coverage, grid.size)
    return len(boundary), sum(length > safe for length in _lengths(grid, boundary, corpus, shared))


def _lengths(grid: Grid, queries: Sequence[Query], corpus: Corpus, shared: Ruler) -> Sequence[int]:
    """Give the length of each query's longest item in the unit of the grid."""
    if grid.unit == "tokens":
        return list(evidence_tokens(queries, shared).values())

    def measure(document: str, start: int, end: int) -> int:
        return grid.count(corpus[document].text[start:end])

    return list(evidence_lengths(queries, measure).values())


def _realised(arm: Evaluated, corpus: Corpus, shared: Ruler) -> Mapping[str, Plain]:
    """Describe what neighbours share; of chunks that were hit alone it is not known which are neighbours."""
    if not arm.whole:
        return {"characters": None, "tokens": None}
    return realised_overlap(arm.chunks, corpus, prompt_tokenizer(shared)).to_plain()


def _truncation(built: BuiltArm | None) -> Truncation:
    if built is None:
        return Truncation(limit=None, chunks=0, tokens=0)
    cut = built.truncated
    worst = sorted(cut, key=lambda pair: (-pair[1], pair[0].document, pair[0].start))[:WORST]
    return Truncation(
        limit=built.embedder.limit,
        chunks=len(cut),
        tokens=sum(lost for _, lost in cut),
        worst=tuple((chunk.document, chunk.start, chunk.end, lost) for chunk, lost in worst),
    )


def _phases(built: BuiltArm | None) -> tuple[int, ...]:
    """Give the shift of each phase's grid, 0 where there is no grid."""
    shifts = [(one.settings or {}).get(PHASE) for one in built.cut.phases] if built else []
    return tuple(one if isinstance(one, int) else 0 for one in shifts) or (0,)


def unheld(arms: Sequence[ArmResult], rules: Rules) -> tuple[str, ...]:
    """Say which arms' scores are not held against the declared threshold, since they are no cosines."""
    return tuple(
        f"{arm.name}: confident_score is a cosine, and the scores of this arm are none; how often it is confidently "
        "wrong is not available"
        for arm in arms
        if rules.confident_score is not None and arm.abstention and arm.abstention.confident is None
    )


def _abstention(
    arm: Evaluated, produced: Produced | None, queries: Sequence[Query], shared: Ruler
) -> Abstention | None:
    """Describe the best hits of the queries that nothing answers, if there are such queries."""
    hits = {query.id: arm.run.hits[query.id] for query in queries if not query.answerable}
    top = {query: ranked[0].score if ranked else None for query, ranked in hits.items()}
    threshold = shared.rules.confident_score if _scored_by_cosine(arm, produced) else None
    return abstention(top, threshold) if top else None


def _scored_by_cosine(arm: Evaluated, produced: Produced | None) -> bool:
    """Tell whether hits are scored by cosine, as far as that can be known of a run that was handed over."""
    if produced is not None:
        return gives_cosines(produced.built.index)
    index = arm.manifest.get("index")
    if isinstance(index, Mapping) and index.get("name") in NO_COSINES:
        return False
    return all(abs(hit.score) <= COSINES for ranked in arm.run.hits.values() for hit in ranked)


def means(scored: Scored) -> dict[str, Mean]:
    """Give the macro mean of each measure over the queries it applies to."""
    found: dict[str, Mean] = {}
    for measure, by_query in scored.scores.items():
        values = [score.value for score in by_query.values() if score.value is not None]
        found[measure] = Mean(mean=sum(values) / len(values) if values else None, queries=len(values))
    return found


def cost_of(produced: Produced, latency: Mapping[str, float]) -> Cost:
    """Give what an arm costs, and what this run spent on it."""
    built = produced.built
    return Cost(
        chunks=len(built.chunks),
        embedded_tokens=sum(built.tokens) or None,
        vector_bytes=built.vector_bytes,
        times={
            "splitting_seconds": round(built.spent.splitting, 3),
            "embedding_seconds": round(built.spent.embedding, 3),
            "indexing_seconds": round(built.spent.indexing, 4),
            "searching_seconds": round(produced.searching, 4),
            "texts_embedded": built.spent.embedded,
            "texts_cached": built.spent.cached,
            "embedding_requests": built.spent.requests,
            **({"tokens_billed": built.spent.billed} if built.spent.billed else {}),
            **latency,
        },
    )


def query_results(arms: Sequence[Evaluated], queries: Sequence[Query]) -> tuple[QueryResult, ...]:
    """Give every query's scores in every arm, as part and whole."""
    return tuple(
        QueryResult(
            id=query.id,
            slices=query.slices,
            answerable=is_judged(query),
            arms={arm.name: _scores(arm.scored, query.id) for arm in arms},
        )
        for query in queries
    )


def _scores(scored: Scored, query: str) -> Mapping[str, tuple[float, float | None]]:
    return {measure: (by_query[query].part, by_query[query].whole) for measure, by_query in scored.scores.items()}
