"""A result as a comment on a pull request: the verdict first, detail in a declared order, never a document's text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reviewer.comparison import Effect
from reviewer.reports import words
from reviewer.reports.budget import COMMENT_BYTES, Section, clip, fit
from reviewer.reports.escaping import cell, code, details, inline, link
from reviewer.reports.frontier import frontier
from reviewer.reports.markdown import ALERTS, judged, table
from reviewer.reports.result import ComparisonResult, ItemChange, Result
from reviewer.reports.rows import arm_rows

SHOWN_LOST = 10
NOTICE_BYTES, NOTICES = 600, 12
Cells = list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """What a comment says besides the result: commits, addresses, and what the reader must know first.

    `notices` are sentences; `changed` are settings of the pipeline with both values; `labels` gives file and line of
    each label at the head; `causes` the cause of each lost evidence item. `closer` is the command that looks closer.
    `reported` says that a fork's own run reported the numbers.
    """

    head: str
    base: str | None
    rules: str | None
    branch: str = ""
    repository_url: str
    run_url: str
    closer: str = ""
    notices: tuple[str, ...] = ()
    changed: tuple[tuple[str, str, str], ...] = ()
    labels: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    causes: Mapping[tuple[str, int], str] = field(default_factory=dict)
    reported: bool = False


def render_comment(result: Result, occasion: Occasion, limit: int = COMMENT_BYTES) -> str:
    """Give the comment in at most `limit` bytes; what gives way first is the gained, then the long tables."""
    comparison = words.judged_comparison(result)
    parts = [
        Section(head=verdict(result, occasion)),
        *_notices(occasion),
        Section(head=_changed(occasion), rank=5) if occasion.changed else Section(head=""),
        _arms(result, comparison),
        *(_of_comparison(result, comparison, occasion) if comparison else ()),
        Section(head=frontier(result), rank=2),
        Section(head=details("How this was judged", _how(result, occasion)), rank=3),
        Section(head=_closing(occasion)),
    ]
    return fit(parts, limit, dropped=_dropped)


def verdict(result: Result, occasion: Occasion) -> str:
    """Give the verdict as an alert: one sentence a manager understands, one with the figures."""
    comparison = words.judged_comparison(result)
    kind = ALERTS.get(result.verdict.status, "NOTE") if comparison else "NOTE"
    failed = comparison is not None and result.verdict.status == "failed"
    status = "" if failed else f"{words.verdict_words(result).capitalize()}. "
    first = (
        f"**{inline(status + words.headline(result))}** {inline(words.detail(result)) if comparison else ''}".strip()
    )
    lines = [f"[!{kind}]", clip(first, 2_000)]
    if occasion.reported:
        lines.append("Reported by the fork's own run; nobody here has checked it.")
    return "\n".join(f"> {line}" for line in lines)


def _notices(occasion: Occasion) -> list[Section]:
    if not occasion.notices:
        return []
    lines = [f"- {clip(inline(one), NOTICE_BYTES)}" for one in occasion.notices[:NOTICES]]
    more = len(occasion.notices) - len(lines)
    return [Section(head="\n".join([*lines, *([f"- … {more} more"] if more else [])]))]


def _changed(occasion: Occasion) -> str:
    rows = [[code(path), cell(before), cell(after)] for path, before, after in occasion.changed[:20]]
    return table(["setting", "baseline", "candidate"], [False, False, False], rows)


def _arms(result: Result, comparison: ComparisonResult | None) -> Section:
    """Give the judged pair, or all arms, side by side."""
    names = {comparison.baseline, comparison.candidate} if comparison else {arm.name for arm in result.arms}
    shown = replace(result, arms=tuple(arm for arm in result.arms if arm.name in names))
    head = [" ", *(cell(arm.name) for arm in shown.arms), *(["change"] if comparison else [])]
    rows = [
        [cell(one.name), *map(cell, one.values), *([cell(one.change)] if comparison else [])] for one in arm_rows(shown)
    ]
    return _rows(head, [False, *(True for _ in head[1:])], rows, rank=7, least=3)


def _of_comparison(result: Result, comparison: ComparisonResult, occasion: Occasion) -> Iterable[Section]:
    lost = [one for one in words.lost_first(comparison.changes) if one.change == "lost"]
    gained = [one for one in comparison.changes if one.change == "gained"]
    yield _slices(result, comparison)
    if lost:
        yield _changes("**Lost, and why**", lost[:SHOWN_LOST], occasion, rank=8, total=len(lost))
    if len(lost) > SHOWN_LOST:
        yield _folded(f"All lost evidence ({len(lost)})", lost, occasion, rank=1)
    if gained:
        yield _folded(f"Gained evidence ({len(gained)})", gained, occasion, rank=0)


def _slices(result: Result, comparison: ComparisonResult) -> Section:
    """Give the slices that changed or are judged, those that lost most first; the others are only counted."""
    found = words.shown_slices(result, comparison)
    gates = result.verdict.gates
    shown = [one for one in found if words.losses(one) or one.gained or words.gate_of(gates, one.slice)]
    first = sorted(shown, key=lambda one: (not _is_failed(result, one), -words.losses(one)))
    rows = [_slice(result, one) for one in first]
    if len(shown) < len(found):
        rows.append([f"… {len(found) - len(shown)} slices without change", *[" "] * 7])
    head = ["slice", "n", "baseline", "candidate", "change in points", "lost", "gained", "gate"]
    return _rows(head, [False, *[True] * 6, False], rows, rank=4, least=5)


def _is_failed(result: Result, effect: Effect) -> bool:
    gate = words.gate_of(result.verdict.gates, effect.slice)
    return gate is not None and gate.status == "failed"


def _slice(result: Result, one: Effect) -> Cells:
    gate = words.gate_of(result.verdict.gates, one.slice)
    glyph = words.GLYPHS.get(gate.status, "·") if gate else ("▾" if words.losses(one) else "·")
    points = None if one.difference is None else 100 * one.difference
    figures = [
        str(one.queries),
        words.number(one.baseline.mean),
        words.number(one.candidate.mean),
        f"{words.signed(points, 1)} {words.interval_words(one.interval)}".strip(),
        str(words.losses(one)),
        str(one.gained or 0),
    ]
    return [f"{glyph} {cell(one.slice)}", *map(cell, figures), cell(words.gate_words(gate))]


def _changes(title: str, found: Sequence[ItemChange], occasion: Occasion, *, rank: int, total: int) -> Section:
    rows = [_change(one, occasion) for one in found]
    if total > len(found):
        rows.append([f"… {total - len(found)} more below", *[" "] * 4])
    section = _rows(_CHANGE, _CHANGE_RIGHT, rows, rank=rank, least=1)
    return replace(section, head=f"{title}\n\n{section.head}")


def _folded(summary: str, found: Sequence[ItemChange], occasion: Occasion, *, rank: int) -> Section:
    section = _rows(_CHANGE, _CHANGE_RIGHT, [_change(one, occasion) for one in found], rank=rank, least=0)
    opened, closed = details(summary, "\0").split("\0")
    return replace(section, head=opened + section.head, tail=closed)


_CHANGE = ["query", "cause", "evidence", "rank", "best share"]
_CHANGE_RIGHT = [False, False, False, True, True]


def _change(one: ItemChange, occasion: Occasion) -> Cells:
    shown = code(one.query)
    if one.query in occasion.labels:
        path, line = occasion.labels[one.query]
        shown = link(shown, f"{occasion.repository_url}/blob/{occasion.head}/{path}#L{line}")
    cause = occasion.causes.get((one.query, one.item)) or words.slice_of(one)
    places = ", ".join(f"{code(document)} {start}–{end}" for document, start, end in one.places)
    return [shown, cell(cause), places or " ", words.ranks(one), words.shares(one)]


def _how(result: Result, occasion: Occasion) -> str:
    """Say what the figures stand on, and whose rules judged."""
    whose = f"Gates and measuring rules from {code(occasion.rules[:12])}" if occasion.rules else "The head's own rules"
    named = f" on {code(occasion.branch)}" if occasion.rules and occasion.branch else ""
    return "\n".join([f"- {whose}{named}.", judged(result)])


def _closing(occasion: Occasion) -> str:
    """Say how to look closer, and which commits this is about."""
    parts = [f"Look closer: {code(occasion.closer)}"] if occasion.closer else []
    against = f" against {code(occasion.base[:12])}" if occasion.base else ""
    parts += [link("run", occasion.run_url), f"for {code(occasion.head[:12])}{against}"]
    return " · ".join(parts)


def _rows(
    head: Sequence[str], right: Sequence[bool], rows: Sequence[Sequence[str]], *, rank: int, least: int
) -> Section:
    """Give a table whose rows may give way."""
    lines = table(head, right, rows).split("\n")
    empty = " |" * (len(head) - 1)
    return Section(
        head="\n".join(lines[:2]),
        rows=tuple(lines[2:]),
        rank=rank,
        least=least,
        more=lambda count: f"| … {count:,} more left out |{empty}",
    )


def _dropped(count: int) -> str:
    return f"… {count} parts left out; the whole report is in the job's summary and artefact."
