"""A result folder in, one of its comparisons out, with both arms as they stand in the folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from reviewer.chunks import read_chunks
from reviewer.corpus import Corpus
from reviewer.diagnosis import Arm, TwoArms, by_document
from reviewer.errors import ReportError, RunError
from reviewer.experiment.causes import reading_of
from reviewer.experiment.hashing import renamed_arm
from reviewer.experiment.treated import read_treated
from reviewer.ids import is_id
from reviewer.passages import Passage, raw_lists
from reviewer.reports import Result, read_result
from reviewer.reports.hashed_ids import Names
from reviewer.reports.result import ArmResult, ComparisonResult
from reviewer.reports.treatments import treatment_of
from reviewer.runs import read_run
from reviewer.scores import CorpusLine, PromptTokens


@dataclass(frozen=True, slots=True)
class Compared:
    """A result, one of its comparisons, and its two arms, the baseline first, as `folder` holds them."""

    folder: Path
    result: Result
    comparison: ComparisonResult
    arms: tuple[Arm, Arm]

    @property
    def baseline(self) -> ArmResult:
        """What the result says of the baseline."""
        return _find_arm(self.folder, self.result, self.comparison.baseline)

    def renamed(self, names: Names) -> Compared:
        """Give the same under other names of queries and documents; arms keep theirs."""
        result, (baseline, candidate) = names.result(self.result), self.arms
        return replace(
            self,
            result=result,
            comparison=_find_comparison(self.folder, result, self.comparison.candidate),
            arms=(renamed_arm(baseline, names), renamed_arm(candidate, names)),
        )

    def over(self, corpus: Corpus, line: CorpusLine, tokens: PromptTokens) -> TwoArms:
        """Give both arms over documents, as the result measured them."""
        baseline, candidate = self.arms
        return TwoArms(
            corpus=corpus,
            line=line,
            tokens=tokens,
            baseline=baseline,
            candidate=candidate,
            k=self.result.k,
            depth=self.result.depth,
            min_coverage=self.result.min_coverage,
        )


def read_compared(folder: Path, candidate: str | None = None) -> Compared:
    """Read the comparison with a candidate, the first one by default.

    Raises:
        ReportError: It is no result, nothing was compared, or no candidate is called so.
        RunError: A run was made by another arm than the result's.

    """
    result = read_result(folder)
    comparison = _find_comparison(folder, result, candidate)
    names = (comparison.baseline, comparison.candidate)
    baseline, candidate_arm = (_read_arm(folder, _find_arm(folder, result, name), result) for name in names)
    return Compared(folder, result, comparison, (baseline, candidate_arm))


def _find_comparison(folder: Path, result: Result, candidate: str | None) -> ComparisonResult:
    if not result.comparisons:
        raise ReportError(f"{folder}: nothing was compared in this result", "Run two arms: `--overlaps 120,40`.")
    for one in result.comparisons:
        if candidate in {None, one.candidate}:
            return one
    known = ", ".join(one.candidate for one in result.comparisons)
    raise ReportError(f"{folder}: no candidate is called {candidate!r}", f"Known: {known}.")


def _find_arm(folder: Path, result: Result, name: str) -> ArmResult:
    found = next((one for one in result.arms if one.name == name), None)
    if found is None or not is_id(name):
        raise ReportError(f"{folder}: the result compares {name!r} and has no such arm", "Run it again.")
    return found


def _read_arm(folder: Path, arm: ArmResult, result: Result) -> Arm:
    """Read chunks and run of an arm; a run of another arm is refused."""
    run = read_run(folder / f"run-{arm.name}.jsonl", arm=arm.name)
    if run.fingerprint != arm.fingerprint:
        raise RunError(f"{folder}: the run of {arm.name} was made by another arm than the result's", "Run it again.")
    chunks = read_chunks(folder / f"chunks-{arm.name}.jsonl")
    raw = raw_lists(run, chunks)
    treated = read_treated(folder, arm.name, run, arm.manifest)

    def asked(lists: Mapping[str, tuple[Passage, ...]]) -> dict[str, tuple[Passage, ...]]:
        return {one.id: lists.get(one.id, ()) for one in result.queries}

    return Arm(
        name=arm.name,
        chunks=by_document(chunks),
        passages=asked(raw if treated is None else treated),
        treatment=treatment_of(arm.manifest),
        raw=None if treated is None else asked(raw),
        reading=reading_of(arm.manifest) if arm.truncation.chunks else None,
    )
