"""What all arms are run and judged on: the corpus, the queries that can be judged, and the labels' state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from reviewer import fingerprint
from reviewer.corpus import Corpus
from reviewer.corpus.files import read_corpus
from reviewer.errors import LabelError
from reviewer.experiment.configuration import Configuration
from reviewer.gates import Reviewed
from reviewer.labels import LabelSet, Staleness, check, judged, read_set
from reviewer.labels.placeholders import refuse_placeholders
from reviewer.labels.reviewed import ReviewedLoss, read_reviewed
from reviewer.queries import Query


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """The corpus, the queries in the order of the label sets, the sets, each label's state, and losses reviewed."""

    corpus: Corpus
    queries: tuple[Query, ...]
    sets: tuple[LabelSet, ...]
    staleness: tuple[Staleness, ...]
    reviewed: tuple[Reviewed, ...] = ()

    @property
    def stale(self) -> int:
        """The number of labels that no longer describe their documents."""
        return sum(len(one.outdated) for one in self.staleness)

    @property
    def in_use(self) -> int:
        """The number of labels that are not retired."""
        return sum(len(one.in_use) for one in self.sets)

    @property
    def fingerprint(self) -> str:
        """Cover every label of every set."""
        if len(self.sets) == 1:
            return self.sets[0].fingerprint
        return fingerprint.of_plain({one.name: one.fingerprint for one in self.sets})


def read_material(configuration: Configuration) -> Material:
    """Read corpus and labels from disk; no label that can be judged is an error."""
    corpus = read_corpus(configuration.corpus_root, configuration.include, configuration.exclude)
    sets = [read_set(folder) for folder in configuration.label_sets]
    reviewed = [_reviewed(one) for folder in configuration.label_sets for one in read_reviewed(folder)]
    return replace(material_of(corpus, sets), reviewed=tuple(reviewed))


def _reviewed(loss: ReviewedLoss) -> Reviewed:
    return Reviewed(loss.query, loss.baseline, loss.candidate, loss.name, loss.reason)


def material_of(corpus: Corpus, sets: Iterable[LabelSet]) -> Material:
    """Put a corpus and label sets together.

    Ids that stand twice, questions that nobody has written yet, and nothing to judge are errors.
    """
    named = tuple(sets)
    refuse_placeholders(label for one in named for label in one.in_use)
    queries = tuple(query for one in named for query in judged(one, corpus).queries)
    doubled = sorted(name for name, count in Counter(query.id for query in queries).items() if count > 1)
    if doubled:
        raise LabelError(f"query ids stand in two label sets: {', '.join(doubled[:5])}", "Give each query its own id.")
    if not any(query.answerable for query in queries):
        outdated = sum(len(check(one, corpus).outdated) for one in named)
        raise LabelError(
            f"no label of {', '.join(one.name for one in named)} can be judged ({outdated} are stale)",
            "Add labels with `reviewer labels add`, or review the stale ones with `reviewer labels`.",
        )
    return Material(corpus=corpus, queries=queries, sets=named, staleness=tuple(check(one, corpus) for one in named))
