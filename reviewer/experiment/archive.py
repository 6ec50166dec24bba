"""A result folder, or a zip of one that anybody may have made, in; a folder to read out, nothing written beside it."""

from __future__ import annotations

import re
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from reviewer.errors import ReportError
from reviewer.experiment.zipped import is_link, opened_zip

RESULTS = "results.json"
MOST_MEMBERS = 400
MOST_BYTES = 400_000_000
"""Of all members together, counted as they are unpacked, whatever the archive says of itself."""

_NAME = re.compile(
    r"(?:results|manifest)\.json|matches\.jsonl|(?:chunks|run|exact|passages)-[A-Za-z0-9._-]{1,140}\.jsonl"
)
_FOLDER = re.compile(r"([A-Za-z0-9._-]{1,140}/)results\.json")
"""How whoever zips the folder itself names the file that every result has."""

_HINT = "Give the artefact as it was downloaded, or the folder it was unpacked to."


@contextmanager
def result_folder(place: Path) -> Iterator[Path]:
    """Give a folder to read: the one named, that of a `results.json`, or for the block what a zip holds.

    Raises:
        ReportError: It is neither, or an archive that no evaluation makes.

    """
    if place.is_dir():
        yield place
        return
    if not place.is_file():
        raise ReportError(f"{place}: no such result", "Name a result folder, or the zip of one.")
    if place.name == RESULTS:
        yield place.parent
        return
    with tempfile.TemporaryDirectory(prefix="reviewer-") as folder:
        _unpack(place, Path(folder))
        yield Path(folder)


def _unpack(archive: Path, folder: Path) -> None:
    """Unpack the files that a result has, flat, under their own names; all else stays packed."""
    with opened_zip(archive, MOST_MEMBERS, lambda told: ReportError(f"{archive}: {told}", _HINT)) as opened:
        kept = _kept(archive, opened.members)
        _check(archive, kept)
        room = MOST_BYTES
        for name, member in kept:
            with (folder / name).open("xb") as file:
                for block in opened.blocks(member, room, f"unpacks to over {MOST_BYTES:,} bytes"):
                    room -= file.write(block)


def _kept(archive: Path, members: Sequence[zipfile.ZipInfo]) -> list[tuple[str, zipfile.ZipInfo]]:
    """Give the files that a result has: those at the top, else those in the one folder that holds a result."""
    names = [member.filename for member in members]
    within = {found.group(1) for name in names if (found := _FOLDER.fullmatch(name))}
    if RESULTS not in names and len(within) > 1:
        raise ReportError(f"{archive}: holds {len(within)} results", "Zip one result folder.")
    folder = "" if RESULTS in names or not within else within.pop()
    inner = [(member.filename.removeprefix(folder), member) for member in members if member.filename.startswith(folder)]
    return [(name, member) for name, member in inner if _NAME.fullmatch(name)]


def _check(archive: Path, kept: list[tuple[str, zipfile.ZipInfo]]) -> None:
    names = [name for name, _ in kept]
    if len(set(names)) < len(names):
        raise ReportError(f"{archive}: holds a file twice", _HINT)
    if RESULTS not in names:
        raise ReportError(f"{archive}: holds no {RESULTS}", _HINT)
    for name, member in kept:
        if is_link(member) or member.flag_bits & 1:
            raise ReportError(f"{archive}: {name} is a link or encrypted", _HINT)
