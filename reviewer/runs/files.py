"""Run files: JSON lines of `query_id, rank, document, start, end, score, arm`.

A query that found nothing has one line of rank 0 without a place, so that "asked and found nothing" differs
from "never asked".
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from reviewer.errors import RunError
from reviewer.ids import is_id
from reviewer.runs.run import Hit, Run

LARGEST = 2**53
_KNOWN = {"query_id", "rank", "document", "start", "end", "score", "arm", "phase"}


def write_run(path: Path, run: Run) -> None:
    """Write one line a hit, queries in the order of the run."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for line in _lines(run):
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def _lines(run: Run) -> Iterator[dict[str, object]]:
    tail: dict[str, object] = {"arm": run.fingerprint} | ({"phase": run.phase} if run.phase else {})
    for query, hits in run.hits.items():
        if not hits:
            yield {"query_id": query, "rank": 0, **tail}
        for hit in hits:
            place = {"document": hit.document, "start": hit.start, "end": hit.end}
            yield {"query_id": query, "rank": hit.rank, **place, "score": hit.score, **tail}


def read_run(path: Path, *, arm: str, depth: int | None = None) -> Run:
    """Read a run that any program wrote; every flaw is a RunError that names file and line.

    Ranks of a query must be 1, 2, 3 … in any order of lines, without a gap or a double, scores finite and
    falling. `depth` is checked when given, else it is the largest rank.
    """
    hits: dict[str, dict[int, Hit]] = {}
    fingerprints: set[str] = set()
    phases: set[int] = set()
    for number, line in _records(path):
        query, hit = _decode(path, number, line)
        fingerprints.add(_arm(path, number, line))
        phases.add(_integer(path, number, line, "phase", 0))
        ranks = hits.setdefault(query, {})
        if hit is not None and hit.rank in ranks:
            raise RunError(f"{path}:{number}: query {query!r} has rank {hit.rank} twice", "Write each hit once.")
        if hit is not None:
            ranks[hit.rank] = hit
    if len(fingerprints) > 1 or len(phases) > 1:
        mixed = ", ".join(sorted(fingerprints)) if len(fingerprints) > 1 else f"phases {sorted(phases)}"
        raise RunError(f"{path}: hits of several arms are mixed ({mixed})", "Write one file an arm and phase.")
    ordered = {query: _ordered(path, query, ranks) for query, ranks in hits.items()}
    deepest = max((len(ranked) for ranked in ordered.values()), default=0)
    if depth is not None and deepest > depth:
        raise RunError(f"{path}: a query has {deepest} hits, deeper than depth {depth}", "Raise `depth` for all arms.")
    return Run(
        arm=arm,
        fingerprint=next(iter(fingerprints), ""),
        depth=depth or deepest,
        hits=ordered,
        phase=next(iter(phases), 0),
    )


def _records(path: Path) -> Iterator[tuple[int, Mapping[str, object]]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise RunError(f"{path}: no such file", "Give the path of a run written as JSON lines.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise RunError(f"{path}: cannot be read as UTF-8 text ({error})", "Write the run as UTF-8.") from error
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, _object(path, number, line)


def _object(path: Path, number: int, line: str) -> Mapping[str, object]:
    try:
        value = json.loads(line, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise RunError(f"{path}:{number}: not a line of JSON ({error})", "One JSON object a line.") from error
    if not isinstance(value, dict) or not isinstance(value.get("query_id"), str):
        raise RunError(f"{path}:{number}: expected an object with a text `query_id`", "One JSON object a line.")
    unknown = sorted(set(value) - _KNOWN)
    if unknown:
        raise RunError(f"{path}:{number}: unknown key {unknown[0]!r}", f"Known: {', '.join(sorted(_KNOWN))}.")
    return value


def _once(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Refuse a key that stands twice; the last would win unseen."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice")
    return found


def _decode(path: Path, number: int, line: Mapping[str, object]) -> tuple[str, Hit | None]:
    query = str(line["query_id"])
    rank = _integer(path, number, line, "rank")
    if rank == 0 and "document" not in line:
        return query, None
    document, score = line.get("document"), line.get("score")
    if not isinstance(document, str) or not document:
        raise RunError(f"{path}:{number}: expected a text `document`", "Give the document's id in the corpus.")
    if isinstance(score, bool) or not isinstance(score, (int, float)) or not -LARGEST < score < LARGEST:
        raise RunError(f"{path}:{number}: expected a finite number as `score`, got {score!r}", "Score every hit.")
    start, end = _integer(path, number, line, "start"), _integer(path, number, line, "end")
    if not 0 <= start < end or rank < 1:
        raise RunError(f"{path}:{number}: rank {rank}, [{start}, {end}) is not a hit", "Ranks from 1; start < end.")
    return query, Hit(rank=rank, document=document, start=start, end=end, score=float(score))


def _arm(path: Path, number: int, line: Mapping[str, object]) -> str:
    """Give the arm's fingerprint, or any id that stands for one; it becomes part of names and reports."""
    arm = line.get("arm", "")
    if not isinstance(arm, str) or (arm and not is_id(arm)):
        raise RunError(f"{path}:{number}: arm is not an id or a fingerprint", "Use letters, digits and `._:-`.")
    return arm


def _integer(path: Path, number: int, line: Mapping[str, object], key: str, default: int | None = None) -> int:
    value = line.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < LARGEST:
        raise RunError(f"{path}:{number}: expected an integer as `{key}`, got {value!r}", "See the run file's schema.")
    return value


def _ordered(path: Path, query: str, ranks: Mapping[int, Hit]) -> tuple[Hit, ...]:
    hits = [ranks[rank] for rank in sorted(ranks)]
    for expected, hit in enumerate(hits, start=1):
        if hit.rank != expected:
            raise RunError(
                f"{path}: query {query!r} has no hit of rank {expected}", "Ranks run 1, 2, 3 … without a gap."
            )
    for above, below in itertools.pairwise(hits):
        if below.score > above.score:
            raise RunError(
                f"{path}: query {query!r}: rank {below.rank} has a higher score than rank {above.rank}",
                "Rank by falling score.",
            )
    return tuple(hits)
