"""A result as a comment on a pull request: the verdict first, detail in a declared order, never a document's text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import quote

from reviewer.comparison import ALL, BOUNDARY_ANY, Effect
from reviewer.reports import words
from reviewer.reports.budget import COMMENT_BYTES, Section, clipped, fit
from reviewer.reports.causes import why
from reviewer.reports.escaping import cell, code, details, link, sentence, sentence_cell
from reviewer.reports.frontier import frontier
from reviewer.reports.headline import CRITICAL, detail, headline
from reviewer.reports.markdown import ALERTS, judged
from reviewer.reports.result import ComparisonResult, ItemChange, Result
from reviewer.reports.rows import Row, arm_rows
from reviewer.reports.tables import table

SHOWN_LOST, SHOWN_SLICES = 10, 6
NOTICE_BYTES, NOTICES = 600, 12
SENTENCE_BYTES = 2_000
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
    occasion = replace(occasion, causes=occasion.causes or _causes(comparison))
    parts = [
        Section(head=verdict(result, occasion)),
        *_notices(occasion),
        Section(head=_changed(occasion), rank=5) if occasion.changed else Section(head=""),
        *_arms(result, comparison),
        *(_of_comparison(result, comparison, occasion) if comparison else ()),
        Section(head=frontier(result), rank=2),
        Section(head=details("How this was judged", _how(result, occasion)), rank=3),
        Section(head=_closing(occasion)),
    ]
    return fit(parts, limit, dropped=_dropped)


def render_failure(message: str, hint: str, occasion: Occasion) -> str:
    """Give the comment of an evaluation that could not be made: what was wrong, and what helps."""
    lines = ["[!WARNING]", f"**Not judged: {clipped(message, SENTENCE_BYTES)}**"]
    lines += [clipped(hint, SENTENCE_BYTES)] if hint else []
    alert = "\n".join(f"> {line}" for line in lines)
    return f"{alert}\n\n{_closing(occasion)}"


def _causes(comparison: ComparisonResult | None) -> dict[tuple[str, int], str]:
    """Give why each item changed, where that was diagnosed."""
    found = {(one.query, one.item): why(one) for one in (comparison.changes if comparison else ())}
    return {key: told for key, told in found.items() if told}


def verdict(result: Result, occasion: Occasion) -> str:
    """Give the verdict as an alert: one sentence a manager understands, one with the figures."""
    comparison = words.judged_comparison(result)
    kind = ALERTS.get(result.verdict.status, "NOTE") if comparison else "NOTE"
    failed = comparison is not None and result.verdict.status == "failed"
    status = "" if failed else f"{words.verdict_words(result).capitalize()}. "
    first = clipped(status + headline(result), SENTENCE_BYTES)
    rest = clipped(detail(result), SENTENCE_BYTES) if comparison else ""
    lines = [f"[!{kind}]", f"**{first}** {rest}".strip()]
    if occasion.reported:
        lines.append("Reported by the fork's own run; nobody here has checked it.")
    return "\n".join(f"> {line}" for line in lines)


def _notices(occasion: Occasion) -> list[Section]:
    if not occasion.notices:
        return []
    lines = [f"- {clipped(one, NOTICE_BYTES)}" for one in occasion.notices[:NOTICES]]
    more = len(occasion.notices) - len(lines)
    return [Section(head="\n".join([*lines, *([f"- … {more} more"] if more else [])]))]


def _changed(occasion: Occasion) -> str:
    rows = [[code(path), cell(before), cell(after)] for path, before, after in occasion.changed[:20]]
    return table(["setting", "baseline", "candidate"], [False, False, False], rows)


def _arms(result: Result, comparison: ComparisonResult | None) -> list[Section]:
    """Give the judged pair, or all arms, side by side: what matters most, and folded the rest."""
    names = {comparison.baseline, comparison.candidate} if comparison else {arm.name for arm in result.arms}
    shown = replace(result, arms=tuple(arm for arm in result.arms if arm.name in names))
    head = [" ", *(cell(arm.name) for arm in shown.arms), *(["change"] if comparison else [])]
    right = [False, *(True for _ in head[1:])]
    found = [one for one in arm_rows(shown) if not one.name.startswith(_CLOCK)]
    first = [one for one in found if one.name.startswith(tuple(name.format(k=result.k) for name in _FIRST))]
    rest = [one for one in found if one not in first]
    cells = [[_row(one, comparison) for one in part] for part in (first, rest)]
    parts = [_rows(head, right, cells[0], rank=7, least=3)]
    return [*parts, _fold("More measures", _rows(head, right, cells[1], rank=2, least=0))] if rest else parts


def _row(one: Row, comparison: ComparisonResult | None) -> Cells:
    return [cell(one.name), *map(cell, one.values), *([cell(one.change)] if comparison else [])]


_FIRST = ("overlap, realised", "boundary labels", "success@{k}", "recall@{k} ", "redundancy@{k}", "chunks", "embedded")
"""The rows that stand in the open, by how their names begin."""

_CLOCK = "seconds"
"""What differs at every run would make every comment differ."""


def _of_comparison(result: Result, comparison: ComparisonResult, occasion: Occasion) -> Iterable[Section]:
    lost = [one for one in words.lost_first(comparison.changes) if one.change == "lost"]
    lost.sort(key=lambda one: CRITICAL not in one.slices)
    gained = [one for one in comparison.changes if one.change == "gained"]

    def told(found: Sequence[ItemChange]) -> list[Cells]:
        return [_change(one, occasion, result.min_coverage) for one in found]

    head = _change_head(occasion)
    yield from _slices(result, comparison)
    if lost:
        title = f"**Lost, and why.** {sentence(comparison.advice)}".strip() if occasion.causes else "**Lost**"
        yield _changes(title, head, told(lost[:SHOWN_LOST]), rank=8, total=len(lost))
    if len(lost) > SHOWN_LOST:
        yield _fold(f"All lost evidence ({len(lost)})", _rows(head, _CHANGE_RIGHT, told(lost), rank=1, least=0))
    if gained:
        yield _fold(f"Gained evidence ({len(gained)})", _rows(head, _CHANGE_RIGHT, told(gained), rank=0, least=0))


def _slices(result: Result, comparison: ComparisonResult) -> Iterable[Section]:
    """Give what is judged and what lost most in the open, regressions first, and every slice folded."""
    found = words.shown_slices(result, comparison)
    gates = result.verdict.gates
    ordered = sorted(found, key=lambda one: (not _is_failed(result, one), -words.losses(one)))
    judged_ = [one for one in ordered if words.gate_of(gates, one.slice) or one.slice in (ALL, BOUNDARY_ANY)]
    lost = [one for one in ordered if words.losses(one) and one not in judged_ and one.slice.startswith("boundary: ")]
    first = [*judged_, *lost[:SHOWN_SLICES]]
    rows = [_slice(result, one) for one in first]
    if len(first) < len(found):
        rows.append([f"… {len(found) - len(first)} more below", *[" "] * 7])
        every = _rows(_SLICE, _SLICE_RIGHT, [_slice(result, one) for one in ordered], rank=1, least=0)
        yield _rows(_SLICE, _SLICE_RIGHT, rows, rank=4, least=5)
        yield _fold(f"All slices ({len(found)})", every)
    else:
        yield _rows(_SLICE, _SLICE_RIGHT, rows, rank=4, least=5)


_SLICE = ["slice", "n", "lost", "gained", "baseline", "candidate", "change in points", "gate"]
_SLICE_RIGHT = [False, *[True] * 6, False]


def _is_failed(result: Result, effect: Effect) -> bool:
    gate = words.gate_of(result.verdict.gates, effect.slice)
    return gate is not None and gate.status == "failed"


def _slice(result: Result, one: Effect) -> Cells:
    gate = words.gate_of(result.verdict.gates, one.slice)
    glyph = words.GLYPHS.get(gate.status, "·") if gate else ("▾" if words.losses(one) else "·")
    points = None if one.difference is None else 100 * one.difference
    interval = words.interval_words(one.interval)
    return [
        f"{glyph} {cell(one.slice)}",
        str(one.queries),
        str(words.losses(one)),
        str(one.gained or 0),
        words.number(one.baseline.mean),
        words.number(one.candidate.mean),
        # One line, also where the screen is narrow.
        sentence_cell(f"{words.points(points)} {interval}".strip()).replace(" ", "&nbsp;"),
        # The queries that a gate names stand below.
        sentence_cell(words.gate_words(gate and replace(gate, reason=gate.reason.partition(": ")[0]))),
    ]


def _changes(title: str, head: Cells, rows: list[Cells], *, rank: int, total: int) -> Section:
    more = [[f"… {total - len(rows)} more below", *[" "] * 4]] if total > len(rows) else []
    section = _rows(head, _CHANGE_RIGHT, [*rows, *more], rank=rank, least=1)
    return replace(section, head=f"{title}\n\n{section.head}")


def _fold(summary: str, section: Section) -> Section:
    """Fold a section; what opens it and what closes it stay together."""
    opened, closed = details(summary, "\0").split("\0")
    return replace(section, head=opened + section.head, tail=f"\n{closed.strip()}")


def _change_head(occasion: Occasion) -> Cells:
    return ["query", "cause" if occasion.causes else "pattern", "evidence", "rank", "best share"]


_CHANGE_RIGHT = [False, False, False, True, True]


def _change(one: ItemChange, occasion: Occasion, least: float) -> Cells:
    shown = code(one.query)
    if one.query in occasion.labels:
        path, line = occasion.labels[one.query]
        shown = link(shown, f"{occasion.repository_url}/blob/{occasion.head}/{quote(path, errors='replace')}#L{line}")
    cause = occasion.causes.get((one.query, one.item)) or words.slice_of(one)
    places = ", ".join(f"{code(document)} {start}–{end}" for document, start, end in one.places)
    figures = (text.replace(" ", "&nbsp;") for text in (words.ranks(one), words.shares(one, least)))
    return [shown, sentence_cell(cause), places or " ", *figures]


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
