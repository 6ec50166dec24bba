"""Results made by hand, with as many losses as a test wants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reviewer.comparison import Effect, Interval
from reviewer.comparison.effect import Side
from reviewer.gates import FAILED, PASSED, Finding, Verdict
from reviewer.reports.comment import Occasion
from reviewer.reports.result import (
    ArmResult,
    ComparisonResult,
    Cost,
    Frontier,
    FrontierPoint,
    Integrity,
    ItemChange,
    Mean,
    Result,
    Truncation,
)

HEAD, BASE, TIP = "a" * 40, "b" * 40, "c" * 40
MARK = "sha256:" + "0" * 64


def arm(name: str, role: str, overlap: int, recall: float) -> ArmResult:
    """Give an arm of an overlap."""
    return ArmResult(
        name=name,
        role=role,
        fingerprint=f"sha256:{overlap:064d}",
        manifest={"splitter": {"name": "tokens", "size": 240, "overlap": overlap, "unit": "tokens"}},
        chunks=1904 - 9 * (120 - overlap),
        realised_overlap={"tokens": {"mean": overlap - 1.4}},
        measures={
            "success@5": Mean(mean=recall, queries=184),
            "recall@5": Mean(mean=recall, queries=184),
            "redundancy@5": Mean(mean=0.001 * overlap, queries=184),
        },
        boundary_labels=143,
        can_split=9,
        truncation=Truncation(limit=254, chunks=0, tokens=0),
    )


def effect(part: str, lost: int, gained: int = 0, queries: int = 184) -> Effect:
    """Give the effect on success@5 in a slice."""
    before = queries - 4
    after = before - lost + gained
    return Effect(
        measure="success@5",
        slice=part,
        protected=False,
        exploratory=False,
        queries=queries,
        documents=46,
        baseline=Side(part=before, whole=queries, mean=before / queries),
        candidate=Side(part=after, whole=queries, mean=after / queries),
        difference=(after - before) / queries,
        statement="interval",
        interval=Interval(low=-0.097, high=-0.02, level=0.95, method="Tango"),
        lost=lost,
        gained=gained,
        swapped=0,
        unchanged=queries - lost - gained,
    )


def change(query: str, document: str = "policies/appeals.md", kind: str = "lost") -> ItemChange:
    """Give an evidence item that changed."""
    return ItemChange(
        query=query,
        item=0,
        change=kind,
        slices=("boundary: any", "boundary: condition-consequence", "risk: critical"),
        places=((document, 1043, 1660),),
        baseline_rank=1 if kind == "lost" else None,
        candidate_rank=None if kind == "lost" else 1,
        baseline_share=1.0,
        candidate_share=0.67,
    )


def finding(part: str, observed: float, *, status: str = FAILED, reason: str = "2 lost, at most 0") -> Finding:
    """Give what a gate found."""
    return Finding(
        gate=f"{part} success@5",
        slice=part,
        measure="success@5",
        status=status,
        blocking=True,
        observed=observed,
        limit=0.0,
        reason=reason,
    )


def result(lost: Sequence[str] = ("appeal-window-closes",), gained: Sequence[str] = (), parts: int = 0) -> Result:
    """Give the result of overlap 120 against 40, with these queries lost and gained."""
    count = len(lost)
    effects = [effect("all", count, len(gained)), effect("control", 0, queries=41), effect("risk: critical", count)]
    effects += [effect(f"risk: part-{at}", at % 3) for at in range(parts)]
    found = [finding("risk: critical", count, status=FAILED if count else PASSED)]
    return Result(
        title="handbook",
        k=5,
        depth=50,
        min_coverage=0.8,
        arms=(arm("baseline", "baseline", 120, 0.871), arm("candidate", "candidate", 40, 0.826)),
        comparisons=(
            ComparisonResult(
                baseline="baseline",
                candidate="candidate",
                factor="overlap",
                confounders=(),
                statements=("Controls hold.",),
                effects=tuple(effects),
                changes=(*map(change, lost), *(change(one, kind="gained") for one in gained)),
                unchanged_lists=10,
            ),
        ),
        queries=(),
        verdict=Verdict(
            status=FAILED if count else PASSED, underpowered=False, measured=184, gates=tuple(found), reasons=()
        ),
        integrity=Integrity(
            corpus=MARK,
            documents=46,
            passed_over=1,
            labels=MARK,
            judged=199,
            answerable=184,
            not_answerable=15,
            left_out=(),
            to_confirm=0,
            findings=(),
            configuration=MARK,
        ),
        costs={name: Cost(chunks=1, embedded_tokens=2, vector_bytes=3, times={}) for name in ("baseline", "candidate")},
    )


def with_frontier(base: Result) -> Result:
    """Give a result with a frontier of four overlaps."""
    points = tuple(
        FrontierPoint(
            arm=f"overlap-{overlap}",
            overlap=overlap,
            realised=overlap - 1.4,
            chosen_by=recall,
            reported=recall,
            recall=recall,
            redundancy=0.002 * overlap,
            dominated_by="overlap-40" if overlap == 0 else None,
        )
        for overlap, recall in ((0, 0.79), (40, 0.82), (80, 0.85), (120, 0.87))
    )
    found = Frontier(
        measure="success@5",
        chosen_on="dev",
        chosen_queries=90,
        reported_on="held",
        reported_queries=94,
        knee="overlap-80",
        reason="overlap-80 is the cheapest that is as good as the best.",
        statement="",
        points=points,
    )
    return replace(base, frontier=found)


def occasion(**given: object) -> Occasion:
    """Give the occasion of a pull request's comment."""
    usual: dict[str, object] = {
        "head": HEAD,
        "base": BASE,
        "rules": TIP,
        "branch": "main",
        "repository_url": "https://github.com/octo/handbook",
        "run_url": "https://github.com/octo/handbook/actions/runs/10",
        "closer": "gh run download 10 -n reviewer-results -D reviewer-results && reviewer step reviewer-results",
        "changed": (("splitter.overlap", "120", "40"),),
        "labels": {"appeal-window-closes": ("labels/handbook/policies.yaml", 12)},
    }
    return Occasion(**{**usual, **given})  # type: ignore[arg-type]  # keywords of a dataclass
