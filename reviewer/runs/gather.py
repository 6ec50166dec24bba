"""Records in, a run out; what no ranked list may have is refused here, for every format alike."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from pathlib import Path

from reviewer.errors import RunError
from reviewer.runs.record import Ranked, Record
from reviewer.runs.run import Hit, Run

Ranks = Mapping[int, Record]


def gather(
    path: Path, records: Iterable[Record], *, arm: str, depth: int | None = None, notes: tuple[str, ...] = ()
) -> Ranked:
    """Put a run together.

    Raises:
        RunError: Ranks have gaps or doubles, scores rise, a query found nothing and something, arms, phases or versions
            of the transformation are mixed, or a query has several filters or latencies; names file and line.

    """
    read = tuple(records)
    by_query: dict[str, dict[int, Record]] = {}
    for record in read:
        ranks = by_query.setdefault(record.query, {})
        if record.hit is not None and record.hit.rank in ranks:
            first = ranks[record.hit.rank].place.removeprefix(f"{path}:")
            raise RunError(
                f"{record.place}: query {record.query!r} has rank {record.hit.rank} twice (first in {first})",
                "Write each hit once; a query is asked once in a run.",
            )
        if record.hit is not None:
            ranks[record.hit.rank] = record
    _refuse_nothing_and_hits(read, by_query)
    _refuse_mixed(path, read)
    ordered = {query: _ordered(path, query, ranks) for query, ranks in by_query.items()}
    deepest = max((len(ranked) for ranked in ordered.values()), default=0)
    if depth is not None and deepest > depth:
        raise RunError(f"{path}: a query has {deepest} hits, deeper than depth {depth}", "Raise `depth` for all arms.")
    run = Run(
        arm=arm,
        fingerprint=next((one.arm for one in read), ""),
        depth=depth or deepest,
        hits=ordered,
        phase=next((one.phase for one in read), 0),
        transformation=next((one.transformation for one in read), ""),
        filters=_filters(read),
        latency=_latency(read),
    )
    return Ranked(run, {(one.query, one.hit.rank): one.place for one in read if one.hit is not None}, notes)


def _refuse_nothing_and_hits(records: Iterable[Record], by_query: Mapping[str, Ranks]) -> None:
    """A query that found nothing says so once, and has no hits."""
    said: dict[str, str] = {}
    for one in records:
        if one.hit is not None:
            continue
        other = next((hit.place for hit in by_query[one.query].values()), said.setdefault(one.query, one.place))
        if other != one.place:
            raise RunError(
                f"{one.place}: query {one.query!r} found nothing here, and is answered in {other} too",
                "A query is asked once in a run; one line of rank 0 says that it found nothing.",
            )


def _refuse_mixed(path: Path, records: Iterable[Record]) -> None:
    """One file is one arm and phase, cut by one version of the transformation."""
    arms: dict[str, str] = {}
    phases: dict[int, str] = {}
    versions: dict[str, str] = {}
    for one in records:
        arms.setdefault(one.arm, one.place)
        phases.setdefault(one.phase, one.place)
        versions.setdefault(one.transformation, one.place)
    if len(arms) > 1 or len(phases) > 1:
        mixed = ", ".join(sorted(arms)) if len(arms) > 1 else f"phases {sorted(phases)}"
        raise RunError(f"{path}: hits of several arms are mixed ({mixed})", "Write one file an arm and phase.")
    if len(versions) > 1:
        told = "; ".join(f"{version or 'none'} from {place}" for version, place in versions.items())
        raise RunError(
            f"{path}: mixed versions: hits of several transformations in one run ({told})",
            "Build the whole index anew with one version of the transformation, then write the run.",
        )


def _ordered(path: Path, query: str, ranks: Ranks) -> tuple[Hit, ...]:
    hits = [one.hit for _, one in sorted(ranks.items()) if one.hit is not None]
    for expected, hit in enumerate(hits, start=1):
        if hit.rank != expected:
            raise RunError(
                f"{path}: query {query!r} has no hit of rank {expected} (the next is in {ranks[hit.rank].place})",
                "Ranks run 1, 2, 3 … without a gap.",
            )
    for above, below in itertools.pairwise(hits):
        if below.score > above.score:
            raise RunError(
                f"{ranks[below.rank].place}: query {query!r}: rank {below.rank} has a higher score than rank "
                f"{above.rank}",
                "Rank by falling score; write a distance as its negative.",
            )
    return tuple(hits)


def _filters(records: Iterable[Record]) -> dict[str, Mapping[str, str]]:
    found: dict[str, Mapping[str, str]] = {}
    for one in records:
        if one.filters is not None and found.setdefault(one.query, one.filters) != one.filters:
            raise RunError(
                f"{one.place}: query {one.query!r} has other filters than in a line before", "A query has one filter."
            )
    return found


def _latency(records: Iterable[Record]) -> dict[str, float]:
    found: dict[str, float] = {}
    for one in records:
        if one.latency is not None and found.setdefault(one.query, one.latency) != one.latency:
            raise RunError(
                f"{one.place}: query {one.query!r} has another latency than in a line before",
                "`latency` is of the query, in milliseconds; give it in one of its lines, or the same in all.",
            )
    return found
