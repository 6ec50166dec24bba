"""What was lost and gained with the words themselves: the one report that holds text, and says so in its first line."""

from __future__ import annotations

from collections.abc import Mapping

from reviewer.corpus import Corpus
from reviewer.queries import Query
from reviewer.reports import words
from reviewer.reports.escaping import code, fence, inline
from reviewer.reports.result import ItemChange, Result

NAME = "report-with-text.md"
WARNING = "**This file holds text of documents and queries. Share it only with those who may read them.**"


def render_with_text(result: Result, queries: Mapping[str, Query], corpus: Corpus) -> str:
    """Give the changed evidence of every comparison as markdown, with each query's words and its evidence."""
    parts = [WARNING]
    for comparison in result.comparisons:
        parts.append(f"## {code(comparison.baseline)} → {code(comparison.candidate)}")
        changes = words.lost_first(comparison.changes)
        parts += [_change(one, queries[one.query], corpus, result.min_coverage) for one in changes]
    return "\n\n".join(parts) + "\n"


def _change(change: ItemChange, query: Query, corpus: Corpus, least: float) -> str:
    figures = f"rank {words.ranks(change)}, best share {words.shares(change, least)}"
    quotes = [
        f"{code(f'{document} {start}–{end}')}\n\n{fence(corpus[document].text[start:end])}"
        for document, start, end in change.places
    ]
    return "\n\n".join([f"### {change.change}: {code(change.query)}", inline(query.text), figures, *quotes])
