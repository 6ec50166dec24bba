"""Causes that lie in the ranked list: a chunk that holds the evidence is not among the first k."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.diagnosis.cause import Cause, Finding
from reviewer.diagnosis.cutting import in_words
from reviewer.diagnosis.likeness import Shingles, is_near_copy, shingles
from reviewer.diagnosis.loss import Loss, matching, rank_in
from reviewer.diagnosis.rescoring import Rescored, if_whole
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
    rank = kept[matched - 1].rank
    before, slots = rank - 1, rank - matched
    sentence = (
        f"rank {rank}: {slots} of the {before} hits before it repeat text already sent, "
        f"without them it stands at {matched}"
    )
    return Finding(
        Cause.CROWDED_OUT,
        sentence,
        {"rank": rank, "hits_before": before, "slots": slots, "rank_collapsed": matched},
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
    right, whole = loss.ranked[(loss.rank or 1) - 1], if_whole(loss)
    ahead = loss.ranked[: right.rank - 1]
    gap = ahead[loss.two.k - 1].score - right.score
    documents = len({_document(one) for one in ahead})
    sentence = (
        f"rank {right.rank}, {gap:.3f} in score behind rank {loss.two.k}: {len(ahead)} hits from {_count(documents)} "
        f"stand before it; {_chances(loss, whole)}"
    )
    return Finding(
        Cause.OUTRANKED,
        sentence,
        {
            "rank": right.rank,
            "score": right.score,
            "gap": gap,
            "documents": documents,
            "own_document": sum(_document(one) == _document(right) for one in ahead),
            "ahead": [_hit(one, loss) for one in ahead[: loss.two.k]],
            **_odds(loss, whole),
        },
    )


def not_in_depth(loss: Loss) -> Finding | None:
    """Say that a chunk holds the item and is not in the list at all, or that whether one does is not known."""
    if loss.rank is not None or (loss.lacks.whole and not loss.right):
        return None
    if not loss.right:
        sentence = f"none of the first {len(loss.ranked)} hits holds it; which chunks there are besides is not known"
        return Finding(Cause.NOT_IN_DEPTH, sentence, {"depth": len(loss.ranked), "best_share": loss.best})
    best, whole = loss.right[0], if_whole(loss)
    return Finding(
        Cause.NOT_IN_DEPTH,
        f"none of the first {len(loss.ranked)} hits holds it; {_chances(loss, whole)}",
        {
            "depth": len(loss.ranked),
            "document": best.chunk.document,
            "chunk_start": best.chunk.start,
            "chunk_end": best.chunk.end,
            "last_score": loss.ranked[-1].score if loss.ranked else None,
            **_odds(loss, whole),
        },
    )


def _chances(loss: Loss, whole: Rescored | None) -> str:
    """Say how many chunks could have matched in both arms, how much the best holds, and what holding all would do."""
    count = loss.change_of(str(len(matching(loss, loss.holders_before))), str(len(loss.right)))
    best = "whole" if loss.best >= 1 else f"{in_words(loss.best, loss)} of it"
    spoiled = f"; held whole it would stand at rank {whole.rank}" if whole and whole.rank <= loss.two.k else ""
    return f"chunks that hold it {count}, the best {best}{spoiled}"


def _odds(loss: Loss, whole: Rescored | None) -> dict[str, Plain]:
    """Give the same as numbers, with the score of the passage that matched in the other arm."""
    return {
        "share": loss.best,
        "right_chunks": len(loss.right),
        "right_chunks_before": len(matching(loss, loss.holders_before)),
        "score_before": loss.found.score,
        "rank_whole": whole.rank if whole else None,
        "score_whole": whole.score if whole else None,
    }


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
