"""What usually helps against a cause, and the arm to try next."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from reviewer.diagnosis.cause import LOST, Cause, Finding, Remedy
from reviewer.diagnosis.cutting import extent
from reviewer.diagnosis.loss import Loss
from reviewer.diagnosis.structure import container
from reviewer.spans import Place

ROWS, SECTIONS, SYMBOLS = "rows", "sections", "code"
COLLAPSE, EXPAND, MMR, EXACT = "collapse", "expand", "mmr", "exact"
STRUCTURAL: Mapping[str, tuple[str, str]] = {
    "table": ("Cut tables by whole rows and send their header along", ROWS),
    "code": ("Cut code by symbol, with the extra `overlap-reviewer[code]`", SYMBOLS),
    "list": ("Cut at sections, so that a list stays with the sentence that governs it", SECTIONS),
}
"""What cuts each structure where it does not hurt: words and arm."""

LEFT_OUT = Remedy(
    "No cutting elsewhere helps: have the splitter, or what reads the files before it, leave no text out "
    "(`reviewer splitters check` counts what is lost)."
)
CHUNKS_UNKNOWN = Remedy("Hand over all its chunks beside the run, so that it can be told whether one of them holds it.")

STEP = 10
"""Sizes are advised in steps of ten."""

_CUT = (Cause.SPLIT, Cause.HEADING_LOST)
_UNDONE = (Cause.ANN_MISS, Cause.REMOVED_BY_TREATMENT, Cause.CUT_BY_EMBEDDER, Cause.FILTERED_OUT)
"""Here the baseline itself may be the remedy."""
_GAINED = Remedy("Nothing to do: the candidate has what the baseline lacked.")


def remedy(finding: Finding, loss: Loss, structure: str) -> Remedy:
    """Give the remedy of a finding that was not tried by either arm just now; what was gained needs none."""
    if loss.change != LOST:
        return _GAINED
    first = _REMEDIES[finding.cause](finding, loss, structure)
    tried = loss.has.tried | loss.lacks.tried
    if first.arm not in tried or finding.cause in _UNDONE:
        return first
    others = _of_cutting(finding, loss) if finding.cause in _CUT else ()
    return next((one for one in others if one.arm not in tried), _tried(first, loss))


def _tried(first: Remedy, loss: Loss) -> Remedy:
    """Send nobody in a circle: what usually helps was compared just now."""
    return Remedy(
        f"`{first.arm}`, which usually helps, was just compared: `reviewer show {loss.query.id}` shows what is missing."
    )


def _of_cutting(finding: Finding, loss: Loss) -> Iterator[Remedy]:
    """Give what helps against a cut, each held to what is known of this item; what costs least first."""
    whole = _whole_block(loss)
    if whole is not None:
        yield whole
    union = finding.numbers.get("union_share")
    if isinstance(union, float) and union >= loss.threshold:
        yield Remedy("Both parts are within k: grow each hit to its section or its neighbours (`expand`).", EXPAND)
    more = _more_overlap(loss)
    if more is not None:
        yield more


def _whole_block(loss: Loss) -> Remedy | None:
    """Name sections of a size that holds the block whole; None where the size is known not to be read, or is none."""
    windows, block = loss.lacks.windows, container(loss.document, loss.group)
    if windows is None or block is None:
        return None
    length = windows.count(Place(loss.document.id, block.start, block.end))
    size = max(windows.size, STEP * math.ceil((length + STEP) / STEP))
    limit = loss.lacks.reading.limit if loss.lacks.reading else None
    if limit is not None and windows.unit == "tokens" and size > limit:
        return None
    kind = "code block" if block.kind == "code" else block.kind
    words = f"Cut at sections of a size that holds the whole {kind}, {length} {windows.unit}"
    return Remedy(f"{words} ({_settings(SECTIONS, loss, size)}), before buying overlap.", SECTIONS)


def needed_overlap(length: int, min_coverage: float) -> int:
    """Give the least overlap with which some window holds any span of `length` to `min_coverage`, in one unit.

    Formula: length * (2 c - 1), rounded up; the reverse of `longest_safe`, reckoned exactly.
    """
    return max(math.ceil(length * (2 * Fraction(str(min_coverage)) - 1)), 0)


def _settings(name: str, loss: Loss, size: int | None = None) -> str:
    """Name a splitter as it is written under `splitter:`, of a size, else of the one that the arm's windows have."""
    windows = loss.lacks.windows
    if windows is None:
        return f"`{name}`"
    unit = "" if windows.unit == "tokens" else f", unit: {windows.unit}"
    return f"`{{name: {name}, size: {size or windows.size}{unit}}}`"


def _split(finding: Finding, loss: Loss, structure: str) -> Remedy:
    if "left_out" in finding.numbers:
        return LEFT_OUT
    if structure in STRUCTURAL:
        words, arm = STRUCTURAL[structure]
        return Remedy(f"{words} ({_settings(arm, loss)}) before buying overlap.", arm)
    longer = Remedy("It is longer than a chunk: cut at sections, or use a larger size.", SECTIONS)
    return next(_of_cutting(finding, loss), longer)


