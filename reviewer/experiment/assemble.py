"""Evaluated arms in, a result out: the types of the report filled from what was produced, scored and judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reviewer.chunks import RealisedOverlap, load_tokenizer, longest_safe, realised_overlap
from reviewer.corpus import CANONICAL_VERSION, Corpus, extractor_version
from reviewer.errors import EmbeddingError
from reviewer.experiment.compare import Evaluated
from reviewer.experiment.configuration import Rules
from reviewer.experiment.evaluate import Ruler, evidence_tokens
from reviewer.experiment.manifest import library_versions, of_queries
from reviewer.experiment.produce import Produced
from reviewer.fingerprint import Plain
from reviewer.queries import CONTROL, Query
from reviewer.reports.plain import to_plain
from reviewer.reports.result import ArmResult, Cost, Mean, QueryResult, Truncation
from reviewer.scores import Scored, is_judged

WORST = 10


def manifest_of(produced: Produced, corpus: Corpus, queries: Sequence[Query], rules: Rules) -> dict[str, Plain]:
    """Give all that must agree before this arm may be compared with another."""
    formats = sorted({document.format for document in corpus})
    prompt = load_tokenizer(rules.prompt_tokenizer, rules.prompt_revision)
    return {
        "corpus": {
            "fingerprint": corpus.fingerprint,
            "canonical": CANONICAL_VERSION,
            "extractors": {name: extractor_version(name) for name in formats},
        },
        "splitter": to_plain(produced.splitter),
        "embedder": to_plain(produced.embedder),
        "index": dict(produced.index),
        "prompt_tokenizer": prompt.fingerprint,
        "queries": of_queries(queries),
        "k": rules.k,
        "depth": rules.depth,
        "treatments": [],
        "libraries": library_versions(),
    }


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
    lengths = boundary_lengths(queries, shared)
    safe = _longest_safe(produced, shared)
    return ArmResult(
        name=arm.name,
        role=role,
        fingerprint=arm.fingerprint,
        manifest=arm.manifest,
        chunks=len(arm.chunks),
        realised_overlap=_realised(arm, corpus, shared).to_plain(),
        measures=means(arm.scored),
        boundary_labels=len(lengths),
        can_split=None if safe is None else sum(length > safe for length in lengths),
        truncation=_truncation(produced),
    )


def boundary_lengths(queries: Sequence[Query], shared: Ruler) -> list[int]:
    """Give the prompt tokens of the longest item of every boundary label."""
    tokens = evidence_tokens(queries, shared)
    return [tokens[query.id] for query in queries if query.id in tokens and query.boundary not in {None, CONTROL}]


def _longest_safe(produced: Produced | None, shared: Ruler) -> float | None:
    """Give the longest evidence that no window grid of this arm can split; known for token windows only."""
    if produced is None or not produced.splitter.unit.startswith("tokens") or produced.splitter.overlap is None:
        return None
    return longest_safe(produced.splitter.overlap, shared.rules.min_coverage, produced.splitter.size)


def _realised(arm: Evaluated, corpus: Corpus, shared: Ruler) -> RealisedOverlap:
    tokenizer = load_tokenizer(shared.rules.prompt_tokenizer, shared.rules.prompt_revision)
    return realised_overlap(arm.chunks, corpus, tokenizer)


def _truncation(produced: Produced | None) -> Truncation:
    if produced is None:
        return Truncation(limit=None, chunks=0, tokens=0)
    cut = produced.truncated
    worst = sorted(cut, key=lambda pair: (-pair[1], pair[0].document, pair[0].start))[:WORST]
    return Truncation(
        limit=produced.embedder.limit,
        chunks=len(cut),
        tokens=sum(lost for _, lost in cut),
        worst=tuple((chunk.document, chunk.start, chunk.end, lost) for chunk, lost in worst),
    )


def means(scored: Scored) -> dict[str, Mean]:
    """Give the macro mean of each measure over the queries it applies to."""
    found: dict[str, Mean] = {}
    for measure, by_query in scored.scores.items():
        values = [score.value for score in by_query.values() if score.value is not None]
        found[measure] = Mean(mean=sum(values) / len(values) if values else None, queries=len(values))
    return found


def cost_of(produced: Produced) -> Cost:
    """Give what an arm costs, and what this run spent on it."""
    spent = produced.spent
    return Cost(
        chunks=len(produced.chunks),
        embedded_tokens=sum(produced.tokens),
        vector_bytes=produced.vector_bytes,
        times={
            "splitting_seconds": round(spent.splitting, 3),
            "embedding_seconds": round(spent.embedding, 3),
            "searching_seconds": round(spent.searching, 3),
            "texts_embedded": spent.embedded,
            "texts_cached": spent.cached,
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


def refuse_truncation(produced: Sequence[Produced], rules: Rules) -> tuple[str, ...]:
    """Refuse chunks that the embedder cuts, or give the banner that `truncation: report` asks for."""
    findings = []
    for arm in produced:
        cut = arm.truncated
        if not cut:
            continue
        lost = sum(tokens for _, tokens in cut)
        finding = (
            f"{arm.settings.name}: {len(cut)} of {len(arm.chunks)} chunks are longer than the {arm.embedder.limit} "
            f"tokens that {arm.embedder.name} reads; {lost} tokens were never read"
        )
        if rules.truncation == "refuse":
            chunk = cut[0][0]
            raise EmbeddingError(
                f"{finding} (first: {chunk.document} [{chunk.start}, {chunk.end}))",
                "Make `size` smaller, or set `truncation: report` to measure it as it is.",
            )
        findings.append(finding)
    return tuple(findings)
