"""Both sides in, a judged result out: the head's documents, the base's rules, gates and labels."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from reviewer.action.cache import drop_wrong_vectors
from reviewer.action.git import Git
from reviewer.action.outputs import REPORT, RESULTS
from reviewer.action.ownership import taken_over
from reviewer.action.sides import Side, Sides, export_inputs, path_in_repository
from reviewer.action.unsafe import (
    refuse_code,
    refuse_local_files,
    refuse_other_places,
    refuse_our_variables,
    refuse_unvouched,
)
from reviewer.corpus import Corpus
from reviewer.corpus.files import read_corpus
from reviewer.errors import ActionError, ReviewerError
from reviewer.experiment.configuration import ArmSettings, Configuration
from reviewer.experiment.foreign import Handed, compare_runs
from reviewer.experiment.hashing import names_of
from reviewer.experiment.judge import REVIEW_THEM
from reviewer.experiment.page_again import page_again
from reviewer.experiment.progress import Progress, Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.gates import Verdict
from reviewer.gates.withheld import count_withheld
from reviewer.labels import Label, LabelSet, LabelState, check, read_set, save
from reviewer.labels.at_base import AtBase, at_base
from reviewer.queries import Query
from reviewer.reports import JsonReporter, MarkdownReporter, Result
from reviewer.reports.hashed_ids import HashKey, Names

PAGE = "report.html"
BASELINE, CANDIDATE = "baseline", "candidate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """A result with what the reader must know besides: how labels were chosen, and which are stale.

    `handed` says that an earlier step produced the arms, `dropped` that the restored cache held wrong vectors; `names`
    are those that stand for ids where these are hashed.
    """

    result: Result
    folder: Path
    labels: AtBase
    stale: tuple[LabelState, ...]
    places: Mapping[str, tuple[str, int]]
    passed_over: tuple[str, ...]
    handed: bool
    dropped: bool
    queries: Mapping[str, Query]
    names: Names | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is evaluated: the sides, overlaps of a frontier, runs handed over; which secrets are present.

    A `proposed` head is not yet the repository's own word, and may not say where secrets or documents go.
    """

    sides: Sides
    overlaps: tuple[int, ...]
    handed: Path | None
    scratch: Path
    secrets: tuple[str, ...] = ()
    proposed: bool = True
    key: HashKey | None = None
    phases: int = 1
    progress: Progress = field(default_factory=Silent)


def evaluate(git: Git, request: Request, store: Store) -> Evaluation:
    """Refuse what is unsafe, write the inputs of both sides aside, run, and count what was withheld."""
    refuse_unsafe(request.sides, request.secrets if request.proposed else ())
    # Names of models in a configuration may be read as paths: there is nothing to find where we stand.
    with named_as_in_repository(request.sides), chdir(_empty(request.scratch / "empty")):
        passed_over = _export(git, request.sides)
        return judge_sides(request, store, passed_over)


def judge_sides(request: Request, store: Store, passed_over: tuple[str, ...] = ()) -> Evaluation:
    """Run sides whose inputs are there: the base's labels judge, and what was withheld of them counts as lost."""
    sides = request.sides
    head = _configuration(sides.head)
    corpus = read_corpus(head.corpus_root, head.include, head.exclude)
    places = label_places(sides.head)
    chosen, folders = _judged_labels(sides, corpus)
    configuration = replace(compose(sides, request.overlaps), label_sets=folders)
    dropped = request.handed is None and drop_wrong_vectors(store.cache, configuration.base, corpus)
    result, folder = _run(configuration, request, store)
    withheld = {one.id: one.query.slices for one in chosen.withheld}
    effects = result.comparisons[0].effects if len(result.comparisons) == 1 else ()
    sets = [read_set(one) for one in folders]
    verdict = count_withheld(configuration.gates, result.verdict, effects, withheld, datetime.now(UTC).date())
    judged = replace(result, verdict=_without_wrong_advice(verdict))
    if judged != result:
        _write_again(folder, judged)
    return Evaluation(
        result=judged,
        folder=folder,
        labels=chosen,
        stale=tuple(state for one in sets for state in check(one, corpus).outdated if state.label.id not in withheld),
        places=places,
        passed_over=passed_over,
        handed=request.handed is not None,
        dropped=dropped,
        queries={query.id: query for one in sets for query in one.queries},
        names=None if request.key is None else _names(request.key, sides, corpus, passed_over),
    )


def _names(key: HashKey, sides: Sides, corpus: Corpus, passed_over: Sequence[str]) -> Names:
    """Hash every id that a sentence may name: labels of all sides, documents, what was passed over."""
    sides_read = [side.configuration for side in (sides.head, sides.before, sides.rules) if side and side.configuration]
    folders = {folder for one in sides_read for folder in one.label_sets}
    return names_of(key, corpus, [_together(sorted(folders))], passed_over)


def _without_wrong_advice(verdict: Verdict) -> Verdict:
    """Advise no review where labels were reviewed already, and only the base does not have them yet."""
    if not verdict.withheld:
        return verdict
    told = (replace(one, reason=one.reason.removesuffix(REVIEW_THEM)) for one in verdict.gates)
    return replace(verdict, gates=tuple(told))


def _write_again(folder: Path, result: Result) -> None:
    """Have the folder say the verdict that counts what was withheld."""
    (folder / RESULTS).write_text(JsonReporter().render(result), encoding="utf-8")
    (folder / REPORT).write_text(MarkdownReporter().render(result), encoding="utf-8")
    (folder / PAGE).write_text(page_again(folder, result), encoding="utf-8")


