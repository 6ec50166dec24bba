"""Which paths belong to a corpus: globs with `**`, matched on paths below the root with forward slashes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import zip_longest

from reviewer.errors import CorpusError

ANY_DEPTH = "**"
BELOW = "/**"


@dataclass(frozen=True, slots=True)
class Selection:
    """Globs to take and globs to leave out; `*` stays in one segment, `**` stands for any number of them."""

    include: tuple[str, ...] = ("**/*",)
    exclude: tuple[str, ...] = ()

    def wants(self, path: str) -> bool:
        """Tell whether the file at `path` is asked for."""
        name = unicodedata.normalize("NFC", path)
        return _matches_any(self.include, name) and not _matches_any(self.exclude, name)

    def may_hold(self, folder: str) -> bool:
        """Tell whether a file below `folder` can be asked for; where not, the folder need not be looked into."""
        name = unicodedata.normalize("NFC", folder)
        whole = [glob.removesuffix(BELOW) for glob in self.exclude if glob.endswith(BELOW)]
        return not _matches_any(whole, name) and any(_may_begin(glob, name) for glob in self.include)


def select(include: Sequence[str], exclude: Sequence[str] = ()) -> Selection:
    """Give the selection of two lists of globs.

    What cannot match a path below the root is refused, and so is what can hardly be meant as it would be read.

    Raises:
        CorpusError: Nothing is included, or a glob is refused.

    """
    if not include:
        raise CorpusError("nothing is included", "Give at least one glob, such as **/*.md.")
    for glob in (*include, *exclude):
        if "{" in glob:
            raise CorpusError(f"{glob!r}: braces are not supported", "List one glob for each alternative.")
        if not {"", ".", ".."}.isdisjoint(_written_out(glob).split("/")) or "\\" in glob:
            raise CorpusError(f"{glob!r} is not a path below the root", "Write it like docs/**/*.md.")
        if any(ANY_DEPTH in step and step != ANY_DEPTH for step in _written_out(glob).split("/")):
            raise CorpusError(
                f"{glob!r} has two stars beside other characters in one name",
                "Alone between slashes they cross folders, as in docs/**/*.md; "
                f"within a name write one: {_with_single_stars(_written_out(glob))}.",
            )
    return Selection(tuple(map(_written_out, include)), tuple(map(_written_out, exclude)))


def is_hidden(path: str) -> bool:
    """Tell whether a path or a folder above it has a name that begins with a dot."""
    return any(name.startswith(".") for name in path.split("/"))


def _written_out(glob: str) -> str:
    """Give a glob in NFC without what can be left out: `./` in front, `**` after a slash at the end."""
    name = unicodedata.normalize("NFC", glob.removeprefix("./"))
    return name + ANY_DEPTH if name.endswith("/") else name


def _with_single_stars(glob: str) -> str:
    """Write runs of stars as one, but where two stand alone."""
    return "/".join(step if step == ANY_DEPTH else re.sub(r"\*+", "*", step) for step in glob.split("/"))


def _matches_any(globs: Iterable[str], name: str) -> bool:
    """Tell whether any of the globs matches."""
    names = name.split("/")
    return any(_matches(glob.split("/"), names) for glob in globs)


def _matches(steps: Sequence[str], names: Sequence[str]) -> bool:
    """Tell whether the steps of a glob match the names of a path; within a name the shell's rules hold."""
    if not steps:
        return not names
    if steps[0] == ANY_DEPTH:
        least = 1 if len(steps) == 1 else 0
        return any(_matches(steps[1:], names[at:]) for at in range(least, len(names) + 1))
    return bool(names) and fnmatchcase(names[0], steps[0]) and _matches(steps[1:], names[1:])


def _may_begin(glob: str, folder: str) -> bool:
    """Tell whether a path below `folder` can match a glob."""
    *steps, last = glob.split("/")
    for step, name in zip_longest(steps, folder.split("/")):
        if step == ANY_DEPTH or name is None:
            return True
        if step is None:
            return last == ANY_DEPTH
        if not fnmatchcase(name, step):
            return False
    return True
