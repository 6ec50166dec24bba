"""Reviewed losses of a set: which lost query was accepted for which pair of arms, by whom and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reviewer.decoding import Field, parse_yaml, read_yaml
from reviewer.errors import LabelError
from reviewer.labels import disk
from reviewer.labels.layout import CannotSpliceError
from reviewer.labels.schema import check_version
from reviewer.labels.splicing import splice
from reviewer.labels.store import REVIEWED_FILE
from reviewer.labels.values import read_day, read_fingerprint, read_id, read_line
from reviewer.labels.writing import Tree, write_document

_KEYS = ("query", "baseline", "candidate", "name", "reason", "on")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedLoss:
    """A loss that a person accepted, for the arms of these fingerprints alone."""

    query: str
    baseline: str
    candidate: str
    name: str
    reason: str
    on: str


def read_reviewed(folder: Path) -> tuple[ReviewedLoss, ...]:
    """Give the reviewed losses of a set; a set without the file has none."""
    path = folder / REVIEWED_FILE
    return _decode(read_yaml(path, LabelError)) if path.exists() else ()


def add_reviewed(folder: Path, losses: Sequence[ReviewedLoss]) -> None:
    """Append reviewed losses, leaving every line that was there; those already there are not written twice."""
    path = folder / REVIEWED_FILE
    with disk.locked(folder):
        before = read_reviewed(folder)
        added = [one for one in losses if one not in before]
        if added:
            text = path.read_bytes().decode("utf-8") if path.exists() else write_document("reviewed", [])
            disk.replace_file(path, _appended(text, path, before, added))


def _appended(text: str, path: Path, before: Sequence[ReviewedLoss], added: Sequence[ReviewedLoss]) -> str:
    try:
        new = splice(text, "reviewed", [_tree(one) for one in before], [_tree(one) for one in [*before, *added]])
    except CannotSpliceError as error:
        raise LabelError(f"{path}: its layout is too unusual to be edited safely", "Add the entry by hand.") from error
    if _decode(parse_yaml(new, str(path), LabelError)) != (*before, *added):
        raise LabelError(f"{path}: its layout is too unusual to be edited safely", "Add the entry by hand.")
    return new


def _tree(loss: ReviewedLoss) -> dict[str, Tree]:
    return {key: str(getattr(loss, key)) for key in _KEYS}


def _decode(field: Field) -> tuple[ReviewedLoss, ...]:
    entries = field.entries(("version", "reviewed"))
    check_version(entries["version"])
    return tuple(_loss(item) for item in entries["reviewed"].items())


def _loss(field: Field) -> ReviewedLoss:
    entries = field.entries(_KEYS)
    return ReviewedLoss(
        query=read_id(entries["query"]),
        baseline=read_fingerprint(entries["baseline"]),
        candidate=read_fingerprint(entries["candidate"]),
        name=read_line(entries["name"]),
        reason=read_line(entries["reason"]),
        on=read_day(entries["on"]),
    )
