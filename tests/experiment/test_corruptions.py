"""A spoilt run never reaches a verdict: each flaw is found before a score, and told with exit code 2."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reviewer.cli.main import main
from tests.experiment.handed import BASELINE, CANDIDATE, Copies, copies

Spoil = Callable[[Copies], None]
Lines = list[dict[str, Any]]

APPEALS, LIMITS = "policies/appeals.md", "reference/limits.md"


def chunks(change: Callable[[Lines], Lines]) -> Spoil:
    """Spoil the candidate's chunk table."""
    return lambda copies: copies.write("chunks", change(copies.lines("chunks")))


def hits(change: Callable[[Lines], Lines]) -> Spoil:
    """Spoil the candidate's run."""
    return lambda copies: copies.write("run", change(copies.lines("run")))


def edited(at: int, **values: object) -> Spoil:
    """Change values of one line of the run."""
    return hits(lambda lines: [{**line, **values} if number == at else line for number, line in enumerate(lines)])


def document_missing(copies: Copies) -> None:
    """The index was built without a document: neither its chunks nor its hits are there."""
    copies.write("chunks", [one for one in copies.lines("chunks") if one["document"] != LIMITS])


def ingested_twice(copies: Copies) -> None:
    """A document's chunks stand twice, under other ids, as a second ingestion writes them."""
    lines = copies.lines("chunks")
    again = [{**one, "id": f"again-{at}"} for at, one in enumerate(lines) if one["document"] == APPEALS]
    copies.write("chunks", [*lines, *again])


def other_versions(copies: Copies) -> None:
    """Some chunks were made by another version of the transformation, which their ids cover."""
    lines = copies.lines("chunks")
    copies.write("chunks", [{**one, "id": f"{at:024x}"} if at < 2 else one for at, one in enumerate(lines)])


def runs_swapped(copies: Copies) -> None:
    """Baseline and candidate were mixed up when files were copied."""
    for one in (copies.first, copies.second):
        shutil.copy(one / f"run-{BASELINE}.jsonl", one / "aside")
        shutil.copy(one / f"run-{CANDIDATE}.jsonl", one / f"run-{BASELINE}.jsonl")
        shutil.copy(one / "aside", one / f"run-{CANDIDATE}.jsonl")


def chunks_swapped(copies: Copies) -> None:
    """The chunk table is the other arm's, and no manifest stands beside it."""
    (copies.second / "manifest.json").unlink()
    shutil.copy(copies.second / f"chunks-{BASELINE}.jsonl", copies.second / f"chunks-{CANDIDATE}.jsonl")


def other_weights(copies: Copies) -> None:
    """The candidate was embedded by another revision of the model."""

    def change(manifest: dict[str, Any]) -> None:
        manifest["embedder"]["weights"] = "sha256:0"

    copies.remake(change)


def manifest_edited(copies: Copies) -> None:
    """Somebody made the manifest fit, but the run still carries the fingerprint of what made it."""
    kept = copies.manifest()
    kept["arms"][CANDIDATE]["embedder"]["precision"] = "int8"
    copies.write_manifest(kept)


def documents_changed(part: str) -> Spoil:
    """The arm was built from other texts, or other metadata, than the corpus holds now."""

    def spoil(copies: Copies) -> None:
        kept = copies.manifest()
        kept["documents"][APPEALS][part] = "sha256:0"
        copies.write_manifest(kept)

    return spoil


def built_without(copies: Copies) -> None:
    """The manifest lists a document less, and one that nobody knows."""
    kept = copies.manifest()
    kept["documents"]["policies/unknown.md"] = kept["documents"].pop(LIMITS)
    copies.write_manifest(kept)


def filter_without_documents(copies: Copies) -> None:
    """A query's filter admits no document, so that it could only ever fail."""
    edit_labels(copies, "{id: moon,", "{id: moon, filters: {language: de},")


def query_rewritten(copies: Copies) -> None:
    """A label asks another question than the run did."""
    edit_labels(copies, "What does an appeal cost?", "What is the price of an appeal?")


def edit_labels(copies: Copies, old: str, new: str) -> None:
    """Replace a text in the labels."""
    path = copies.project / "labels" / "main" / "labels.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def document_changed_since(copies: Copies) -> None:
    """A document was edited after the run: its labels are stale, and its chunks lie elsewhere."""
    path = copies.project / "docs" / "policies" / "refunds.md"
    path.write_text(path.read_text(encoding="utf-8") + "\nOne line more.\n", encoding="utf-8")


def raw(text: str) -> Spoil:
    """Append a line to the run as it is."""

    def spoil(copies: Copies) -> None:
        with (copies.second / f"run-{CANDIDATE}.jsonl").open("a", encoding="utf-8") as file:
            file.write(text)

    return spoil


