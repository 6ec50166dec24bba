"""The facts of one lost item, from which every cause is proved: which arm held it, which did not, and with what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.chunks import Chunk
from reviewer.corpus import Document
from reviewer.diagnosis.arm import Arm, TwoArms, as_passages
from reviewer.diagnosis.cause import LOST
from reviewer.diagnosis.shares import TOLERANCE, Held, held
from reviewer.errors import ComparisonError
from reviewer.passages import Passage
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.scores import Match, match_items
from reviewer.spans import Place


@dataclass(frozen=True, slots=True)
class Holder:
    """A chunk that holds some of an item, the places it would send, and how much of the item these hold."""

    chunk: Chunk
    places: tuple[Place, ...]
    held: Held


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Loss:
    """One item that `has` matches within k and `lacks` does not; for a gain the baseline is the arm that lacks it.

    `found` is the passage that matched. `ranked` is the list in which the item is missed, and `rank` that of its
    first match there (beyond k, or None); `best_share` and `best_rank` are the match table's. `holders` are the
    chunks of the arm that lacks it which hold any of it, best first; `holders_before` those of the other.
    """

    two: TwoArms
    query: Query
    item: int
    change: str
    has: Arm
    lacks: Arm
    has_match: Match
    lacks_match: Match
    found: Passage
    ranked: Sequence[Passage]
    rank: int | None
    holders: tuple[Holder, ...]
    holders_before: tuple[Holder, ...]

    @property
    def evidence(self) -> EvidenceItem:
        """The item itself."""
        return self.query.evidence[self.item]

    @property
    def group(self) -> tuple[EvidenceSpan, ...]:
        """The alternative that the arm which lacks the item holds most of, else the first."""
        return self.evidence.alternatives[self.holders[0].held.alternative if self.holders else 0]

    @property
    def document(self) -> Document:
        """The document of that alternative's first span."""
        return self.two.corpus[self.group[0].document]

    @property
    def threshold(self) -> float:
        """The share that makes a match."""
        return self.two.min_coverage - TOLERANCE

    @property
    def right(self) -> tuple[Holder, ...]:
        """The chunks that would match, were they retrieved."""
        return matching(self, self.holders)

    @property
    def best(self) -> float:
        """The largest share that any chunk of the arm that lacks the item holds."""
        return self.holders[0].held.least if self.holders else 0.0

    @property
    def side(self) -> str:
        """The role of the arm that lacks the item."""
        return "candidate" if self.change == LOST else "baseline"

    def change_of(self, has: str, lacks: str) -> str:
        """Write two values as a change from baseline to candidate."""
        return f"{has} → {lacks}" if self.change == LOST else f"{lacks} → {has}"


def examine(two: TwoArms, query: Query, item: int, change: str) -> Loss:
    """Gather the facts of one item.

    Raises:
        ComparisonError: The item was not lost (or gained): both arms match it, or the wrong one does.

    """
    has, lacks = (two.baseline, two.candidate) if change == LOST else (two.candidate, two.baseline)
    before, after = (_match(two, query, item, arm, arm.passages[query.id]) for arm in (has, lacks))
    if not _within(before, two.k) or _within(after, two.k):
        raise ComparisonError(
            f"item {item} of query {query.id} was not {change} within {two.k}",
            "Diagnose what `changes` names as lost or gained.",
        )
    ranked, rank = lacks.passages[query.id], after.rank
    if rank is None and lacks.exact is not None and lacks.raw is None:
        exact = _match(two, query, item, lacks, lacks.exact[query.id])
        if exact.rank is not None:
            ranked, rank = lacks.exact[query.id], exact.rank
    return Loss(
        two=two,
        query=query,
        item=item,
        change=change,
        has=has,
        lacks=lacks,
        has_match=before,
        lacks_match=after,
        found=has.passages[query.id][(before.rank or 1) - 1],
        ranked=ranked,
        rank=rank,
        holders=holders(two, query.evidence[item], lacks),
        holders_before=holders(two, query.evidence[item], has),
    )


def matching(loss: Loss, found: Sequence[Holder]) -> tuple[Holder, ...]:
    """Keep the chunks that would match, were they retrieved."""
    return tuple(one for one in found if one.held.least >= loss.threshold)


def rank_in(loss: Loss, passages: Sequence[Passage]) -> int | None:
    """Give the rank at which another list of the arm that lacks the item first matches it."""
    return _match(loss.two, loss.query, loss.item, loss.lacks, passages).rank


def holders(two: TwoArms, item: EvidenceItem, arm: Arm) -> tuple[Holder, ...]:
    """Give the chunks of an arm that hold any of an item: the largest share first, then the earlier in the corpus."""
    documents = sorted({span.document for span in item.spans})
    chunks = [chunk for document in documents for chunk in arm.chunks.get(document, ())]
    found = [
        Holder(chunk, passage.places, held(item, passage.places, two.line))
        for chunk, passage in zip(chunks, as_passages(chunks), strict=True)
        if _meets(item, passage.places)
    ]
    return tuple(sorted(found, key=_largest))


def _largest(holder: Holder) -> tuple[float, float, str, int, int]:
    chunk = holder.chunk
    return (-holder.held.least, -holder.held.mean, chunk.document, chunk.start, chunk.end)


def _meets(item: EvidenceItem, places: Sequence[Place]) -> bool:
    return any(
        place.document == span.document and place.start < span.end and span.start < place.end
        for span in item.spans
        for place in places
    )


def _match(two: TwoArms, query: Query, item: int, arm: Arm, passages: Sequence[Passage]) -> Match:
    """Judge one item as the match table does."""
    rows = match_items(query, passages, two.line, arm=arm.name, min_coverage=two.min_coverage)
    return next(row for row in rows if row.item == item)


def _within(match: Match, k: int) -> bool:
    return match.rank is not None and match.rank <= k
