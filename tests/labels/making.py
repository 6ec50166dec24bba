"""Small label sets and corpora for tests, made the way files make them."""

from __future__ import annotations

from pathlib import Path

from reviewer import fingerprint
from reviewer.corpus import Corpus, Document, document_from_text
from reviewer.decoding import parse_yaml
from reviewer.errors import LabelError
from reviewer.labels import Label, LabelSet, decode_labels
from reviewer.labels.writing import write_file
from reviewer.queries import EvidenceItem, EvidenceSpan, Query

ANY = "sha256:0123456789abcdef"
"""A fingerprint where any will do."""


def document(id_: str, text: str) -> Document:
    """Give a document of a raw text."""
    return document_from_text(id_, text)


def corpus(**texts: str) -> Corpus:
    """Give a corpus; `a="…"` becomes the document `a.md`."""
    return Corpus({f"{name}.md": document(f"{name}.md", text) for name, text in sorted(texts.items())})


def span(where: Corpus, document_id: str, quote: str, nth: int = 0) -> EvidenceSpan:
    """Give the span of a quote's `nth` place, bound to the document as it is."""
    found = where[document_id]
    start = -1
    for _ in range(nth + 1):
        start = found.text.index(quote, start + 1)
    return EvidenceSpan(document_id, start, start + len(quote), fingerprint.short(found.fingerprint), quote)


def item(*spans: EvidenceSpan) -> EvidenceItem:
    """Give an item that any one of the spans meets."""
    return EvidenceItem(tuple((one,) for one in spans))


def label(id_: str, *items: EvidenceItem, query: str = "What?", boundary: str | None = None, **tags: str) -> Label:
    """Give a label."""
    return Label(query=Query(id=id_, text=query, evidence=items, boundary=boundary, tags=tags))


def unanswerable(id_: str, whole: str | None = None, query: str = "On the Moon?") -> Label:
    """Give a label that has no answer in the corpus of the fingerprint `whole`."""
    return Label(query=Query(id=id_, text=query, answerable=False, corpus=whole))


def label_set(*labels: Label) -> LabelSet:
    """Write labels to YAML and read them, so that they have places."""
    read = decode_labels(parse_yaml(write_file(labels), "labels/set/x.yaml", LabelError))
    return LabelSet("set", read)


def write_set(folder: Path, *labels: Label, file: str = "x.yaml") -> Path:
    """Write labels into a set's folder and give the file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / file
    path.write_text(write_file(labels), encoding="utf-8", newline="")
    return path
