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
from reviewer.reports import footing, words
from reviewer.reports.headline import detail, headline
from reviewer.reports.result import ComparisonResult, Factorial, Result
from reviewer.reports.rows import arm_rows
from reviewer.reports.terminal_changes import causes_of_losses, changed_items
from reviewer.reports.terminal_frontier import frontier_parts
from reviewer.reports.terminal_tables import Column, fits, heading, is_roomy, table_within

SHOWN_SLICES = 14
STYLES = {"passed": "green", "failed": "bold red", "not judged": "yellow"}
PAIR = 2
OF_SLICES = (
    Column(name="slice", hyphens=True, hanging=2),
    Column(name="n", is_number=True),
    Column(name="before", is_number=True, gives_way=1),
    Column(name="after", is_number=True, gives_way=2),
    Column(name="lost", is_number=True),
    Column(name="gained", is_number=True),
    Column(name="change, points [95\u00a0%]", is_number=True),
)


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
    """Print verdict, arms or frontier, slices, the worst losses and how it was judged."""
    parts: list[RenderableType] = [*_banners(result), _verdict(result), Group(*_problems(result))]
    if result.verdict.gates:
        parts += [heading("Gates, declared beforehand"), _gates(result, console.width)]
    if result.frontier is not None:
        parts += frontier_parts(result, result.frontier, console.width)
    else:
        parts += [heading(words.arms_title(result)), *_arms(result, console.width)]
    if result.factorial is not None:
        parts += _factorial(result.factorial)
    comparison = words.judged_comparison(result)
    if comparison is not None:
        parts += _slices(result, comparison, console.width)
        parts += causes_of_losses(comparison, console.width)
        parts += changed_items(comparison, result.min_coverage, console.width)
    parts += [heading("How this was judged"), _footer(result)]
    console.print(Group(*parts))


def _banners(result: Result) -> list[RenderableType]:
    return [
        Panel(Text(one, style="bold"), border_style="yellow", box=box.HEAVY, padding=(0, 1))
        for one in words.banners(result)
    ]


def _verdict(result: Result) -> RenderableType:
    status = result.verdict.status if words.judged_comparison(result) else "measured"
    style = STYLES.get(status, "cyan")
    glyph = words.GLYPHS.get(status, "•")
    first = Text.assemble((f"{glyph} {words.verdict_words(result)}  ", style), (headline(result), "bold"))
    body = Group(first, Text(detail(result)))
    title = Text(f"reviewer · {result.title}")
    return Panel(body, title=title, title_align="left", border_style=style, box=box.ROUNDED, padding=(0, 1))


def _problems(result: Result) -> list[RenderableType]:
    notes = (*result.verdict.reasons, *result.integrity.findings, *footing.surprises(result))
    lines = [Text(f"! {one}", style="yellow") for one in notes]
    if result.integrity.left_out:
        ids = ", ".join(name for name, _ in result.integrity.left_out[:8])
        lines.insert(0, Text(f"! {footing.left_out(result)}: {ids}", style="yellow"))
    return [Padding(Group(*lines), (0, 1))] if lines else []


def _arms(result: Result, width: int) -> list[Table]:
    """Give the arms beside each other, in as many tables as it takes; explanations go where they do not fit."""
    pair = len(result.arms) == PAIR
    names = [words.arm_title(arm) if pair else arm.name for arm in result.arms]
    columns = [
        Column(name=""),
        *(Column(name=name, is_number=True) for name in (*names, *(["change"] if pair else []))),
    ]
    rows = [(row, [*row.values, *([row.change] if pair else [])]) for row in arm_rows(result)]
    named = [row.name.partition(" · ")[0] for row, _ in rows]
    explained = [[_label(row.name), *map(Text, values)] for row, values in rows]
    bare = [
        [_label(row.name if named.count(name) > 1 else name), *map(Text, values)]
        for (row, values), name in zip(rows, named, strict=True)
    ]
    cells = explained if is_roomy(width, columns, explained) else bare
    return [
        table_within(width, [columns[at] for at in some], [[row[at] for at in some] for row in cells])
        for some in _groups(width, columns, cells)
    ]


