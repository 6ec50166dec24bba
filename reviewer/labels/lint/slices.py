"""Doubts about the set: slices that are too small to judge, and a set that cutting can hardly hurt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from reviewer.corpus import Corpus
from reviewer.labels.label_set import as_query
from reviewer.labels.lint.evidence import sentences
from reviewer.labels.lint.finding import Finding
from reviewer.labels.schema import Label
from reviewer.queries import CONTROL

SMALLEST = 10
MOST_FACTS = 0.5
_LEVEL = 0.05


def unseen_share(queries: int) -> float:
    """Give the share of queries that may be lost although none of `queries` is.

    One-sided 95 % bound of Clopper and Pearson (1934) at no loss: 1 - 0.05^(1/n).
    """
    return 1 - float(_LEVEL ** (1 / queries))


def lint_slices(labels: Sequence[Label]) -> Iterator[Finding]:
    """Find the slices with so few answerable queries that a clean result says little; all in one finding."""
    slices: defaultdict[str, list[Label]] = defaultdict(list)
    for label in labels:
        for name in as_query(label).slices if label.query.answerable else ():
            slices[name].append(label)
    small = {name: members for name, members in sorted(slices.items()) if len(members) < SMALLEST}
    if small:
        first = min((members[0] for members in small.values()), key=lambda one: (one.file, one.line))
        counted = "1 slice has" if len(small) == 1 else f"{len(small)} slices have"
        named = ", ".join(f"{name!r} ({_bound(len(members))})" for name, members in small.items())
        message = f"{counted} few answerable queries; even if none is lost, so many may be: {named}"
        yield _about_set("small-slice", first, message, f"Write at least {SMALLEST} for each, or drop the slice.")


def _bound(queries: int) -> str:
    return f"{queries} {'query' if queries == 1 else 'queries'}, up to {unseen_share(queries):.0%}"


def lint_facts(labels: Sequence[Label], corpus: Corpus) -> Iterator[Finding]:
    """Find a set whose boundary labels are mostly single sentences, which overlap cannot help or hurt."""
    boundary = [one for one in labels if one.query.answerable and one.query.boundary not in (None, CONTROL)]
    facts = [one for one in boundary if _is_fact(one, corpus)]
    if facts and len(facts) > MOST_FACTS * len(boundary):
        message = f"{len(facts)} of {len(boundary)} boundary labels have one sentence as their evidence"
        remedy = "Take the evidence from condition to consequence, or as `together` spans."
        yield _about_set("facts-dominate", facts[0], message, remedy)


def _is_fact(label: Label, corpus: Corpus) -> bool:
    if len(label.spans) != 1:
        return False
    span = label.spans[0]
    return sentences(corpus[span.document].text[span.start : span.end]) <= 1


def _about_set(rule: str, first: Label, message: str, remedy: str) -> Finding:
    return Finding(rule=rule, file=first.file, line=first.line, id="", message=message, remedy=remedy)
