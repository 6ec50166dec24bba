"""Evaluated arms in, the HTML report with the neighbourhood of every query that changed out."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from reviewer.corpus import Corpus
from reviewer.diagnosis import Arm, TwoArms, by_document, neighbourhood
from reviewer.experiment.evaluated import Evaluated
from reviewer.experiment.hashing import renamed_neighbourhood
from reviewer.queries import Query
from reviewer.reports import Result, words
from reviewer.reports.hashed_ids import Names
from reviewer.reports.html import HtmlReporter
from reviewer.scores import CorpusLine, PromptTokens

WINDOW = 400
MOST = 500
"""Queries whose neighbourhood is drawn; a page of more is no page."""


def page_of(
    result: Result, arms: tuple[Evaluated, ...], corpus: Corpus, queries: Mapping[str, Query], names: Names
) -> str:
    """Give the HTML report of arms that were just evaluated, under these names."""
    told = names.result(result) if names.check else result
    comparison = words.judged_comparison(result)
    if comparison is None:
        return HtmlReporter().render(told)
    by_name = {one.name: one for one in arms}
    line = CorpusLine({one.id: one.text for one in corpus})
    two = TwoArms(
        corpus=corpus,
        line=line,
        tokens=PromptTokens(line, lambda _: np.zeros((0, 2), dtype=np.int64)),  # the page shows no tokens
        baseline=_arm(by_name[comparison.baseline]),
        candidate=_arm(by_name[comparison.candidate]),
        k=result.k,
        depth=result.depth,
        min_coverage=result.min_coverage,
    )
    changed = [name for name in changed_queries(result) if name in queries]
    near = [renamed_neighbourhood(neighbourhood(two, queries[name], window=WINDOW), names) for name in changed]
    return HtmlReporter({one.query: one for one in near}).render(told)


def changed_queries(result: Result) -> list[str]:
    """Give the queries whose neighbourhood is drawn, what was lost first."""
    comparison = words.judged_comparison(result)
    changes = words.lost_first(comparison.changes) if comparison else ()
    return list(dict.fromkeys(one.query for one in changes))[:MOST]


def _arm(arm: Evaluated) -> Arm:
    return Arm(name=arm.name, chunks=by_document(arm.chunks), passages=arm.passages)
