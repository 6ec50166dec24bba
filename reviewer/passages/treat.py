"""Treatments one after the other: a raw list in, what would be sent out."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from reviewer.chunks import Chunk
from reviewer.corpus import Corpus
from reviewer.errors import PassageError
from reviewer.passages.passage import Passage, Treatment
from reviewer.passages.raw import kept_passages
from reviewer.passages.table import table_of
from reviewer.queries import Query
from reviewer.runs import Hit
from reviewer.vectors import Vectors


def name_of(treatments: Sequence[Treatment]) -> str:
    """Give the names of treatments in their order, such as `collapse(share=0.4), then mmr(lambda=0.5)`."""
    return ", then ".join(one.name for one in treatments)


def refuse_order(treatments: Sequence[Treatment]) -> None:
    """Refuse a treatment behind one that does not hand on hits."""
    for one, after in itertools.pairwise(treatments):
        if one.regroups:
            raise PassageError(
                f"{after.name} cannot come after {one.name}, which sends regions and no longer hits",
                f"Put {one.name.partition('(')[0]} last.",
            )


def treat(
    treatments: Sequence[Treatment],
    query: Query,
    hits: Sequence[Hit],
    *,
    chunks: Mapping[str, Chunk],
    corpus: Corpus,
    vectors: Vectors | None,
) -> tuple[Passage, ...]:
    """Apply treatments in their order, the next to what the one before kept.

    Args:
        treatments: At least none; without one the passages are the raw ones.
        query: The question.
        hits: Raw hits, best first, ranks from 1.
        chunks: The arm's chunks by id.
        corpus: The documents.
        vectors: float32 [len(hits), d], row i of `hits[i]`.

    Raises:
        PassageError: A treatment cannot stand where it does, or gives ranks with gaps or hits that were not there.

    """
    refuse_order(treatments)
    table = table_of(chunks)
    row = {hit.rank: at for at, hit in enumerate(hits)}
    left, passages = list(range(len(hits))), kept_passages(hits, table)
    for one in treatments:
        now = [hits[at] for at in left]
        given = one.apply(query, now, table, corpus, None if vectors is None else vectors[left])
        passages = _checked(one, given, {hit.rank for hit in now})
        if not one.regroups:
            left = [row[passage.hits[0]] for passage in passages]
    return passages


def _checked(treatment: Treatment, given: Sequence[Passage], ranks: set[int]) -> tuple[Passage, ...]:
    """Refuse what is no ranked list of the hits that were there."""
    used = [rank for passage in given for rank in passage.hits]
    gapless = [passage.rank for passage in given] == list(range(1, len(given) + 1))
    single = treatment.regroups or all(len(passage.hits) == 1 for passage in given)
    if not gapless or not single or not set(used) <= ranks or len(set(used)) < len(used):
        raise PassageError(
            f"{treatment.name}: it gives no ranked list of the hits it was given",
            "Ranks run 1, 2, 3 …; each hit stands once, and alone unless the treatment regroups.",
        )
    return tuple(given)
