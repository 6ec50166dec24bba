"""Causes that lie in a stage of its own: the label, the filter, the index, the treatment, the embedder's limit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reviewer.chunks import Chunk
from reviewer.diagnosis.arm import Arm, TwoArms
from reviewer.diagnosis.cause import Cause, Finding
from reviewer.diagnosis.cutting import in_words
from reviewer.diagnosis.loss import Loss, rank_in
from reviewer.diagnosis.shares import held
from reviewer.fingerprint import Plain
from reviewer.passages import Passage
from reviewer.spans import Place


def label_stale(loss: Loss) -> Finding | None:
    """Say that the label is stale: its offsets were read from another text, and nothing below can be proved."""
    if loss.query.id not in loss.two.stale:
        return None
    return Finding(Cause.LABEL_STALE, "the document changed since the label was written; its offsets prove nothing")


def filtered_out(loss: Loss) -> Finding | None:
    """Prove that every chunk that would match fails the query's filters, and that what matched before did not."""
    if not loss.query.filters or not loss.right:
        return None
    failing = [_unmet(loss, loss.lacks, one.chunk) for one in loss.right]
    if not all(failing):
        return None
    fewest = min(failing)
    sentence = (
        f"{len(failing)} chunk{'' if len(failing) == 1 else 's'} would match, and none carries the metadata that the "
        f"query filters by: {fewest} of {len(loss.query.filters)} values differ"
    )
    numbers = {"chunks": len(failing), "filters": len(loss.query.filters), "unmet": fewest}
    return Finding(Cause.FILTERED_OUT, sentence, numbers)


def removed_by_treatment(loss: Loss) -> Finding | None:
    """Prove that the item was matched within k before the treatment."""
    if loss.lacks.raw is None:
        return None
    raw = loss.lacks.raw[loss.query.id]
    rank = rank_in(loss, raw)
    if rank is None or rank > loss.two.k:
        return None
    name = loss.lacks.treatment or "the treatment"
    newcomer = _newcomer(loss, loss.lacks.passages[loss.query.id])
    after = "absent after" if loss.lacks_match.rank is None else f"rank {loss.lacks_match.rank} after"
    place = f"its place went to the hit of rank {min(newcomer.hits)}" if newcomer else "nothing took its place"
    return Finding(
        Cause.REMOVED_BY_TREATMENT,
        f"rank {rank} before {name}, {after}; {place}",
        {
            "rank_before": rank,
            "rank": loss.lacks_match.rank,
            "treatment": name,
            "gave_way_to": min(newcomer.hits) if newcomer else None,
            "k": loss.two.k,
        },
    )


def ann_miss(loss: Loss) -> Finding | None:
    """Prove that exact search finds the item within k."""
    if loss.lacks.exact is None:
        return None
    rank = rank_in(loss, loss.lacks.exact[loss.query.id])
    if rank is None or rank > loss.two.k:
        return None
    sentence = f"exact search finds it at rank {rank}, the approximate index does not"
    return Finding(Cause.ANN_MISS, sentence, {"rank_exact": rank})


def cut_by_embedder(loss: Loss) -> Finding | None:
    """Prove that the model read too little of the item in every chunk that holds it, and read enough before."""
    if loss.lacks.reading is None or not loss.right:
        return None
    reads = [(_read_share(loss, loss.lacks, one.chunk), one.chunk) for one in loss.right]
    share, chunk = max(reads, key=lambda one: one[0])
    before = max((_read_share(loss, loss.has, one.chunk) for one in loss.holders_before), default=0.0)
    if share >= loss.threshold or before < loss.threshold:
        return None
    whole = loss.two.count(chunk.place)
    sentence = (
        f"the model reads {loss.lacks.reading.limit} tokens and the chunk has {whole}; it read "
        f"{loss.change_of(in_words(before, loss), in_words(share, loss))} of the evidence"
    )
    numbers: dict[str, Plain] = {
        "limit": loss.lacks.reading.limit,
        "chunk_tokens": whole,
        "read_share": share,
        "read_share_before": before,
        "document": chunk.document,
        "read_to": read_to(loss.two, loss.lacks, chunk),
    }
    return Finding(Cause.CUT_BY_EMBEDDER, sentence, numbers)


def read_to(two: TwoArms, arm: Arm, chunk: Chunk) -> int | None:
    """Give the offset in the document at which the embedder stops reading a chunk, None where it reads all."""
    text = chunk.embedded_text(two.corpus[chunk.document].text) if arm.reading else ""
    cut = arm.reading.cut(text) if arm.reading else None
    before = len(text) - (chunk.end - chunk.start)  # what is embedded along stands before the chunk's own text
    return None if cut is None else chunk.start + max(cut - before, 0)


def _read_share(loss: Loss, arm: Arm, chunk: Chunk) -> float:
    """Give how much of the item the embedder read in a chunk."""
    stop = read_to(loss.two, arm, chunk)
    if stop is None:
        stop = chunk.end
    if stop <= chunk.start:
        return 0.0
    context = [Place(chunk.document, span.start, span.end) for span in chunk.context]
    return held(loss.evidence, [*context, Place(chunk.document, chunk.start, stop)], loss.two.line).least


def _unmet(loss: Loss, arm: Arm, chunk: Chunk) -> int:
    """Count the pairs of the query's filters that a chunk does not carry."""
    carried: Mapping[str, str] = arm.metadata.get(chunk.id, loss.two.corpus[chunk.document].metadata)
    return sum(carried.get(key) != value for key, value in loss.query.filters.items())


def _newcomer(loss: Loss, treated: Sequence[Passage]) -> Passage | None:
    """Give the first passage within k that was not within k before."""
    return next((one for one in treated[: loss.two.k] if min(one.hits, default=0) > loss.two.k), None)
