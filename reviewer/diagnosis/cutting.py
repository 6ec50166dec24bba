"""Causes that lie in the cutting: no passage that the arm could send holds the evidence to the threshold."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reviewer.diagnosis.arm import Windows
from reviewer.diagnosis.cause import Cause, Finding
from reviewer.diagnosis.loss import Loss
from reviewer.diagnosis.shares import held, missing
from reviewer.fingerprint import Plain
from reviewer.queries import EvidenceSpan
from reviewer.spans import Place

NEAR = 0.6
"""From this share on a passage is nearly a match."""


def split(loss: Loss) -> Finding | None:
    """Prove that no chunk holds the item to the threshold, and say which boundary is how far off, or what no chunk has.

    What a treatment grew may hold it where no chunk does; then no boundary is to blame.
    """
    if loss.right or loss.rank is not None or not loss.lacks.whole or not can_be_split(loss):
        return None
    numbers: dict[str, Plain] = {
        "best_share": loss.best,
        "best_share_before": _before(loss),
        "evidence_tokens": evidence_tokens(loss),
        "union_share": union_share(loss),
        "longest_safe": _safe(loss),
        **_boundary(loss),
        **_left_out(loss),
    }
    shares = loss.change_of(in_words(_before(loss), loss), in_words(loss.best, loss))
    return Finding(Cause.SPLIT, f"{_where(loss, numbers)}; best share of a chunk {shares}", numbers)


def just_below(loss: Loss) -> Finding | None:
    """Prove that a passage within k holds nearly enough, where no boundary is to blame and no match is in depth."""
    if loss.rank is not None or (not loss.right and loss.lacks.whole and can_be_split(loss)):
        return None
    return nearly(loss) or (None if loss.right or not loss.lacks.whole else _uneven(loss))


def nearly(loss: Loss) -> Finding | None:
    """Prove that a passage within k holds at least `NEAR` of the item, and less than the threshold."""
    inside = loss.lacks.passages[loss.query.id][: loss.two.k]
    shares = [(held(loss.evidence, passage.places, loss.two.line).least, passage.rank) for passage in inside]
    share, rank = max(shares, key=lambda one: (one[0], -one[1]), default=(0.0, 0))
    if not NEAR <= share < loss.threshold:
        return None
    numbers: dict[str, Plain] = {"share": share, "rank": rank, "min_coverage": loss.two.min_coverage}
    least = f"{loss.two.min_coverage:g}"
    sentence = f"the passage at rank {rank} holds {in_words(share, loss)} of it, under the threshold of {least}"
    return Finding(Cause.JUST_BELOW, sentence, numbers)


def can_be_split(loss: Loss) -> bool:
    """Tell whether the arm's windows can part the item at all: every alternative must be long enough."""
    windows = loss.lacks.windows
    return windows is None or all(_parts(group, windows, loss) for group in loss.evidence.alternatives)


def extent(group: Sequence[EvidenceSpan]) -> Place:
    """Give the place from the first character of a group to its last."""
    return Place(group[0].document, min(one.start for one in group), max(one.end for one in group))


def in_words(share: float, loss: Loss) -> str:
    """Write a share with two digits; one under the threshold is cut where rounding would make a match of it."""
    digits = round(share, 2)
    if share < loss.threshold and digits >= loss.threshold:
        digits = math.floor(100 * share) / 100
    return f"{digits:.2f}"


def evidence_tokens(loss: Loss) -> int:
    """Count the prompt tokens from the first character of the alternative in question to its last."""
    return loss.two.count(extent(loss.group))


def union_share(loss: Loss) -> float:
    """Give how much of the item the passages within k hold together."""
    inside = loss.lacks.passages[loss.query.id][: loss.two.k]
    return held(loss.evidence, [place for one in inside for place in one.places], loss.two.line).least


def _parts(group: Sequence[EvidenceSpan], windows: Windows, loss: Loss) -> bool:
    """Tell whether windows can part a group; one of several spans is only safe where it lies whole in the overlap."""
    safe = windows.longest_safe(loss.two.min_coverage) if len(group) == 1 else windows.overlap
    return windows.count(extent(group)) > safe


