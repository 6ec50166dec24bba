"""What a reader must know before the numbers: each case in its own words."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from reviewer.action.evaluation import Evaluation
from reviewer.action.sides import Sides
from reviewer.experiment.configuration import ArmSettings, Configuration
from reviewer.labels.at_base import AtBase
from reviewer.reports import words

NAMED = 8
WORKFLOWS = ".github/workflows/"


def notices(sides: Sides, evaluation: Evaluation, paths: Sequence[str]) -> tuple[str, ...]:
    """Give the sentences for one evaluation, ids hashed where they are to be; `paths` are the workflows it touches."""
    told = _notices(sides, evaluation, paths)
    return told if evaluation.names is None else tuple(map(evaluation.names.prose, told))


def _notices(sides: Sides, evaluation: Evaluation, paths: Sequence[str]) -> tuple[str, ...]:
    return (
        *_of_rules(sides),
        *_of_labels(evaluation.labels),
        *_of_workflows(paths),
        *_of_sides(sides),
        *_of_comparison(evaluation),
        *_of_stale(evaluation),
        *_of_passed_over(evaluation.passed_over),
    )


def changed_settings(sides: Sides) -> tuple[tuple[str, str, str], ...]:
    """Give each setting of the pipeline that differs, with its value on both sides."""
    before, head = sides.baseline, sides.head.configuration
    if before is None or head is None:
        return ()
    old, new = dict(_flat(before.base)), dict(_flat(head.base))
    every = sorted(old.keys() | new.keys())
    return tuple((key, old.get(key, "–"), new.get(key, "–")) for key in every if old.get(key) != new.get(key))


def _of_rules(sides: Sides) -> Iterator[str]:
    """Say that the change touches what it is judged by."""
    before, head = sides.baseline, sides.head.configuration
    if before is None or head is None:
        return
    for name, differs in _rules(before, head):
        if differs:
            yield f"This change edits the {name}. They are judged as they stand on the base branch."


def _rules(before: Configuration, head: Configuration) -> tuple[tuple[str, bool], ...]:
    selections = [
        (one.include, one.exclude, os.path.relpath(one.corpus_root, one.file.parent)) for one in (before, head)
    ]
    return (
        ("gates", before.gates != head.gates),
        ("measuring rules", (before.rules, before.factor) != (head.rules, head.factor)),
        ("selection of documents", selections[0] != selections[1]),
    )


def _of_labels(labels: AtBase) -> Iterator[str]:
    if labels.withheld:
        ids = _named([label.id for label in labels.withheld])
        yield (
            f"Edited or removed together with their documents, and lost until the base branch has them: {ids}. "
            "A review in the change itself does not count: what is judged cannot vouch for its judge."
        )
    if labels.restored:
        yield f"Labels that this change edits or removes are judged as at the base: {_named(labels.restored)}."
    if labels.moved:
        yield f"Labels that follow their changed documents ({len(labels.moved)}): {_named(labels.moved)}."
    if labels.added:
        yield f"New labels are judged once they stand on the base branch ({len(labels.added)}): {_named(labels.added)}."


def _of_workflows(paths: Sequence[str]) -> Iterator[str]:
    if paths:
        yield f"This change edits workflow files, and so how it is evaluated: {_named(paths)}."


def _of_sides(sides: Sides) -> Iterator[str]:
    if sides.before is None:
        yield "Nothing to compare with: the pipeline was measured alone."
    elif sides.baseline is None:
        yield "There is no configuration at the base: this is the first report, and nothing is compared."
    elif not changed_settings(sides):
        yield "The pipeline is unchanged; both arms are measured on the changed documents and labels."


def _of_comparison(evaluation: Evaluation) -> Iterator[str]:
    comparison = words.judged_comparison(evaluation.result)
    if evaluation.handed:
        yield "Chunks and runs of both sides were handed over by an earlier step; their settings are not known here."
    elif comparison is not None and comparison.confounders:
        listed = "; ".join(comparison.confounders[:NAMED])
        yield f"More than {comparison.factor} differs, so no effect can be ascribed to it alone: {listed}."


def _of_stale(evaluation: Evaluation) -> Iterator[str]:
    if evaluation.stale:
        ids = _named([one.label.id for one in evaluation.stale])
        count = len(evaluation.stale)
        yield f"Labels that no longer describe their documents were left out ({count}): {ids}. Run `reviewer labels`."


def _of_passed_over(paths: Sequence[str]) -> Iterator[str]:
    if paths:
        yield f"Links and submodules are not followed: {_named(paths)}."


def _flat(arm: ArmSettings) -> Iterator[tuple[str, str]]:
    """Give every setting of an arm by its path, in words; the treatments as one."""
    for part, settings in (("splitter", arm.splitter), ("embedder", arm.embedder), ("index", arm.index)):
        yield from _leaves(part, settings)
    if arm.treatments:
        yield "treatments", ", then ".join(_treatment(one) for one in arm.treatments)


def _leaves(path: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _leaves(f"{path}.{key}", inner)
    else:
        yield path, ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _treatment(settings: Mapping[str, object]) -> str:
    told = ", ".join(f"{key}={value}" for key, value in settings.items() if key != "name" and value is not None)
    return f"{settings.get('name')}({told})"


def _named(ids: Iterable[str]) -> str:
    found = list(ids)
    more = f" and {len(found) - NAMED} more" if len(found) > NAMED else ""
    return ", ".join(found[:NAMED]) + more
