"""Label sets on disk: read whole, edited label by label, never over somebody else's edit."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from reviewer import fingerprint
from reviewer.decoding import parse_yaml, read_yaml
from reviewer.errors import LabelError
from reviewer.labels import disk
from reviewer.labels.label_set import Change, LabelSet
from reviewer.labels.layout import CannotSpliceError
from reviewer.labels.pending import Pending, keep_pending
from reviewer.labels.schema import Label, decode_labels, raise_together
from reviewer.labels.splicing import splice
from reviewer.labels.writing import Tree, tree, write_file

CORPUS_FOLDER = "corpus"
REVIEWED_FILE = "reviewed.yaml"
LABELS_FOLDER = Path("labels")


def find_set(name: str | None, root: Path = LABELS_FOLDER) -> Path:
    """Give the folder of the set `name` (or of a path); without a name the only set below `root`."""
    if name is not None:
        found = root / name
        if not found.is_dir() and not (found := Path(name)).is_dir():
            raise LabelError(f"no label set {name!r} below {root}/", _known_sets(root))
        return found
    sets = _sets(root)
    if len(sets) != 1:
        missing = f"{len(sets)} label sets stand below {root}/" if sets else f"no label set stands below {root}/"
        raise LabelError(missing, _known_sets(root))
    return sets[0]


def find_corpus(set_folder: Path, given: Path | None = None) -> Path:
    """Give the corpus folder of a set: the one that was given, else the set's own."""
    found = given or set_folder / CORPUS_FOLDER
    if not found.is_dir():
        raise LabelError(f"no corpus folder {found}", "Say with --corpus where the documents lie.")
    return found


def _sets(root: Path) -> list[Path]:
    return sorted(path for path in root.iterdir() if path.is_dir()) if root.is_dir() else []


def _known_sets(root: Path) -> str:
    names = ", ".join(path.name for path in _sets(root))
    return f"Say which with --set: {names}." if names else "Labels live in labels/<set>/; write or import some."


def read_set(folder: Path) -> LabelSet:
    """Give the labels of all `*.yaml` files below a set's folder; its corpus and `reviewed.yaml` are no label files."""
    found = _read(folder)
    if not found.labels:
        raise LabelError(f"no labels below {folder}", "Write one with `reviewer labels add`, or import some.")
    return found


def read_any(folder: Path) -> LabelSet:
    """Give the labels of a set that may have none yet."""
    return _read(folder)


def save(folder: Path, read: LabelSet, changes: Sequence[Change]) -> None:
    """Write changes to the labels that were `read`, each touching only its label's own lines.

    A file that changed since is left alone: what was decided for it is kept beside it as `<file>.pending`, and a
    LabelError says so once the other files are written.
    """
    with disk.locked(folder):
        _save(read, changes)


def change(folder: Path, decide: Callable[[LabelSet], Sequence[Change]]) -> None:
    """Read a set, decide and write under one lock; the set may be empty."""
    with disk.locked(folder):
        read = _read(folder)
        _save(read, decide(read))


def is_empty(path: Path) -> bool:
    """Tell whether a label file holds no label any more."""
    return not decode_labels(read_yaml(path, LabelError))


def _read(folder: Path) -> LabelSet:
    if not folder.is_dir():
        raise LabelError(f"{folder}: no such folder", "Labels live in labels/<set>/.")
    labels: list[Label] = []
    files: dict[str, str] = {}
    errors: list[LabelError] = []
    for path in _label_files(folder):
        try:
            # The fingerprint is taken first: an edit in between is seen as a change later, never missed.
            files[str(path)] = fingerprint.of_file(path)
            labels += decode_labels(read_yaml(path, LabelError))
        except LabelError as error:
            errors.append(error)
        except OSError as error:
            errors.append(LabelError(f"{path}: cannot be read: {error.strerror}"))
    raise_together(errors)
    _refuse_doubled(labels)
    return LabelSet(folder.resolve().name, tuple(labels), files)


