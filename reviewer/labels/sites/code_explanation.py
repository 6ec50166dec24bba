"""A snippet, and the text beside it that says what its names mean. Structure alone, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reviewer.corpus import Block
from reviewer.labels.sites.page import Page
from reviewer.labels.sites.site import Site

PATTERN = "code-explanation"
LEAST_NAMES = 1
"""The text after a snippet explains it from so many of its names on."""
LEAST_NAMES_BEFORE = 2
"""The text before a snippet, which is more often about something else, from so many on."""
SHORTEST = 60

MARKDOWN = "markdown"
_FENCES = ("```", "~~~")
_QUOTED = re.compile(r"`+([^`\n]+)`+")
_NAME = re.compile(r"[^\W\d]\w{2,}")


def mine(page: Page) -> Iterator[Site]:
    """Find snippets with a paragraph or list beside them that names, in code marks, what stands in them."""
    for at, block in enumerate(page.flow):
        if block.kind != "code" or not _is_marked(page, block):
            continue
        for near, least in ((at + 1, LEAST_NAMES), (at - 1, LEAST_NAMES_BEFORE)):
            if not 0 <= near < len(page.flow):
                continue
            beside = page.flow[near]
            shared = _shared(page, block, beside)
            if len(shared) >= least:
                where = "after" if near > at else "before"
                reason = f"the text {where} the code explains {', '.join(shared[:3])}"
                yield page.site(PATTERN, block.span, beside.span, block.path, reason)


def _is_marked(page: Page, code: Block) -> bool:
    """Tell a snippet from text that is only set in: in Markdown, where the two look alike, by its fence."""
    return page.document.format != MARKDOWN or page.says(code).startswith(_FENCES)


def _shared(page: Page, code: Block, beside: Block) -> list[str]:
    """Give the names in code marks that stand in the snippet too, in the order of the text."""
    if beside.kind not in {"paragraph", "list"} or beside.end - beside.start < SHORTEST:
        return []
    names = set(_NAME.findall(page.says(code)))
    quoted = dict.fromkeys(text.strip() for text in _QUOTED.findall(page.says(beside)))
    named = [text for text in quoted if (parts := _NAME.findall(text)) and all(part in names for part in parts)]
    words = dict.fromkeys(_NAME.findall(page.says(beside)))
    return [*named, *(word for word in words if _is_code(word) and word in names and word not in named)]


def _is_code(word: str) -> bool:
    """Tell a name of code, though not marked as one, by its underscore, digits or inner capital."""
    return "_" in word or any(char.isdigit() for char in word) or word[1:] not in {word[1:].lower(), word[1:].upper()}
