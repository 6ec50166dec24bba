"""The state of a quote: from the lead of the best place over the others, never from a score alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from reviewer.labels.anchor.candidates import SAME_PLACE, Found, overlap
from reviewer.labels.anchor.index import GramIndex
from reviewer.labels.anchor.proposals import AnchorState
from reviewer.labels.anchor.scoring import BACKING, Scored, context_of
from reviewer.labels.anchor.sought import Sought

MARGIN = 0.03
"""The lead below which two places are alike."""
LEAST_KEPT, LEAST_KEPT_ELSEWHERE, LEAST_KEPT_ALONE = 0.25, 0.5, 0.75
"""The share of words to be kept: where the diff carries a quote to, in like surroundings, and anywhere else."""
LEAST_CONTEXT = 0.5
"""The likeness from which surroundings are like."""
TELLING_WORDS = 8
"""So many words stand nowhere by chance."""
FEW_NEIGHBOURS = 3
"""Equal tokens beside a quote that make its surroundings match."""
TIE = 0.02
"""The lead below which surroundings are as like; only the diff tells copies apart then, if their number is the same."""
TWINS = 24
"""Verbatim copies in the old text that are looked at."""
BOTH_DIFFS = 2
CONTRADICTED = 2
"""The diff says one place and the surroundings another: two are as likely."""


class Judgement(NamedTuple):
    """A state, the places in the order in which they are offered, and how many are as likely as the first."""

    state: AnchorState
    ordered: tuple[Scored, ...]
    alike: int


def judge(scored: Sequence[Scored], found: Found, sought: Sought, new: GramIndex) -> Judgement:
    """Judge the places of a quote whose surroundings are known."""
    ranked = apart(sorted(scored, key=_rank))
    best = next((one for one in ranked if _plausible(one, sought)), None)
    if best is None:
        return Judgement(AnchorState.GONE, tuple(ranked), 0)
    ordered = (best, *(one for one in ranked if one is not best))
    alike = _alike(best, ordered, found)
    if alike == 1 and (_contradicted(best, ordered, found) or _anothers(best, found, sought, new)):
        alike = CONTRADICTED
    return Judgement(_state(best, alike), ordered, alike)


def _rank(one: Scored) -> tuple[float, int]:
    """Order by score; what came from elsewhere in the old text stands back a little, and earlier places win ties."""
    return MARGIN * one.claimed - one.score, one.candidate.fit.first


def apart(ranked: Sequence[Scored]) -> list[Scored]:
    """Keep one of places that overlap: the verbatim one, else the best; the order stays."""
    kept: list[Scored] = []
    for one in sorted(ranked, key=lambda one: not one.same):
        if all(overlap(one.candidate.fit, other.candidate.fit) <= SAME_PLACE for other in kept):
            kept.append(one)
    return [one for one in ranked if one in kept]


def _plausible(one: Scored, sought: Sought) -> bool:
    """Tell whether a place may be the quote's at all."""
    if one.claimed:
        return False
    if one.candidate.votes:
        return one.kept >= LEAST_KEPT
    if one.context >= LEAST_CONTEXT:
        return one.kept >= LEAST_KEPT_ELSEWHERE
    return one.kept >= LEAST_KEPT_ALONE and int(sought.words.sum()) >= TELLING_WORDS


def _alike(best: Scored, ordered: Sequence[Scored], found: Found) -> int:
    """Count the places that are as likely as the best; where words alone speak for it, each verbatim copy is."""
    alike = sum(one.score > best.score - MARGIN for one in ordered)
    if best.same and best.context < LEAST_CONTEXT:
        return max(alike, found.exact)
    return alike


def _state(best: Scored, alike: int) -> AnchorState:
    """Tell the state of a quote that has a plausible place; at the old offsets, `moved` will read `unmoved`."""
    if alike > 1:
        return AnchorState.AMBIGUOUS
    return AnchorState.MOVED if best.same and _surrounded(best) else AnchorState.CHANGED


def _surrounded(best: Scored) -> bool:
    """Tell whether the surroundings match; without the diff's word both sides must.

    Where the two diffs disagree the quote stood beside its like, and which of them is left cannot be told.
    """
    beside = best.neighbours
    if best.wide < BACKING or best.candidate.votes == 1:
        return False
    if best.candidate.votes == BOTH_DIFFS:
        return beside.intact and max(beside.left, beside.right) >= FEW_NEIGHBOURS
    return beside.intact and min(beside.left, beside.right) >= FEW_NEIGHBOURS and best.context >= LEAST_CONTEXT


def _contradicted(best: Scored, ordered: Sequence[Scored], found: Found) -> bool:
    """Tell whether something points to another place than the one that leads."""
    others = [one for one in ordered if one is not best]
    if best.candidate.votes < BOTH_DIFFS and any(_carried_to(one) for one in others):
        return True
    copies = [one for one in others if one.same] if best.same else []
    return any(_torn(best, one) for one in copies) or (
        found.exact != len(found.twins) + 1 and any(one.context > best.context - TIE for one in copies)
    )


def _anothers(best: Scored, found: Found, sought: Sought, new: GramIndex) -> bool:
    """Tell whether a verbatim copy in the old text has surroundings more like those of the best place than the quote.

    Where the diff does not speak for the quote, its own must be the more like ones.
    """
    bound = best.context + (TIE if best.candidate.votes == BOTH_DIFFS else -TIE)
    nearest = found.twins[np.argsort(np.abs(found.twins - sought.first))[:TWINS]] if best.same else ()
    likeness = (context_of(sought, int(at), new, best.candidate.fit) for at in nearest)
    return any(one > bound for one in likeness)


def _torn(best: Scored, copy: Scored) -> bool:
    """Tell whether a verbatim copy has neighbours of the quote, on one side at least, that the best place has not."""
    mine, other = best.neighbours, copy.neighbours
    return max(other.left - mine.left, other.right - mine.right) >= FEW_NEIGHBOURS


def _carried_to(one: Scored) -> bool:
    """Tell whether both diffs carry much of the quote to a place."""
    return one.candidate.votes == BOTH_DIFFS and one.kept >= LEAST_KEPT_ELSEWHERE and one.wide >= BACKING
