"""A zip that anybody may have made, opened to be read: members and bytes counted, what is broken said one way."""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from reviewer.errors import ReviewerError

BLOCK = 1 << 20
BROKEN = (
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

Refused = Callable[[str], ReviewerError]
"""Makes an error of what is wrong with an archive, in the words of whoever reads it."""


@dataclass(frozen=True, slots=True)
class Zipped:
    """An archive that is open: its members, and their bytes up to a limit."""

    members: tuple[zipfile.ZipInfo, ...]
    opened: zipfile.ZipFile
    refused: Refused

    def blocks(self, member: zipfile.ZipInfo, most: int, told: str) -> Iterator[bytes]:
        """Give a member's bytes, counted as they are unpacked, whatever it says of itself; over `most`, refuse so."""
        with self.opened.open(member) as source:
            while block := source.read(min(BLOCK, most + 1)):
                most -= len(block)
                if most < 0:
                    raise self.refused(told)
                yield block


@contextmanager
def opened_zip(path: Path, most_members: int, refused: Refused) -> Iterator[Zipped]:
    """Open an archive as long as the block lives; too many members, and whatever is broken in it, are refused."""
    try:
        with zipfile.ZipFile(path) as opened:
            members = tuple(opened.infolist())
            if len(members) > most_members:
                raise refused(f"holds over {most_members} files")
            yield Zipped(members, opened, refused)
    except BROKEN as error:
        raise refused(f"not an archive that can be read ({type(error).__name__})") from error


def is_link(member: zipfile.ZipInfo) -> bool:
    """Tell whether a member would be made a link to somewhere else."""
    return stat.S_ISLNK(member.external_attr >> 16)