CORRUPTIONS: dict[str, tuple[Spoil, str]] = {
    "a document is missing": (document_missing, f"no chunk for 1 of 3 documents: {LIMITS}"),
    "a document was ingested twice": (ingested_twice, f"ingested twice: 2 chunks stand more than once: {APPEALS}"),
    "transformation versions are mixed": (other_versions, "mixed versions: chunks of 1 documents"),
    "the arms are swapped": (runs_swapped, "does not belong to its run: it is a run of overlap-0"),
    "the chunk tables are swapped": (chunks_swapped, "hits that are none of its chunks"),
    "another model revision": (other_weights, "embedder.weights"),
    "the manifest was made to fit": (manifest_edited, "does not belong to its run"),
    "a document's text is another": (documents_changed("text"), f"built from other text of 1 documents: {APPEALS}"),
    "a document's metadata is another": (documents_changed("metadata"), f"other metadata of 1 documents: {APPEALS}"),
    "the arm was built from other documents": (built_without, f"built without 1 documents: {LIMITS}"),
    "chunks in the middle are gone": (
        chunks(lambda lines: [one for at, one in enumerate(lines) if at != 1]),
        f"text that no chunk holds in 1 documents: {APPEALS}",
    ),
    "a chunk stands twice in the file": (chunks(lambda lines: [*lines, lines[0]]), "a second chunk"),
    "a chunk ends beyond its document": (
        chunks(lambda lines: [{**lines[0], "end": 10**6}, *lines[1:]]),
        f"chunks that end beyond their document: {APPEALS}",
    ),
    "a chunk of an unknown document": (
        chunks(lambda lines: [*lines, {**lines[0], "id": "x", "document": "policies/unknown.md"}]),
        "chunks of 1 documents that are not in the corpus: policies/unknown.md",
    ),
    "the chunk table is empty": (chunks(lambda _: []), "no chunk for 3 of 3 documents"),
    "a query was dropped": (
        hits(lambda lines: [one for one in lines if one["query_id"] != "setup-fee"]),
        "the run lacks 1 query of the labels: setup-fee",
    ),
    "a query that nobody asked": (
        hits(lambda lines: [*lines, {**lines[0], "query_id": "nobody-asked"}]),
        "the run asks 1 query that no label has: nobody-asked",
    ),
    "a score is not a number": (edited(0, score=float("nan")), "expected a finite number as `score`"),
    "a score is infinite": (edited(0, score=float("inf")), "expected a finite number as `score`"),
    "scores rise": (edited(1, score=2.0), "rank 2 has a higher score than rank 1"),
    "a rank stands twice": (edited(1, rank=1), "has rank 1 twice"),
    "a rank is left out": (hits(lambda lines: lines[:1] + lines[2:]), "has no hit of rank 2"),
    "a hit in an unknown document": (edited(0, document="policies/unknown.md"), "is not in the corpus"),
    "a hit beyond the end of its document": (edited(0, end=10**6), "is not in the corpus"),
    "a hit without an extent": (edited(0, start=5, end=5), "is not a hit"),
    "hits of two arms in one file": (edited(0, arm="sha256:0"), "hits of several arms are mixed"),
    "phases mixed in one file": (edited(0, phase=3), "hits of several arms are mixed"),
    "a version is mixed in": (edited(0, transformation="2"), "mixed versions: hits of several transformations"),
    "another version than the manifest's": (
        hits(lambda lines: [{**one, "transformation": "2"} for one in lines]),
        "mixed versions: the run says transformation 2, its manifest 1",
    ),
    "other filters than the label's": (
        hits(lambda lines: [{**one, "filters": {"language": "de"}} for one in lines]),
        "queries were run with other filters than the labels hold: appeal-cost",
    ),
    "a line was cut off": (raw('{"query_id": "window-cl'), "not a line of JSON"),
    "a filter admits nothing": (filter_without_documents, "query moon: no document has language = de"),
    "a query was rewritten since": (query_rewritten, "other query texts than the labels hold now"),
    "a document changed since": (document_changed_since, "built from other text of 1 documents: policies/refunds.md"),
}


@pytest.mark.parametrize("name", CORRUPTIONS)
def test_a_corruption_is_caught_before_a_verdict(
    name: str, finished: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, the flaw and its place named, and no traceback."""
    spoil, words = CORRUPTIONS[name]
    spoilt = copies(finished, tmp_path)
    spoil(spoilt)
    code, told = compared(spoilt, capsys)
    assert code == 2, told
    assert words in told
    assert "Traceback" not in told
    assert "✓ PASSED" not in told


def test_the_same_run_unspoilt_is_judged(
    finished: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """So the corruptions above are what is refused, not the copying."""
    code, told = compared(copies(finished, tmp_path), capsys)
    assert code in {0, 1}
    assert "success@2" in told


def compared(spoilt: Copies, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Compare by the command; give the exit code and all that was printed, on one line."""
    arguments = [
        "compare",
        str(spoilt.first / f"run-{BASELINE}.jsonl"),
        str(spoilt.second / f"run-{CANDIDATE}.jsonl"),
        f"--config={spoilt.project / 'reviewer.yaml'}",
        f"--store={spoilt.project / '.reviewer'}",
    ]
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    printed = capsys.readouterr()
    code = ended.value.code
    assert isinstance(code, int)
    return code, " ".join(f"{printed.out} {printed.err}".split())
