"""What the figures stand on, in sentences: what the set can see, how noisy it is, what unanswerable queries find."""

from __future__ import annotations

from reviewer.comparison import ALL, BOUNDARY_ANY, Abstention
from reviewer.labels import State
from reviewer.queries import CONTROL
from reviewer.reports.result import Result
from reviewer.reports.words import find_slice
from reviewer.visible import visible

_EXPECTED = ("binary (.", "hidden", "link to ")
"""How the reasons begin that a file's name or kind gives, which surprise nobody."""
_NAMED = 5


def is_surprising(reason: str) -> bool:
    """Tell whether one would have expected a file to be read that was passed over for this reason."""
    return not reason.startswith(_EXPECTED)


def passed_over(result: Result) -> str:
    """Name the first few files that were passed over, with their reasons, and count all."""
    found = result.integrity
    if not found.passed_over:
        return ""
    named = ", ".join(f"{path} ({reason})" for path, reason in found.passed_over_files[:_NAMED])
    more = found.passed_over - len(found.passed_over_files[:_NAMED])
    counted = f"{found.passed_over} {'file' if found.passed_over == 1 else 'files'} passed over"
    return visible(f"{counted}: {named}{f' and {more} more' if more else ''}" if named else counted)


def surprises(result: Result) -> tuple[str, ...]:
    """Name files that were passed over where one would have expected some of them to be read."""
    surprising = any(is_surprising(reason) for _, reason in result.integrity.passed_over_files)
    return (passed_over(result),) if surprising else ()


def left_out(result: Result) -> str:
    """Count the labels that were left out, stale ones and those of documents that are not there, or say nothing."""
    stale, foreign = _stale_and_foreign(result)
    told = [_counted(stale, "stale label")] if stale else []
    told += [f"{_counted(foreign, 'label')} of documents that are not in this corpus"] if foreign else []
    return f"{' and '.join(told)} {'was' if stale + foreign == 1 else 'were'} left out" if told else ""


def labels_judged(result: Result) -> str:
    """Say how many labels were judged, and of those that were left out what they are."""
    stale, foreign = _stale_and_foreign(result)
    told = [f"{result.integrity.answerable} judged", f"{stale} stale"]
    return ", ".join([*told, f"{foreign} not in this corpus"] if foreign else told)


def _stale_and_foreign(result: Result) -> tuple[int, int]:
    """Count apart labels whose document is there with another text, and those whose document is not there."""
    states = [state for _, state in result.integrity.left_out]
    foreign = states.count(State.VANISHED)  # gone, or never chosen: to a run it is the same
    return len(states) - foreign, foreign


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def sensitivity(result: Result) -> str:
    """Say what the set can see at all, which depends on nothing that was observed."""
    if not result.comparisons:
        return ""
    effects = result.comparisons[0].effects
    found = {one.slice: one for one in effects if one.measure == f"success@{result.k}" and one.queries}
    effect = found.get(BOUNDARY_ANY) or found.get(ALL)
    if effect is None:
        return ""
    seen = visible_loss(effect.slice, effect.queries, effect.smallest_visible)
    return " ".join([seen, *(f"{note[0].upper()}{note[1:]}." for note in effect.notes)])


def visible_loss(part: str, queries: int, smallest: float | None) -> str:
    """Say the smallest loss that a slice of so many queries sees."""
    kind = {ALL: "", BOUNDARY_ANY: "boundary ", CONTROL: "control "}.get(part, f"`{part}` ")
    counted = f"{queries} {kind}{'query' if queries == 1 else 'queries'}"
    if smallest is None:
        return f"With {counted} this set cannot confirm any loss, however large."
    return f"With {counted} this set sees a loss of {100 * smallest:.0f} points or more (4 times in 5)."


def noise(result: Result) -> str:
    """Say what shifting the baseline's grid changes by itself, where phases were run."""
    for comparison in result.comparisons:
        for name in (BOUNDARY_ANY, ALL):
            effect = find_slice(comparison, name, f"success@{result.k}")
            if effect is not None and effect.floor is not None:
                floor = effect.floor
                return (
                    f"Noise floor (baseline over {floor.phases} phases): {floor.fewest} to {floor.most} of "
                    f"{effect.queries} queries change, {effect.measure} by up to {100 * floor.spread:.1f} points. "
                    "Means are over phases, losses are those of the real grid."
                )
    return ""


def abstentions(result: Result) -> str:
    """Say how sure the best hits of queries that nothing answers look: in both arms compared, or at the knee."""
    knee = result.frontier.knee if result.frontier else None
    shown = [arm for arm in result.arms if knee in {None, arm.name}]
    found = [(arm.name, arm.abstention) for arm in shown if arm.abstention and arm.abstention.queries]
    if not found:
        return ""
    told = "; ".join(f"{name} {_spread(one)}{_confident(one)}" for name, one in found)
    count = found[0][1].queries
    if count == 1:
        return f"Best score of the 1 unanswerable query: {told}."
    return f"Best scores of the {count} unanswerable queries (least, middle, most): {told}."


def _spread(found: Abstention) -> str:
    if not found.quantiles:
        return "none"
    shown = (0, 2, 4) if found.queries > 1 else (2,)
    return "–".join(f"{found.quantiles[at]:.2f}" for at in shown)


def _confident(found: Abstention) -> str:
    if found.confident is None or found.threshold is None:
        return ""
    return f", {len(found.confident)} confidently wrong (from {found.threshold:g} on)"
