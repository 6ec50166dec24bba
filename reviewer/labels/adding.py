"""A new label from words that a person quotes: placed where they stand, and refused where that is not clear."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from reviewer import fingerprint
from reviewer.corpus import Document, LineIndex, canonicalise, find_quote, path_at
from reviewer.errors import LabelError
from reviewer.ids import is_id
from reviewer.labels.schema import Label
from reviewer.labels.store import REVIEWED_FILE
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.spans import Span

_MOST_NAMED = 12
_WORDS_OF_AN_ID = 6
_NOT_IN_IDS = re.compile(r"[^a-z0-9]+")


def place_quote(document: Document, quote: str, nth: int | None = None) -> Span:
    """Give the place of a quote; where it stands several times, `nth` (from 1) must say which is meant.

    Words that differ in compatibility forms alone (a ligature, a wide digit) are found too.
    """
    wanted = canonicalise(quote).text
    if not wanted.strip():
        raise LabelError("the quote is blank", "Quote the words that answer.")
    places = _exact(document.text, wanted) or list(find_quote(document.text, wanted))
    if not places:
        hint = "Quote it exactly, line breaks included; `reviewer chunks` prints the text."
        raise LabelError(f"{document.id} does not hold the quote", hint)
    if nth is None and len(places) > 1:
        named = "\n".join(
            f"  {at}: {_named(document, place)}" for at, place in enumerate(places[:_MOST_NAMED], start=1)
        )
        more = f"\n  and {len(places) - _MOST_NAMED} more" if len(places) > _MOST_NAMED else ""
        message = f"the quote stands {len(places)} times in {document.id}:\n{named}{more}"
        raise LabelError(message, "Say which with --nth, or quote more words.")
    if nth is not None and not 1 <= nth <= len(places):
        raise LabelError(f"--nth {nth}: the quote stands {len(places)} times in {document.id}", "Count from 1.")
    return places[(nth or 1) - 1]


def _exact(text: str, quote: str) -> list[Span]:
    """Find all places, overlapping ones too."""
    places: list[Span] = []
    at = text.find(quote)
    while at >= 0:
        places.append(Span(at, at + len(quote)))
        at = text.find(quote, at + 1)
    return places


def _named(document: Document, place: Span) -> str:
    line, column = LineIndex(document.text).line_and_column(place.start)
    path = " > ".join(path_at(document, place.start))
    return f"[{place.start}, {place.end}), line {line + 1}, column {column + 1}" + (f", under {path}" if path else "")


def new_label(
    document: Document,
    place: Span,
    *,
    query: str,
    id_: str,
    boundary: str | None,
    tags: Mapping[str, str],
    file: Path,
) -> Label:
    """Give a label with one span, bound to the document as it is now."""
    quote = document.text[place.start : place.end]
    span = EvidenceSpan(document.id, place.start, place.end, fingerprint.short(document.fingerprint), quote)
    evidence = (EvidenceItem(((span,),)),)
    return Label(query=Query(id=id_, text=query, evidence=evidence, boundary=boundary, tags=tags), file=str(file))


def id_for(query: str, taken: Collection[str]) -> str:
    """Give an id of the query's first words that is not taken yet."""
    words = [word for word in _NOT_IN_IDS.sub(" ", query.casefold()).split() if word]
    stem = "-".join(words[:_WORDS_OF_AN_ID]) or "query"
    stem = stem if is_id(stem) else "query"
    numbered = (f"{stem}-{at}" for at in range(2, len(taken) + 3))
    return stem if stem not in taken else next(name for name in numbered if name not in taken)


def file_for(folder: Path, document: str, labels: Sequence[Label]) -> Path:
    """Give the file in which a document's labels already stand (the one with most), else one of its name."""
    files = [label.file for label in labels if any(span.document == document for span in label.spans)]
    if files:
        return Path(max(dict.fromkeys(files), key=files.count))
    name = f"{Path(document).with_suffix('').as_posix().replace('/', '-')}.yaml"
    return folder / (f"labels-{name}" if name == REVIEWED_FILE else name)
