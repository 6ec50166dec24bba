"""A folder in, a corpus out: the only file of the corpus that touches the disk.

Links are not followed: one that leaves the root is refused, one that stays inside is passed over, since its
target is read under its own name.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from reviewer.corpus.canonical import canonicalise
from reviewer.corpus.document import Corpus, PassedOver, Unread
from reviewer.corpus.extraction import Found, corpus_from_files
from reviewer.corpus.formats import reason_to_pass_over
from reviewer.corpus.selection import Selection, select
from reviewer.errors import CorpusError


def read_corpus(root: Path, include: Sequence[str] = ("**/*",), exclude: Sequence[str] = ()) -> Corpus:
    """Read the files below `root` that the globs ask for; without any document it is an error."""
    selection = select(include, exclude)
    corpus = corpus_from_files(walk(root, selection))
    if not corpus.documents:
        raise CorpusError(_nothing_found(root, selection, corpus), "Check `corpus.root` and its globs.")
    return corpus


def walk(root: Path, selection: Selection | None = None) -> Iterator[Found]:
    """Give path and bytes of each file below `root` that is asked for (without a selection all), or why not."""
    if not _is_folder(root):
        raise CorpusError(f"{root} is not a folder that can be read", "Check `corpus.root`.")
    return _Walk(Path(os.path.realpath(root)), selection or Selection()).files()


@dataclass(frozen=True, slots=True)
class _Walk:
    """A walk through the folders below a root, in the order of names."""

    root: Path
    selection: Selection

    def files(self) -> Iterator[Found]:
        """Give path and bytes of each file that is asked for, or why there are none."""
        folders = [""]
        while folders:
            folder = folders.pop()
            below: list[str] = []
            try:
                entries = self._entries(folder)
            except OSError as error:
                yield _unreadable(f"{folder}/", error)
                continue
            for entry in entries:
                path = self._path(entry)
                try:
                    yield from self._look_at(entry, path, below)
                except OSError as error:
                    yield _unreadable(path, error)
                except CorpusError as error:
                    yield Unread(f"{_shown(path)}/" if _is_folder(entry) else _shown(path), error)
            folders.extend(reversed(below))

    def _entries(self, folder: str) -> list[os.DirEntry[str]]:
        """List a folder in the order of names."""
        with os.scandir(self.root / folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)

    def _path(self, entry: os.DirEntry[str]) -> str:
        """Give an entry's path below the root, with forward slashes."""
        return Path(entry.path).relative_to(self.root).as_posix()

    def _look_at(self, entry: os.DirEntry[str], path: str, below: list[str]) -> Iterator[Found]:
        """Read a file, note what is passed over, and add a folder to those to walk next."""
        if not (self.selection.may_hold(path) if _is_folder(entry) else self.selection.wants(path)):
            return
        reason = self._reason_to_pass_over(entry, path)
        if reason is not None:
            yield PassedOver(_shown(path), reason)
        elif entry.is_dir():
            below.append(path)
        else:
            yield path, Path(entry.path).read_bytes()

    def _reason_to_pass_over(self, entry: os.DirEntry[str], path: str) -> str | None:
        """Tell why an entry is not read, if it is not."""
        if entry.name.startswith("."):
            return "hidden"
        if entry.is_symlink():
            return self._reason_for_link(entry, path)
        if entry.is_dir():
            return None
        return reason_to_pass_over(path) if entry.is_file() else "not a regular file"

    def _reason_for_link(self, entry: os.DirEntry[str], path: str) -> str:
        """Refuse a link that leaves the root, and say where any other leads."""
        target = Path(os.path.realpath(entry.path))
        if not target.is_relative_to(self.root):
            message = f"the link {_shown(path)} leads out of {self.root} to {_shown(str(target))}"
            raise CorpusError(message, "Put the file itself there, or exclude the link.")
        return f"link to {_shown(target.relative_to(self.root).as_posix())}"


def _is_folder(entry: Path | os.DirEntry[str]) -> bool:
    """Tell whether an entry is a folder or leads to one; a link that leads in a circle does not."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def _shown(path: str) -> str:
    """Give a path in a form that can be written anywhere, even if it is no text."""
    return canonicalise(path).text


def _unreadable(path: str, error: OSError) -> Unread:
    """Name what the system did not let us read."""
    message = f"{_shown(path)} cannot be read: {error.strerror}"
    return Unread(_shown(path), CorpusError(message, "Change its permissions, or exclude it."))


def _nothing_found(root: Path, selection: Selection, corpus: Corpus) -> str:
    """Say what was looked for, and what was there instead."""
    message = f"no documents under {root}: looked for {', '.join(selection.include)}"
    if selection.exclude:
        message += f" without {', '.join(selection.exclude)}"
    reasons = Counter(one.reason for one in corpus.passed_over)
    passed = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common())
    return f"{message}; passed over: {passed}" if passed else message
