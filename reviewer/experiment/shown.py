"""A result opened to look closer in, plain data for programs out: what changed, or all of one query."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from reviewer.diagnosis import Neighbourhood
from reviewer.diagnosis.neighbourhood import RankedList
from reviewer.experiment.closer import Closer
from reviewer.reports import words
from reviewer.reports.result import ItemChange

Shown = dict[str, Any]
"""What `json.dumps` takes."""


def changes_shown(closer: Closer) -> Shown:
    """Give the evidence items that changed, lost ones first, each with its cause, ranks and shares."""
    return {**_compared(closer), "changes": [_item(one) for one in words.lost_first(closer.comparison.changes)]}


def query_shown(closer: Closer, name: str, *, with_text: bool) -> Shown:
    """Give a query, each of its evidence items and both ranked lists: ids, offsets and numbers, and its question.

    The question is left out where text is not to be shown; no document's text is ever in it.
    """
    query = closer.query(name)
    found = closer.around(query.id, 0)
    return {
        **_compared(closer),
        "query": query.id,
        "text": query.text or None if with_text else None,
        "slices": list(closer.slices(query.id)),
        "answerable": closer.is_answerable(query.id),
        "notes": list(closer.notes_on(query.id)),
        "treated": list(closer.treated(query.id)),
        "evidence": [_item(one) for one in closer.items(found)],
        "lists": _lists(found),
    }


def _compared(closer: Closer) -> Shown:
    one, result = closer.comparison, closer.result
    return {
        "baseline": one.baseline,
        "candidate": one.candidate,
        "k": result.k,
        "depth": result.depth,
        "min_coverage": result.min_coverage,
    }


def _item(one: ItemChange) -> Shown:
    return {
        "query": one.query,
        "number": one.item + 1,
        "change": one.change,
        "places": [{"document": document, "start": start, "end": end} for document, start, end in one.places],
        "ranks": {"baseline": one.baseline_rank, "candidate": one.candidate_rank},
        "shares": {"baseline": one.baseline_share, "candidate": one.candidate_share},
        "cause": one.cause or None,
        "because": one.because or None,
        "besides": list(one.besides),
        "remedy": one.remedy or None,
        "next_arm": one.next_arm,
    }


def _lists(found: Neighbourhood) -> Shown:
    return {"baseline": _list(found.baseline), "candidate": _list(found.candidate)}


def _list(one: RankedList) -> Shown:
    """Give a ranked list; the items that a passage matches are named by their numbers."""
    return {
        "arm": one.arm,
        "passages": [
            {**asdict(passage), "matches": [item + 1 for item in passage.matches]} for passage in one.passages
        ],
    }
