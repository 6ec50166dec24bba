"""The frontier in markdown: a chart that GitHub draws, the whole table, and why the knee is where it is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from reviewer.reports import exploring
from reviewer.reports.escaping import cell, code, sentence, sentence_cell
from reviewer.reports.plot import label
from reviewer.reports.result import Frontier, FrontierPoint, Result
from reviewer.reports.tables import table

PALETTE = '%%{init: {"themeVariables": {"xyChart": {"plotColorPalette": "#b6bfc9, #0969da, #d4660e"}}}}%%'
"""The chart has no legend: bars, then lines, in colours that read on light and on dark, named in the title."""

_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9 ._:@()=-]")


def frontier_section(result: Result, found: Frontier) -> str:
    """Give chart, table and notes under their title."""
    return f"**Frontier: what each arm finds for what it repeats and costs**\n\n{frontier_body(result, found)}"


def frontier_body(result: Result, found: Frontier) -> str:
    """Give chart, table and notes."""
    drawn = [one for one in exploring.ordered(found) if None not in (one.reported, one.recall, one.redundancy)]
    notes = "\n".join(f"- {sentence(one)}" for one in exploring.notes(result, found))
    charts = [chart(result, found, drawn)] if drawn else []
    return "\n\n".join([*charts, _table(result, found), notes])


def chart(result: Result, found: Frontier, points: Sequence[FrontierPoint]) -> str:
    """Draw success and recall as lines over bars of redundancy, from numbers and ids alone."""
    names = ", ".join(
        f'"{_inert(label(found, one.arm))}{" (knee)" if one.arm == found.knee else ""}"' for one in points
    )
    values = [[100 * (value or 0.0) for value in (one.reported, one.recall, one.redundancy)] for one in points]
    success, recall, redundancy = (", ".join(f"{row[at]:.1f}" for row in values) for at in range(3))
    top = min(10 * (int(max(map(max, values)) / 10) + 1), 100)
    axis = "overlap" if label(found, points[0].arm) != points[0].arm else "arm"
    asked = ", ".join(map(_inert, found.reported_on.split(", ")))
    title = f"blue: {_inert(found.measure)} ({asked}), orange: recall@{result.k} (all), bars: redundancy@{result.k}"
    return "\n".join(
        [
            "```mermaid",
            PALETTE,
            "xychart-beta",
            f'  title "{title}"',
            f'  x-axis "{axis}" [{names}]',
            f'  y-axis "percent" 0 --> {top}',
            f"  bar [{redundancy}]",
            f"  line [{success}]",
            f"  line [{recall}]",
            "```",
        ]
    )


def _inert(text: str) -> str:
    """Keep of a name what ids and measures are made of: a chart's text knows no escapes."""
    return _NOT_IN_NAMES.sub("", text)[:60]


def _table(result: Result, found: Frontier) -> str:
    header = ["arm", *(cell("".join(_joined(name))) for name in exploring.header(result, found)), " "]
    rows = [
        [
            code(one.arm),
            *map(sentence_cell, exploring.cells(result, found, one)),
            sentence_cell(exploring.remark(found, one)),
        ]
        for one in exploring.ordered(found)
    ]
    return table(header, [False, *[True] * (len(header) - 2), False], rows)


def _joined(name: tuple[str, str]) -> str:
    """Give a name of two lines as one."""
    first, second = name
    return f"{first[:-1]}{second}" if first.endswith("-") else f"{first} {second}".strip()
