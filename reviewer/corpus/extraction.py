"""Raw text in, document out: canonical text, fingerprint, and the structure its format's extractor reads.

An extractor is a module named here, imported when a document of its format is first met. It offers one of

- `extract(text) -> Structure`: the text is kept as it is (`extract(text, id)` for the formats in `_NAMED`);
- `read(text) -> Extracted`: the text is rewritten (markup, escapes);
- `read_bytes(data, id) -> Extracted`: the file is no text (PDF);

and may offer `decode_bytes(data, id) -> str` where a file can say itself how it is encoded. What `extract` gets is
canonical. What `read` gets has its byte order mark dropped and its line ends as LF, but is not composed, for a mark
may not join what is markup (an escape and an accent in JSON); the text it gives is made canonical afterwards. Blocks
and map are led along: offsets are of the final text, and `Document.source` leads from there to the raw file.
"""

from __future__ import annotations

import importlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import ModuleType
from typing import TypeAlias, cast

from reviewer import fingerprint
from reviewer.corpus.canonical import Canonical, canonicalise, decode
from reviewer.corpus.document import Block, Corpus, Document, Extracted, OffsetMap, PassedOver, Structure, Unread
from reviewer.corpus.formats import (
    CODE,
    CSV,
    HTML,
    MARKDOWN,
    NOTEBOOK,
    PDF,
    RST,
    TEXT,
    format_of,
    language_of,
    reason_to_pass_over,
)
from reviewer.corpus.offsets import first_at, rewrite, through
from reviewer.errors import CorpusError

Found: TypeAlias = tuple[str, bytes] | PassedOver | Unread
"""What a walk through files gives: a path with its bytes, or why there are none."""

_EXTRACTORS = {
    CODE: "reviewer.corpus.code",
    CSV: "reviewer.corpus.csv",
    HTML: "reviewer.corpus.html",
    MARKDOWN: "reviewer.corpus.markdown",
    NOTEBOOK: "reviewer.corpus.notebook",
    PDF: "reviewer.corpus.pdf",
    RST: "reviewer.corpus.rst",
    TEXT: "reviewer.corpus.plain",
}
_RETURN = re.compile("\r\n?")
_NAMED = frozenset({CODE, CSV})
"""Formats whose structure depends on the file's name, too; their `extract` takes text and id."""

_EXTRAS = {PDF: "pdf", CODE: "code"}
"""The extra that brings a format's optional library."""

FORMATS = tuple(sorted(_EXTRACTORS))
"""Names of the formats that can be read."""


def extractor_version(name: str) -> str:
    """Give the version of a format's extractor, which stands beside fingerprints in the manifest."""
    return f"{name}-{_extractor(name).VERSION}"


def document_from_text(id: str, text: str, format: str | None = None) -> Document:  # noqa: A002 # Document's own names
    """Give the document of a raw text; without `format` the suffix of `id` decides. Nothing is read from disk."""
    name = format_of(id) if format is None else format
    module = _extractor(name)
    if hasattr(module, "extract"):
        canonical = canonicalise(text)
        given = (canonical.text, id) if name in _NAMED else (canonical.text,)
        with _library_of(name):
            structure = cast("Structure", module.extract(*given))
        return _document(id, name, canonical, structure)
    if hasattr(module, "read_bytes"):
        raise CorpusError(f"{id}: {name} is read from bytes, not from text", "Give the file itself.")
    with _library_of(name), _placed(id):
        raw = _with_line_feeds(text)
        read = cast("Extracted", module.read(raw.text))
    return _document_of_extracted(id, name, read, raw.source)


def document_from_bytes(id: str, data: bytes) -> Document | PassedOver:  # noqa: A002 # Document's own names
    """Give the document of a file's bytes, or why it is passed over; bytes that cannot be decoded are an error."""
    name = format_of(id)
    reason = reason_to_pass_over(id)
    if reason is not None:
        return PassedOver(id, reason)
    module = _extractor(name)
    if hasattr(module, "read_bytes"):
        with _library_of(name):
            read = cast("Extracted", module.read_bytes(data, id))
        return _document_of_extracted(id, name, read)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return PassedOver(id, "UTF-16, not UTF-8")
    if b"\0" in data:
        return PassedOver(id, "binary (NUL byte)")
    decoded = module.decode_bytes(data, id) if hasattr(module, "decode_bytes") else decode(data, id)
    return document_from_text(id, decoded)


