"""Where a stale label's quote stands in the new text: proposals for a person, in one of five states."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.labels.anchor.candidates import Candidate, Found, find
from reviewer.labels.anchor.comparison import Comparison
from reviewer.labels.anchor.difference import Difference
from reviewer.labels.anchor.index import GramIndex
from reviewer.labels.anchor.judging import BOTH_DIFFS, LEAST_KEPT_ELSEWHERE, MARGIN, apart, judge
from reviewer.labels.anchor.proposals import AnchorState, Proposal, Proposals, Source
from reviewer.labels.anchor.scoring import Scored, score, surroundings
from reviewer.labels.anchor.sought import Sought, alone, in_text
from reviewer.labels.anchor.tokens import Tokens
from reviewer.spans import Span

MOST = 9
"""Places offered at most."""
LEAST_OFFERED = 0.25
"""The share of words that a place must keep to be offered at all."""
NEAR = 200
"""Characters between the stored offsets of a lone quote and a place that they confirm."""


def propose(comparison: Comparison, quote: str, start: int, end: int) -> Proposals:
    """Propose where the quote that stood at `[start, end)` of the old text stands in the new one."""
    old = comparison.old
    if old is not None and 0 <= start < end and old.text[start:end] == quote:
        sought = in_text(old, start, end)
        return _by_text(sought, comparison) if len(sought) else _nothing(Source.TEXT)
    sought = alone(quote, start, end)
    return _by_quote(sought, comparison) if len(sought) else _nothing(Source.QUOTE)


def _nothing(source: Source) -> Proposals:
    return Proposals(state=AnchorState.GONE, proposals=(), source=source, note="the quote holds no word")


def _by_text(sought: Sought, comparison: Comparison) -> Proposals:
    """Propose places for a quote whose surroundings are known."""
    new = comparison.new.tokens
    found = find(sought, comparison.new, comparison.diff)
    judged = judge(_scored(found, sought, comparison.new, comparison.diff), found, sought, comparison.new)
    proposals = _offered(judged.ordered, sought, new)
    state = _settled(judged.state, proposals, sought)
    note = "; ".join(filter(None, (_note(state, judged.ordered, judged.alike), comparison.note)))
    return Proposals(state=state, proposals=proposals, source=Source.TEXT, alike=judged.alike, note=note)


def _by_quote(sought: Sought, comparison: Comparison) -> Proposals:
    """Propose places for a quote of which nothing else is known: a copy cannot be told from the original.

    Only a verbatim place that is the only one, and stands near the stored offsets, is moved or unmoved.
    """
    new = comparison.new.tokens
    found = find(sought, comparison.new, None)
    scored = _scored(found, sought, comparison.new, None)
    ranked = apart(sorted(scored, key=lambda one: (-one.score, _distance(one, sought, new))))
    ranked = [one for one in ranked if one.kept >= LEAST_KEPT_ELSEWHERE]
    proposals = _offered(ranked, sought, new)
    verbatim = [sought.pattern.fullmatch(new.text, one.start, one.end) is not None for one in proposals]
    close = sum(one.score > ranked[0].score - MARGIN for one in ranked)
    alike = max(found.exact, sum(verbatim), close)
    state = AnchorState.AMBIGUOUS if alike > 1 else AnchorState.CHANGED if alike else AnchorState.GONE
    if alike == 1 and (ranked[0].same or verbatim[0]) and _distance(ranked[0], sought, new) <= NEAR:
        state = _settled(AnchorState.MOVED, proposals, sought)
    reason = "the old text does not hold the quote there" if comparison.old else "the old text is missing"
    note = "; ".join(filter(None, (f"found by the quote alone, as {reason}", _count(alike))))
    return Proposals(state=state, proposals=proposals, source=Source.QUOTE, alike=alike, note=note)


def _scored(found: Found, sought: Sought, new: GramIndex, diff: Difference | None) -> list[Scored]:
    """Score every candidate."""
    around = surroundings(sought, new)
    return [score(one, sought, around, new, diff) for one in found.candidates]


def _distance(one: Scored, sought: Sought, new: Tokens) -> int:
    """Give the characters between a place and the stored offsets."""
    return abs(int(new.starts[one.candidate.fit.first]) - sought.start)


def _settled(state: AnchorState, proposals: Sequence[Proposal], sought: Sought) -> AnchorState:
    """Tell a quote that moved from one that did not."""
    at_home = proposals and (proposals[0].start, proposals[0].end) == (sought.start, sought.end)
    return AnchorState.UNMOVED if state is AnchorState.MOVED and at_home else state


def _offered(ordered: Sequence[Scored], sought: Sought, new: Tokens) -> tuple[Proposal, ...]:
    """Turn judged places into proposals; places that keep next to nothing are not offered."""
    offered = [one for one in ordered if one.kept >= LEAST_OFFERED or one.candidate.votes == BOTH_DIFFS]
    return tuple(_proposal(one, ordered, sought, new) for one in offered[:MOST])


def _proposal(one: Scored, ordered: Sequence[Scored], sought: Sought, new: Tokens) -> Proposal:
    place = _place(one.candidate, sought, new)
    rival = max((other.score for other in ordered if other is not one), default=0.0)
    return Proposal(
        start=place.start,
        end=place.end,
        score=one.score,
        margin=one.score - rival,
        kept=one.kept,
        parts=tuple(new.span(*part) for part in one.candidate.fit.parts),
    )


def _place(candidate: Candidate, sought: Sought, new: Tokens) -> Span:
    """Give a candidate's offsets; what the quote cut from its first and last words, or had of blanks, it has again."""
    found = candidate.fit
    place = new.span(found.first, found.stop)
    if not sought.has_context and (inside := sought.pattern.search(new.text, place.start, place.end)):
        place = Span(*inside.span())
    start, end = place.start, place.end
    if found.kept[0] == 0:
        head = new.text[max(0, start + sought.lead) : start]
        start += sought.lead if sought.lead > 0 else len(head.rstrip()) - len(head)
    if found.kept[-1] == len(sought) - 1:
        tail = new.text[end : end - min(0, sought.trail)]
        end -= sought.trail if sought.trail > 0 else len(tail.lstrip()) - len(tail)
    return Span(start, end) if start < end else place


def _note(state: AnchorState, ordered: Sequence[Scored], alike: int) -> str:
    """Say in a few words why a person is asked."""
    if state is AnchorState.AMBIGUOUS:
        return _count(alike)
    if state is AnchorState.GONE:
        return "looks deleted; what is offered only resembles it" if ordered else "looks deleted"
    if state is not AnchorState.CHANGED:
        return ""
    if ordered[0].candidate.fit.parts:
        return "text was put in between its parts"
    return "the words are the same, their surroundings changed" if ordered[0].same else ""


def _count(alike: int) -> str:
    return f"{alike} places are alike" if alike > 1 else ""
