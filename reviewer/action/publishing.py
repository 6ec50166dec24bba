"""An evaluation in; summary, artefact folder, annotations and exit code out."""

from __future__ import annotations

import shutil
from pathlib import Path

from reviewer.action.environment import Settings
from reviewer.action.evaluation import Evaluation
from reviewer.action.files import write_summary
from reviewer.action.inputs import FailOn
from reviewer.action.log import Log, Place
from reviewer.action.ownership import free_place, give_back, output_folder
from reviewer.experiment.store import Store, write_json
from reviewer.fingerprint import Plain
from reviewer.gates import exit_code
from reviewer.reports import Result, words
from reviewer.reports.budget import SUMMARY_BYTES
from reviewer.reports.comment import Occasion, render_comment
from reviewer.reports.headline import detail, headline

TEXTS = "texts.json"
"""Where the texts of changed queries stand, if they were asked for."""


def leave_artifacts(settings: Settings, evaluation: Evaluation) -> Path:
    """Copy the result folder into the workspace, for the upload step and for later steps, and give it back."""
    folder = output_folder(settings.workspace, settings.inputs.artifacts)
    for path in sorted(evaluation.folder.iterdir()):
        shutil.copyfile(path, free_place(folder, path.name))
    if settings.inputs.text:
        write_json(free_place(folder, TEXTS), texts(evaluation))
    give_back(settings.workspace, folder)
    return folder


def texts(evaluation: Evaluation) -> dict[str, Plain]:
    """Give question and quotes of each query that changed; only the input `text` lets them out."""
    changed = {one.query for comparison in evaluation.result.comparisons for one in comparison.changes}
    found = {name: evaluation.queries[name] for name in sorted(changed & evaluation.queries.keys())}
    return {
        name: {"query": query.text, "evidence": [span.quote for item in query.evidence for span in item.spans]}
        for name, query in found.items()
    }


def give_back_cache(settings: Settings, store: Store) -> None:
    """Leave vectors and indexes alone in the cache, which a later step saves as the runner's user."""
    shutil.rmtree(store.folder / "runs", ignore_errors=True)
    if store.folder.is_dir():
        give_back(settings.temporary, store.folder)


def summarise(settings: Settings, result: Result, occasion: Occasion, log: Log) -> None:
    """Append the report to the job's summary, within what the runner keeps."""
    for limit in (SUMMARY_BYTES, SUMMARY_BYTES // 10):
        if settings.summary is None or write_summary(settings.summary, render_comment(result, occasion, limit)):
            return
    log.caution("The job's summary is full; the report is in the artefact.")


def annotate(settings: Settings, evaluation: Evaluation, occasion: Occasion, overlap_line: int, log: Log) -> None:
    """Mark the configuration's overlap where queries were lost, and the lines of stale labels: ten in all."""
    if not settings.inputs.annotations:
        return
    comparison = words.judged_comparison(evaluation.result)
    lost = sum(one.change == "lost" for one in comparison.changes) if comparison else 0
    if lost and occasion.changed:
        text = f"{headline(evaluation.result)} {detail(evaluation.result)}"
        log.annotate(Place(settings.inputs.config, overlap_line), "Retrieval loses evidence", text)
    for state in evaluation.stale if settings.key is None else ():
        if state.label.id in evaluation.places:
            path, line = evaluation.places[state.label.id]
            log.annotate(Place(path, line), f"Stale label {state.label.id}", state.reason)


def finish(settings: Settings, result: Result) -> int:
    """Give the exit code that `fail-on` asks for."""
    code = exit_code(result.verdict)
    if settings.inputs.fail_on is FailOn.NEVER:
        return 0
    comparison = words.judged_comparison(result)
    lost = any(one.change == "lost" for one in comparison.changes) if comparison else False
    return 1 if settings.inputs.fail_on is FailOn.REGRESSION and lost and code == 0 else code
