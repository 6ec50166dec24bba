"""Where a stale label's quote stands in the new text: proposals for a person, in one of five states."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reviewer.labels.anchor.candidates import Candidate, find
from reviewer.labels.anchor.comparison import Comparison
from reviewer.labels.anchor.judging import BOTH_DIFFS, LEAST_KEPT_ELSEWHERE, MARGIN, apart, judge
from reviewer.labels.anchor.proposals import AnchorState, Proposal, Proposals, Source
from reviewer.labels.anchor.scoring import Scored, score
from reviewer.labels.anchor.sought import Sought, alone, in_text, says
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
    if old is not None and says(old, start, end, quote):
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
    judged = judge([score(one, sought, comparison.new, comparison.diff) for one in found.candidates], found, sought)
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
    scored = [score(one, sought, comparison.new, None) for one in found.candidates]
    ranked = apart(sorted(scored, key=lambda one: (-one.score, _distance(one, sought, new))))
    ranked = [one for one in ranked if one.kept >= LEAST_KEPT_ELSEWHERE]
    proposals = _offered(ranked, sought, new)
    alike = max(found.exact, sum(one.score > ranked[0].score - MARGIN for one in ranked) if ranked else 0)
    state = AnchorState.AMBIGUOUS if alike > 1 else AnchorState.CHANGED if alike else AnchorState.GONE
    if alike == 1 and ranked[0].same and _distance(ranked[0], sought, new) <= NEAR:
        state = _settled(AnchorState.MOVED, proposals, sought)
    reason = "the old text does not hold the quote there" if comparison.old else "the old text is missing"
    note = f"found by the quote alone, as {reason}"
    return Proposals(state=state, proposals=proposals, source=Source.QUOTE, alike=alike, note=note)


def _distance(one: Scored, sought: Sought, new: Tokens) -> int:
    """Give the characters between a place and the stored offsets."""
    return abs(int(new.starts[one.candidate.fit.first]) - sought.start)


def _settled(state: AnchorState, proposals: Sequence[Proposal], sought: Sought) -> AnchorState:
    """Tell a quote that moved from one that did not."""
    at_home = proposals and (proposals[0].start, proposals[0].end) == (sought.start, sought.end)
    return AnchorState.UNMOVED if state is AnchorState.MOVED and at_home else state


def _offered(ordered: Sequence[Scored], sought: Sought, new: Tokens) -> tuple[Proposal, ...]:
    """Turn judged places into proposals."""
    offered = [one for one in ordered if one.kept >= LEAST_OFFERED or one.candidate.votes == BOTH_DIFFS]
    return tuple(_proposal(one, offered, sought, new) for one in offered[:MOST])


def _proposal(one: Scored, offered: Sequence[Scored], sought: Sought, new: Tokens) -> Proposal:
    place = _place(one.candidate, sought, new)
    rival = max((other.score for other in offered if other is not one), default=0.0)
    return Proposal(
        start=place.start,
        end=place.end,
        score=one.score,
        margin=one.score - rival,
        kept=one.kept,
        parts=tuple(new.span(*part) for part in one.candidate.fit.parts),
    )


def _place(candidate: Candidate, sought: Sought, new: Tokens) -> Span:
    """Give a candidate's offsets; a quote that began or ended inside a word does so again where the word is kept."""
    found = candidate.fit
    place = new.span(found.first, found.stop)
    lead = sought.lead if found.kept and found.kept[0] == 0 else 0
    trail = sought.trail if found.kept and found.kept[-1] == len(sought) - 1 else 0
    if not sought.has_context:
        return _narrowed(place, sought, new)
    return Span(place.start + lead, place.end - trail)


def _narrowed(place: Span, sought: Sought, new: Tokens) -> Span:
    """Give the quote's own bounds where it stands inside a place's words, as one cut inside a word does."""
    pattern = re.compile(r"\s+".join(map(re.escape, sought.text.split())))
    inside = pattern.search(new.text, max(0, place.start - len(sought.text)), place.end + len(sought.text))
    return Span(*inside.span()) if inside else place


def _note(state: AnchorState, ordered: Sequence[Scored], alike: int) -> str:
    """Say in a few words why a person is asked."""
    if state is AnchorState.AMBIGUOUS:
        return f"{alike} places are alike" if alike > 1 else "the diff and the surroundings point to different places"
    if state is AnchorState.GONE:
        return "looks deleted; what is offered only resembles it" if ordered else "looks deleted"
    if state is not AnchorState.CHANGED:
        return ""
    if ordered[0].candidate.fit.parts:
        return "text was put in between its parts"
    return "the words are the same, their surroundings changed" if ordered[0].same else ""
