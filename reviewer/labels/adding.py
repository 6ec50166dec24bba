"""A new label from words that a person quotes: placed where they stand, and refused where that is not clear."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from reviewer.corpus import Corpus, Document, LineIndex, canonicalise, find_quote, path_at
from reviewer.corpus.offsets import rewrite
from reviewer.errors import LabelError
from reviewer.ids import is_id
from reviewer.labels.schema import Label
from reviewer.labels.store import REVIEWED_FILE
from reviewer.queries import CONTROL, PATTERNS
from reviewer.spans import Span

ALIKE = 75.0
"""From this share of equal characters on (RapidFuzz's ratio, 0 to 100), a name may be a slip for another."""
NOT_ANSWERABLE = "not-answerable.yaml"
LONGEST_LOOKED_THROUGH = 500_000
"""In longer documents no nearest words are looked for."""
_MOST_NAMED = 12
_MOST_SHOWN = 120
_LONGEST_WORD = 200
_WORD = re.compile(r"\S+")
_BLANKS = re.compile(r"\s+")
_WORDS_OF_AN_ID = 6
_NOT_IN_IDS = re.compile(r"[^a-z0-9]+")


def place_quote(document: Document, quote: str, nth: int | None = None) -> Span:
    """Give the place of a quote; where it stands several times, `nth` (from 1) must say which is meant.

    Any run of blanks and line breaks equals any other, and those around the quote do not count. Words that differ in
    compatibility forms alone (a ligature, a wide digit) are found too.
    """
    wanted = _BLANKS.sub(" ", canonicalise(quote).text).strip()
    if not wanted:
        raise LabelError("the quote is blank", "Quote the words that answer.")
    flat, back = rewrite(document.text, _BLANKS, lambda _: " ")
    found = _exact(flat, wanted) or list(find_quote(flat, wanted))
    places = [back.raw_span(place) for place in found]
    if not places:
        raise _not_held(document, wanted)
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


def _not_held(document: Document, quote: str) -> LabelError:
    """Say which words of a document come nearest to a quote that it does not hold, and how to take them."""
    told, near = f"{document.id} does not hold the quote", _nearest_place(document, quote)
    if near is None:
        return LabelError(told, "Quote its words exactly; `reviewer chunks` prints the text.")
    words = " ".join(document.text[near.start : near.end].split())
    shown = words if len(words) <= _MOST_SHOWN else f"{words[:_MOST_SHOWN].rpartition(' ')[0]} …"
    message = f"{told}; the nearest words stand at {_named(document, near)}: “{shown}”"
    return LabelError(message, f"If they are meant: --at {near.start}:{near.end}; else quote its words exactly.")


def _nearest_place(document: Document, quote: str) -> Span | None:
    """Give the whole words of a document that come nearest to a quote, or nothing where none does."""
    from rapidfuzz import fuzz

    text = document.text
    if len(text) > LONGEST_LOOKED_THROUGH:
        return None
    found = fuzz.partial_ratio_alignment(quote, text, score_cutoff=ALIKE)
    if found is None or found.dest_start >= found.dest_end:
        return None
    return _whole_words(text, found.dest_start, found.dest_end)


def _whole_words(text: str, start: int, end: int) -> Span:
    """Give a place without blanks at its ends; a word that it cuts is taken whole where half of it is inside."""
    words = [one.span() for one in _WORD.finditer(text, max(start - _LONGEST_WORD, 0), end + _LONGEST_WORD)]
    held = [(at, to) for at, to in words if 2 * (min(to, end) - max(at, start)) >= to - at]
    return Span(held[0][0], held[-1][1]) if held else Span(start, end)


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


def id_for(query: str, taken: Collection[str]) -> str:
    """Give an id of the query's first words that is not taken yet."""
    words = [word for word in _NOT_IN_IDS.sub(" ", query.casefold()).split() if word]
    stem = "-".join(words[:_WORDS_OF_AN_ID]) or "query"
    stem = stem if is_id(stem) else "query"
    numbered = (f"{stem}-{at}" for at in range(2, len(taken) + 3))
    return stem if stem not in taken else next(name for name in numbered if name not in taken)


def file_for(folder: Path, document: str | None, labels: Sequence[Label]) -> Path:
    """Give the file in which a document's labels already stand (the one with most), else one of its name.

    Without a document, it is the file of those that are not answerable.
    """
    if document is None:
        files = [label.file for label in labels if not label.query.answerable]
    else:
        files = [label.file for label in labels if any(span.document == document for span in label.spans)]
    if files:
        return Path(max(dict.fromkeys(files), key=files.count))
    if document is None:
        return folder / NOT_ANSWERABLE
    name = f"{Path(document).with_suffix('').as_posix().replace('/', '-')}.yaml"
    return folder / (f"labels-{name}" if name == REVIEWED_FILE else name)


def find_document(corpus: Corpus, given: str) -> Document:
    """Give a document by its id; one named from another folder, or misspelt, is refused with the id that is meant."""
    if given in corpus.documents:
        return corpus[given]
    ids = list(corpus.documents)
    longer = [id_ for id_ in ids if id_.endswith(f"/{given}")]
    shorter = [id_ for id_ in ids if given.removeprefix("./").endswith(f"/{id_}") or given == f"./{id_}"]
    meant = max(shorter, key=len, default="") or (longer[0] if len(longer) == 1 else "") or nearest(given, ids)
    hint = "A document's id is its path below the corpus folder"
    raise LabelError(f"no document {given!r} in the corpus", f"{hint}: did you mean {meant}?" if meant else f"{hint}.")


def nearest(given: str, known: Iterable[str]) -> str:
    """Give the known name that `given` may be a slip for, or an empty text."""
    from rapidfuzz import fuzz, process

    found = process.extractOne(given, list(known), scorer=fuzz.ratio, score_cutoff=ALIKE)
    return found[0] if found is not None else ""


def doubt_about(boundary: str, labels: Iterable[Label]) -> str:
    """Say that a boundary pattern nobody knows is likely a slip for a known one, or nothing; the list stays open."""
    known = dict.fromkeys([*PATTERNS, CONTROL, *(one.query.boundary for one in labels if one.query.boundary)])
    meant = "" if boundary in known else nearest(boundary, known)
    return f"no label has the boundary pattern {boundary!r} yet: did you mean {meant}?" if meant else ""
