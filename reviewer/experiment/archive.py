"""A result folder, or a zip of one that anybody may have made, in; a folder to read out, nothing written beside it."""

from __future__ import annotations

import re
import stat
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reviewer.errors import ReportError

MOST_MEMBERS = 400
MOST_BYTES = 400_000_000
"""Of all members together, counted as they are unpacked, whatever the archive says of itself."""

_NAME = re.compile(r"(?:results|manifest)\.json|(?:chunks|run|exact|passages)-[A-Za-z0-9._-]{1,140}\.jsonl")
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    KeyError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)
"""What the standard library raises for archives that somebody broke."""
_HINT = "Give the artefact as it was downloaded, or the folder it was unpacked to."


@contextmanager
def result_folder(place: Path) -> Iterator[Path]:
    """Give a folder to read: the one named, or one that lives as long as the block and holds what a zip holds.

    Raises:
        ReportError: It is neither, or an archive that no evaluation makes.

    """
    if place.is_dir():
        yield place
        return
    if not place.is_file():
        raise ReportError(f"{place}: no such result", "Name a result folder, or the zip of one.")
    with tempfile.TemporaryDirectory(prefix="reviewer-") as folder:
        _unpack(place, Path(folder))
        yield Path(folder)


def _unpack(archive: Path, folder: Path) -> None:
    """Unpack the files that a result has, flat, under their own names; all else stays packed."""
    try:
        with zipfile.ZipFile(archive) as opened:
            members = opened.infolist()
            _check(archive, members)
            room = MOST_BYTES
            for member in members:
                if _NAME.fullmatch(member.filename):
                    room -= _copy(opened, member, folder / member.filename, room)
    except _BROKEN as error:
        raise ReportError(f"{archive}: not an archive that can be read ({type(error).__name__})", _HINT) from error


def _check(archive: Path, members: list[zipfile.ZipInfo]) -> None:
    if len(members) > MOST_MEMBERS:
        raise ReportError(f"{archive}: holds over {MOST_MEMBERS} files", _HINT)
    kept = [member for member in members if _NAME.fullmatch(member.filename)]
    if len({member.filename for member in kept}) < len(kept):
        raise ReportError(f"{archive}: holds a file twice", _HINT)
    if not any(member.filename == "results.json" for member in kept):
        raise ReportError(f"{archive}: holds no results.json", _HINT)
    for member in kept:
        if stat.S_ISLNK(member.external_attr >> 16) or member.flag_bits & 1:
            raise ReportError(f"{archive}: {member.filename} is a link or encrypted", _HINT)


def _copy(opened: zipfile.ZipFile, member: zipfile.ZipInfo, target: Path, room: int) -> int:
    """Copy a member, counting; give its bytes."""
    count = 0
    with opened.open(member) as source, target.open("xb") as file:
        while block := source.read(1 << 20):
            count += len(block)
            if count > room:
                raise ReportError(f"{opened.filename}: unpacks to over {MOST_BYTES:,} bytes", _HINT)
            file.write(block)
    return count
