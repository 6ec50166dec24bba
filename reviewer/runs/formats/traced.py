"""Retrievals as tracing systems record them, read into records: each hit placed by what is there.

A hit is placed by the offsets in its metadata (which must hold its text, where the text is there), else by its id in
the chunk map, else by its text, where it stands exactly once in the document that is named. Anything else is refused
with counts: a guessed place would be scored like a true one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from reviewer.errors import RunError
from reviewer.ids import is_id
from reviewer.runs.formats.known import Known, words
from reviewer.runs.formats.placing import WAYS, Found, Placing
from reviewer.runs.formats.values import number
from reviewer.runs.record import Record
from reviewer.runs.run import Hit

RECIPE = (
    "Put `document` (its id in the corpus), `start` and `end` into each hit's metadata (code points of the canonical "
    "text; LangChain: add_start_index=True), or give a chunk map whose ids are those of the hits."
)
QUERY = "query_id"
SCORES = ("relevance_score", "score", "similarity_score", "similarity", "_score")
"""The first is what LangChain's rerankers write beside what the retriever wrote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieval:
    """One traced search: where it stands, the question, what was found in order, and what was said besides.

    `id` tells a search that was exported twice. `said` is the search's own metadata, where `query_id`, `filters` and
    `transformation` may stand. `inner` is one made within another search, `failed` one that gave no result at all, and
    `recorded` tells whether what was found was written down, if only that it is nothing.
    """

    place: str
    id: str
    question: str
    found: tuple[Found, ...]
    said: Mapping[str, object] = field(default_factory=dict)
    latency: float | None = None
    inner: bool = False
    failed: bool = False
    recorded: bool = True


def traced_records(path: Path, retrievals: Iterable[Retrieval], known: Known) -> tuple[list[Record], tuple[str, ...]]:
    """Give the records, and what was assumed in making them.

    Raises:
        RunError: No search answers a labelled question, one is answered twice, or hits cannot be placed or ordered.

    """
    every: dict[str, Retrieval] = {}
    for one in retrievals:
        every.setdefault(one.id, one)
    read = [one for one in every.values() if not one.inner and not one.failed]
    matched = dict(_matched(path, read, known))
    _refuse_unrecorded(path, matched)
    placing = Placing(known)
    placed = {query: [placing.place(one) for one in search.found] for query, search in matched.items()}
    hits = [one for search in matched.values() for one in search.found]
    _refuse_unplaced(path, placing, len(hits))
    scored = _scored(path, matched)
    records = [
        record for query, search in matched.items() for record in _records(query, search, placed[query], scored=scored)
    ]
    inner = sum(one.inner for one in every.values())
    return records, tuple(_notes(path, len(read), len(matched), inner, placing, scored=scored or not hits))


def _matched(path: Path, read: Sequence[Retrieval], known: Known) -> Iterator[tuple[str, Retrieval]]:
    """Give each search that asks a labelled question, under the query's id."""
    by_words = known.queries()
    seen: dict[str, Retrieval] = {}
    for one in read:
        named = one.said.get(QUERY)
        ids = [named] if isinstance(named, str) else by_words.get(words(one.question), [])
        if len(ids) > 1:
            raise RunError(
                f"{one.place}: {len(ids)} labels ask this question ({', '.join(ids[:5])})",
                f"Put `{QUERY}` into the metadata of the search, to say which is meant.",
            )
        for query in ids:
            if query in seen:
                raise RunError(
                    f"{one.place}: query {query!r} was asked twice (first in {seen[query].place})",
                    "Export the searches of one evaluation alone, each question asked once.",
                )
            seen[query] = one
            yield query, one
    if not seen:
        raise RunError(
            f"{path}: none of {len(read)} searches asks a labelled question",
            f"Ask the labels' questions word for word, or put `{QUERY}` into the metadata of each search.",
        )


def _refuse_unrecorded(path: Path, matched: Mapping[str, Retrieval]) -> None:
    """Refuse an export in which no search says what it found: every question would have found nothing."""
    if not any(one.recorded for one in matched.values()):
        raise RunError(
            f"{path}: none of {len(matched)} searches says what it found",
            "Have documents recorded (OPENINFERENCE_HIDE_OUTPUTS off, GenAI content capture on), and ask anew.",
        )


def _refuse_unplaced(path: Path, placing: Placing, hits: int) -> None:
    if placing.failed:
        lost = sum(placing.failed.values())
        told = "\n".join(f"{count}: {why} (first {placing.first[why]})" for why, count in placing.failed.most_common())
        raise RunError(f"{path}: {lost} of {hits} hits cannot be placed in the corpus:\n{told}", RECIPE)


def _scored(path: Path, matched: Mapping[str, Retrieval]) -> bool:
    """Tell whether the hits have scores: all or none."""
    found = [(one.place, score_of(one)) for search in matched.values() for one in search.found]
    bare = [place for place, score in found if score is None]
    if bare and len(bare) < len(found):
        raise RunError(
            f"{path}: {len(bare)} of {len(found)} hits have no score (first {bare[0]})", "Score every hit, or none."
        )
    for place, score in found:
        if score is not None and not math.isfinite(score):
            raise RunError(f"{place}: score {score} is not a finite number", "Score every hit.")
    return bool(found) and not bare


def _records(query: str, search: Retrieval, hits: Sequence[Hit | None], *, scored: bool) -> Iterator[Record]:
    """Give the hits in their order; without scores the inverse of the rank stands for one."""
    version, filters = search.said.get("transformation", ""), search.said.get("filters")
    asked = Record(
        place=search.place,
        query=query,
        hit=None,
        transformation=version if isinstance(version, str) and is_id(version) else "",
        latency=search.latency,
        filters={str(key): str(value) for key, value in filters.items()} if isinstance(filters, Mapping) else None,
    )
    if not hits:
        yield asked
    for rank, (hit, one) in enumerate(zip(hits, search.found, strict=True), start=1):
        score = score_of(one) if scored else 1 / rank
        if hit is not None and score is not None:
            yield replace(asked, place=one.place, hit=replace(hit, rank=rank, score=score))


def score_of(found: Found) -> float | None:
    """Give the score of a hit: its own, else that of its metadata."""
    if found.score is not None:
        return found.score
    given = (found.metadata.get(name) for name in SCORES)
    return next((number(one) for one in given if isinstance(one, (int, float)) and not isinstance(one, bool)), None)


def _notes(path: Path, read: int, matched: int, inner: int, placing: Placing, *, scored: bool) -> Iterator[str]:
    ways: Counter[str] = placing.ways
    told = ", ".join(f"{ways[way]} by {way}" for way in WAYS if ways[way])
    if told:
        yield f"{path.name}: hits placed {told}"
    if inner:
        yield (
            f"{path.name}: {inner} searches within other searches were passed over, as what the outermost give is sent"
        )
    if matched < read:
        yield f"{path.name}: {read - matched} of {read} searches ask no labelled question and were passed over"
    if not scored:
        yield f"{path.name}: its hits have no scores; 1/rank stands for them"
