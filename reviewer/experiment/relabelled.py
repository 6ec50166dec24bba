"""Which labels changed since a result was made: evidence is drawn as it is labelled now, and a reader must know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from reviewer import fingerprint
from reviewer.fingerprint import Plain
from reviewer.queries import Query

EVERY = "The labels changed since this result: evidence is drawn as it is labelled now."
THIS = "The label changed since this result: its evidence is drawn as it is labelled now."
GONE = "The label is no longer in use: of its evidence only what changed between the arms is known."


def evidence_prints(queries: Iterable[Query]) -> dict[str, Plain]:
    """Give, by query id, the fingerprint of the places that its evidence takes."""
    return {query.id: _print(query) for query in queries}


def relabelled(names: Iterable[str], before: Mapping[str, Plain], now: Mapping[str, Query]) -> dict[str, str]:
    """Say of each query whose label changed how it did.

    Args:
        names: The queries of the result.
        before: What `evidence_prints` gave when it was made; a query that is not in it is not looked at.
        now: The queries of the labels at hand, by id.

    """
    known = [name for name in names if name in before]
    gone = {name: GONE for name in known if name not in now}
    return gone | {name: THIS for name in known if name in now and _print(now[name]) != before[name]}


def _print(query: Query) -> str:
    places: Plain = [
        [[[span.document, span.start, span.end] for span in group] for group in item.alternatives]
        for item in query.evidence
    ]
    return fingerprint.short(fingerprint.of_plain(places))
