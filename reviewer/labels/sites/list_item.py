"""A sentence that governs a list, and an item that means little without it. Structure alone, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from reviewer.labels.sites.page import Page
from reviewer.labels.sites.site import Site
from reviewer.spans import Span

PATTERN = "list-item"
SHORTEST = 40
"""Shorter items are names, not rules."""
_LINK_ONLY = re.compile(r"[-*+\d.)\s]*(?:\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?[\s,;.]*)+$")
_COLONS = (":", ":", "：")


def mine(page: Page) -> Iterator[Site]:
    """Find lists right after a paragraph that ends in a colon; each item that is more than a link is a site."""
    for intro, holder in pairwise(page.flow):
        if intro.kind != "paragraph" or holder.kind != "list":
            continue
        governing = page.sentences(intro)[-1]
        if not page.says(governing).rstrip("*_ ").endswith(_COLONS):
            continue
        items = [item for item in page.inside(holder, "list-item") if item.end - item.start >= SHORTEST]
        for item in items:
            if _LINK_ONLY.match(page.says(item)) is None and governing.end <= item.start:
                number = f"item {items.index(item) + 1} of {len(items)}"
                yield page.site(PATTERN, governing, Span(item.start, item.end), intro.path, f"{number} under “…:”")
