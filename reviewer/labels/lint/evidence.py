"""Doubts about evidence: words that stand elsewhere too, that were cut, or that any chunk would match."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from reviewer.corpus import Corpus
from reviewer.labels.lint.finding import Finding, found
from reviewer.labels.schema import Label
from reviewer.queries import EvidenceSpan
from reviewer.spans import Span

MOST_SHARED = 0.8
_FEWEST_WORDS = 2
_WORD = re.compile(r"\w+")
_SENTENCE_END = re.compile(r"[.!?](?=[\"')\]]*(?:\s|$))|[。！？]")


def lint_evidence(labels: Sequence[Label], corpus: Corpus) -> Iterator[Finding]:
    """Look at each span of labels that are current."""
    texts = {document.id: document.text for document in corpus}
    for label in labels:
        for at, span in enumerate(label.spans):
            empty = _blank(span, texts) or _one_word(span, texts)
            doubts = (empty,) if empty else (_cut(span, texts), _elsewhere(label, span, texts))
            for rule, message, remedy in filter(None, doubts):
                yield found(rule, label, message, remedy, span=at)
        yield from _in_query(label, texts)


Doubt = tuple[str, str, str] | None


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _slice(span: EvidenceSpan, texts: Mapping[str, str]) -> str:
    return texts[span.document][span.start : span.end]


def sentences(text: str) -> int:
    """Count sentences by their ends; text after the last end counts as one."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    return len(ends) + bool(text[ends[-1] if ends else 0 :].strip(" \n\t\"')]"))


def _blank(span: EvidenceSpan, texts: Mapping[str, str]) -> Doubt:
    if _slice(span, texts).strip():
        return None
    return "blank", "the evidence is blank, so that every passage holds it", "Place it on the words that answer."


def _one_word(span: EvidenceSpan, texts: Mapping[str, str]) -> Doubt:
    text = _slice(span, texts).strip()
    if not text or len(text.split()) > 1 or len(text) == len(_cut_script(text)):
        return None
    return "one-word", f"the evidence is the one word {text!r}", "Widen it to the sentence or row that answers."


def _cut_script(text: str) -> str:
    """Give the characters of scripts without case (Chinese, Thai, Arabic), where blanks do not part words."""
    return "".join(char for char in text if char.isalpha() and not _cased(char))


def _cased(char: str) -> bool:
    return char.lower() != char.upper()


def _cut(span: EvidenceSpan, texts: Mapping[str, str]) -> Doubt:
    """Find an end that was meant inclusive: one character more would end the word or the last of the sentences."""
    text = texts[span.document]
    last, cut, after = text[span.end - 1], text[span.end : span.end + 1], text[span.end + 1 : span.end + 2]
    word = all(one and (_cased(one) or one.isdigit()) for one in (last, cut)) and not after.isalnum()
    stop = cut and cut in ".!?" and last.isalnum() and (not after or after.isspace())
    if word or (stop and sentences(_slice(span, texts)) > 1):
        what = "a word" if word else "the last sentence"
        return (
            "inclusive-end",
            f"the span ends one character before {what} does",
            "Ends are exclusive: raise `end` by one, and complete the quote with that character.",
        )
    return None


def _elsewhere(label: Label, span: EvidenceSpan, texts: Mapping[str, str]) -> Doubt:
    """Find the same words where no alternative of the label stands; of parts of one passage, all in one document."""
    known = [(other.document, other.span) for other in label.spans]
    parts = next((group for item in label.query.evidence for group in item.alternatives if span in group), (span,))
    if not _slice(span, texts).strip():
        return None
    for document, text in texts.items():
        taken = [place for other, place in known if other == document]
        found = {one: _untaken(_slice(one, texts), text, taken) for one in parts}
        place = found.get(span)
        if place is not None and all(found.values()):
            message = f"the same words stand in {document} [{place.start}, {place.end}) too"
            remedy = "Widen the evidence until it is unique; where that place answers too, name it under `any:`."
            return "equal-text", message, remedy
    return None


def _untaken(quote: str, text: str, taken: Sequence[Span]) -> Span | None:
    """Find a quote where it meets none of the places that are taken."""
    at = text.find(quote)
    while at >= 0:
        place = Span(at, at + len(quote))
        if not any(place.meets(one) for one in taken):
            return place
        at = text.find(quote, place.end)
    return None


def _in_query(label: Label, texts: Mapping[str, str]) -> Iterator[Finding]:
    """Find evidence that repeats the question: any retriever finds it, and it tells nothing."""
    asked = set(_words(label.query.text))
    for at, span in enumerate(label.spans):
        words = _words(_slice(span, texts))
        shared = sum(word in asked for word in words)
        if len(words) >= _FEWEST_WORDS and shared >= MOST_SHARED * len(words):
            message = f"{shared} of the evidence's {len(words)} words stand in the query"
            remedy = "Ask in other words than the document's, or widen the evidence to the answer."
            yield found("words-in-query", label, message, remedy, span=at)
