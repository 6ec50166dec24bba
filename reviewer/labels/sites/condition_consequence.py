"""A condition, and what follows from it some sentences later."""

from __future__ import annotations

from collections.abc import Iterator

from reviewer.labels.sites.page import Page
from reviewer.labels.sites.running_text import pairs
from reviewer.labels.sites.site import Site

PATTERN = "condition-consequence"


def mine(page: Page) -> Iterator[Site]:
    """Find a sentence with a condition, and the later one that says what happens then, or otherwise."""
    if page.cues is None:
        return
    for one in pairs(page, page.cues.condition, page.cues.consequence_start, at_start=True):
        reason = f"a condition (“{one.lead}”), and what follows from it (“{one.rest}”)"
        yield page.site(PATTERN, one.first, one.second, one.path, reason)
