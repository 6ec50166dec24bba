"""Tables in markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(header: Sequence[str], right: Sequence[bool], rows: Iterable[Sequence[str]]) -> str:
    """Give a table from cells that are markdown already."""
    rule = ["---:" if one else "---" for one in right]
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, rule, *rows))
