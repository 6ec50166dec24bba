"""From a changed item to its diagnosis: every cause is tried in the order of precedence, the first that holds is it."""

from __future__ import annotations

from collections.abc import Callable

from reviewer.diagnosis.arm import TwoArms
from reviewer.diagnosis.cause import GAINED, LOST, Diagnosis, Finding
from reviewer.diagnosis.cutting import just_below, nearly, split
from reviewer.diagnosis.headings import header_cut_off, heading_lost_by_score, heading_lost_by_words
from reviewer.diagnosis.loss import Loss, examine
from reviewer.diagnosis.ranking import boilerplate, crowded_out, not_in_depth, outranked
from reviewer.diagnosis.remedies import remedy
from reviewer.diagnosis.stages import ann_miss, cut_by_embedder, filtered_out, label_stale, removed_by_treatment
from reviewer.diagnosis.structure import structure_of
from reviewer.errors import ComparisonError
from reviewer.queries import Query

Check = Callable[[Loss], Finding | None]

PRECEDENCE: tuple[Check, ...] = (
    label_stale,  # offsets of another text prove nothing
    filtered_out,  # what may not be searched is not ranked
    header_cut_off,  # no passage could match, whatever is retrieved; the header is the nearer word for it
    split,
    removed_by_treatment,  # it was within k: all stages before were good enough
    ann_miss,  # the same, for exact search
    cut_by_embedder,  # a vector that never saw the evidence gives a rank that means nothing
    heading_lost_by_score,  # changed by the cutting, and proved enough by the arm's own scores
    crowded_out,  # proved enough by the list itself
    boilerplate,
    heading_lost_by_words,  # without scores this is the weaker proof
    just_below,
    outranked,  # nothing but the scores is to blame
    not_in_depth,
    nearly,  # never reached first; named beside another cause
)
"""The causes in the order in which they are tried: the earlier stage first, what is proved before what is likely."""


def diagnose(two: TwoArms, query: Query, item: int, change: str = LOST) -> Diagnosis:
    """Say why an item was lost, or why the baseline lacked what was gained.

    Args:
        two: Both arms and the rules.
        query: The question; its text is read, never given back.
        item: The number of the evidence item.
        change: `lost` or `gained`.

    Returns:
        One primary cause, proved by its counterfactual, and the others that hold besides.

    Raises:
        ComparisonError: The item was not lost (or gained).

    """
    if change not in (LOST, GAINED):
        raise ComparisonError(f"{change!r} is no change to diagnose", f"Say {LOST!r} or {GAINED!r}.")
    loss = examine(two, query, item, change)
    findings = [finding for check in PRECEDENCE if (finding := check(loss)) is not None]
    first, causes = findings[0], dict.fromkeys(finding.cause for finding in findings)
    structure = structure_of(loss.document, loss.group)
    return Diagnosis(
        query=query.id,
        item=item,
        change=change,
        cause=first.cause,
        sentence=first.sentence if change == LOST else f"in the baseline: {first.sentence}",
        numbers=first.numbers,
        remedy=remedy(first, loss, structure),
        structure=structure,
        secondary=tuple(cause for cause in causes if cause is not first.cause),
    )
