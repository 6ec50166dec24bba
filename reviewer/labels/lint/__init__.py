"""Labels and corpus in, findings out: what will mislead, though nothing is broken."""

from collections.abc import Collection, Mapping

from reviewer.corpus import Corpus
from reviewer.labels.check import State, check
from reviewer.labels.label_set import LabelSet
from reviewer.labels.lint.evidence import lint_evidence
from reviewer.labels.lint.finding import Finding
from reviewer.labels.lint.queries import lint_parts, lint_queries, lint_tags
from reviewer.labels.lint.slices import lint_facts, lint_slices

__all__ = ["Finding", "lint"]


def lint(
    label_set: LabelSet, corpus: Corpus, *, declared_tags: Mapping[str, Collection[str]] | None = None
) -> tuple[Finding, ...]:
    """Give all findings by file and line; evidence is looked at where it is current, tags where some are declared."""
    used = label_set.in_use
    current = [one.label for one in check(label_set, corpus).of(State.FRESH) if one.label.query.answerable]
    findings = [
        *lint_evidence(current, corpus),
        *lint_parts(current, corpus),
        *lint_queries(used),
        *lint_slices(used),
        *lint_facts(current, corpus),
        *(lint_tags(used, declared_tags) if declared_tags is not None else ()),
    ]
    return tuple(sorted(findings, key=lambda one: (one.file, one.line, one.id, one.rule)))
