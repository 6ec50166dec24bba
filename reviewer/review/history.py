"""Earlier texts of documents, found by fingerprint in the corpus' git history.

Git is asked by plumbing alone, on full object names: nothing is checked out, no hook, filter or file-system monitor
runs, nothing is fetched, and the working tree is not looked at.
"""

from __future__ import annotations

import subprocess
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from reviewer import fingerprint
from reviewer.corpus import Document, canonicalise, decode, document_from_bytes
from reviewer.corpus.formats import CODE, CSV, MARKDOWN, RST, TEXT, format_of
from reviewer.errors import CorpusError
from reviewer.review.repository import ask, converse

MOST_BYTES = 256 * 2**20
"""As much is read from the history for one document; beyond it the text counts as not found."""


@dataclass(frozen=True, slots=True)
class OldText:
    """A document as it was, and the newest commit that holds it so."""

    document: Document
    commit: str


@dataclass(frozen=True, slots=True)
class _Blob:
    name: str
    commit: str


@dataclass(slots=True)
class History:
    """The versions of the documents below a folder; read when first asked, empty without git."""

    root: Path
    _blobs: dict[str, list[_Blob]] | None = field(default=None, repr=False)
    _known: dict[str, str] = field(default_factory=dict, repr=False)

    def find(self, document: str, of: str) -> OldText | None:
        """Give the text of this fingerprint, looked for under the document's own path first, the newest first."""
        blobs = (blob for blob in self._candidates(document) if self._may_be(blob, of))
        for blob, data in self._contents(blobs):
            read = self._match(blob, document, data, of)
            if read is not None:
                return OldText(read, blob.commit)
        return None

    def _candidates(self, document: str) -> list[_Blob]:
        """Order all blobs: those at the document's path, those of its file name, then the others."""
        if self._blobs is None:
            self._blobs = _list_blobs(self.root)
        name = document.rpartition("/")[2]
        paths = sorted(self._blobs, key=lambda path: (path != document, path.rpartition("/")[2] != name))
        return [blob for path in paths for blob in self._blobs[path]]

    def _may_be(self, blob: _Blob, of: str) -> bool:
        known = self._known.get(blob.name)
        return known is None or fingerprint.same(of, known)

    def _contents(self, blobs: Iterable[_Blob]) -> Iterator[tuple[_Blob, bytes]]:
        """Read blobs one after another, until enough was read."""
        total = 0
        for blob, data in _read_blobs(self.root, blobs):
            yield blob, data
            total += len(data)
            if total > MOST_BYTES:
                return

    def _match(self, blob: _Blob, document: str, data: bytes, of: str) -> Document | None:
        """Give the document of a blob if its text has this fingerprint."""
        try:
            self._known[blob.name] = _quick_fingerprint(document, data)
            read = document_from_bytes(document, data) if self._may_be(blob, of) else None
        except CorpusError:
            self._known[blob.name] = ""
            return None
        return read if isinstance(read, Document) else None


def _quick_fingerprint(document: str, data: bytes) -> str:
    """Fingerprint the canonical text, without reading its structure where the text does not depend on it."""
    if format_of(document) in {CODE, CSV, MARKDOWN, RST, TEXT}:
        return fingerprint.of_text(canonicalise(decode(data, document)).text)
    read = document_from_bytes(document, data)
    return read.fingerprint if isinstance(read, Document) else ""


def _list_blobs(root: Path) -> dict[str, list[_Blob]]:
    """Give all blobs below a folder in the history of HEAD, the newest first, by their path below the folder."""
    if not root.is_dir():
        return {}
    prefix, head = ask(root, "rev-parse", "--show-prefix"), ask(root, "rev-parse", "--verify", "HEAD^{commit}")
    if prefix is None or head is None:
        return {}
    folder = prefix.decode("utf-8", "surrogateescape").removesuffix("\n")
    listed = ask(
        root, "rev-list", "--objects", "--in-commit-order", "--full-history", "--end-of-options",
        head.decode("ascii").strip(), "--", ".",
    )  # fmt: skip
    blobs: dict[str, list[_Blob]] = {}
    commit = ""
    for line in (listed or b"").decode("utf-8", "surrogateescape").split("\n"):
        name, blank, path = line.partition(" ")
        if not blank:
            commit = name or commit
        elif path.startswith(folder) and path != folder:
            id_ = unicodedata.normalize("NFC", path.removeprefix(folder))
            blobs.setdefault(id_, []).append(_Blob(name, commit))
    return blobs


def _read_blobs(root: Path, blobs: Iterable[_Blob]) -> Iterator[tuple[_Blob, bytes]]:
    """Give the contents of blobs through one process; trees and what is missing are passed over."""
    with converse(root, "cat-file", "--batch") as process:
        try:
            for blob in blobs:
                data = _ask(process, blob.name)
                if data is not None:
                    yield blob, data
        finally:
            process.kill()


def _ask(process: subprocess.Popen[bytes], name: str) -> bytes | None:
    """Ask `cat-file --batch` for one object; only a blob's content is given."""
    pipes: tuple[IO[bytes] | None, IO[bytes] | None] = (process.stdin, process.stdout)
    if pipes[0] is None or pipes[1] is None:
        return None
    try:
        pipes[0].write(f"{name}\n".encode("ascii"))
        pipes[0].flush()
    except OSError:
        return None
    header = pipes[1].readline().split()
    if len(header) != len(("name", "type", "size")):
        return None
    data = pipes[1].read(int(header[2]))
    pipes[1].read(1)
    return data if header[1] == b"blob" else None