def _label(name: str) -> Text:
    name, _, explained = name.partition(" · ")
    return Text.assemble(name, (f"  {explained}", "dim") if explained else "")


def _groups(width: int, columns: list[Column], rows: list[list[Text]]) -> list[list[int]]:
    """Give the numbers of the columns that stand in one table, the first in each."""
    groups = [[0]]
    for at in range(1, len(columns)):
        wider = [*groups[-1], at]
        fit = fits(width, [columns[one] for one in wider], [[row[one] for one in wider] for row in rows])
        if fit or len(groups[-1]) == 1:
            groups[-1].append(at)
        else:
            groups.append([0, at])
    return groups


def _factorial(found: Factorial) -> list[RenderableType]:
    lines = "\n".join(f"• {one}" for one in found.sentences)
    title = f"{' and '.join(found.factors)}: {found.measure} of {found.slice} ({found.queries} queries)"
    return [heading(title[0].upper() + title[1:]), Padding(Text(lines), (0, 1))]


def _gates(result: Result, width: int) -> Table:
    columns = (
        Column(name="", is_whole=True),
        Column(name="slice", hyphens=True),
        Column(name="what was seen, and the limit"),
    )
    rows = []
    for gate in result.verdict.gates:
        mark = f"{words.GLYPHS.get(gate.status, '?')} {gate.status}{'' if gate.blocking else ' (advice)'}"
        rows.append((Text(mark, style=STYLES.get(gate.status, "")), Text(gate.slice), Text(gate.reason)))
    return table_within(width, columns, rows)


def _slices(result: Result, comparison: ComparisonResult, width: int) -> list[RenderableType]:
    """Give the slices that lost most, those that a gate judges and those that are protected; count the others."""
    found = words.telling_slices(result, comparison)
    shown = words.first_slices(result, found, SHOWN_SLICES)
    rows = []
    for one in shown:
        gate = words.gate_of(result.verdict.gates, one.slice)
        mark = "✗ " if gate is not None and gate.status == "failed" else ("▾ " if words.losses(one) else "  ")
        name = Text(mark + one.slice, style="bold" if words.losses(one) else "")
        rows.append((name, *(Text(cell) for cell in _figures(one))))
    parts: list[RenderableType] = [heading(words.slices_title(result)), table_within(width, OF_SLICES, rows)]
    if len(shown) < len(found):
        parts.append(Text(f" … {len(found) - len(shown)} slices more in report.md", style="dim"))
    return parts


def _figures(one: Effect) -> tuple[str, ...]:
    points = None if one.difference is None else 100 * one.difference
    change = f"{words.points(points)} {words.interval_words(one.interval)}".strip()
    return (
        str(one.queries),
        words.number(one.baseline.mean),
        words.number(one.candidate.mean),
        str(words.losses(one) or "·"),
        str(one.gained or "·"),
        change,
    )


def _footer(result: Result) -> RenderableType:
    facts = result.integrity
    made = "; ".join(dict.fromkeys(_made(arm.manifest) for arm in result.arms))
    lines = (
        f"Corpus {facts.corpus[:23]}, {facts.documents} documents. Labels {facts.labels[:23]}:",
        f"{footing.labels_judged(result)}, {facts.not_answerable} not answerable.",
        f"k {result.k}, depth {result.depth}, min_coverage {result.min_coverage:g}. {made}.",
        f"Held to lock {facts.lock[:23]}." if facts.lock else "",
        footing.sensitivity(result),
        footing.noise(result),
        footing.abstentions(result),
    )
    return Padding(Text("\n".join(filter(None, lines)), style="dim"), (0, 1))


def _made(manifest: object) -> str:
    assert isinstance(manifest, dict)  # noqa: S101  # decoded from JSON objects
    embedder, index = manifest.get("embedder", {}), manifest.get("index", {})
    if not embedder and not index:
        return "Ranked by another program, whose settings are not known here"
    searched = f"{index.get('name', '?')} search"
    if embedder.get("name") == "none":
        return searched
    name, precision = embedder.get("name", "?"), embedder.get("precision", "")
    if precision == "the server's":
        return f"{name} as its server embeds, {searched}"
    return f"{name} {precision}, {searched}"
