"""TREC run files: `query Q0 docno rank score tag`, docno being a chunk's id in a chunk map.

The format cannot say that a query found nothing; a line with docno `-` and rank 0 does. Ranks begin at 0 or 1 (both are
in use) and must follow the scores.
Source of the format: the documentation of trec_eval, https://github.com/usnistgov/trec_eval.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from reviewer.chunks import Chunk
from reviewer.errors import RunError
from reviewer.runs.formats.reading import read_lines
from reviewer.runs.record import Record
from reviewer.runs.run import Hit

COLUMNS = 6
SHAPE = "A line is `query Q0 docno rank score tag`; docno is the id of a chunk."
NOTHING = "-"
NAMED = 5
DIGITS, SHOWN = 15, 40
"""Of a rank: more are none; and how much is shown of what is none."""


def is_trec(line: str) -> bool:
    """Tell whether a line is one of a TREC run."""
    parts = line.split()
    return len(parts) == COLUMNS and _number(parts[3]) is not None and _number(parts[4]) is not None


def trec_records(path: Path, chunks: Sequence[Chunk] | None) -> Iterator[Record]:
    """Read a TREC run, each docno looked up in the chunk map.

    Raises:
        RunError: There is no chunk map, a docno is not in it, a line is malformed, or several runs are in one file.

    """
    if chunks is None:
        raise RunError(
            f"{path}: a TREC run names chunks, and there is no chunk map",
            "Give one with `--baseline-chunks` or `--candidate-chunks`: lines of id, document, start, end.",
        )
    known = {chunk.id: chunk for chunk in chunks}
    lines = [(f"{path}:{number}", _parts(path, number, line)) for number, line in read_lines(path)]
    _refuse_strange(path, lines, known.keys())
    first = min((int(parts[3]) for _, parts in lines if parts[2] != NOTHING), default=1)
    tags = {parts[5]: place for place, parts in lines}
    if len(tags) > 1:
        told = ", ".join(f"{tag} in {place}" for tag, place in sorted(tags.items())[:NAMED])
        raise RunError(f"{path}: runs of several tags are mixed ({told})", "Write one file a run.")
    for place, (query, _, docno, rank, score, _) in lines:
        hit = None if docno == NOTHING else _hit(known[docno], int(rank) + (first == 0), float(score))
        yield Record(place=place, query=query, hit=hit)


def _parts(path: Path, number: int, line: str) -> Sequence[str]:
    parts = line.split()
    if len(parts) != COLUMNS:
        raise RunError(f"{path}:{number}: {len(parts)} columns, not {COLUMNS}", SHAPE)
    if not (parts[3].isascii() and parts[3].isdigit() and len(parts[3]) <= DIGITS):
        raise RunError(f"{path}:{number}: rank {parts[3][:SHOWN]!r} is not a whole number", SHAPE)
    score = _number(parts[4])
    if score is None or not math.isfinite(score):
        raise RunError(f"{path}:{number}: score {parts[4]!r} is not a finite number", "Score every hit.")
    return parts


def _refuse_strange(path: Path, lines: Sequence[tuple[str, Sequence[str]]], known: Collection[str]) -> None:
    strange = [(place, parts[2]) for place, parts in lines if parts[2] != NOTHING and parts[2] not in known]
    if strange:
        place, docno = strange[0]
        raise RunError(
            f"{path}: {len(strange)} of {len(lines)} hits are of chunks that are not in the chunk map "
            f"(first {docno!r} in {place})",
            "Write every chunk of the index into the chunk map, under the id that the run has.",
        )


def _hit(chunk: Chunk, rank: int, score: float) -> Hit:
    return Hit(rank=rank, document=chunk.document, start=chunk.start, end=chunk.end, score=score)


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
