"""A result: what `results.json` holds, as types. Ids, offsets, fingerprints and numbers only; never a text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reviewer.comparison import Effect
from reviewer.fingerprint import Plain
from reviewer.gates import Verdict

SCHEMA = "reviewer/results/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean:
    """A measure over the queries it applies to: the macro mean, and the number of queries."""

    mean: float | None
    queries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Truncation:
    """Chunks longer than the embedder reads: how many, tokens lost, and the worst places."""

    limit: int | None
    chunks: int
    tokens: int
    worst: tuple[tuple[str, int, int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmResult:
    """One arm: its identity, what it cut and what it scored over all answerable queries.

    `can_split` of `boundary_labels` is what the arm's overlap could cut apart at all; None where it has no windows.
    """

    name: str
    role: str
    fingerprint: str
    manifest: Mapping[str, Plain]
    chunks: int
    realised_overlap: Mapping[str, Plain]
    measures: Mapping[str, Mean]
    boundary_labels: int
    can_split: int | None
    truncation: Truncation


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemChange:
    """An evidence item that was lost or gained: where it lies, ranks and best shares on both sides."""

    query: str
    item: int
    change: str
    slices: tuple[str, ...]
    places: tuple[tuple[str, int, int], ...]
    baseline_rank: int | None
    candidate_rank: int | None
    baseline_share: float
    candidate_share: float
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonResult:
    """A candidate against the baseline: what differed, the effects by measure and slice, each item that changed."""

    baseline: str
    candidate: str
    factor: str
    confounders: tuple[str, ...]
    statements: tuple[str, ...]
    effects: tuple[Effect, ...]
    changes: tuple[ItemChange, ...]
    unchanged_lists: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryResult:
    """One query's scores: by arm and measure its part and whole, so that anyone can recompute every mean."""

    id: str
    slices: tuple[str, ...]
    answerable: bool
    arms: Mapping[str, Mapping[str, tuple[float, float | None]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Integrity:
    """What was checked before any recall was looked at."""

    corpus: str
    documents: int
    passed_over: int
    labels: str
    judged: int
    answerable: int
    not_answerable: int
    left_out: tuple[tuple[str, str], ...]
    to_confirm: int
    findings: tuple[str, ...]
    configuration: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What an arm costs whenever it is built, and in `times` what this run spent on it (seconds, texts)."""

    chunks: int
    embedded_tokens: int
    vector_bytes: int
    times: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """All of a run."""

    schema: str = SCHEMA
    title: str
    k: int
    depth: int
    min_coverage: float
    arms: tuple[ArmResult, ...]
    comparisons: tuple[ComparisonResult, ...]
    queries: tuple[QueryResult, ...]
    verdict: Verdict
    integrity: Integrity
    costs: Mapping[str, Cost] = field(default_factory=dict)
