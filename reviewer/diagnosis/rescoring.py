"""What rank a right chunk would have with another text, asked of the arm's own scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reviewer.diagnosis.arm import Rescore
from reviewer.diagnosis.cutting import extent
from reviewer.diagnosis.loss import Holder, Loss
from reviewer.queries import Query
from reviewer.runs import SCORE_DIGITS
from reviewer.spans import Place
from reviewer.vectors import Embedder


class Rescored(NamedTuple):
    """The score of a text in the place of a chunk's, and the rank it would have."""

    rank: int
    score: float


def rescorer(embedder: Embedder) -> Rescore:
    """Score texts by the cosine of an arm's own embedder; texts it has embedded before cost nothing where it caches."""

    def rescore(query: Query, texts: Sequence[str]) -> list[float]:
        asked = embedder.embed_queries([query.text])[0]
        return [float(score) for score in embedder.embed_documents(list(texts)) @ asked]

    return rescore


def can_rescore(loss: Loss) -> bool:
    """Tell whether scores can be asked, and are those that the list was ranked by."""
    return loss.lacks.rescore is not None and loss.lacks.raw is None


def rescored(loss: Loss, texts: Sequence[tuple[Holder, str]]) -> tuple[Rescored, ...]:
    """Score texts in the place of their chunks; empty where scores cannot be asked."""
    if not texts or loss.lacks.rescore is None or not can_rescore(loss):
        return ()
    scores = loss.lacks.rescore(loss.query, [text for _, text in texts])
    rounded = [round(float(score), SCORE_DIGITS) for score in scores]
    return tuple(Rescored(_rank(loss, holder, score), score) for (holder, _), score in zip(texts, rounded, strict=True))


def if_whole(loss: Loss) -> Rescored | None:
    """Give the best rank that a right chunk would have if it were grown to hold the evidence whole.

    None where scores cannot be asked, where one holds it whole already, and for parts needed together.
    """
    cut = [one for one in loss.right if one.held.least < 1]
    if not cut or len(cut) < len(loss.right) or len(loss.group) > 1:
        return None
    return min(rescored(loss, [(one, loss.two.text(_grown(loss, one))) for one in cut]), default=None)


def _grown(loss: Loss, holder: Holder) -> Place:
    whole = extent(loss.evidence.alternatives[holder.held.alternative])
    chunk = holder.chunk
    return Place(chunk.document, min(chunk.start, whole.start), max(chunk.end, whole.end))


def _rank(loss: Loss, holder: Holder, score: float) -> int:
    """Count the other passages that score higher."""
    return 1 + sum(one.score > score for one in loss.ranked if one.places[-1] != holder.chunk.place)
