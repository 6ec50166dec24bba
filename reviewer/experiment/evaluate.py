"""The evaluator: chunks and a run, corpus and labels in; scores and the match table out. It knows no producer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from reviewer.chunks import Chunk
from reviewer.chunks.tokenizer import load_tokenizer
from reviewer.corpus import Corpus
from reviewer.experiment.evaluated import Graded
from reviewer.experiment.rules import Rules
from reviewer.passages import Passage, raw_lists
from reviewer.queries import EvidenceItem, Query
from reviewer.runs import Run
from reviewer.scores import (
    ChunkPlaces,
    Context,
    CorpusLine,
    HitVectors,
    Measure,
    PromptTokens,
    StructuralUnits,
    parse_measure,
    score_all,
)
from reviewer.scores.coverage import Spans
from reviewer.scores.evidence import is_judged
from reviewer.scores.tokens import TokenOffsets

Lists = Mapping[str, tuple[Passage, ...]]

STANDARD = (
    "recall@{k}",
    "success@{k}",
    "char_recall@{k}",
    "char_precision@{k}",
    "iou@{k}",
    "recall@{budget}t",
    "recall(match=union)@{k}",
    "rr@{depth}",
    "ndcg@{k}",
    "precision_omega",
    "intact",
    "pair_overlap@{k}",
    "redundancy@{k}",
    "duplicate_pairs@{k}",
    "repeated_characters@{k}",
    "similar_pairs@{k}",
    "unique_units@{k}",
    "unique_evidence@{k}",
    "prompt_tokens@{k}",
    "prompt_inflation@{k}",
)
"""What every run measures, at the configured k, budget and depth."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruler:
    """What is the same for all arms of a run: texts on one line, structure, prompt tokens, rules and measures."""

    line: CorpusLine
    tokens: PromptTokens
    offsets: TokenOffsets
    rules: Rules
    measures: tuple[Measure, ...]
    units: StructuralUnits | None = None


def ruler(corpus: Corpus, rules: Rules) -> Ruler:
    """Prepare what all arms are measured with; documents are tokenised when first needed."""
    tokenizer = load_tokenizer(rules.prompt_tokenizer, rules.prompt_revision)

    def offsets(document: str) -> NDArray[np.int64]:
        return tokenizer.offsets(corpus[document].text).astype(np.int64)

    line = CorpusLine({document.id: document.text for document in corpus})
    return Ruler(
        line=line,
        units=StructuralUnits(line, corpus.__getitem__),
        tokens=PromptTokens(line, offsets),
        offsets=offsets,
        rules=rules,
        measures=chosen_measures(rules),
    )


def chosen_measures(rules: Rules) -> tuple[Measure, ...]:
    """Give the standard measures and those that the configuration adds, each once."""
    values = {"k": rules.k, "depth": rules.depth, "budget": rules.budget}
    names = [*(name.format(**values) for name in STANDARD), *rules.measures]
    return tuple(dict.fromkeys(parse_measure(name) for name in names))


def evaluate(
    name: str,
    chunks: Sequence[Chunk],
    run: Run,
    queries: Sequence[Query],
    shared: Ruler,
    *,
    treated: Lists | None = None,
    vectors: HitVectors | None = None,
    whole: bool = True,
) -> Graded:
    """Score one run of an arm from it and its chunks alone.

    Args:
        name: The arm's.
        chunks: All of it.
        run: Raw.
        queries: That were asked.
        shared: What all arms are measured with.
        treated: What a treated arm sends instead of its raw run.
        vectors: Of the hits, where they are at hand; without them measures that read them are not available.
        whole: Whether the chunks are all there are; without the others measures that read them are not available.

    """
    context = _context(name, chunks, run, shared, vectors)
    raw = raw_lists(run, chunks)
    passages = raw if treated is None else treated
    return Graded(
        chunks=tuple(chunks),
        run=run,
        passages=passages,
        scored=score_all(shared.measures, queries, passages, replace(context, partial=not whole)),
        raw=None if treated is None else raw,
    )


def _context(name: str, chunks: Sequence[Chunk], run: Run, shared: Ruler, vectors: HitVectors | None) -> Context:
    """Give what the measures of one run read besides its lists."""
    return Context(
        arm=name,
        line=shared.line,
        depth=shared.rules.depth,
        phase=run.phase,
        min_coverage=shared.rules.min_coverage,
        tokens=shared.tokens,
        chunks=ChunkPlaces(chunks, shared.line, arm=name),
        hits=run.hits,
        units=shared.units,
        vectors=vectors,
    )


def evidence_tokens(queries: Iterable[Query], shared: Ruler) -> dict[str, int]:
    """Give, by query id, the prompt tokens of its longest evidence item (its shortest alternative counts)."""

    def tokens(document: str, start: int, end: int) -> int:
        code = shared.line.documents([document], "labels")
        return int(shared.tokens.count(code, Spans(np.array([start]), np.array([end])))[0])

    return evidence_lengths(queries, tokens)


def evidence_lengths(queries: Iterable[Query], measure: Callable[[str, int, int], int]) -> dict[str, int]:
    """Give, by query id, the length of its longest evidence item by any measure of [start, end) in a document."""
    return {
        query.id: max(_item_length(item, measure) for item in query.evidence) for query in queries if is_judged(query)
    }


def _item_length(item: EvidenceItem, measure: Callable[[str, int, int], int]) -> int:
    """Measure what must lie in one passage, from its first character to its last; the shortest alternative counts."""
    return min(
        measure(group[0].document, min(s.start for s in group), max(s.end for s in group))
        for group in item.alternatives
    )
