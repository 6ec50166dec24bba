"""Several overlaps as a chart: what is recovered against what is repeated."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.reports import words
from reviewer.reports.escaping import cell, code, details, inline
from reviewer.reports.result import Frontier, FrontierPoint, Result
from reviewer.reports.tables import table


def frontier(result: Result) -> str:
    """Give a mermaid chart and a table of the frontier; nothing where there is none."""
    found = result.frontier
    if found is None:
        return ""
    drawn = [one for one in _ordered(found) if _is_drawn(one)]
    overlaps = ", ".join(str(one.overlap) for one in drawn)
    title = f"Frontier: recall against redundancy for overlap {overlaps}" if drawn else "Frontier"
    parts = [_chart(result, drawn) if len(drawn) > 1 else "", _table(result, found), _knee(found)]
    return details(title, "\n\n".join(part for part in parts if part))


def _ordered(found: Frontier) -> list[FrontierPoint]:
    return sorted(found.points, key=lambda one: (one.overlap is None, one.overlap or 0))


def _is_drawn(point: FrontierPoint) -> bool:
    return None not in (point.overlap, point.recall, point.redundancy)


def _chart(result: Result, points: Sequence[FrontierPoint]) -> str:
    """Draw from numbers alone, so that nothing has to be escaped."""
    recall = ", ".join(f"{one.recall or 0:.3f}" for one in points)
    redundancy = ", ".join(f"{one.redundancy or 0:.3f}" for one in points)
    return "\n".join(
        [
            "```mermaid",
            "xychart-beta",
            f'  title "recall@{result.k} (upper) and redundancy@{result.k} (lower) by overlap"',
            f"  x-axis [{', '.join(str(one.overlap) for one in points)}]",
            '  y-axis "share" 0 --> 1',
            f"  line [{recall}]",
            f"  line [{redundancy}]",
            "```",
        ]
    )


def _table(result: Result, found: Frontier) -> str:
    header = ["arm", "overlap", "realised", f"recall@{result.k}", f"redundancy@{result.k}", " "]
    return table(header, [False, *[True] * 4, False], [_row(found, one) for one in _ordered(found)])


def _row(found: Frontier, one: FrontierPoint) -> list[str]:
    remark = "knee" if one.arm == found.knee else (f"dominated by {one.dominated_by}" if one.dominated_by else "")
    overlap = words.DASH if one.overlap is None else str(one.overlap)
    figures = [words.number(one.realised, 1), words.number(one.recall), words.number(one.redundancy)]
    return [code(one.arm), overlap, *figures, cell(remark)]


def _knee(found: Frontier) -> str:
    return inline(" ".join(filter(None, (found.reason, found.statement))))