def corpus_from_files(found: Iterable[Found]) -> Corpus:
    """Give the corpus of files by their paths below the root; all that cannot be used are named in one error."""
    documents: dict[str, Document] = {}
    named: dict[str, str] = {}
    passed_over: list[PassedOver] = []
    failures: list[CorpusError] = []
    for one in found:
        try:
            read = document_from_bytes(_id(one[0], named), one[1]) if isinstance(one, tuple) else one
        except CorpusError as error:
            failures.append(error)
            continue
        match read:
            case Document():
                documents[read.id] = read
            case PassedOver():
                passed_over.append(read)
            case Unread():
                failures.append(read.error)
    _raise_all(failures)
    return Corpus(dict(sorted(documents.items())), tuple(sorted(passed_over, key=lambda one: one.path)))


def _with_line_feeds(raw: str) -> Canonical:
    """Give a text without byte order mark and with line ends as LF, otherwise as it is."""
    begin = len(raw) - len(raw.lstrip("\ufeff"))
    if "\r" not in raw:
        return Canonical(raw[begin:], OffsetMap(((0, begin),), len(raw)))
    return Canonical(*rewrite(raw, _RETURN, lambda _: "\n", begin))


def _document_of_extracted(
    id: str,  # noqa: A002 # Document's own names
    name: str,
    read: Extracted,
    source: OffsetMap | None = None,
) -> Document:
    """Make what was read canonical, with blocks and map led along; `source` leads on to the raw text."""
    text, again = canonicalise(read.text)
    blocks = read.blocks if text == read.text else tuple(_led(read.blocks, text, again))
    way = read.source if source is None else through(read.source, source)
    if text != read.text:
        way = through(again, way)
    return _document(id, name, Canonical(text, way), Structure(blocks, read.metadata))


def _led(blocks: Iterable[Block], text: str, source: OffsetMap) -> Iterator[Block]:
    """Lead blocks of a text to the text that was made of it; what a place lies inside of is taken whole."""
    for block in blocks:
        start = first_at(len(text), source, block.start)
        if start and source.raw(start) > block.start:
            start -= 1
        end = first_at(len(text), source, block.end)
        if start < end:
            yield replace(block, start=start, end=end)


def _document(id: str, name: str, canonical: Canonical, structure: Structure) -> Document:  # noqa: A002 # Document's own
    language = language_of(id) if name == CODE else None
    return Document(
        id=id,
        text=canonical.text,
        fingerprint=fingerprint.of_text(canonical.text),
        format=name,
        blocks=structure.blocks,
        source=canonical.source,
        metadata={**structure.metadata, **({"language": language} if language else {})},
    )


def _raise_all(failures: Sequence[CorpusError], shown: int = 5) -> None:
    """Raise one error that names the first few of several, if there are any."""
    if len(failures) == 1:
        raise failures[0]
    if failures:
        texts = [failure.message for failure in failures[:shown]]
        more = [f"and {len(failures) - shown} more"] if len(failures) > shown else []
        raise CorpusError(f"{len(failures)} files cannot be used: {'; '.join([*texts, *more])}", failures[0].hint)


def _id(path: str, named: dict[str, str]) -> str:
    """Give the id of a path, in NFC; a second path of the same id is refused."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError as error:
        raise CorpusError(f"the file name {path!a} is not UTF-8", "Rename the file, or exclude it.") from error
    name = unicodedata.normalize("NFC", path)
    other = named.setdefault(name, path)
    if other != path:
        both = f"{other!a} and {path!a}"
        raise CorpusError(f"{both} are one name in Unicode's composed form", "Rename or exclude one of them.")
    return name


def _extractor(name: str) -> ModuleType:
    """Import a format's extractor."""
    if name not in _EXTRACTORS:
        raise CorpusError(f"no format is called {name!r}", f"Known: {', '.join(FORMATS)}.")
    with _library_of(name):
        return importlib.import_module(_EXTRACTORS[name])


@contextmanager
def _library_of(name: str) -> Iterator[None]:
    """Name the extra that brings a format's library where it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if name not in _EXTRAS:
            raise
        hint = f"Install overlap-reviewer[{_EXTRAS[name]}], or exclude these files."
        raise CorpusError(f"{name} files cannot be read: {error.name} is not installed", hint) from error


@contextmanager
def _placed(id: str) -> Iterator[None]:  # noqa: A002 # Document's own names
    """Name the document in an error of a reader, which knows the text alone."""
    try:
        yield
    except CorpusError as error:
        raise CorpusError(f"{id}: {error.message}", error.hint) from error
