"""An import on disk: documents into a corpus folder, labels beside, nothing of anybody else's overwritten."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from reviewer.corpus import PassedOver, document_from_bytes
from reviewer.decoding import parse_yaml
from reviewer.errors import LabelError
from reviewer.labels import disk
from reviewer.labels.importers.binding import Imported
from reviewer.labels.schema import Label, decode_labels
from reviewer.labels.writing import write_file


def deliver(imported: Imported, corpus_to: Path, labels_to: Path, *, force: bool = False) -> tuple[Path, ...]:
    """Write documents, then labels, and give the label files; without `force` a file that differs is refused first."""
    for id_, text in imported.documents.items():
        _check_readable(id_, text)
    documents = {corpus_to / id_: text for id_, text in imported.documents.items()}
    grouped: dict[Path, list[Label]] = {}
    for label in imported.labels:
        grouped.setdefault(labels_to / label.file, []).append(label)
    labels = {path: _checked(path, group) for path, group in grouped.items()}
    if not force:
        _refuse_overwriting({**documents, **labels})
    for path, text in documents.items():
        disk.replace_file(path, text)
    labels_to.mkdir(parents=True, exist_ok=True)
    with disk.locked(labels_to):
        for path, text in labels.items():
            disk.replace_file(path, text)
    return tuple(labels)


def _check_readable(id_: str, text: str) -> None:
    """Refuse a document that a corpus would pass over, or read as another text."""
    read = document_from_bytes(id_, text.encode("utf-8"))
    if isinstance(read, PassedOver):
        raise LabelError(f"document {id_} cannot stand in a corpus: {read.reason}", "Take it out of the data set.")
    if read.text != text:
        hint = "Give it a suffix whose text is kept, such as .txt, in the data set."
        raise LabelError(f"document {id_} would be read as another text than its labels mean ({read.format})", hint)


def _checked(path: Path, labels: list[Label]) -> str:
    """Give a label file's text, which says what was meant when it is read again."""
    text = write_file(labels)
    if [one.content for one in decode_labels(parse_yaml(text, str(path), LabelError))] != [
        one.content for one in labels
    ]:
        raise LabelError(f"{path}: the labels cannot be written so that they read the same")
    return text


def _refuse_overwriting(files: Mapping[Path, str]) -> None:
    taken = [path for path, text in files.items() if path.exists() and path.read_bytes() != text.encode("utf-8")]
    if taken:
        named = "\n".join(f"  {path}" for path in taken)
        raise LabelError(f"{len(taken)} files exist and differ:\n{named}", "Use --force to overwrite them.")
