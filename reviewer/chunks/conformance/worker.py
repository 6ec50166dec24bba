"""The process that runs a splitter for `reviewer splitters check`, so that one that hangs or crashes can be ended.

Lines of JSON in, lines of JSON out: first the settings, then a document each, already read with its structure. Whatever
a library prints goes to standard error, so that it cannot be taken for an answer.
"""

from __future__ import annotations

import base64
import json
import os
import pickle
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TextIO

from reviewer import fingerprint
from reviewer.chunks.chunk import Setting, Splitter
from reviewer.chunks.conform import BeyondError
from reviewer.chunks.conformance.measuring import Measured, Tally, measure
from reviewer.chunks.foreign import ForeignSplitter, Piece
from reviewer.chunks.foreign.options import CHARACTERS, OWN, WORDS, Measure
from reviewer.chunks.settings import make_splitter
from reviewer.chunks.tokenizer import Tokenizer
from reviewer.corpus import Document, document_from_text
from reviewer.errors import CorpusError, ReviewerError


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a splitter gave nothing: a message, what helps, and the unit that its places seem to be counted in."""

    message: str
    hint: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """A splitter that was made: its identity, and what its overlaps are counted in."""

    name: str
    unit: str
    size: int | None
    overlap: int | None
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One document: its measures, a digest of the pieces, and whether a second cut gave the same."""

    measured: Measured
    digest: str
    repeats: bool


def answer(splitter: Splitter, document: Document, *, measured: bool) -> Answer:
    """Cut a document, twice and measured or once for its digest alone."""
    pieces = handed(splitter, document)
    digest = _digest(pieces)
    if not measured:
        return Answer(measured=Measured(Tally(), ()), digest=digest, repeats=True)
    again = _digest(handed(splitter, document))
    believed = getattr(splitter, "believed", True)
    found = measure(document, pieces, _count(splitter), splitter.identity.size, believed=believed)
    return Answer(measured=found, digest=digest, repeats=digest == again)


def handed(splitter: Splitter, document: Document) -> Sequence[Piece]:
    """Give a foreign splitter's pieces as they came; of any other its places, which have no text to compare."""
    if isinstance(splitter, ForeignSplitter):
        return splitter.handed(document)
    return [Piece(None, cut.start, cut.end) for cut in splitter.split(document)]


def document_as_is(name: str, text: str) -> Document:
    """Give a document of exactly this text, with its structure where it is canonical and of a format that is text."""
    with suppress(CorpusError):
        document = document_from_text(name, text)
        if document.text == text:
            return document
    return Document(id=name, text=text, fingerprint=fingerprint.of_text(text), format="text")


def packed(document: Document) -> str:
    """Give a document, however it was read, as text that crosses to the other process."""
    return base64.b64encode(pickle.dumps(document)).decode("ascii")


def _unpacked(text: str) -> Document:
    document: Document = pickle.loads(base64.b64decode(text))  # noqa: S301  # written by our own side
    return document


def _digest(pieces: Sequence[Piece]) -> str:
    return fingerprint.of_plain([[one.text, one.start, one.end] for one in pieces])


def _measure_of(splitter: Splitter) -> Measure:
    """Say what a splitter's size counts; a unit that is its own is counted in characters."""
    if isinstance(splitter, ForeignSplitter):
        return splitter.measure
    tokenizer = getattr(splitter, "tokenizer", None)
    if isinstance(tokenizer, Tokenizer):
        return Measure("tokens", tokenizer.count)
    return {"characters": CHARACTERS, "words": WORDS}.get(splitter.identity.unit, OWN)


def _count(splitter: Splitter) -> Callable[[str], int]:
    return _measure_of(splitter).count or len


def _ready(splitter: Splitter) -> Ready:
    identity, counted = splitter.identity, _measure_of(splitter)
    known = counted.count is not None
    return Ready(
        name=identity.name,
        unit=counted.unit if known else "characters",
        size=identity.size if known else None,
        overlap=identity.overlap if known else None,
        version=str((identity.settings or {}).get("version") or ""),
    )


def _serve(lines: TextIO, out: TextIO) -> None:
    """Answer each line; a splitter that cannot be made ends it."""
    asked = _settings(json.loads(next(lines)))

    def tell(value: Mapping[str, object]) -> None:
        out.write(json.dumps(value) + "\n")
        out.flush()

    try:
        splitter = make_splitter(asked)
        tell({"ready": asdict(_ready(splitter))})
    except ReviewerError as error:
        tell({"failure": asdict(Failure(error.message, error.hint))})
        return
    for line in lines:
        one = json.loads(line)
        try:
            given = answer(splitter, _unpacked(one["document"]), measured=one["measured"])
            tell({"answer": asdict(given)})
        except BeyondError as error:
            tell({"failure": asdict(Failure(error.message, error.hint, error.unit))})
        except ReviewerError as error:
            tell({"failure": asdict(Failure(error.message, error.hint))})


def _settings(plain: Mapping[str, object]) -> dict[str, Setting]:
    """Give lists back as tuples, as a configuration has them."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in plain.items()}  # type: ignore[misc]  # written by our own side


def main() -> None:
    """Serve on the real standard output; everything else that is printed goes to standard error."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    with out, open(0, encoding="utf-8", closefd=False) as lines:
        _serve(lines, out)
