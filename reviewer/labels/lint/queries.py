"""Doubts about queries: unwritten, asked twice, or in parts that one short span cannot answer; undeclared tags."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise

from reviewer.corpus import Corpus
from reviewer.labels.lint.evidence import sentences
from reviewer.labels.lint.finding import Finding, found
from reviewer.labels.placeholders import is_placeholder
from reviewer.labels.schema import Label

SIMILAR = 90.0
"""From this share of equal characters on (RapidFuzz's ratio, 0 to 100), two queries are asked of one thing."""

_WORD = re.compile(r"\w+")
_ASKS = """
    who whom whose what when where which why how wer wen wem was wann wo welche warum wie quién qué cuándo cuánto dónde
"""
_PARTS = re.compile(rf"\b(?:and|or|und|oder|y|o)\b,?\s+(?:\w+\s+)?(?:{'|'.join(_ASKS.split())})\b")


def lint_queries(labels: Sequence[Label]) -> Iterator[Finding]:
    """Find queries that nobody has written yet, and those that are asked twice of the same evidence."""
    for label in labels:
        if is_placeholder(label.query.text):
            remedy = "Write what a user would ask and put its evidence right; until then nothing is judged."
            yield found("placeholder", label, "the question is still the placeholder", remedy)
    plain = {label.id: " ".join(_WORD.findall(label.query.text.casefold())) for label in labels}
    pairs = {(one.id, other.id): (one, other) for one, other in _candidates(labels, plain)}
    for one, other in pairs.values():
        message = f"the query says nearly the same as {one.id} ({one.place})"
        yield found("near-duplicate", other, message, "Keep one of them: together they count one thing twice.")


def _candidates(labels: Sequence[Label], plain: Mapping[str, str]) -> Iterator[tuple[Label, Label]]:
    """Give pairs of equal queries, and of like ones that share evidence or have none."""
    from rapidfuzz import fuzz

    equal: defaultdict[str, list[Label]] = defaultdict(list)
    for label in labels:
        equal[plain[label.id]].append(label)
    for group in equal.values():
        yield from pairwise(group)
    for one, other in _neighbours(labels):
        texts = plain[one.id], plain[other.id]
        if texts[0] != texts[1] and fuzz.ratio(*texts, score_cutoff=SIMILAR):
            yield one, other


def _neighbours(labels: Sequence[Label]) -> Iterator[tuple[Label, Label]]:
    """Give pairs that share a character of evidence, and all pairs of those without any."""
    order = {label.id: at for at, label in enumerate(labels)}
    places = sorted((span.document, span.start, span.end, order[label.id]) for label in labels for span in label.spans)
    for at, (document, _, end, one) in enumerate(places):
        for other_document, start, _, other in places[at + 1 :]:
            if other_document != document or start >= end:
                break
            if one != other:
                yield labels[min(one, other)], labels[max(one, other)]
    empty = [label for label in labels if not label.query.answerable]
    for at, label in enumerate(empty):
        yield from ((label, other) for other in empty[at + 1 :])


def lint_parts(labels: Sequence[Label], corpus: Corpus) -> Iterator[Finding]:
    """Find queries of several parts whose only evidence is one sentence."""
    for label in labels:
        query = label.query
        several = query.text.count("?") > 1 or _PARTS.search(query.text.casefold()) is not None
        if not several or len(label.spans) != 1:
            continue
        span = label.spans[0]
        if sentences(corpus[span.document].text[span.start : span.end]) <= 1:
            remedy = "Add the evidence of the other part, or ask for one thing."
            yield found("one-span-for-parts", label, "the query has parts, and its evidence is one sentence", remedy)


def lint_tags(labels: Sequence[Label], declared: Mapping[str, Collection[str]]) -> Iterator[Finding]:
    """Find tags and values that are not `declared`; a tag without values takes any."""
    known = {"split": (), **declared}
    for label in labels:
        for key, value in label.query.tags.items():
            if key not in known:
                yield found("unknown-tag", label, f"tag {key!r} is not declared", f"Declared: {', '.join(known)}.")
            elif known[key] and value not in known[key]:
                remedy = f"Declared: {', '.join(sorted(known[key]))}."
                yield found("unknown-tag", label, f"tag {key!r} has the undeclared value {value!r}", remedy)
