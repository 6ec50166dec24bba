"""The frontier folded into a comment: its arms in the line that opens it, chart and table below."""

from __future__ import annotations

from reviewer.reports.escaping import details
from reviewer.reports.exploring import ordered
from reviewer.reports.frontier_section import frontier_body
from reviewer.reports.plot import label
from reviewer.reports.result import Result


def frontier(result: Result) -> str:
    """Give chart, table and notes of the frontier, folded; nothing where there is none."""
    found = result.frontier
    if found is None:
        return ""
    names = [label(found, one.arm) for one in ordered(found)]
    of = "overlap " if names != [one.arm for one in ordered(found)] else ""
    return details(f"Frontier: recall against redundancy for {of}{', '.join(names)}", frontier_body(result, found))
