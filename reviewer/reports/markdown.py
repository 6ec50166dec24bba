"""A result as GitHub-flavoured markdown: the `report.md` of a result folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from reviewer.comparison import Effect
from reviewer.reports import words
from reviewer.reports.escaping import cell, code, details, inline
from reviewer.reports.result import ComparisonResult, ItemChange, Result
from reviewer.reports.rows import arm_rows

ALERTS = {"passed": "TIP", "failed": "CAUTION", "not judged": "WARNING"}


class MarkdownReporter:
    """Renders the whole report as markdown."""

    def render(self, result: Result) -> str:
        """Give the report: verdict, arms, slices, what was lost and gained, and how it was judged."""
        comparison = words.judged_comparison(result)
        parts = [verdict(result), *problems(result), arms(result)]
        if comparison is not None:
            parts += [slices(result, comparison), *changes(comparison)]
        parts.append(details("How this was judged", judged(result)))
        return "\n\n".join(part for part in parts if part) + "\n"


def verdict(result: Result) -> str:
    """Give the verdict as an alert with one sentence a manager understands, and one with the figures."""
    comparison = words.judged_comparison(result)
    kind = ALERTS.get(result.verdict.status, "NOTE") if comparison else "NOTE"
    lines = [
        f"**{inline(words.verdict_words(result))}: {inline(words.headline(result))}** {inline(words.detail(result))}"
    ]
    return "\n".join([f"> [!{kind}]", *(f"> {line}" for line in lines)])


def problems(result: Result) -> list[str]:
    """List what stands above the tables: reasons, findings and labels that were left out."""
    lines = [f"- {inline(one)}" for one in (*result.verdict.reasons, *result.integrity.findings)]
    if result.integrity.left_out:
        named = ", ".join(f"{code(name)} ({inline(state)})" for name, state in result.integrity.left_out[:20])
        lines.insert(0, f"- {len(result.integrity.left_out)} labels were left out: {named}")
    return ["\n".join(lines)] if lines else []


def table(header: Sequence[str], right: Sequence[bool], rows: Iterable[Sequence[str]]) -> str:
    """Give a table from cells that are markdown already."""
    rule = ["---:" if one else "---" for one in right]
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, rule, *rows))


def arms(result: Result) -> str:
    """Give the arms side by side."""
    pair = len(result.arms) == 2  # noqa: PLR2004  # a pair has a change
    names = [f"{arm.role} {code(arm.name)}" if pair else code(arm.name) for arm in result.arms]
    rows = [[cell(row.name), *map(cell, row.values), *([cell(row.change)] if pair else [])] for row in arm_rows(result)]
    header = [" ", *names, *(["change"] if pair else [])]
    return table(header, [False, *(True for _ in header[1:])], rows)


def slices(result: Result, comparison: ComparisonResult) -> str:
    """Give the slices, those that lost most first; those without change are only counted."""
    found = words.shown_slices(result, comparison)
    gates = result.verdict.gates
    shown = [one for one in found if words.losses(one) or one.gained or words.gate_of(gates, one.slice)]
    rows = [_slice_row(result, one) for one in shown]
    if len(shown) < len(found):
        rows.append([f"… {len(found) - len(shown)} slices without change", *([" "] * 7)])
    header = ["slice", "n", "baseline", "candidate", "lost", "gained", "change in points", "gate"]
    return f"**Slices, by success@{result.k}**\n\n" + table(header, [False, *[True] * 6, False], rows)


def _slice_row(result: Result, one: Effect) -> list[str]:
    gate = words.gate_of(result.verdict.gates, one.slice)
    glyph = words.GLYPHS.get(gate.status, " ") if gate else (" " if not words.losses(one) else "▾")
    points = None if one.difference is None else 100 * one.difference
    change = f"{words.signed(points, 1)} {words.interval_words(one.interval)}"
    figures = [
        str(one.queries),
        words.number(one.baseline.mean),
        words.number(one.candidate.mean),
        str(one.lost),
        str(one.gained),
    ]
    return [f"{glyph} {cell(one.slice)}", *map(cell, figures), cell(change), cell(words.gate_words(gate))]


def changes(comparison: ComparisonResult) -> list[str]:
    """Give every evidence item that was lost, then, folded, every one that was gained."""
    lost = [one for one in words.lost_first(comparison.changes) if one.change == "lost"]
    gained = [one for one in comparison.changes if one.change == "gained"]
    parts = []
    if lost:
        parts.append(f"**Evidence lost ({len(lost)})**\n\n{change_table(lost)}")
    if gained:
        parts.append(details(f"Evidence gained ({len(gained)})", change_table(gained)))
    return parts


def change_table(found: Sequence[ItemChange]) -> str:
    """Give changed evidence items as a table."""
    rows = [
        [code(one.query), cell(words.slice_of(one)), cell(words.places(one)), words.ranks(one), words.shares(one)]
        for one in found
    ]
    return table(["query", "slice", "evidence", "rank", "best share"], [False, False, False, True, True], rows)


def judged(result: Result) -> str:
    """Say what the figures stand on: corpus, labels, rules and arms."""
    facts = result.integrity
    lines = [
        f"Corpus {code(facts.corpus)}, {facts.documents} documents, {facts.passed_over} files passed over.",
        f"Labels {code(facts.labels)}: {facts.answerable} judged, {len(facts.left_out)} stale (left out).",
        f"Not answerable: {facts.not_answerable}, of which {facts.to_confirm} are to be confirmed.",
        f"k {result.k}, depth {result.depth}, min_coverage {result.min_coverage:g}.",
        f"Configuration {code(facts.configuration)}.",
        *(f"Arm {code(arm.name)}: {code(arm.fingerprint)}." for arm in result.arms),
    ]
    return "\n".join(f"- {line}" for line in lines)
