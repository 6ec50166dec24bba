"""Raw text in, document out: canonical text, fingerprint, and the structure its format's extractor reads.

An extractor is a module named here, imported when a document of its format is first met. HTML and PDF will
change the text itself: their extractors will give a text with its own map, to be joined with the canonical one.
"""

from __future__ import annotations

import importlib
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeAlias, cast

from reviewer import fingerprint
from reviewer.corpus.canonical import canonicalise, decode
from reviewer.corpus.document import Corpus, Document, PassedOver, Structure
from reviewer.corpus.formats import CODE, MARKDOWN, TEXT, format_of, language_of, reason_to_pass_over
from reviewer.errors import CorpusError


class Extractor(Protocol):
    """What a format's module offers."""

    VERSION: str
    """Rises when any text would get another structure."""

    def extract(self, text: str) -> Structure:
        """Give the structure of a canonical text."""


Found: TypeAlias = tuple[str, bytes] | PassedOver | CorpusError
"""What a walk through files gives: a path with its bytes, or why there are none."""

_EXTRACTORS = {
    CODE: "reviewer.corpus.code",
    MARKDOWN: "reviewer.corpus.markdown",
    TEXT: "reviewer.corpus.plain",
}

FORMATS = tuple(sorted(_EXTRACTORS))
"""Names of the formats that can be read."""


def extractor_version(name: str) -> str:
    """Give the version of a format's extractor, which stands beside fingerprints in the manifest."""
    return f"{name}-{_extractor(name).VERSION}"


def document_from_text(id: str, text: str, format: str | None = None) -> Document:  # noqa: A002 # Document's own names
    """Give the document of a raw text; without `format` the suffix of `id` decides. Nothing is read from disk."""
    name = format_of(id) if format is None else format
    canonical = canonicalise(text)
    structure = _extractor(name).extract(canonical.text)
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


def document_from_bytes(id: str, data: bytes) -> Document | PassedOver:  # noqa: A002 # Document's own names
    """Give the document of a file's bytes, or why it is passed over; bytes that are not UTF-8 are an error."""
    reason = reason_to_pass_over(id)
    if reason is None and data.startswith((b"\xff\xfe", b"\xfe\xff")):
        reason = "UTF-16, not UTF-8"
    elif reason is None and b"\0" in data:
        reason = "binary (NUL byte)"
    return document_from_text(id, decode(data, id)) if reason is None else PassedOver(id, reason)


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
            read = error
        match read:
            case Document():
                documents[read.id] = read
            case PassedOver():
                passed_over.append(read)
            case CorpusError():
                failures.append(read)
    _raise_all(failures)
    return Corpus(dict(sorted(documents.items())), tuple(sorted(passed_over, key=lambda one: one.path)))


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


def _extractor(name: str) -> Extractor:
    """Import a format's extractor."""
    if name not in _EXTRACTORS:
        raise CorpusError(f"no format is called {name!r}", f"Known: {', '.join(FORMATS)}.")
    return cast("Extractor", importlib.import_module(_EXTRACTORS[name]))