def _safe(loss: Loss) -> float | None:
    """Give the longest span that the arm's windows cannot split; None where they are not windows, or split none."""
    safe = loss.lacks.windows.longest_safe(loss.two.min_coverage) if loss.lacks.windows else math.inf
    return safe if math.isfinite(safe) else None


def _before(loss: Loss) -> float:
    """Give the largest share that a chunk of the other arm holds, or the passage that matched, which may be grown."""
    grown = held(loss.evidence, loss.found.places, loss.two.line).least
    return max([grown, *(one.held.least for one in loss.holders_before[:1])])


def _uneven(loss: Loss) -> Finding:
    """Say what is left where the arithmetic of windows forbids a split: characters lie unevenly over the units."""
    sentence = (
        f"some chunk holds enough of it in units, but its characters lie unevenly over them: "
        f"the best chunk holds {in_words(loss.best, loss)} of them"
    )
    return Finding(Cause.JUST_BELOW, sentence, {"share": loss.best, "min_coverage": loss.two.min_coverage})


def _boundary(loss: Loss) -> dict[str, Plain]:
    """Give the place of the best chunk, and the tokens of the evidence before and behind it."""
    if not loss.holders:
        return {"chunks": 0}
    best, two, whole = loss.holders[0], loss.two, extent(loss.group)
    spans = [hole for span in loss.group for hole in missing(span, best.places)]
    own = best.chunk
    before = [(one.start, min(one.end, own.start)) for one in spans if one.start < own.start]
    behind = [(max(one.start, own.end), one.end) for one in spans if one.end > own.end]
    return {
        "chunks": len(loss.holders),
        "document": own.document,
        "chunk_start": own.start,
        "chunk_end": own.end,
        "tokens_before": sum(two.between(own.document, *one) for one in before),
        "tokens_behind": sum(two.between(own.document, *one) for one in behind),
        "evidence_start": whole.start,
        "evidence_end": whole.end,
    }


def _left_out(loss: Loss) -> dict[str, Plain]:
    """Give what of the item no chunk holds, where all together do not hold enough; then no boundary is at fault."""
    places = [place for holder in loss.holders for place in holder.places]
    together = held(loss.evidence, places, loss.two.line)
    if together.least >= loss.threshold:
        return {}
    spans = loss.evidence.alternatives[together.alternative]
    found = [Place(span.document, hole.start, hole.end) for span in spans for hole in missing(span, places)]
    holes = [one for one in found if loss.two.text(one).strip()]
    if not holes:  # an alternative of blanks, which no chunk ever holds
        return {}
    longest = max(holes, key=lambda one: one.end - one.start)
    return {
        "left_out": len(holes),
        "left_out_start": longest.start,
        "left_out_end": longest.end,
        "share_of_all_chunks": together.least,
    }


def _where(loss: Loss, numbers: dict[str, Plain]) -> str:
    """Say which boundary cuts the item, and how far off it is, or which of its characters are in no chunk."""
    if not loss.holders:
        return f"no chunk of the {loss.side} holds any of it"
    if "left_out" in numbers:
        place, more = f"{numbers['left_out_start']} to {numbers['left_out_end']}", ""
        if numbers["left_out"] != 1:
            more = f", the longest of {numbers['left_out']} places left out"
        return f"no chunk of the {loss.side} holds characters {place} of its document{more}"
    if len(loss.group) > 1:
        return _apart(loss)
    before, behind = numbers["tokens_before"], numbers["tokens_behind"]
    if before and behind:
        whole = numbers["evidence_tokens"]
        return f"of its {whole} tokens the best chunk lacks the first {before} and the last {behind}"
    if behind:
        return f"the best chunk ends {behind} tokens before the evidence does"
    return f"the best chunk begins {before} tokens after the evidence does"


def _apart(loss: Loss) -> str:
    places = {2: "both places"}.get(len(loss.group), f"all {len(loss.group)} places")
    return f"no chunk holds {places}, which span {evidence_tokens(loss)} tokens"
