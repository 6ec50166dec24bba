"""What lint says of labels by a configuration: lengths that no overlap splits, tags that gates spell otherwise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from reviewer.chunks import load_tokenizer, longest_safe, make_splitter
from reviewer.corpus import Corpus
from reviewer.experiment.apart import is_ours
from reviewer.experiment.arms import arms_to_run
from reviewer.experiment.configuration import Configuration
from reviewer.experiment.evaluate import evidence_lengths
from reviewer.experiment.grid import Grid, grid_of
from reviewer.gates import Gate
from reviewer.labels import Label, LabelSet, State, check
from reviewer.labels.lint.finding import Finding, found
from reviewer.queries import CONTROL

MADE_BY_US = ("boundary", "made", "split")
"""Keys of slices that are no tags, or that every set may have."""


_UNSPLITTABLE = (
    "No overlap of this comparison can split it: lower the overlap or the size of an arm, give it the longer evidence "
    "that its question really needs, or make it `boundary: control`."
)


def doubts(configuration: Configuration, labels: LabelSet, corpus: Corpus) -> tuple[Finding, ...]:
    """Give what the configuration makes doubtful, by file and line."""
    findings = [*lint_lengths(configuration, labels, corpus), *lint_slices(configuration, labels)]
    return tuple(sorted(findings, key=lambda one: (one.file, one.line, one.id, one.rule)))


def lint_lengths(configuration: Configuration, labels: LabelSet, corpus: Corpus) -> Iterator[Finding]:
    """Find boundary labels so short that windows of every arm hold them whole enough: they can show no difference."""
    grids = _grids(configuration)
    current = [one.label for one in check(labels, corpus).of(State.FRESH)]
    boundary = [one for one in current if one.query.answerable and one.query.boundary not in {None, CONTROL}]
    if not grids or not boundary:
        return
    lengths = {unit: _lengths(grid, boundary, corpus) for unit, grid in {one.unit: one for one in grids}.items()}
    coverage = configuration.rules.min_coverage
    for label in boundary:
        safe = [(lengths[one.unit][label.id], longest_safe(one.overlap, coverage, one.size), one) for one in grids]
        if all(length <= limit for length, limit, _ in safe):
            length, limit, grid = min(safe, key=lambda one: one[1] - one[0])
            message = (
                f"{length} {grid.unit} of evidence: even the overlap {grid.overlap} splits only what is longer "
                f"than {limit:.0f}"
            )
            yield found("unsplittable", label, message, _UNSPLITTABLE)


def _grids(configuration: Configuration) -> tuple[Grid, ...]:
    """Give the grid of each arm's windows; none at all where one arm has no grid, or a splitter that is not ours."""
    arms = arms_to_run(configuration)
    if not all(is_ours(arm.splitter) for arm in arms):
        return ()
    rules = configuration.rules
    identities = [make_splitter(arm.splitter).identity for arm in arms]
    needs_tokens = any(one.unit == "tokens" for one in identities)
    tokenizer = load_tokenizer(rules.prompt_tokenizer, rules.prompt_revision) if needs_tokens else None
    grids = [grid_of(one.to_plain(), tokenizer) for one in identities]
    return tuple(one for one in grids if one is not None) if None not in grids else ()


def _lengths(grid: Grid, labels: Sequence[Label], corpus: Corpus) -> Mapping[str, int]:
    """Give the length of each label's longest item in the unit of a grid."""

    def measure(document: str, start: int, end: int) -> int:
        return grid.count(corpus[document].text[start:end])

    return evidence_lengths([label.query for label in labels], measure)


def lint_slices(configuration: Configuration, labels: LabelSet) -> Iterator[Finding]:
    """Find tags that a gate or a protected slice asks of a set and that a label has misspelt, or has another value of.

    Tags need not be declared; one that differs by a letter from one that is asked for is not the one that is meant.
    """
    from reviewer.labels.adding import nearest

    asked = _asked(configuration.gates, configuration.rules.protected)
    used = _used(labels.in_use)
    for label in labels.in_use:
        for key, value in label.query.tags.items():
            meant = "" if key in asked else nearest(key, asked)
            if meant:
                message = f"tag {key!r} is unknown to the configuration, which asks for {meant!r}"
                yield found("unknown-tag", label, message, f"Write {meant}, if that is meant.")
            elif key in asked and value not in asked[key] and (near := nearest(value, asked[key] - used[key])):
                message = f"tag {key!r} has the value {value!r}, and the configuration asks for {near!r}"
                yield found("unknown-tag", label, message, f"Write {near}, if that is meant.")


def _asked(gates: Iterable[Gate], protected: Iterable[str]) -> dict[str, set[str]]:
    """Give tags with the values that gates and protected slices name."""
    asked: defaultdict[str, set[str]] = defaultdict(set)
    for name in [*(gate.slice for gate in gates), *protected]:
        key, colon, value = name.partition(": ")
        if colon and key not in MADE_BY_US:
            asked[key].add(value)
    return dict(asked)


def _used(labels: Iterable[Label]) -> defaultdict[str, set[str]]:
    used: defaultdict[str, set[str]] = defaultdict(set)
    for label in labels:
        for key, value in label.query.tags.items():
            used[key].add(value)
    return used
