"""One comparison of a result, to be asked for its queries' neighbourhoods and what their treatments did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from reviewer.diagnosis import Neighbourhood, Surroundings, TwoArms, neighbourhood, window_at
from reviewer.errors import ReportError
from reviewer.experiment.match_table import MatchTable, unchanged
from reviewer.labels import LabelSet
from reviewer.queries import Query
from reviewer.reports import Result
from reviewer.reports.result import ComparisonResult, ItemChange
from reviewer.spans import Place


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Closer:
    """One comparison of a result, opened to look closer.

    `has_text` tells whether `two.corpus` holds the documents themselves, proved by their fingerprints; else it holds
    stand-ins of the same length, which must not be shown. `notes` are sentences that a reader must know, `relabelled`
    those on one query; `aliases` leads from hashed ids to the ids that came back. `table` is asked for queries
    without a label at hand, of whose evidence `queries` knows only what changed.
    """

    folder: Path
    result: Result
    comparison: ComparisonResult
    two: TwoArms
    queries: Mapping[str, Query]
    sets: tuple[LabelSet, ...]
    label_sets: tuple[Path, ...]
    corpus_root: Path | None
    has_text: bool
    notes: tuple[str, ...]
    relabelled: Mapping[str, str] = field(default_factory=dict)
    aliases: Mapping[str, str] = field(default_factory=dict)
    table: MatchTable | None = None
    unlabelled: frozenset[str] = frozenset()

    def notes_on(self, name: str) -> tuple[str, ...]:
        """Give what a reader must know of the result, and of one query."""
        return (*self.notes, *filter(None, [self.relabelled.get(name)]))

    def query(self, name: str) -> Query:
        """Give a query of the result by its id, hashed or not, or name the nearest ones."""
        name = self.aliases.get(name, name)
        if name not in self.queries:
            from difflib import get_close_matches

            near = get_close_matches(name, self.queries, n=3)
            hint = f"Did you mean {', '.join(near)}?" if near else "`report.md` lists what was lost and gained."
            raise ReportError(f"{self.folder}: no query {name!r} in this result", hint)
        return self.queries[name]

    def name_for_others(self, name: str) -> str:
        """Give the name by which the result itself calls a query: the hashed one where it hides ids."""
        return next((hashed for hashed, own in self.aliases.items() if own == name), name)

    def changes(self, name: str) -> tuple[ItemChange, ...]:
        """Give the evidence items of a query that changed."""
        return tuple(one for one in self.comparison.changes if one.query == name)

    def items(self, found: Neighbourhood) -> tuple[ItemChange, ...]:
        """Give every evidence item of a query, as the result numbers them: those that changed, and all others."""
        name = found.query
        every = {one.item: one for one in self._every(found)}
        every |= {one.item: one for one in self.changes(name)}
        return tuple(every[at] for at in sorted(every))

    def _every(self, found: Neighbourhood) -> Iterator[ItemChange]:
        """Give the figures of all items, as if nothing had changed: from the label, or else as they were written."""
        slices = self.slices(found.query)
        if found.query in self.unlabelled:
            yield from self.table.of(found.query, slices) if self.table else ()
            return
        sides = found.baseline, found.candidate
        for at, item in enumerate(self.queries[found.query].evidence):
            before, after = (one.ranks[at] for one in sides)
            shares = sides[0].best_shares[at], sides[1].best_shares[at]
            places = tuple((one.document, one.start, one.end) for one in item.spans)
            yield unchanged(found.query, at, slices, ranks=(before, after), shares=shares, places=places)

    def slices(self, name: str) -> tuple[str, ...]:
        """Give the slices of a query, as the result says them."""
        return next((one.slices for one in self.result.queries if one.id == name), ())

    def changed_items(self, name: str) -> tuple[int, ...]:
        """Give which of the evidence items that `queries` knows of a query changed, counted from 0."""
        changed = {one.item + 1 for one in self.changes(name)}
        return tuple(at for at, number in enumerate(self.numbers(name)) if number in changed)

    def is_answerable(self, name: str) -> bool:
        """Tell whether a query of the result has evidence at all."""
        return all(one.answerable for one in self.result.queries if one.id == name)

    def numbers(self, name: str) -> tuple[int, ...]:
        """Give the number, from 1, of each evidence item that `queries` knows of a query."""
        if name in self.unlabelled:
            return tuple(sorted({one.item + 1 for one in self.changes(name)}))
        return tuple(range(1, len(self.queries[name].evidence) + 1))

    def around(self, name: str, window: int) -> Neighbourhood:
        """Give the neighbourhood of a query, so many characters before and behind its evidence."""
        return neighbourhood(self.two, self.query(name), window=window)

    def window(self, name: str, place: Place, window: int) -> Surroundings:
        """Give the document around any place, as it matters to a query."""
        return window_at(self.two, self.query(name), place, window=window)

    def treated(self, name: str) -> tuple[str, ...]:
        """Say what each treated arm's treatment did to a query's list: how many passages, and where evidence stands."""
        told = []
        for arm in (self.two.baseline, self.two.candidate):
            if arm.raw is None:
                continue
            both = replace(self.two, baseline=replace(arm, passages=arm.raw), candidate=arm)
            found = neighbourhood(both, self.query(name), window=0)
            ranks = zip(found.baseline.ranks, found.candidate.ranks, strict=True)
            pairs = zip(self.numbers(self.query(name).id), ranks, strict=True)
            moved = [f"evidence {at}: rank {old or '–'} → {new or '–'}" for at, (old, new) in pairs]
            passages = f"{len(arm.raw[name])} hits → {len(arm.passages[name])} passages"
            told.append(f"{arm.name}, {arm.treatment}: {'; '.join([passages, *moved])}")
        return tuple(told)

    def before_treatment(self, name: str) -> Neighbourhood | None:
        """Give a query's list of the treated arm, the candidate first, before and after; None where none is treated."""
        for arm in (self.two.candidate, self.two.baseline):
            if arm.raw is not None:
                raw = replace(arm, name=f"{arm.name} before treatment", passages=arm.raw)
                treated = replace(arm, name=f"after {arm.treatment or 'treatment'}")
                return neighbourhood(replace(self.two, baseline=raw, candidate=treated), self.query(name), window=0)
        return None