def _label_files(folder: Path) -> Iterator[Path]:
    """Give the label files in the order of their names; hidden folders are passed over."""
    for place, folders, names in os.walk(folder):
        top = Path(place) == folder
        folders[:] = sorted(
            name for name in folders if not name.startswith(".") and not (top and name == CORPUS_FOLDER)
        )
        for name in sorted(names):
            path = Path(place) / name
            if name.startswith(".") or (top and name == REVIEWED_FILE):
                continue
            if name.endswith(".yml"):
                raise LabelError(f"{path}: label files end in .yaml", "Rename it, or move it out of the set.")
            if name.endswith(".yaml"):
                yield path


def _refuse_doubled(labels: Sequence[Label]) -> None:
    """Refuse ids that stand twice in a set, naming both places."""
    first: dict[str, Label] = {}
    errors: list[LabelError] = []
    for label in labels:
        other = first.setdefault(label.id, label)
        if other is not label:
            hint = "Give each query of a set its own id."
            errors.append(LabelError(f"{label.place}: id {label.id} is given twice, first at {other.place}", hint))
    raise_together(errors)


def _save(read: LabelSet, changes: Sequence[Change]) -> None:
    _check_readable([one.label for one in changes if one.label is not None])
    errors: list[LabelError] = []
    for file, meant in _by_file(read, changes).items():
        version = read.files.get(file, "")
        try:
            _save_file(Path(file), version, [label for label in read.labels if label.file == file], meant)
        except LabelError as error:
            kept = keep_pending(Pending(file, version, tuple(meant)))
            hint = f"Nothing is lost: what was decided is kept in {kept}."
            errors.append(LabelError(error.message, f"{error.hint}\n{hint}".strip()))
    raise_together(errors)


def _by_file(read: LabelSet, changes: Sequence[Change]) -> dict[str, list[Change]]:
    files = {label.id: label.file for label in read.labels}
    sorted_out: dict[str, list[Change]] = {}
    for one in changes:
        file = files.get(one.id) or (one.label.file if one.label is not None else "")
        if not file:
            raise LabelError(f"no label {one.id!r} in the set {read.name}", "`reviewer labels list` shows all ids.")
        sorted_out.setdefault(file, []).append(one)
    return sorted_out


def _save_file(path: Path, version: str, labels: Sequence[Label], changes: Sequence[Change]) -> None:
    """Write one file, if it still is what was read."""
    data = path.read_bytes() if path.exists() else None
    found = "" if data is None else fingerprint.of_bytes(data)
    if found != version:
        raise LabelError(f"{path}: changed since it was read", "Read the labels again, then decide again.")
    wanted = _wanted(labels, changes)
    if data is None:
        text = write_file([one for one in wanted if one is not None])
    else:
        text = edited(data.decode("utf-8"), str(path), labels, wanted)
    disk.replace_file(path, text)


def _check_readable(labels: Sequence[Label]) -> None:
    """Refuse labels that would not be read again as they are; nobody can decide on them later either."""
    read = decode_labels(parse_yaml(write_file(labels), "the new label", LabelError))
    if [one.content for one in read] != [one.content for one in labels]:
        raise LabelError("a label cannot be written so that it reads the same")


def _wanted(labels: Sequence[Label], changes: Sequence[Change]) -> list[Label | None]:
    meant = {one.id: one.label for one in changes}
    known = {label.id for label in labels}
    kept = [meant.get(label.id, label) for label in labels]
    return [*kept, *(label for id_, label in meant.items() if id_ not in known and label is not None)]


def edited(text: str, file: str, labels: Sequence[Label], wanted: Sequence[Label | None]) -> str:
    """Give a label file's text after an edit, read again and compared with what was meant."""
    before: list[Tree] = [tree(label) for label in labels]
    after = [None if label is None else tree(label) for label in wanted]
    meant = [label.content for label in wanted if label is not None]
    for anew in (False, True):
        try:
            new = splice(text, "queries", before, after, anew=anew)
            if [label.content for label in decode_labels(parse_yaml(new, file, LabelError))] == meant:
                return new
        except (CannotSpliceError, LabelError):
            continue
    raise LabelError(f"{file}: its layout is too unusual to be edited safely", "Make this edit by hand.")
