"""What both reviews of labels put their words together with: parts, counts, and titles as a path. Pure."""

from __future__ import annotations

from collections.abc import Sequence

DOT = " · "


def counted(count: int, noun: str) -> str:
    """Give a number with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def path(titles: Sequence[str]) -> str:
    """Join the titles of headings."""
    return " › ".join(titles)
