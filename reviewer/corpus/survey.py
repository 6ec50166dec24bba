"""Which files of a folder can be read here: globs for the formats found, and what is left out, with reasons."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

from reviewer.corpus.document import Corpus, Document, PassedOver, Unread
from reviewer.corpus.extraction import Found, document_from_bytes
from reviewer.corpus.files import walk
from reviewer.corpus.formats import PDF, TEXT, format_of, language_of, suffix_of
from reviewer.errors import CorpusError

_PLAIN_TEXT = frozenset({".adoc", ".asciidoc", ".log", ".org", ".tex", ".text", ".txt"})
"""Suffixes of plain text; others that no format claims may be anything, and are left to a person."""
_SETTINGS = frozenset({"css", "json", "toml", "xml", "yaml"})
"""Languages of settings and data, which a folder of documents holds for its tools more often than for readers."""
_PDF_LIBRARY = "pypdfium2"
_SPECIAL = re.compile(r"[\[*?{\\]")
_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """The documents that can be read, the globs that ask for them, and by reason the paths that are left out.

    `exclude` are the paths, as globs, that the globs would take though they cannot be read here.
    """

    corpus: Corpus
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    left_out: Mapping[str, tuple[str, ...]]

    @property
    def lines(self) -> tuple[str, ...]:
        """Say it for a person: the count, and each reason with the first few paths."""
        taken = len(self.corpus)
        found = taken + sum(map(len, self.left_out.values()))
        files = "file" if found == 1 else "files"
        head = f"{taken} of {found} {files}: {', '.join(self.include)}" + ("; left out:" if self.left_out else "")
        return (head, *(f"  {_first(paths)}: {reason}" for reason, paths in self.left_out.items()))


def survey(root: Path) -> Survey:
    """Read what can be read below a folder; without any document it is an error, one file that cannot be is not."""
    documents: dict[str, Document] = {}
    left_out: defaultdict[str, list[str]] = defaultdict(list)
    unread: list[str] = []
    for found in walk(root):
        match _read(found):
            case Document() as read:
                documents[read.id] = read
            case PassedOver() as passed:
                left_out[passed.reason].append(passed.path)
            case Unread(path, error):
                left_out[error.message.removeprefix(f"{path}: ")].append(path)
                unread.append(path)
    reasons = {reason: tuple(paths) for reason, paths in sorted(left_out.items())}
    if not documents:
        told = "; ".join(f"{_first(paths)}: {reason}" for reason, paths in reasons.items())
        raise CorpusError(f"no document below {root} can be read{': ' if told else ''}{told}", "Check `--corpus`.")
    suffixes = {PurePosixPath(name).suffix for name in documents}
    return Survey(
        corpus=Corpus(dict(sorted(documents.items()))),
        include=tuple(f"**/*{suffix}" for suffix in sorted(suffixes)),
        exclude=tuple(_glob(path) for path in unread if path.endswith("/") or PurePosixPath(path).suffix in suffixes),
        left_out=reasons,
    )


def _glob(path: str) -> str:
    """Give a glob that matches a file, or all below a folder."""
    return _SPECIAL.sub("?", path) + ("**" if path.endswith("/") else "")


def _read(found: Found) -> Document | PassedOver | Unread:
    """Give the document of a file, or why it is left out."""
    if not isinstance(found, tuple):
        return found
    path, data = found
    reason = _reason(path)
    if reason:
        return PassedOver(path, reason)
    try:
        return document_from_bytes(path, data)
    except CorpusError as error:
        return Unread(path, error)


def _reason(path: str) -> str:
    """Say why a file is left out by its name, or nothing."""
    name, suffix = format_of(path), suffix_of(path)
    if name == PDF and find_spec(_PDF_LIBRARY) is None:
        return "reading PDF needs `pip install 'overlap-reviewer[pdf]'`"
    if language_of(path) in _SETTINGS:
        return f"settings or data ({suffix}); add its glob if you index it"
    if name == TEXT and suffix not in _PLAIN_TEXT:
        return f"of no known format ({suffix or 'no suffix'}); add its glob if it is text"
    return ""


def _first(paths: Sequence[str]) -> str:
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return ", ".join(filter(None, paths[:_NAMED])) + more
