"""`passages-<arm>.jsonl`: what a treated arm would send, one passage a line, places only.

A query that is sent nothing has one line of rank 0, so that "asked and sent nothing" differs from "never asked".
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from reviewer.decoding import Field, from_plain, parse_json
from reviewer.errors import RunError
from reviewer.ids import is_id
from reviewer.passages.passage import Passage
from reviewer.runs import Run
from reviewer.spans import Place

LARGEST = 2**53
AGAIN = "Run it again, or hand over the folder as `reviewer run` wrote it."


Lists = Mapping[str, tuple[Passage, ...]]
"""Passages by query id, best first."""


def write_passages(path: Path, sent: Lists, *, arm: str, phase: int = 0) -> None:
    """Write one line a passage, queries in their order; `arm` is the arm's fingerprint."""
    tail: dict[str, object] = {"arm": arm} | ({"phase": phase} if phase else {})
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for query, passages in sent.items():
            if not passages:
                file.write(_line({"query_id": query, "rank": 0, **tail}))
            for one in passages:
                places = [[place.document, place.start, place.end] for place in one.places]
                told = {"rank": one.rank, "places": places, "hits": list(one.hits), "score": one.score}
                file.write(_line({"query_id": query, **told, **tail}))


def read_passages(path: Path, run: Run) -> dict[str, tuple[Passage, ...]]:
    """Read what a treated arm sends, and hold it to the raw run that it was made of.

    Raises:
        RunError: The file cannot be read, a line is malformed, ranks have gaps, queries or hits are not those of the
            run, or another arm wrote it; names file and line, or the query.

    """
    ranks: dict[str, dict[int, Passage]] = {}
    for line in _records(path):
        query, passage = _decode(line, run.fingerprint)
        known = ranks.setdefault(query, {})
        if passage is not None and passage.rank in known:
            raise line.fail(f"query {query!r} has rank {passage.rank} twice", "Write each passage once.")
        if passage is not None:
            known[passage.rank] = passage
    unlike = sorted(ranks.keys() ^ run.hits.keys())
    if unlike:
        raise RunError(f"{path}: other queries than its run has: {', '.join(unlike[:5])}", AGAIN)
    return {query: _ordered(path, query, ranks[query], len(hits)) for query, hits in run.hits.items()}


def _line(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"


def _records(path: Path) -> Iterator[Field]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise RunError(f"{path}: cannot be read as UTF-8 text ({error})", AGAIN) from error
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = parse_json(line)
        except ValueError as error:
            raise RunError(f"{path}:{number}: not a line of JSON ({error})", AGAIN) from error
        yield from_plain(value, str(path), RunError, number)


def _decode(line: Field, fingerprint: str) -> tuple[str, Passage | None]:
    entries = line.entries(required=("query_id", "rank"), optional=("places", "hits", "score", "arm", "phase"))
    query, rank = entries["query_id"].text(), entries["rank"].integer(0, LARGEST)
    if not is_id(query):
        raise entries["query_id"].fail("not an id", AGAIN)
    if (entries["arm"].text() if "arm" in entries else "") != fingerprint:
        raise line.fail("the passages of another arm than its run's", AGAIN)
    if rank == 0 and "places" not in entries:
        return query, None
    missing = [key for key in ("places", "hits", "score") if key not in entries]
    if missing or rank == 0:
        raise line.fail(f"{' and '.join(missing) or 'rank'} missing", AGAIN)
    return query, Passage(
        rank=rank,
        places=tuple(map(_place, entries["places"].items())),
        hits=tuple(one.integer(1, LARGEST) for one in entries["hits"].items()),
        score=entries["score"].number(-LARGEST, LARGEST),
    )


def _place(field: Field) -> Place:
    parts = field.items()
    if len(parts) != 3:  # noqa: PLR2004  # document, start, end
        raise field.fail("expected [document, start, end]", AGAIN)
    start, end = parts[1].integer(0, LARGEST), parts[2].integer(0, LARGEST)
    if start >= end:
        raise field.fail(f"[{start}, {end}) is no place", AGAIN)
    return Place(parts[0].text(), start, end)


def _ordered(path: Path, query: str, ranks: Mapping[int, Passage], hits: int) -> tuple[Passage, ...]:
    found = [ranks[rank] for rank in sorted(ranks)]
    used = [hit for one in found for hit in one.hits]
    if [one.rank for one in found] != list(range(1, len(found) + 1)):
        raise RunError(f"{path}: query {query!r}: ranks do not run 1, 2, 3 …", AGAIN)
    hollow = any(not one.places or not one.hits for one in found)
    if hollow or len(set(used)) < len(used) or max(used, default=0) > hits:
        raise RunError(f"{path}: query {query!r}: passages of hits that its run does not have, or has once", AGAIN)
    return tuple(found)
