"""Questions that production could not answer, queued until a person has placed their evidence.

The queue stands in `.reviewer/`, outside of what is committed: what users typed may be nobody's to publish. What a
person decides becomes a label, and leaves the queue; what is dropped is remembered, so that it is not queued again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path

from reviewer import fingerprint
from reviewer.corpus import Corpus
from reviewer.decoding import Field
from reviewer.errors import LabelError
from reviewer.labels import disk
from reviewer.labels.adding import find_document
from reviewer.labels.importers.files import read_each_line, read_json_lines
from reviewer.labels.schema import Label, Retirement, raise_together, read_retirement
from reviewer.labels.values import read_id, read_line

FOLDER = Path(".reviewer") / "candidates"
ID_DIGITS = 10
SIMILAR = 90.0
"""From this share of equal characters on (RapidFuzz's ratio, 0 to 100), a question is named as nearly asked already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A question that waits for its evidence, the document it is expected in if that is known, why it was dropped."""

    id: str
    query: str
    document: str = ""
    dropped: Retirement | None = None

    @classmethod
    def of(cls, query: str, document: str = "") -> Candidate:
        """Give the candidate of a question; the same question has the same id, however it is set."""
        digest = fingerprint.of_text(plain_words(query)).removeprefix("sha256:")
        return cls(id=f"c-{digest[:ID_DIGITS]}", query=query.strip(), document=document)


@dataclass(frozen=True, slots=True, kw_only=True)
class Queued:
    """What became of a file: what was queued, what waited already, what was dropped before, and what a label asks."""

    added: tuple[Candidate, ...] = ()
    waiting: tuple[Candidate, ...] = ()
    dropped: tuple[Candidate, ...] = ()
    asked: tuple[tuple[Candidate, Label], ...] = ()
    alike: tuple[tuple[Candidate, Label], ...] = ()
    """Queued although a label asks nearly the same."""


@dataclass(frozen=True, slots=True)
class Misses:
    """The questions of a file, and how often each further key of its lines stood there and was ignored."""

    candidates: tuple[Candidate, ...]
    ignored: Mapping[str, int]


def plain_words(query: str) -> str:
    """Give a question's words without case and the way blanks are set."""
    return " ".join(query.casefold().split())


def queue_file(set_name: str, folder: Path = FOLDER) -> Path:
    """Give where the candidates of a set wait."""
    return folder / f"{set_name}.jsonl"


def read_misses(path: Path, corpus: Corpus) -> Misses:
    """Read a file of misses, one JSON object a line with `query` and `document`; all faults are named in one error."""
    found: dict[str, Candidate] = {}
    ignored: Counter[str] = Counter()
    errors: list[LabelError] = []
    for record in read_each_line(path):
        if isinstance(record, LabelError):
            errors.append(record)
            continue
        try:
            candidate = _miss(record, corpus)
            found.setdefault(candidate.id, candidate)
            ignored.update(record.mapping().keys() - {"query", "document"})
        except LabelError as error:
            errors.append(error)
    raise_together(errors)
    if not found:
        raise LabelError(f"{path}: no questions", 'A line is like {"query": "…", "document": "a.md"}.')
    return Misses(tuple(found.values()), dict(sorted(ignored.items())))


def _miss(record: Field, corpus: Corpus) -> Candidate:
    entries = record.mapping()
    if "query" not in entries:
        raise record.fail("query missing")
    query = read_line(entries["query"])
    if "document" not in entries:
        return Candidate.of(query)
    try:
        return Candidate.of(query, find_document(corpus, read_line(entries["document"])).id)
    except LabelError as error:
        if error.message.startswith(record.file):
            raise
        raise entries["document"].fail(error.message, error.hint) from error


def read_queue(path: Path) -> tuple[Candidate, ...]:
    """Give the candidates of a queue, dropped ones too; without the file there are none."""
    return tuple(_kept(record) for record in read_json_lines(path)) if path.exists() else ()


def _kept(record: Field) -> Candidate:
    entries = record.entries(("id", "query"), ("document", "dropped"))
    return Candidate(
        id=read_id(entries["id"]),
        query=read_line(entries["query"]),
        document=read_line(entries["document"]) if "document" in entries else "",
        dropped=read_retirement(entries["dropped"]) if "dropped" in entries else None,
    )


def queue(path: Path, misses: Sequence[Candidate], labels: Sequence[Label]) -> Queued:
    """Add misses to a queue; queueing a file again adds nothing."""
    with _locked(path):
        before = {one.id: one for one in read_queue(path)}
        asked = {Candidate.of(label.query.text).id: label for label in labels}
        fresh = [one for one in misses if one.id not in before and one.id not in asked]
        if fresh:
            _write(path, [*before.values(), *fresh])
    known = [before[one.id] for one in misses if one.id in before and one.id not in asked]
    return Queued(
        added=tuple(fresh),
        waiting=tuple(one for one in known if one.dropped is None),
        dropped=tuple(one for one in known if one.dropped is not None),
        asked=tuple((one, asked[one.id]) for one in misses if one.id in asked),
        alike=tuple(_alike(fresh, labels)),
    )


def find_candidate(path: Path, id_: str) -> Candidate:
    """Give the candidate that waits under an id."""
    for one in waiting(path):
        if one.id == id_:
            return one
    raise LabelError(f"no candidate {id_!r} waits", "`reviewer labels candidates` lists those that do.")


def waiting(path: Path) -> tuple[Candidate, ...]:
    """Give the candidates that wait for a person."""
    return tuple(one for one in read_queue(path) if one.dropped is None)


def forget(path: Path, ids: Collection[str]) -> None:
    """Take those out of a queue that became labels."""
    with _locked(path):
        kept = [one for one in read_queue(path) if one.id not in ids]
        _write(path, kept)


def put_back(path: Path, candidate: Candidate) -> None:
    """Let a candidate wait again, after its decision was taken back."""
    with _locked(path):
        others = [one for one in read_queue(path) if one.id != candidate.id]
        _write(path, [*others, replace(candidate, dropped=None)])


def drop(path: Path, id_: str, why: Retirement) -> Candidate:
    """Take a candidate that is no question for this corpus out of use; it is remembered with the reason."""
    with _locked(path):
        candidate = replace(find_candidate(path, id_), dropped=why)
        _write(path, [candidate if one.id == id_ else one for one in read_queue(path)])
    return candidate


def _alike(fresh: Iterable[Candidate], labels: Sequence[Label]) -> Iterator[tuple[Candidate, Label]]:
    from rapidfuzz import fuzz, process

    texts = [plain_words(label.query.text) for label in labels]
    for one in fresh:
        found = process.extractOne(plain_words(one.query), texts, scorer=fuzz.ratio, score_cutoff=SIMILAR)
        if found is not None:
            yield one, labels[found[2]]


def _locked(path: Path) -> AbstractContextManager[None]:
    """Hold the queue's folder, which is made when it is first needed, and ignored by git from inside."""
    folder = path.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        ignore = folder / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n", encoding="utf-8")
    except OSError as error:
        raise LabelError(f"{folder}: cannot hold candidates: {error.strerror}", "Make the folder writable.") from error
    return disk.locked(folder)


def _write(path: Path, candidates: Iterable[Candidate]) -> None:
    disk.replace_file(path, "".join(f"{json.dumps(_plain(one), ensure_ascii=False)}\n" for one in candidates))


def _plain(one: Candidate) -> Mapping[str, object]:
    plain: dict[str, object] = {"id": one.id, "query": one.query}
    if one.document:
        plain["document"] = one.document
    if one.dropped is not None:
        plain["dropped"] = {"by": one.dropped.by, "on": one.dropped.on, "reason": one.dropped.reason}
    return plain
