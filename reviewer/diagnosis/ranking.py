"""Causes that lie in the ranked list: a chunk that holds the evidence is not among the first k."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.diagnosis.cause import Cause, Finding
from reviewer.diagnosis.likeness import Shingles, is_near_copy, shingles
from reviewer.diagnosis.loss import Loss, rank_in
from reviewer.diagnosis.shares import collapsed
from reviewer.fingerprint import Plain
from reviewer.passages import Passage


def crowded_out(loss: Loss) -> Finding | None:
    """Prove that the item would be matched within k if hits that repeat what was sent were left out."""
    if not beyond(loss):
        return None
    kept = collapsed(loss.ranked, loss.two.line)
    matched = rank_in(loss, _renumbered(kept))
    if matched is None or matched > loss.two.k:
        return None
    before = kept[matched - 1].rank - 1
    slots = before - (matched - 1)
    sentence = (
        f"rank {loss.rank}: {slots} of the {before} hits before it repeat text already sent, "
        f"without them it stands at {matched}"
    )
    return Finding(
        Cause.CROWDED_OUT,
        sentence,
        {"rank": loss.rank, "hits_before": before, "slots": slots, "rank_collapsed": matched},
    )


def boilerplate(loss: Loss) -> Finding | None:
    """Prove that the item would be within k if of near-identical texts of several documents one were kept."""
    if not beyond(loss):
        return None
    copies = _near_copies(loss)
    rank = (loss.rank or 0) - len(copies)
    if rank > loss.two.k:
        return None
    documents = sorted({_document(one) for one in copies})
    sentence = (
        f"rank {loss.rank}: {len(copies)} of the {(loss.rank or 1) - 1} hits before it are near-copies "
        f"of text in other documents, without them it stands at {rank}"
    )
    return Finding(
        Cause.BOILERPLATE,
        sentence,
        {
            "rank": loss.rank,
            "near_copies": len(copies),
            "rank_without": rank,
            "of_the_right_one": sum(_is_copy_of(loss, one) for one in copies),
            "documents": len(documents),
            "copies": [_hit(one, loss) for one in copies],
        },
    )


def outranked(loss: Loss) -> Finding | None:
    """Say by what the right chunk is outranked, inside depth."""
    if not beyond(loss):
        return None
    ahead = loss.ranked[: (loss.rank or 1) - 1]
    gap = ahead[loss.two.k - 1].score - loss.ranked[(loss.rank or 1) - 1].score
    documents = len({_document(one) for one in ahead})
    own = sum(_document(one) == _document(loss.ranked[(loss.rank or 1) - 1]) for one in ahead)
    sentence = (
        f"rank {loss.rank}, {gap:.3f} in score behind rank {loss.two.k}: {len(ahead)} hits from {_count(documents)} "
        f"stand before it, {own} of them from its own"
    )
    return Finding(
        Cause.OUTRANKED,
        sentence,
        {
            "rank": loss.rank,
            "gap": gap,
            "documents": documents,
            "own_document": own,
            "ahead": [_hit(one, loss) for one in ahead[: loss.two.k]],
        },
    )


def not_in_depth(loss: Loss) -> Finding | None:
    """Say that a chunk holds the item, and that it is not in the list at all."""
    if not loss.right or loss.rank is not None:
        return None
    best = loss.right[0]
    last = loss.ranked[-1].score if loss.ranked else None
    sentence = f"a chunk holds {best.held.least:.2f} of it, but none such is among the first {len(loss.ranked)} hits"
    return Finding(
        Cause.NOT_IN_DEPTH,
        sentence,
        {
            "depth": len(loss.ranked),
            "document": best.chunk.document,
            "chunk_start": best.chunk.start,
            "chunk_end": best.chunk.end,
            "last_score": last,
        },
    )


def beyond(loss: Loss) -> bool:
    """Tell whether the item is matched inside depth, beyond k."""
    return loss.rank is not None and loss.rank > loss.two.k


def _near_copies(loss: Loss) -> list[Passage]:
    """Give the hits before the right one that are near-copies of it, or of one kept before, in another document."""
    right = loss.ranked[(loss.rank or 1) - 1]
    kept: list[tuple[str, Shingles]] = [(_document(right), _shingles(loss, right))]
    copies = []
    for passage in loss.ranked[: right.rank - 1]:
        document, own = _document(passage), _shingles(loss, passage)
        if any(other != document and is_near_copy(own, text) for other, text in kept):
            copies.append(passage)
        else:
            kept.append((document, own))
    return copies


def _is_copy_of(loss: Loss, passage: Passage) -> bool:
    """Tell whether a hit is a near-copy of the right one itself."""
    return is_near_copy(_shingles(loss, passage), _shingles(loss, loss.ranked[(loss.rank or 1) - 1]))


def _shingles(loss: Loss, passage: Passage) -> Shingles:
    return shingles("\n".join(loss.two.text(place) for place in passage.places))


def _document(passage: Passage) -> str:
    """Give the document of the chunk itself; its context stands before it."""
    return passage.places[-1].document


def _renumbered(passages: Sequence[Passage]) -> list[Passage]:
    return [
        Passage(rank=rank, places=one.places, hits=one.hits, score=one.score)
        for rank, one in enumerate(passages, start=1)
    ]


def _hit(passage: Passage, loss: Loss) -> dict[str, Plain]:
    """Name a hit by rank, place and its lead over the right one."""
    own = passage.places[-1]
    lead = passage.score - loss.ranked[(loss.rank or 1) - 1].score
    return {"rank": passage.rank, "document": own.document, "start": own.start, "end": own.end, "lead": lead}


def _count(documents: int) -> str:
    return f"{documents} document{'' if documents == 1 else 's'}"
