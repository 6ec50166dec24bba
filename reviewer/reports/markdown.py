"""A result as GitHub-flavoured markdown: the `report.md` of a result folder."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.comparison import Abstention, Effect
from reviewer.diagnosis import Cause
from reviewer.reports import footing, words
from reviewer.reports.causes import cause_table, why
from reviewer.reports.escaping import cell, code, details, inline, sentence, sentence_cell
from reviewer.reports.frontier_section import frontier_section
from reviewer.reports.headline import detail, headline
from reviewer.reports.result import ComparisonResult, Factorial, ItemChange, Result
from reviewer.reports.rows import arm_rows
from reviewer.reports.tables import table

ALERTS = {"passed": "TIP", "failed": "CAUTION", "not judged": "WARNING"}


class MarkdownReporter:
    """Renders the whole report as markdown."""

    def render(self, result: Result) -> str:
        """Give the report: verdict, arms or frontier, slices, what was lost and gained, and how it was judged."""
        comparison = words.judged_comparison(result)
        parts = [*banners(result), verdict(result), *problems(result), *gates(result)]
        if result.frontier is not None:
            parts += [frontier_section(result, result.frontier), details("All figures of all arms", arms(result))]
        else:
            parts.append(arms(result))
        if result.factorial is not None:
            parts.append(factorial(result.factorial))
        if comparison is not None:
            parts += [slices(result, comparison), *changes(result, comparison)]
        parts += [abstentions(result), details("How this was judged", judged(result))]
        return "\n\n".join(part for part in parts if part) + "\n"


def banners(result: Result) -> list[str]:
    """Give what must stand above everything else."""
    return [f"> [!WARNING]\n> **{sentence(one)}**" for one in words.banners(result)]


def verdict(result: Result) -> str:
    """Give the verdict as an alert with one sentence a manager understands, and one with the figures."""
    comparison = words.judged_comparison(result)
    kind = ALERTS.get(result.verdict.status, "NOTE") if comparison else "NOTE"
    first = f"{words.verdict_words(result)}: {headline(result)}"
    return f"> [!{kind}]\n> **{sentence(first)}** {sentence(detail(result))}"


def gates(result: Result) -> list[str]:
    """Give every gate with what it saw."""
    found = result.verdict.gates
    if not found:
        return []
    rows = [
        [
            f"{words.GLYPHS.get(one.status, ' ')} {one.status}{'' if one.blocking else ' (advice)'}",
            cell(one.slice),
            sentence_cell(one.reason),
        ]
        for one in found
    ]
    return [
        "**Gates, declared beforehand**\n\n" + table([" ", "slice", "what was seen, and the limit"], [False] * 3, rows)
    ]


def problems(result: Result) -> list[str]:
    """List what stands above the tables: reasons, findings and labels that were left out."""
    notes = (*result.verdict.reasons, *result.integrity.findings, *footing.surprises(result))
    lines = [f"- {sentence(one)}" for one in notes]
    if result.integrity.left_out:
        named = ", ".join(f"{code(name)} ({inline(state)})" for name, state in result.integrity.left_out[:20])
        lines.insert(0, f"- {footing.left_out(result)}: {named}")
    return ["\n".join(lines)] if lines else []


def arms(result: Result) -> str:
    """Give the arms side by side."""
    pair = len(result.arms) == 2  # noqa: PLR2004  # a pair has a change
    names = [f"{arm.role} {code(arm.name)}" if pair and arm.name != arm.role else code(arm.name) for arm in result.arms]
    rows = [[cell(row.name), *map(cell, row.values), *([cell(row.change)] if pair else [])] for row in arm_rows(result)]
    header = [" ", *names, *(["change"] if pair else [])]
    title = words.arms_title(result)
    told = f"**{title}**\n\n" if title != words.ARMS_TITLE else ""
    return told + table(header, [False, *(True for _ in header[1:])], rows)


def slices(result: Result, comparison: ComparisonResult) -> str:
    """Give the slices, those that lost most first; those without change are only counted."""
    found = words.telling_slices(result, comparison)
    gates = result.verdict.gates
    shown = [one for one in found if words.losses(one) or one.gained or words.gate_of(gates, one.slice)]
    rows = [_slice_row(result, one) for one in shown]
    if len(shown) < len(found):
        rows.append([f"… {len(found) - len(shown)} slices without change", *([" "] * 7)])
    header = ["slice", "n", "baseline", "candidate", "lost", "gained", "change in points", "gate"]
    return f"**{words.slices_title(result)}**\n\n" + table(header, [False, *[True] * 6, False], rows)


def _slice_row(result: Result, one: Effect) -> list[str]:
    gate = words.gate_of(result.verdict.gates, one.slice)
    glyph = words.GLYPHS.get(gate.status, " ") if gate else (" " if not words.losses(one) else "▾")
    points = None if one.difference is None else 100 * one.difference
    change = f"{words.points(points)} {words.interval_words(one.interval)}"
    figures = [
        str(one.queries),
        words.number(one.baseline.mean),
        words.number(one.candidate.mean),
        str(words.losses(one)),
        str(one.gained),
    ]
    return [
        f"{glyph} {cell(one.slice)}",
        *map(cell, figures),
        sentence_cell(change),
        sentence_cell(words.gate_words(gate)),
    ]


def changes(result: Result, comparison: ComparisonResult) -> list[str]:
    """Give every evidence item that was lost, then, folded, every one that was gained."""
    lost = [one for one in words.lost_first(comparison.changes) if one.change == "lost"]
    gained = [one for one in comparison.changes if one.change == "gained"]
    parts = [causes(comparison)]
    if lost:
        parts.append(f"**Evidence lost ({len(lost)})**\n\n{change_table(lost, result.min_coverage)}")
    if gained:
        parts.append(details(f"Evidence gained ({len(gained)})", change_table(gained, result.min_coverage)))
    return parts


def causes(comparison: ComparisonResult) -> str:
    """Give what the losses have in common, and their causes by slice."""
    found = cause_table(comparison)
    if not found.rows:
        return ""
    header = ["slice", "lost", *map(cell, found.causes)]
    rows = [[cell(name), str(lost), *(str(count or "·") for count in counts)] for name, lost, counts in found.rows]
    return f"**Why.** {sentence(comparison.advice)}\n\n{table(header, [False, *[True] * (len(header) - 1)], rows)}"


def change_table(found: Sequence[ItemChange], least: float) -> str:
    """Give changed evidence items as a table, each with its cause and what usually helps."""
    diagnosed = any(why(one) for one in found)
    rows = [
        [
            code(one.query),
            cell(_about(one)),
            cell(words.places(one)),
            words.ranks(one),
            words.shares(one, least),
            *([sentence_cell(_explained(one))] if diagnosed else []),
        ]
        for one in found
    ]
    header = [
        "query",
        "slice",
        "evidence",
        "rank",
        "best share",
        *(["why, and what usually helps"] if diagnosed else []),
    ]
    return table(header, [False, False, False, True, True, *([False] if diagnosed else [])], rows)


def _explained(one: ItemChange) -> str:
    named = Cause(one.cause).words if why(one) else ""
    helps = one.remedy if one.change == "lost" else ""
    return " ".join(filter(None, (f"{named}: {one.because}." if named else "", helps)))


def factorial(found: Factorial) -> str:
    """Give what two factors do, each and together, in sentences."""
    title = f"**{inline(' and '.join(found.factors))}: {inline(found.measure)} of {inline(found.slice)}**"
    lines = [f"- {sentence(one)}" for one in found.sentences]
    return "\n".join([f"{title} ({found.queries} queries)", "", *lines])


def abstentions(result: Result) -> str:
    """Give the table of the queries that nothing answers: how sure the best hits look, and how often too sure."""
    found = [(arm.name, arm.abstention) for arm in result.arms if arm.abstention and arm.abstention.queries]
    if not found:
        return ""
    header = ["arm", "n", "found nothing", "best score: least", "quarter", "middle", "three quarters", "most"]
    rows = [
        [
            code(name),
            str(one.queries),
            str(one.silent),
            *(words.number(value) for value in one.quantiles or (None,) * 5),
            cell(_confident(one)),
        ]
        for name, one in found
    ]
    wide = table([*header, "confidently wrong"], [False, *[True] * len(header)], rows)
    return f"**Questions that nothing answers**\n\n{wide}"


def _confident(found: Abstention) -> str:
    if found.confident is None or found.threshold is None:
        return words.DASH
    return f"{len(found.confident)} (from {found.threshold:g} on)"


def _about(change: ItemChange) -> str:
    only = "only under approximate search" if change.approximate else ""
    return ", ".join(filter(None, (words.slice_of(change), only)))


def judged(result: Result) -> str:
    """Say what the figures stand on: corpus, labels, rules and arms."""
    facts = result.integrity
    lines = [
        f"Corpus {code(facts.corpus)}, {facts.documents} documents.",
        *([f"{sentence(footing.passed_over(result))}."] if facts.passed_over else []),
        f"Labels {code(facts.labels)}: {footing.labels_judged(result)}.",
        f"Not answerable: {facts.not_answerable}, of which {facts.to_confirm} are to be confirmed.",
        f"k {result.k}, depth {result.depth}, min_coverage {result.min_coverage:g}.",
        f"Configuration {code(facts.configuration)} as it was declared.",
        *([f"Held to the lock {code(facts.lock)}."] if facts.lock else []),
        *map(sentence, filter(None, (footing.sensitivity(result), footing.noise(result)))),
        *(f"Arm {code(arm.name)}: {code(arm.fingerprint)}." for arm in result.arms),
    ]
    return "\n".join(f"- {line}" for line in lines)
