"""A result for people at a terminal; every piece of data is `Text`, never markup."""

from __future__ import annotations

from io import StringIO

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from reviewer.comparison import Effect
from reviewer.reports import words
from reviewer.reports.result import ComparisonResult, Result
from reviewer.reports.rows import arm_rows

WORST = 12
STYLES = {"passed": "green", "failed": "bold red", "not judged": "yellow"}


class TerminalReporter:
    """Renders as plain text of a given width."""

    def __init__(self, width: int = 110) -> None:
        """Take the width in cells."""
        self.width = width

    def render(self, result: Result) -> str:
        """Give the report without colour."""
        console = Console(file=StringIO(), width=self.width, color_system=None, force_terminal=False)
        print_result(result, console)
        assert isinstance(console.file, StringIO)  # noqa: S101  # given above
        return console.file.getvalue()


def print_result(result: Result, console: Console) -> None:
    """Print verdict, arms, slices, the worst losses and how it was judged."""
    parts: list[RenderableType] = [_verdict(result), Group(*_problems(result))]
    if result.verdict.gates:
        parts += [_heading("Gates, declared beforehand"), _gates(result)]
    parts += [_heading("Arms side by side"), _arms(result)]
    comparison = words.judged_comparison(result)
    if comparison is not None:
        parts += [_heading(f"Slices, by success@{result.k}"), _slices(result, comparison)]
        parts += _changes(comparison)
    parts += [_heading("How this was judged"), _footer(result)]
    console.print(Group(*parts))


def _heading(text: str) -> RenderableType:
    return Padding(Text(text, style="bold"), (1, 0, 0, 1))


def _verdict(result: Result) -> RenderableType:
    status = result.verdict.status if words.judged_comparison(result) else "measured"
    style = STYLES.get(status, "cyan")
    glyph = words.GLYPHS.get(status, "•")
    first = Text.assemble((f"{glyph} {words.verdict_words(result)}  ", style), (words.headline(result), "bold"))
    body = Group(first, Text(words.detail(result)))
    title = Text(f"reviewer · {result.title}")
    return Panel(body, title=title, title_align="left", border_style=style, box=box.ROUNDED, padding=(0, 1))


def _problems(result: Result) -> list[RenderableType]:
    lines = [Text(f"! {one}", style="yellow") for one in (*result.verdict.reasons, *result.integrity.findings)]
    if result.integrity.left_out:
        ids = ", ".join(name for name, _ in result.integrity.left_out[:8])
        lines.insert(0, Text(f"! {len(result.integrity.left_out)} stale labels were left out: {ids}", style="yellow"))
    return [Padding(Group(*lines), (0, 1))] if lines else []


def _table(*columns: tuple[str, bool]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim")
    for name, is_number in columns:
        table.add_column(Text(name), justify="right" if is_number else "left", overflow="fold")
    return table


def _arms(result: Result) -> Table:
    pair = len(result.arms) == 2  # noqa: PLR2004  # a pair has a change
    names = [(f"{arm.name} ({arm.role})" if pair else arm.name, True) for arm in result.arms]
    table = _table(("", False), *names, *([("change", True)] if pair else []))
    for row in arm_rows(result):
        name, _, explained = row.name.partition(" · ")
        label = Text.assemble(name, (f"  {explained}", "dim"))
        table.add_row(label, *map(Text, row.values), *([Text(row.change)] if pair else []))
    return table


def _gates(result: Result) -> Table:
    table = _table(("", False), ("slice", False), ("what was seen, and the limit", False))
    for gate in result.verdict.gates:
        mark = f"{words.GLYPHS.get(gate.status, '?')} {gate.status}{'' if gate.blocking else ' (advice)'}"
        table.add_row(Text(mark, style=STYLES.get(gate.status, "")), Text(gate.slice), Text(gate.reason))
    return table


def _slices(result: Result, comparison: ComparisonResult) -> Table:
    table = _table(
        ("slice", False),
        ("n", True),
        ("before", True),
        ("after", True),
        ("lost", True),
        ("gained", True),
        ("change, points [95 %]", True),
    )
    for one in words.shown_slices(result, comparison):
        gate = words.gate_of(result.verdict.gates, one.slice)
        mark = "✗ " if gate is not None and gate.status == "failed" else ("▾ " if words.losses(one) else "  ")
        table.add_row(
            Text(mark + one.slice, style="bold" if words.losses(one) else ""),
            *(Text(cell) for cell in _figures(one)),
        )
    return table


def _figures(one: Effect) -> tuple[str, ...]:
    points = None if one.difference is None else 100 * one.difference
    change = f"{words.signed(points, 1)} {words.interval_words(one.interval)}".strip()
    return (
        str(one.queries),
        words.number(one.baseline.mean),
        words.number(one.candidate.mean),
        str(words.losses(one) or "·"),
        str(one.gained or "·"),
        change,
    )


def _changes(comparison: ComparisonResult) -> list[RenderableType]:
    changes = words.lost_first(comparison.changes)
    if not changes:
        return []
    table = _table(
        ("", False), ("query", False), ("slice", False), ("evidence", False), ("rank", True), ("best share", True)
    )
    for one in changes[:WORST]:
        style = "red" if one.change == "lost" else "green"
        cells = (one.query, words.slice_of(one), words.places(one), words.ranks(one), words.shares(one))
        table.add_row(Text(one.change, style=style), *map(Text, cells))
    lost = sum(one.change == "lost" for one in changes)
    parts: list[RenderableType] = [_heading(f"Evidence lost ({lost}) and gained ({len(changes) - lost})"), table]
    if len(changes) > WORST:
        parts.append(Text(f" … {len(changes) - WORST} more in report.md", style="dim"))
    return parts


def _footer(result: Result) -> RenderableType:
    facts = result.integrity
    made = "; ".join(dict.fromkeys(_made(arm.manifest) for arm in result.arms))
    lines = (
        f"Corpus {facts.corpus[:23]}, {facts.documents} documents. Labels {facts.labels[:23]}:",
        f"{facts.answerable} judged, {len(facts.left_out)} stale, {facts.not_answerable} not answerable.",
        f"k {result.k}, depth {result.depth}, min_coverage {result.min_coverage:g}. {made}.",
    )
    return Padding(Text("\n".join(lines), style="dim"), (0, 1))


def _made(manifest: object) -> str:
    assert isinstance(manifest, dict)  # noqa: S101  # decoded from JSON objects
    embedder, index = manifest.get("embedder", {}), manifest.get("index", {})
    return f"{embedder.get('name', '?')} {embedder.get('precision', '')}, {index.get('name', '?')} search"
