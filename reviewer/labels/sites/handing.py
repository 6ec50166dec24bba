"""Sites as plain data for people and programs, and back: one whose question was filled in becomes a label."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from reviewer import fingerprint
from reviewer.corpus import Corpus, Document
from reviewer.decoding import Field
from reviewer.errors import LabelError
from reviewer.labels.adding import find_document
from reviewer.labels.drafting import Draft
from reviewer.labels.importers.files import read_each_line, read_json
from reviewer.labels.placeholders import YOUR_QUESTION
from reviewer.labels.schema import raise_together
from reviewer.labels.sites.site import Site
from reviewer.labels.values import read_fingerprint, read_id, read_texts
from reviewer.spans import Span

_REQUIRED = ("document", "fingerprint", "spans", "query")
_OPTIONAL = ("pattern", "path", "reason", "parts", "separate", "id", "tags", "arms")
MOST_TOGETHER = 2_000
"""Places farther apart than so many characters are items of their own: no passage would hold both."""


def plain_site(site: Site, corpus: Corpus) -> dict[str, object]:
    """Give a site as plain data; `query` waits to be filled in, `spans` are what the label would name."""
    document = corpus[site.document]
    return {
        "pattern": site.pattern,
        "document": site.document,
        "fingerprint": fingerprint.short(document.fingerprint),
        "path": list(site.path),
        "reason": site.reason,
        "parts": [_plain(part, document) for part in (site.first, site.second)],
        "spans": [{"start": span.start, "end": span.end} for span in site.evidence],
        "separate": is_separate(site),
        "query": "",
    }


def is_separate(site: Site) -> bool:
    """Tell whether the parts stand too far apart for one passage."""
    return len(site.evidence) > 1 and len(site.whole) > MOST_TOGETHER


def add_command(site: Site, set_name: str | None) -> str:
    """Give the command that writes a site's label, for a POSIX shell; the question is to be filled in."""
    words = ["reviewer", "labels", "add", *(("--set", set_name) if set_name else ()), "--document", site.document]
    words += [word for span in site.evidence for word in ("--at", f"{span.start}:{span.end}")]
    words += ["--separate"] if is_separate(site) else []
    return shlex.join([*words, "--boundary", site.pattern, "--query", YOUR_QUESTION])


def read_filled(path: Path, corpus: Corpus) -> tuple[tuple[Draft, ...], int]:
    """Read sites whose questions were filled in (a JSON list, or one object a line), and how many were left blank."""
    drafts: list[Draft] = []
    errors: list[LabelError] = []
    blank = 0
    for record in _records(path):
        try:
            draft = _draft(_raised(record), corpus)
        except LabelError as error:
            errors.append(error)
            continue
        drafts += [draft] if draft is not None else []
        blank += draft is None
    raise_together(errors)
    return tuple(drafts), blank


def _records(path: Path) -> Iterator[Field | LabelError]:
    if path.suffix == ".json":
        yield from read_json(path).items()
    else:
        yield from read_each_line(path)


def _raised(record: Field | LabelError) -> Field:
    if isinstance(record, LabelError):
        raise record
    return record


def _draft(record: Field, corpus: Corpus) -> Draft | None:
    entries = record.entries(_REQUIRED, _OPTIONAL)
    query = entries["query"].text()
    if not query.strip():
        return None
    try:
        document = find_document(corpus, entries["document"].text())
    except LabelError as error:
        raise entries["document"].fail(error.message, error.hint) from error
    if not fingerprint.same(read_fingerprint(entries["fingerprint"]), document.fingerprint):
        hint = "Its offsets are of another text: find the sites again."
        raise entries["fingerprint"].fail(f"{document.id} changed since its sites were found", hint)
    return Draft(
        query=query,
        document=document,
        places=_places(entries["spans"], document),
        separate=entries["separate"].flag() if "separate" in entries else False,
        boundary=read_id(entries["pattern"]) if "pattern" in entries else None,
        tags=read_texts(entries["tags"]) if "tags" in entries else {},
        id=read_id(entries["id"]) if "id" in entries else "",
    )


def _places(field: Field, document: Document) -> tuple[Span, ...]:
    places = [_place(item, document) for item in field.items()]
    if not places:
        raise field.fail("expected at least one span, got none", "Give the place of the words that answer.")
    return tuple(places)


def _place(field: Field, document: Document) -> Span:
    entries = field.entries(("start", "end"))
    start, end = entries["start"].integer(least=0), entries["end"].integer(least=0)
    if not start < end <= len(document.text):
        raise field.fail(f"[{start}, {end}) is no place in {document.id}", f"It has {len(document.text)} characters.")
    return Span(start, end)


def _plain(part: Span, document: Document) -> dict[str, object]:
    return {"start": part.start, "end": part.end, "quote": document.text[part.start : part.end]}