def refuse_unsafe(sides: Sides, secrets: Collection[str]) -> None:
    """Refuse foreign code, paths and variables of the runner on every side, and other places at the head than the base.

    Args:
        sides: Both sides of the comparison, and whose rules judge.
        secrets: Names of those that the head could give away; where there are none, it may go where it likes.

    """
    for name, side in (("base", sides.before), ("rules", sides.rules), ("head", sides.head)):
        if side is not None and side.configuration is not None:
            refuse_code(side.configuration, name)
            refuse_local_files(side.configuration, name)
            refuse_our_variables(side.configuration, name)
    trusted, head = sides.judge or sides.baseline, _configuration(sides.head)
    if trusted is not None:
        refuse_other_places(trusted, head, secrets)
    else:
        refuse_unvouched(head, secrets)


def compose(sides: Sides, overlaps: Sequence[int]) -> Configuration:
    """Give one configuration: the base's arm and rules, the head's arm and corpus, and a frontier where asked."""
    head = _configuration(sides.head)
    judge = sides.judge
    paired = replace(head, pair=True)
    ruled = paired if judge is None else replace(paired, rules=judge.rules, gates=judge.gates, factor=judge.factor)
    candidate = replace(head.base, name=CANDIDATE)
    if sides.baseline is None:
        return replace(ruled, base=candidate, arms=_frontier(candidate, overlaps, ()), overlaps=())
    baseline = replace(sides.baseline.base, name=BASELINE)
    others = _frontier(candidate, overlaps, (baseline, candidate))
    return replace(ruled, base=baseline, arms=(candidate, *others), overlaps=())


def _frontier(candidate: ArmSettings, overlaps: Sequence[int], known: Sequence[ArmSettings]) -> tuple[ArmSettings, ...]:
    """Give the candidate with each further overlap."""
    arms = [
        replace(candidate, name=f"overlap-{one}", splitter={**candidate.splitter, "overlap": one}) for one in overlaps
    ]
    return tuple(arm for arm in arms if not any(arm.splitter == one.splitter for one in known))


def _run(configuration: Configuration, request: Request, store: Store) -> tuple[Result, Path]:
    if request.handed is not None:
        sides = [_handed(request.handed, name, request.scratch / "handed") for name in (BASELINE, CANDIDATE)]
        return compare_runs(configuration, sides[0], sides[1], store, confounded=True, key=request.key)
    judged = CANDIDATE if request.sides.baseline is not None else None
    asked = Asked(candidate=judged, phases=request.phases, confounded=True, key=request.key)
    return run(configuration, asked, store, request.progress)


def _handed(folder: Path, name: str, target: Path) -> Handed:
    """Take over the files of one side, under the side's name, from where an earlier step left them."""
    target.mkdir(exist_ok=True)
    run, chunks = target / f"{name}.jsonl", target / f"{name}-chunks.jsonl"
    taken_over(folder, f"{name}/run.jsonl", run)
    taken_over(folder, f"{name}/chunks.jsonl", chunks)
    return Handed(run, chunks)


def _judged_labels(sides: Sides, corpus: Corpus) -> tuple[AtBase, tuple[Path, ...]]:
    """Write the labels that judge; without labels at base the head's own do."""
    head = _configuration(sides.head)
    judge = sides.judge
    nothing = AtBase(changes=(), restored=(), withheld=(), moved=(), added=())
    if judge is None:
        return nothing, head.label_sets
    tip, ours = _together(judge.label_sets), _together(head.label_sets)
    before = _together(sides.baseline.label_sets) if sides.baseline is not None else tip
    chosen = at_base(tip, before, ours, corpus)
    for path in judge.label_sets:
        read = read_set(path)
        held = {label.id for label in read.labels}
        save(path, read, [one for one in chosen.changes if one.id in held])
    return chosen, judge.label_sets


def _together(folders: Sequence[Path]) -> LabelSet:
    """Read several sets as one; a folder that does not exist at this commit holds none."""
    labels: list[Label] = []
    for folder in folders:
        labels += read_set(folder).labels if folder.is_dir() else ()
    return LabelSet("all", tuple(labels))


def label_places(side: Side) -> dict[str, tuple[str, int]]:
    """Give, by the id of each label of a side, the file in the repository and the line."""
    labels = _together(_configuration(side).label_sets).labels
    return {label.id: (path_in_repository(side, Path(label.file)), label.line) for label in labels}


@contextmanager
def named_as_in_repository(sides: Sides) -> Iterator[None]:
    """Have errors name files as the repository does, with the commit they were read at."""
    try:
        yield
    except ReviewerError as error:
        message, hint = error.message, error.hint
        for side in filter(None, (sides.head, sides.before, sides.rules)):
            for folder in dict.fromkeys((str(side.folder), str(side.folder.resolve()))):
                message = message.replace(f"{folder}/", f"{side.commit[:12]}:")
                hint = hint.replace(f"{folder}/", f"{side.commit[:12]}:")
        raise error.told(message, hint) from error


def _export(git: Git, sides: Sides) -> tuple[str, ...]:
    """Write the head's documents and every side's labels aside; give what was passed over at the head."""
    passed_over = export_inputs(git, sides.head, corpus=True)
    for side in {one.commit: one for one in (sides.before, sides.rules) if one}.values():
        if side.commit != sides.head.commit:
            export_inputs(git, side, corpus=False)
    return passed_over


def _configuration(side: Side) -> Configuration:
    if side.configuration is None:
        raise ActionError(f"there is no configuration at {side.commit[:12]}", "Name the file in the input `config`.")
    return side.configuration


def _empty(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder
