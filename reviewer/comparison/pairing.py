"""The scores of two arms, paired by query id; nothing is averaged over survivors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reviewer.errors import ComparisonError
from reviewer.scores import Score

Floats = NDArray[np.float64]
ScoresById = Mapping[str, Score] | Iterable[tuple[str, Score]]
SHOWN = 5
"""How many ids an error names before it counts."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pairs:
    """One measure of two arms by query: parts and wholes, float64 [queries] each, in the baseline's order.

    `not_judged` are the queries that are null on both sides.
    """

    queries: tuple[str, ...]
    baseline_part: Floats
    baseline_whole: Floats
    candidate_part: Floats
    candidate_whole: Floats
    not_judged: tuple[str, ...] = ()

    @property
    def baseline(self) -> Floats:
        """The baseline's values, float64 [queries]."""
        return _values(self.baseline_part, self.baseline_whole)

    @property
    def candidate(self) -> Floats:
        """The candidate's values, float64 [queries]."""
        return _values(self.candidate_part, self.candidate_whole)


def pair(baseline: ScoresById, candidate: ScoresById) -> Pairs:
    """Pair two arms' scores of one measure by query id, whatever the order.

    Raises:
        ComparisonError: Ids are missing, extra or doubled, a score is not a number, or is null on one side only.

    """
    before, after = _by_id(baseline, "baseline"), _by_id(candidate, "candidate")
    _refuse("the candidate lacks", [query for query in before if query not in after])
    _refuse("the candidate has, and the baseline lacks,", [query for query in after if query not in before])
    one_sided = [query for query, score in before.items() if (score.whole is None) != (after[query].whole is None)]
    _refuse("scores are null on one side only for", one_sided)
    judged = [query for query, score in before.items() if score.whole is not None]
    parts_wholes = [_columns([arm[query] for query in judged]) for arm in (before, after)]
    for name, columns in zip(("baseline", "candidate"), parts_wholes, strict=True):
        odd = np.flatnonzero(~np.isfinite(np.sum(columns, axis=0)))
        _refuse(f"the {name} has scores that are not numbers for", [judged[at] for at in odd])
    (baseline_part, baseline_whole), (candidate_part, candidate_whole) = parts_wholes
    return Pairs(
        queries=tuple(judged),
        baseline_part=baseline_part,
        baseline_whole=baseline_whole,
        candidate_part=candidate_part,
        candidate_whole=candidate_whole,
        not_judged=tuple(query for query, score in before.items() if score.whole is None),
    )


def _by_id(scores: ScoresById, arm: str) -> dict[str, Score]:
    """Read scores by id; a mapping cannot hold an id twice, a list can."""
    if isinstance(scores, Mapping):
        return dict(scores)
    listed = list(scores)
    counts = Counter(query for query, _ in listed)
    _refuse(f"the {arm} has more than one score for", [query for query, count in counts.items() if count > 1])
    return dict(listed)


def _refuse(what: str, queries: Sequence[str]) -> None:
    """Raise for queries that do not pair, and name them."""
    if queries:
        more = f" and {len(queries) - SHOWN} more" if len(queries) > SHOWN else ""
        raise ComparisonError(
            f"{what} {len(queries)} {'query' if len(queries) == 1 else 'queries'}: {', '.join(queries[:SHOWN])}{more}",
            "Both arms must be scored on the same queries: score them anew with the same labels.",
        )


def _columns(scores: Sequence[Score]) -> tuple[Floats, Floats]:
    parts = np.array([score.part for score in scores], dtype=np.float64)
    return parts, np.array([score.whole for score in scores], dtype=np.float64)


def _values(part: Floats, whole: Floats) -> Floats:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole != 0)
