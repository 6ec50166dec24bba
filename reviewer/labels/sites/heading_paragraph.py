"""A heading, and a first paragraph that does not say by itself what it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from reviewer.corpus import Block
from reviewer.labels.sites.cues import Cues
from reviewer.labels.sites.page import Page
from reviewer.labels.sites.site import Site

PATTERN = "heading-paragraph"
SHORTEST = 80
"""Shorter paragraphs are introductions of something else."""
STEM = 5
"""Two words are of one kind if so many letters are the same."""
TITLE_OF_THE_PAGE = 1

NEAR_THE_BEGINNING = 70

_ADMONITION = ("!!!", "???", ":::")
_WORD = re.compile(r"[^\W\d_]{4,}")
_NUMBER = re.compile(r"^[\d.]+\s*")


def mine(page: Page) -> Iterator[Site]:
    """Find headings of which no word stands in their first paragraph, and those on which it leans."""
    for heading, block in pairwise(page.flow):
        if heading.kind != "heading" or block.kind != "paragraph" or block.end - block.start < SHORTEST:
            continue
        title, text = _NUMBER.sub("", heading.path[-1]), page.says(block)
        tells_nothing = page.cues is not None and page.cues.telling_nothing.match(title) is not None
        reason = "" if tells_nothing or text.startswith(_ADMONITION) else _reason(page, heading, title, text)
        if reason:
            yield page.site(PATTERN, heading.span, block.span, heading.path, reason)


def _reason(page: Page, heading: Block, title: str, text: str) -> str:
    leaning = _leaning(page.cues, text) if page.cues is not None else ""
    if leaning:
        return f"the paragraph leans on its heading: “{leaning}”"
    is_named = _WORD.search(title) is None or _shares_a_word(title.casefold(), text.casefold())
    return (
        ""
        if is_named or heading.level == TITLE_OF_THE_PAGE
        else "no word of the heading stands in the paragraph below it"
    )


def _leaning(cues: Cues, text: str) -> str:
    """Give the words near the beginning of a text by which it leans on what stands above."""
    found = cues.leaning_start.match(text) or cues.leaning_near_start.search(text, 0, NEAR_THE_BEGINNING)
    return " ".join(found.group().split()) if found is not None else ""


def _shares_a_word(title: str, text: str) -> bool:
    """Tell whether a word of the one begins like, or stands inside, a word of the other; short ones only serve."""
    return any(word[:STEM].removesuffix("s") in text for word in _WORD.findall(title)) or any(
        word in title for word in _WORD.findall(text) if len(word) >= STEM
    )
