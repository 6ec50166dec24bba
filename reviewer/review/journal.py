"""Decisions on disk, beside the labels they are about: one line each, forced to the disk before anything else happens.

A killed process loses nothing: its last line is there whole, or it was not decided. A line that was cut off by a crash
is passed over and cut away.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from reviewer.errors import LabelError
from reviewer.labels import disk
from reviewer.review.decision import Act, Decision, Key
from reviewer.spans import Place

JOURNAL = ".review.jsonl"
"""The file's name in the set's folder; label files never begin with a dot."""
_LOCK = ".review.lock"
_VERSION = 1


Step = Mapping[Key, Decision | None]
"""What one act decides; nothing (`None`) takes an earlier decision back."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the journal: a step, or `undo` or `redo` of the one before; `earlier` ones are only offered again."""

    kind: str
    step: Step


UNDO, REDO, DECIDE, EARLIER = "undo", "redo", "decide", "earlier"
_KINDS = (UNDO, REDO, DECIDE, EARLIER)


@contextlib.contextmanager
def opened(folder: Path) -> Iterator[Journal]:
    """Open the journal of a label folder; one process at a time may review a set."""
    lock = FileLock(folder.resolve() / _LOCK, timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        message = f"{folder}: these labels are being reviewed in another terminal"
        raise LabelError(message, "Go on there, or leave it there first.") from error
    except OSError as error:
        raise LabelError(f"{folder}: cannot be written: {error.strerror}", "Make the folder writable.") from error
    try:
        yield Journal(folder / JOURNAL)
    finally:
        with contextlib.suppress(OSError):
            (folder.resolve() / _LOCK).unlink()
        lock.release()


class Journal:
    """An append-only file of decisions."""

    def __init__(self, path: Path) -> None:
        """Open nothing yet; a journal without decisions has no file."""
        self.path = path

    def read(self) -> tuple[Line, ...]:
        """Give the lines; a last one that was cut off is cut away."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise _unusable(self.path, error.strerror or "unreadable") from error
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            with self.path.open("r+b") as file:
                file.truncate(len(whole))
        return tuple(_decoded(self.path, at, line) for at, line in enumerate(whole.split(b"\n")[:-1], start=1))

    def append(self, line: Line) -> None:
        """Write a line and force it to the disk; only then was it decided."""
        if not self.path.exists():
            disk.replace_file(self.path, "")
        try:
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND)
            try:
                _write_whole(handle, _encoded(line))
                os.fsync(handle)
            finally:
                os.close(handle)
        except OSError as error:
            raise _unusable(self.path, error.strerror or "not written") from error

    def replace(self, lines: Sequence[Line]) -> None:
        """Put other lines in the place of all, at one instant; without lines the file goes."""
        if lines:
            disk.replace_file(self.path, "".join(_encoded(line).decode() for line in lines))
            return
        self.path.unlink(missing_ok=True)


def _write_whole(handle: int, data: bytes) -> None:
    """Write a line; on a full disk take back what was written of it."""
    size = os.fstat(handle).st_size
    try:
        while data:
            data = data[os.write(handle, data) :]
    except OSError:
        os.ftruncate(handle, size)
        raise


def _unusable(path: Path, why: str) -> LabelError:
    return LabelError(f"{path}: {why}; the last decision was not kept", "Make room, or make the folder writable.")


def _encoded(line: Line) -> bytes:
    entry: dict[str, object] = {"version": _VERSION, "kind": line.kind}
    if line.step:
        entry["step"] = [_plain(key, decision) for key, decision in line.step.items()]
    return json.dumps(entry, ensure_ascii=False).encode() + b"\n"


def _plain(key: Key, decision: Decision | None) -> dict[str, object]:
    about: dict[str, object] = {"label": key.label, "span": key.span}
    if decision is None:
        return about
    place = decision.place
    return {
        **about,
        "act": decision.act.value,
        "by": decision.by,
        "on": decision.on,
        "place": [place.document, place.start, place.end] if place is not None else None,
        "fingerprint": decision.fingerprint,
        "quote": decision.quote,
        "number": decision.number,
        "reason": decision.reason,
        "made_on": decision.made_on,
    }


def _decoded(path: Path, number: int, line: bytes) -> Line:
    try:
        entry = json.loads(line)
        return Line(_kind(entry), dict(map(_decision, entry.get("step", []))))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        hint = f"Move {path} away to begin anew; what was decided stands in it, one line each."
        raise LabelError(f"{path}:{number}: not a decision", hint) from error


def _kind(entry: Mapping[str, object]) -> str:
    kind = str(entry["kind"])
    if entry["version"] != _VERSION or kind not in _KINDS:
        raise ValueError("made for another version")
    return kind


def _decision(about: Mapping[str, object]) -> tuple[Key, Decision | None]:
    key = Key(str(about["label"]), _integer(about["span"]))
    if "act" not in about:
        return key, None
    place = about["place"]
    decision = Decision(
        act=Act(str(about["act"])),
        by=str(about["by"]),
        on=str(about["on"]),
        place=_place(place) if isinstance(place, list) else None,
        fingerprint=str(about["fingerprint"]),
        quote=str(about["quote"]),
        number=_integer(about["number"]),
        reason=str(about["reason"]),
        made_on=str(about["made_on"]),
    )
    return key, decision


def _place(value: Sequence[object]) -> Place:
    document, start, end = value
    return Place(str(document), _integer(start), _integer(end))


def _integer(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(value)
    return value
