"""What must be so first, and the step that may be done then."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from reviewer.labels.sites.page import Page
from reviewer.labels.sites.running_text import pairs
from reviewer.labels.sites.site import Site

PATTERN = "prerequisite-action"


def mine(page: Page) -> Iterator[Site]:
    """Find a sentence with a prerequisite and the later step, and sections of prerequisites with the next one."""
    if page.cues is None:
        return
    for one in pairs(page, page.cues.prerequisite, page.cues.action_start, at_start=True):
        reason = f"a prerequisite (“{one.lead}”), and the step after it (“{one.rest}”)"
        yield page.site(PATTERN, one.first, one.second, one.path, reason)
    yield from _sections(page)


def _sections(page: Page) -> Iterator[Site]:
    """Pair the body of a section that is named for what comes first with the first block of the section after it."""
    cues = page.cues
    headings = [at for at, block in enumerate(page.flow) if block.kind == "heading"]
    for here, after in pairwise(headings):
        title = page.flow[here].path[-1]
        body, following = page.flow[here + 1 : after], page.flow[after + 1 : after + 2]
        if cues is None or cues.preparing_title.match(title) is None or not body or not following:
            continue
        if following[0].kind in {"paragraph", "list", "code"}:
            last = body[-1].span
            reason = f"the section “{title}”, and the first step after it"
            yield page.site(PATTERN, last, following[0].span, page.flow[here].path, reason)
