"""Arms made of nothing but their scores, for what only reads scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reviewer.experiment.evaluated import Evaluated, Graded
from reviewer.fingerprint import Plain
from reviewer.queries import CONTROL, EvidenceItem, EvidenceSpan, Query
from reviewer.reports.result import ArmResult, Cost, Truncation
from reviewer.runs import Run
from reviewer.scores import Score, Scored


def queries(count: int, *, controls: int = 0, split: bool = False, documents: int = 0) -> tuple[Query, ...]:
    """Give boundary queries and controls, each with a span in a document of its own (or in one of `documents`)."""

    def one(at: int) -> Query:
        document = f"{at % documents if documents else at}.md"
        return Query(
            id=f"q{at:03}",
            text="?",
            evidence=(EvidenceItem(((EvidenceSpan(document, 0, 10),),)),),
            boundary=CONTROL if at >= count else "list-item",
            tags={"split": "dev" if at % 2 else "held"} if split else {},
        )

    return tuple(one(at) for at in range(count + controls))


def graded(successes: Mapping[str, float], redundancy: float = 0.0, *, k: int = 5) -> Graded:
    """Give a run that scores so; recall is success."""
    scores = {
        f"success@{k}": {name: Score(value, 1.0) for name, value in successes.items()},
        f"recall@{k}": {name: Score(value, 1.0) for name, value in successes.items()},
        f"redundancy@{k}": {name: Score(redundancy, 1.0) for name in successes},
    }
    run = Run(arm="", fingerprint="", depth=k, hits={})
    return Graded(chunks=(), run=run, passages={}, scored=Scored(scores, ()))


def arm(
    name: str,
    successes: Mapping[str, float],
    *,
    redundancy: float = 0.0,
    manifest: Mapping[str, Plain] | None = None,
    others: Sequence[Graded] = (),
) -> Evaluated:
    """Give an arm that scores so."""
    real = graded(successes, redundancy)
    return Evaluated(name=name, manifest=manifest or {}, fingerprint="", real=real, shifted=tuple(others))


def described(one: Evaluated) -> ArmResult:
    """Give an arm as the result tells it."""
    return ArmResult(
        name=one.name,
        role="arm",
        fingerprint="",
        manifest=one.manifest,
        chunks=0,
        realised_overlap={"characters": None, "tokens": {"mean": 12.5}},
        measures={},
        boundary_labels=0,
        can_split=None,
        truncation=Truncation(limit=None, chunks=0, tokens=0),
    )


def cost(tokens: int) -> Cost:
    """Give what an arm of so many embedded tokens costs."""
    return Cost(chunks=1, embedded_tokens=tokens, vector_bytes=1, times={})
