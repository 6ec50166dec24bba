"""A result: what `results.json` holds, as types. Ids, offsets, fingerprints and numbers only; never a text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from reviewer.comparison import Abstention, Effect, Interval
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

    `chunks` and the units of `realised_overlap` are null where it is not known which chunks there are besides the hits.
    `can_split` of `boundary_labels` is what the arm's overlap could cut apart at all; None where it has no windows.
    `phases` are the shifts of its window grid that were run, in the splitter's unit. `abstention` describes the queries
    that nothing answers, `ann_recall` what an approximate index found of the exact first k.
    """

    name: str
    role: str
    fingerprint: str
    manifest: Mapping[str, Plain]
    chunks: int | None
    realised_overlap: Mapping[str, Plain]
    measures: Mapping[str, Mean]
    boundary_labels: int
    can_split: int | None
    truncation: Truncation
    phases: tuple[int, ...] = (0,)
    abstention: Abstention | None = None
    ann_recall: Mean | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemChange:
    """An evidence item that was lost or gained: where it lies, ranks and best shares on both sides.

    `approximate` says that nothing changes for it when both arms are searched exactly. `cause` is why it was lost (or
    was not found before), `because` the sentence with its numbers, `besides` the causes that hold too; `remedy` is what
    usually helps, `next_arm` the arm to try. `structure` is what the evidence stands in,
    `numbers` the proof of the cause.
    """

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
    approximate: bool = False
    cause: str = ""
    because: str = ""
    besides: tuple[str, ...] = ()
    remedy: str = ""
    next_arm: str | None = None
    structure: str = ""
    numbers: Mapping[str, Plain] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CauseCount:
    """How many evidence items of a slice were lost, and how many of them by each cause."""

    slice: str
    lost: int
    causes: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonResult:
    """A candidate against the baseline: what differed, the effects by measure and slice, each item that changed.

    `causes` counts why items were lost, by slice; `advice` says what they have in common and what to try first.
    """

    baseline: str
    candidate: str
    factor: str
    confounders: tuple[str, ...]
    statements: tuple[str, ...]
    effects: tuple[Effect, ...]
    changes: tuple[ItemChange, ...]
    unchanged_lists: int
    causes: tuple[CauseCount, ...] = ()
    advice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryResult:
    """One query's scores: by arm and measure its part and whole, so that anyone can recompute every mean."""

    id: str
    slices: tuple[str, ...]
    answerable: bool
    arms: Mapping[str, Mapping[str, tuple[float, float | None]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Integrity:
    """What was checked before any recall was looked at.

    `configuration` is the fingerprint of the file as it was declared, `lock` that of the lock that was held to.
    `hashed` names the key under which ids are hashed; nothing where they stand as they are. `passed_over_files` give
    path and reason, those first that one would have expected to be read, a hundred at most.
    """

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
    lock: str = ""
    hashed: str = ""
    passed_over_files: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What an arm costs whenever it is built, and in `times` what this run spent on it (seconds, texts).

    Tokens and bytes are null where another system embedded, chunks where it handed over none; `given_p95_ms` and its
    like are what it measured itself.
    """

    chunks: int | None
    embedded_tokens: int | None
    vector_bytes: int | None
    times: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontierPoint:
    """One arm on the frontier: the overlap asked for and realised, what it finds, and what it repeats.

    `chosen_by` is the measure where the knee is chosen, `reported` where it is reported; `recall` is that of all
    questions there. `dominated_by` names an arm that is no worse in anything and better in something, `same_as` an
    earlier one that cuts and sends the same.
    """

    arm: str
    overlap: int | None
    realised: float | None
    chosen_by: float | None
    reported: float | None
    recall: float | None
    redundancy: float | None
    dominated_by: str | None
    same_as: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Frontier:
    """What each arm finds for what it costs, and the knee: the cheapest arm that is as good as the best.

    The knee is chosen by `measure` on the queries of `chosen_on` and reported on those of `reported_on`; where they
    are the same, `statement` says so.
    """

    measure: str
    chosen_on: str
    chosen_queries: int
    reported_on: str
    reported_queries: int
    knee: str | None
    reason: str
    statement: str
    points: tuple[FrontierPoint, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """A difference between levels of a factor: at one level of the other (`simple`), over all (`main`), or of two such.

    An `interaction` is the simple effect at level `at` less that at the other factor's first level.
    """

    kind: str
    factor: str
    level: str
    against: str
    at: str
    difference: float
    interval: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Factorial:
    """What two factors do, each and together, to one measure of one slice."""

    factors: tuple[str, ...]
    measure: str
    slice: str
    queries: int
    contrasts: tuple[Contrast, ...]
    sentences: tuple[str, ...]


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
    frontier: Frontier | None = None
    factorial: Factorial | None = None
