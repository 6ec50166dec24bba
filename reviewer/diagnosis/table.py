"""Causes counted by slice, and the advice that follows from the counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from reviewer.comparison import Slice
from reviewer.diagnosis.cause import LOST, Cause, Diagnosis
from reviewer.diagnosis.remedies import SECTIONS, STRUCTURAL
from reviewer.diagnosis.structure import FENCE

DOMINANT = 0.4
"""From this share of the losses on, one kind of loss is advised on alone."""

_STRUCTURES = {"table": "tables", "list": "lists", "code": "code blocks", "fence": "code blocks", "prose": "passages"}
_ONE = {"table": "a table", "list": "a list", "code": "a code block", "fence": "a code block", "prose": "a passage"}
_KINDS: Mapping[Cause, str] = {
    Cause.SPLIT: "{structure} cut apart",
    Cause.HEADING_LOST: "{structure} cut from {whose} {header}",
    Cause.JUST_BELOW: "nearly held by a passage within k",
    Cause.CUT_BY_EMBEDDER: "in text the embedder never read",
    Cause.CROWDED_OUT: "crowded out by text already sent",
    Cause.BOILERPLATE: "behind near-copies from other documents",
    Cause.OUTRANKED: "outranked, inside depth",
    Cause.NOT_IN_DEPTH: "not retrieved at all",
    Cause.ANN_MISS: "missed by the approximate index alone",
    Cause.REMOVED_BY_TREATMENT: "removed after retrieval",
    Cause.FILTERED_OUT: "shut out by filters",
    Cause.LABEL_STALE: "of stale labels",
}
_ADVICE: Mapping[Cause, str] = {
    Cause.SPLIT: "cut at sections, or raise the overlap to what the longest needs",
    Cause.HEADING_LOST: "cut at sections and send the headings before buying overlap",
    Cause.JUST_BELOW: "grow hits to their neighbours before buying overlap",
    Cause.CUT_BY_EMBEDDER: "cut chunks that the model reads whole",
    Cause.CROWDED_OUT: "collapse duplicates before raising k",
    Cause.BOILERPLATE: "tell like texts apart by their headings, or send one of each",
    Cause.OUTRANKED: "try a reranker or a larger k before buying overlap",
    Cause.NOT_IN_DEPTH: "try smaller chunks or another embedder before buying overlap",
    Cause.ANN_MISS: "search exactly before changing the chunks",
    Cause.REMOVED_BY_TREATMENT: "loosen the treatment before changing the chunks",
    Cause.FILTERED_OUT: "attach the metadata to every chunk",
    Cause.LABEL_STALE: "review the labels first",
}
_STRUCTURAL: Mapping[str, str] = {
    "table": "split by rows before buying overlap",
    "list": "keep each list with its first sentence before buying overlap",
    "code": "split by symbol before buying overlap",
}
_BY_STRUCTURE = (Cause.SPLIT, Cause.HEADING_LOST)


@dataclass(frozen=True, slots=True)
class CauseRow:
    """How many items of a slice were lost, and of what: causes by falling count."""

    slice: str
    lost: int
    causes: Mapping[Cause, int]


def cause_table(diagnoses: Iterable[Diagnosis], slices: Sequence[Slice]) -> tuple[CauseRow, ...]:
    """Count what was lost by slice and cause; slices without a loss are left out.

    Args:
        diagnoses: Gained items among them are passed over.
        slices: From `comparison.slices_of`, in the order of the rows.

    """
    lost = [one for one in diagnoses if one.change == LOST]
    rows = []
    for named in slices:
        members = set(named.queries)
        counts = _counted(one.cause for one in lost if one.query in members)
        if counts:
            rows.append(CauseRow(named.name, sum(counts.values()), counts))
    return tuple(rows)


def advice(diagnoses: Iterable[Diagnosis]) -> str:
    """Say in one line what the losses have in common and what to try first; empty where nothing was lost."""
    lost = [one for one in diagnoses if one.change == LOST]
    if not lost:
        return ""
    kinds = Counter(_kind(one) for one in lost)
    (cause, structure), count = min(kinds.items(), key=lambda one: (-one[1], one[0]))
    if count < DOMINANT * len(lost):
        counted = ", ".join(f"{number} {cause.words}" for cause, number in _counted(one.cause for one in lost).items())
        return f"No one cause of {len(lost)} losses: {counted}."
    whole = "The one loss" if len(lost) == 1 else f"{count} of {len(lost)} losses"
    arms = Counter(one.remedy.arm or "" for one in lost if _kind(one) == (cause, structure))
    most = min(arms, key=lambda arm: (-arms[arm], arm))
    return f"{whole} {_named(cause, structure, count)}: {_advised(cause, structure, most)}."


def _kind(one: Diagnosis) -> tuple[Cause, str]:
    return one.cause, one.structure if one.cause in _BY_STRUCTURE else ""


def _named(cause: Cause, structure: str, count: int) -> str:
    names, verb, whose = (_ONE, "is", "its") if count == 1 else (_STRUCTURES, "are", "their")
    header = "header" if structure == "table" else "heading"
    return f"{verb} {_KINDS[cause].format(structure=names.get(structure, ''), whose=whose, header=header)}"


def _advised(cause: Cause, structure: str, arm: str) -> str:
    """Advise what most of the losses are advised each; what was just tried is not advised again."""
    if cause not in _BY_STRUCTURE:
        return _ADVICE[cause]
    if structure in STRUCTURAL and STRUCTURAL[structure][1] == arm:
        return _STRUCTURAL[structure]
    if structure == FENCE and arm == SECTIONS:
        return "cut at sections that hold each whole before buying overlap"
    if not arm:
        return "what usually helps was just compared; `reviewer step` shows what is missing"
    return _ADVICE[cause]


def _counted(causes: Iterable[Cause]) -> dict[Cause, int]:
    counts = Counter(causes)
    return dict(sorted(counts.items(), key=lambda one: (-one[1], one[0])))