def _more_overlap(loss: Loss) -> Remedy | None:
    """Name the overlap that could not have split the item; None where windows of this size cannot hold it."""
    windows = loss.lacks.windows
    if windows is None:
        return Remedy("Cut at sections, or use windows with enough overlap.", SECTIONS)
    length = windows.count(extent(loss.group))
    overlap = needed_overlap(length, loss.two.min_coverage) if len(loss.group) == 1 else length
    fits = overlap < windows.size and length * loss.two.min_coverage <= windows.size
    if not fits or (len(loss.group) > 1 and length > windows.size):
        return None
    words = (
        f"An overlap of {overlap} {windows.unit} never splits {length} {windows.unit}; cutting at sections costs less"
    )
    return Remedy(f"{words} where sections are short.", f"overlap-{overlap}")


def _heading_lost(_finding: Finding, loss: Loss, structure: str) -> Remedy:
    if structure == "table":
        words, arm = STRUCTURAL["table"]
        return Remedy(f"{words} ({_settings(arm, loss)}) before buying overlap.", arm)
    words = "Cut at sections and send the headings with each chunk"
    return Remedy(f"{words} ({_settings(SECTIONS, loss)}) before buying overlap.", SECTIONS)


def _just_below(_finding: Finding, _loss: Loss, _structure: str) -> Remedy:
    return Remedy("Look whether what is missing matters; if so, grow each hit to its neighbours (`expand`).", EXPAND)


def _cut_by_embedder(_finding: Finding, loss: Loss, _structure: str) -> Remedy:
    limit = loss.lacks.reading.limit if loss.lacks.reading else 0
    return Remedy(
        f"Cut chunks of at most {limit} of the embedder's tokens, or take a model that reads more.", f"size-{limit}"
    )


def _crowded_out(_finding: Finding, _loss: Loss, _structure: str) -> Remedy:
    return Remedy("Leave out hits that mostly repeat a better one (`collapse`), or lower the overlap.", COLLAPSE)


def _boilerplate(finding: Finding, _loss: Loss, _structure: str) -> Remedy:
    if finding.numbers.get("of_the_right_one"):
        words = "Tell like texts apart: embed title and headings with each chunk (`sections`), or filter by metadata."
        return Remedy(words, SECTIONS)
    words = "Send one of several like texts (`mmr`), judged on the whole set: where little is alike it loses more."
    return Remedy(words, MMR)


def _outranked(finding: Finding, loss: Loss, _structure: str) -> Remedy:
    rank = loss.rank or loss.two.k + 1
    words = f"A reranker over the first {loss.two.depth}, or k {rank}: it is retrieved, only too low."
    return _uncut(finding, loss) or Remedy(words, f"k-{rank}")


def _not_in_depth(finding: Finding, loss: Loss, _structure: str) -> Remedy:
    if not loss.right:
        return CHUNKS_UNKNOWN
    windows = loss.lacks.windows
    arm = f"size-{windows.size // 2}" if windows and windows.size // 2 > windows.overlap else None
    words = "Smaller chunks, another embedder, or lexical search beside it: its vector says another thing."
    return _uncut(finding, loss) or Remedy(words, arm)


def _uncut(finding: Finding, loss: Loss) -> Remedy | None:
    """Name the overlap that leaves the item whole, where a chunk that held it whole would be within k."""
    rank, windows = finding.numbers.get("rank_whole"), loss.lacks.windows
    if not isinstance(rank, int) or rank > loss.two.k:
        return None
    words = f"A boundary cuts some of it off; held whole it would stand at rank {rank}"
    length = windows.count(extent(loss.group)) if windows else 0
    if windows is None or length >= windows.size:
        return Remedy(f"{words}: cut at sections.", SECTIONS)
    return Remedy(f"{words}: cut at sections, or try an overlap of {length} {windows.unit}.", f"overlap-{length}")


def _ann_miss(_finding: Finding, _loss: Loss, _structure: str) -> Remedy:
    return Remedy("Search exactly (`exact`), or let the index look wider.", EXACT)


def _removed(finding: Finding, _loss: Loss, _structure: str) -> Remedy:
    return Remedy(f"Loosen {finding.numbers['treatment']}, or leave it out.", "raw")


def _filtered_out(_finding: Finding, _loss: Loss, _structure: str) -> Remedy:
    return Remedy("Attach the metadata to every chunk as the baseline does.", "metadata")


def _label_stale(_finding: Finding, _loss: Loss, _structure: str) -> Remedy:
    return Remedy("Review the label first (`reviewer labels`).")


_REMEDIES: Mapping[Cause, Callable[[Finding, Loss, str], Remedy]] = {
    Cause.SPLIT: _split,
    Cause.HEADING_LOST: _heading_lost,
    Cause.JUST_BELOW: _just_below,
    Cause.CUT_BY_EMBEDDER: _cut_by_embedder,
    Cause.CROWDED_OUT: _crowded_out,
    Cause.BOILERPLATE: _boilerplate,
    Cause.OUTRANKED: _outranked,
    Cause.NOT_IN_DEPTH: _not_in_depth,
    Cause.ANN_MISS: _ann_miss,
    Cause.REMOVED_BY_TREATMENT: _removed,
    Cause.FILTERED_OUT: _filtered_out,
    Cause.LABEL_STALE: _label_stale,
}
