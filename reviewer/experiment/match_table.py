"""The match table of a result folder, asked query by query: how each evidence item fared in the two arms compared."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from reviewer.reports.hashed_ids import Names
from reviewer.reports.result import ComparisonResult, ItemChange
from reviewer.scores import Match, MatchRule, read_matches

UNCHANGED = "unchanged"
FILE = "matches.jsonl"


class MatchTable:
    """Reads `matches.jsonl` once somebody asks; a folder without one knows nothing."""

    def __init__(self, folder: Path, comparison: ComparisonResult, min_coverage: float, names: Names) -> None:
        """Take the folder, what is compared, the threshold that judged, and what its queries are called now."""
        self._path, self._arms = folder / FILE, (comparison.baseline, comparison.candidate)
        self._rule, self._names = MatchRule(min_coverage=min_coverage), names

    def of(self, query: str, slices: tuple[str, ...] = ()) -> tuple[ItemChange, ...]:
        """Give every item of a query, without its place, as if nothing had changed.

        Raises:
            ScoreError: It is no match table.

        """
        before, after = (self._rows.get((query, arm), {}) for arm in self._arms)
        return tuple(
            unchanged(
                query,
                item,
                slices,
                ranks=(before[item].rank, after[item].rank),
                shares=(before[item].best_share, after[item].best_share),
            )
            for item in sorted(before.keys() & after.keys())
        )

    @cached_property
    def _rows(self) -> Mapping[tuple[str, str], Mapping[int, Match]]:
        """Give the real grid's rows by query and arm, under the rule of the report: single passages, however long."""
        found: dict[tuple[str, str], dict[int, Match]] = {}
        for row in read_matches(self._path) if self._path.is_file() else ():
            if row.phase == 0 and row.rule == self._rule and row.arm in self._arms:
                found.setdefault((self._names.query(row.query), row.arm), {})[row.item] = row
        return found


def is_found_by_neither(one: ItemChange) -> bool:
    """Tell whether no passage of either arm matches an item, down to the depth."""
    return one.baseline_rank is None and one.candidate_rank is None


def unchanged(
    query: str,
    item: int,
    slices: tuple[str, ...],
    *,
    ranks: tuple[int | None, int | None],
    shares: tuple[float, float],
    places: tuple[tuple[str, int, int], ...] = (),
) -> ItemChange:
    """Give an item that was neither lost nor gained, in the shape of one that was."""
    return ItemChange(
        query=query,
        item=item,
        change=UNCHANGED,
        slices=slices,
        places=places,
        baseline_rank=ranks[0],
        candidate_rank=ranks[1],
        baseline_share=shares[0],
        candidate_share=shares[1],
    )
