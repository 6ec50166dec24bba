"""The manifest of an arm, read back from the folder of a result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from reviewer.decoding import Field, from_plain, parse_json
from reviewer.errors import RunError
from reviewer.experiment.manifest import fingerprint_of
from reviewer.fingerprint import Plain
from reviewer.reports.plain import plain

SPLITTER = "splitter"
PARTIAL = "partial"
"""Names the arms whose chunks are those alone that were hit: the other system handed over no others."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What an arm was made of and from which documents, as it was written beside its run."""

    manifest: Mapping[str, Plain]
    documents: Mapping[str, Plain]


def read_documents(path: Path) -> Mapping[str, Plain]:
    """Read which documents a result was made from, with their fingerprints; RunError where it is no manifest."""
    return _read(path)[1]


def read_labels(path: Path) -> Mapping[str, Plain]:
    """Read where evidence lay when a result was made, as fingerprints by query id; empty where that was not written."""
    return _read(path)[2]


def read_kept(path: Path, name: str, arm: str) -> Kept | None:
    """Read the manifest of the arm `name`, whose run carries the fingerprint `arm`, or that of the fingerprint alone.

    An arm of another system has none that says more than its files: it knows no splitter, and is taken for what it is.

    Raises:
        RunError: It is no manifest, holds no such arm, or the run was made by another arm than it says.

    """
    arms, documents, _ = _read(path)
    made = {other: one for other, one in arms.items() if isinstance(one, Mapping)}
    if name in made and SPLITTER not in made[name]:
        return None
    owners = [other for other, one in made.items() if fingerprint_of(one) == arm]
    if name not in made and not owners:
        raise RunError(f"{path}: no arm is called {name!r}", f"Known: {', '.join(arms)}.")
    if owners and name not in made:
        name = owners[0]
    if name not in owners:
        said = f"it is a run of {owners[0]}" if owners else "its run was made by another arm"
        raise RunError(
            f"{path}: the manifest of {name} does not belong to its run: {said}",
            "Run and manifest must come from one result folder, under their own names.",
        )
    manifest = made[name]
    return Kept(manifest, documents)


def is_partial(path: Path, name: str) -> bool:
    """Tell whether the chunks that stand beside a manifest for an arm are those alone that were hit."""
    entries = _entries(path)
    return PARTIAL in entries and name in [one.text() for one in entries[PARTIAL].items()]


def _read(path: Path) -> tuple[Mapping[str, Plain], Mapping[str, Plain], Mapping[str, Plain]]:
    """Give the arms, the documents and the labels of a manifest."""
    root = _entries(path)
    arms, documents = plain(root["arms"]), plain(root["documents"])
    labels = plain(root["labels"]) if "labels" in root else {}
    if not isinstance(arms, Mapping) or not isinstance(documents, Mapping) or not isinstance(labels, Mapping):
        raise RunError(f"{path}: not a manifest", "Hand over the folder as `reviewer run` wrote it.")
    return arms, documents, labels


def _entries(path: Path) -> Mapping[str, Field]:
    try:
        value = parse_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise RunError(
            f"{path}: not a manifest ({error})", "Hand over the folder as `reviewer run` wrote it."
        ) from error
    root = from_plain(value, str(path), RunError)
    return root.entries(required=("arms", "documents"), optional=("labels", PARTIAL))
