"""What a word means, and what does not count although the words would cover it."""

from __future__ import annotations

from collections.abc import Iterator

from reviewer.labels.sites.page import Page
from reviewer.labels.sites.running_text import pairs
from reviewer.labels.sites.site import Site

PATTERN = "definition-exception"


def mine(page: Page) -> Iterator[Site]:
    """Find a sentence that defines, and the later one that takes something out."""
    if page.cues is None:
        return
    for one in pairs(page, page.cues.definition, page.cues.exception, at_start=False):
        reason = f"a definition (“{one.lead}”), and an exception to it (“{one.rest}”)"
        yield page.site(PATTERN, one.first, one.second, one.path, reason)
