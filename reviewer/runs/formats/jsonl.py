"""Run files: JSON lines of `query_id, rank, document, start, end, score`, and what may be said besides.

A query that found nothing has one line of rank 0 without a place, so that "asked and found nothing" differs
from "never asked". A null is nothing said, and so is an empty document at rank 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from reviewer.decoding import parse_json
from reviewer.errors import RunError
from reviewer.ids import is_id
from reviewer.runs.formats.reading import read_lines
from reviewer.runs.record import Record
from reviewer.runs.run import Hit

LARGEST = 2**53
OPTIONAL = ("arm", "filters", "latency", "phase", "transformation")
FIELDS = ("query_id", "rank", "document", "start", "end", "score", *OPTIONAL)
"""All that a line may hold; docs/other-languages.md says what each means."""


def jsonl_records(path: Path) -> Iterator[Record]:
    """Read a run file line by line; every flaw is a RunError that names file and line."""
    for number, line in read_lines(path):
        place = f"{path}:{number}"
        value = _object(place, line)
        query, hit = _decode(place, value)
        yield Record(
            place=place,
            query=query,
            hit=hit,
            arm=_arm(place, value),
            phase=_integer(place, value, "phase", 0),
            transformation=_transformation(place, value),
            filters=_filters(place, value),
            latency=_latency(place, value),
        )


def _object(place: str, line: str) -> Mapping[str, object]:
    try:
        value = parse_json(line, finite=False)  # a score that is none is named as such
    except ValueError as error:
        raise RunError(f"{place}: not a line of JSON ({error})", "One JSON object a line.") from error
    if not isinstance(value, dict) or not isinstance(value.get("query_id"), str):
        raise RunError(f"{place}: expected an object with a text `query_id`", "One JSON object a line.")
    if not value.keys() <= _KNOWN:
        unknown = min(value.keys() - _KNOWN)
        raise RunError(f"{place}: unknown key {unknown!r}", f"Known: {', '.join(sorted(FIELDS))}.")
    return {key: one for key, one in value.items() if one is not None}  # writers of other languages say null for none


_KNOWN = frozenset(FIELDS)


def _decode(place: str, line: Mapping[str, object]) -> tuple[str, Hit | None]:
    query = str(line["query_id"])
    rank = _integer(place, line, "rank")
    document, score = line.get("document"), line.get("score")
    if rank == 0 and not document:
        return query, None
    if not isinstance(document, str) or not document:
        raise RunError(f"{place}: expected a text `document`", "Give the document's id in the corpus.")
    if isinstance(score, bool) or not isinstance(score, (int, float)) or not -LARGEST < score < LARGEST:
        raise RunError(f"{place}: expected a finite number as `score`, got {score!r}", "Score every hit.")
    start, end = _integer(place, line, "start"), _integer(place, line, "end")
    if not 0 <= start < end or rank < 1:
        raise RunError(f"{place}: rank {rank}, [{start}, {end}) is not a hit", "Ranks from 1; start < end.")
    return query, Hit(rank=rank, document=document, start=start, end=end, score=float(score))


def _arm(place: str, line: Mapping[str, object]) -> str:
    """Give the arm's fingerprint, or any id that stands for one; it becomes part of names and reports."""
    arm = line.get("arm", "")
    if not isinstance(arm, str) or (arm and not is_id(arm)):
        raise RunError(f"{place}: arm is not an id or a fingerprint", "Use letters, digits and `._:-`.")
    return arm


def _transformation(place: str, line: Mapping[str, object]) -> str:
    version = line.get("transformation", "")
    if not isinstance(version, str) or (version and not is_id(version)):
        raise RunError(f"{place}: transformation is not an id", "Name a version by letters, digits and `._:-`.")
    return version


def _filters(place: str, line: Mapping[str, object]) -> Mapping[str, str] | None:
    filters = line.get("filters")
    if filters is None:
        return None
    if not isinstance(filters, dict) or not all(isinstance(one, str) for one in filters.values()):
        raise RunError(f"{place}: expected an object of texts as `filters`", 'Such as {"language": "de"}.')
    return filters


def _latency(place: str, line: Mapping[str, object]) -> float | None:
    latency = line.get("latency")
    if latency is None:
        return None
    if isinstance(latency, bool) or not isinstance(latency, (int, float)) or not 0 <= latency < LARGEST:
        raise RunError(f"{place}: expected milliseconds as `latency`, got {latency!r}", "A number from 0 on.")
    return float(latency)


def _integer(place: str, line: Mapping[str, object], key: str, default: int | None = None) -> int:
    value = line.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < LARGEST:
        raise RunError(f"{place}: expected an integer as `{key}`, got {value!r}", "See the run file's schema.")
    return value
