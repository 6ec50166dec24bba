"""The folder of a result: ids, offsets, fingerprints and numbers, never a text."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from reviewer import fingerprint
from reviewer.chunks import write_chunks
from reviewer.experiment.evaluated import Evaluated, Graded
from reviewer.experiment.hashing import (
    names_of,
    renamed_chunks,
    renamed_documents,
    renamed_matches,
    renamed_passages,
    renamed_run,
)
from reviewer.experiment.kept import PARTIAL
from reviewer.experiment.manifest import documents_of
from reviewer.experiment.material import Material
from reviewer.experiment.page import page_of
from reviewer.experiment.relabelled import evidence_prints
from reviewer.experiment.store import Store, write_json
from reviewer.experiment.treated import passages_file
from reviewer.fingerprint import Plain
from reviewer.passages import write_passages
from reviewer.reports import JsonReporter, MarkdownReporter, Result
from reviewer.reports.hashed_ids import HashKey, Names
from reviewer.runs import write_run
from reviewer.scores import write_matches

MANIFEST = "manifest.json"
AS_THEY_ARE = Names(queries={}, documents={}, sets={})


def write_folder(
    store: Store,
    result: Result,
    evaluated: tuple[Evaluated, ...],
    material: Material,
    now: datetime,
    *,
    key: HashKey | None = None,
) -> tuple[Result, Path]:
    """Write the result folder whole, with a key under hashed ids; give the result as it was written, and its place.

    `chunks-<arm>.jsonl` and `run-<arm>.jsonl` are the real grid's; other phases stand beside them as
    `…-<arm>.phase-<n>.jsonl`, and `exact-<arm>.jsonl` holds what exact search finds where the index is approximate.
    Runs are raw; what a treated arm sends instead is `passages-<arm>.jsonl`.
    """
    name = f"{now:%Y%m%d-%H%M%S}-{fingerprint.of_text(result.arms[-1].fingerprint)[7:13]}"
    names = AS_THEY_ARE if key is None else names_of(key, material.corpus, material.sets)
    told = names.result(result) if key else result
    with store.new_run(name) as folder:
        queries = {query.id: query for query in material.queries}
        page = page_of(result, evaluated, material.corpus, queries, names)
        (folder / "results.json").write_text(JsonReporter().render(told), encoding="utf-8")
        (folder / "report.md").write_text(MarkdownReporter().render(told), encoding="utf-8")
        (folder / "report.html").write_text(page, encoding="utf-8")
        write_json(folder / MANIFEST, _manifest(evaluated, material, names, key))
        rows = [row for arm in evaluated for graded in arm.phases for row in graded.scored.matches]
        write_matches(folder / "matches.jsonl", renamed_matches(rows, names))
        for arm in evaluated:
            _write_arm(folder, arm, names, key)
    return told, store.folder / "runs" / name


def _manifest(
    evaluated: tuple[Evaluated, ...], material: Material, names: Names, key: HashKey | None
) -> dict[str, Plain]:
    """Give what the arms were made of, from which documents, and as fingerprints where evidence lay."""
    arms = {arm.name: arm.manifest for arm in evaluated}
    documents = renamed_documents(documents_of(material.corpus), names)
    # Under a key nothing may stand that could be tried out: places are bound to documents' names.
    labels = {} if key else {"labels": evidence_prints(material.queries)}
    partial = {PARTIAL: [arm.name for arm in evaluated if not arm.whole]}
    return {"arms": arms, "documents": documents, **labels, **(partial if partial[PARTIAL] else {})}


def _write_arm(folder: Path, arm: Evaluated, names: Names, key: HashKey | None) -> None:
    """Write an arm's chunks, runs and passages, phase by phase, and its run by exact search."""
    for suffix, graded in _phases(arm):
        write_chunks(folder / f"chunks-{arm.name}{suffix}.jsonl", renamed_chunks(graded.chunks, names, key))
        write_run(folder / f"run-{arm.name}{suffix}.jsonl", renamed_run(graded.run, names, key))
        if graded.raw is not None:
            sent = renamed_passages(graded.passages, names)
            path = folder / passages_file(arm.name, suffix)
            write_passages(path, sent, arm=arm.fingerprint, phase=graded.run.phase)
    if arm.exact is not None:
        write_run(folder / f"exact-{arm.name}.jsonl", renamed_run(arm.exact.run, names, key))


def _phases(arm: Evaluated) -> Iterator[tuple[str, Graded]]:
    for number, graded in enumerate(arm.phases):
        yield (f".phase-{number}" if number else ""), graded
