"""A sentence that points elsewhere in its document, and what it points to.

Numbered sections, tables and "the foregoing paragraph" need cue words; links to a heading of the same page do not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from reviewer.corpus import Block
from reviewer.labels.sites.page import Page
from reviewer.labels.sites.site import Site
from reviewer.spans import Span

PATTERN = "cross-reference"
_NUMBERED = re.compile(r"(?:[^\W\d]+\s+)?(\d+(?:\.\d+)*)[.):\s]")
_WORD = re.compile(r"[^\W\d_]+")
_ANY_LINK = re.compile(r"!?\[[^\]]*\]\([^)]*\)|<[^>\n]*>")
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(#(?P<anchor>[^)\s]+)\)")
LEAST_WORDS = 6
"""What has fewer words besides its links only points."""
_ANCHOR_OF_ITS_OWN = re.compile(r"\{\s*#([\w-]+)\s*\}")


@dataclass(frozen=True, slots=True)
class _Targets:
    """What can be pointed to: sections by number and by the anchor of their title, tables in order."""

    by_number: Mapping[str, int]
    by_anchor: Mapping[str, int]
    tables: tuple[Block, ...]


def mine(page: Page) -> Iterator[Site]:
    """Find references whose antecedent stands in the same document."""
    targets = _targets(page)
    for at, block in enumerate(page.flow):
        seen: set[Span] = set()
        for referring in _referring(page, block):
            for found, reason in _antecedents(page, targets, at, referring):
                if not found.meets(referring) and found not in seen:
                    seen.add(found)
                    yield page.site(PATTERN, found, referring, block.path, reason)


def _referring(page: Page, block: Block) -> list[Span]:
    """Give the sentences of a paragraph, or the items of a list, that say more than where they point."""
    if block.kind == "paragraph":
        pieces = page.sentences(block)
    elif block.kind == "list":
        pieces = [item.span for item in page.inside(block, "list-item")]
    else:
        return []
    return [piece for piece in pieces if _says_more(page.says(piece))]


def _says_more(text: str) -> bool:
    """Tell whether the words beside the links are more than twice the links."""
    rest, links = _ANY_LINK.subn("", text)
    return len(_WORD.findall(rest)) >= max(LEAST_WORDS, 2 * links)


def _antecedents(page: Page, targets: _Targets, at: int, sentence: Span) -> Iterator[tuple[Span, str]]:
    text = page.says(sentence)
    for link in _LINK.finditer(text):
        heading = targets.by_anchor.get(link.group("anchor").casefold())
        if heading is not None:
            yield from _section(page, heading, at, f"a link to #{link.group('anchor')}")
    if page.cues is None:
        return
    for match in page.cues.section.finditer(text):
        heading = targets.by_number.get(match.group("number"))
        if heading is not None:
            yield from _section(page, heading, at, f"“{match.group()}”")
    for match in page.cues.table.finditer(text):
        number = int(match.group("number"))
        if 0 < number <= len(targets.tables) and not _is_caption(text, match):
            yield targets.tables[number - 1].span, f"“{match.group()}”"
    before = page.flow[at - 1] if at else None
    for cue, kinds in ((page.cues.paragraph_before, ("paragraph", "list")), (page.cues.of_a_table, ("table",))):
        told = cue.search(text)
        if told is not None and before is not None and before.kind in kinds:
            yield before.span, f"“{told.group()}”"


def _is_caption(text: str, match: re.Match[str]) -> bool:
    """Tell a table's own caption, which begins with its number, from a reference to it."""
    return not any(char.isalnum() for char in text[: match.start()])


def _section(page: Page, heading: int, at: int, reason: str) -> Iterator[tuple[Span, str]]:
    """Give the beginning of a section, heading and first block, unless the reference stands in it."""
    following = page.flow[heading + 1 : heading + 2]
    if not following or following[0].kind == "heading" or (heading < at and _is_within(page, heading, at)):
        return
    first, last = page.flow[heading], following[0]
    yield Span(first.start, last.end), reason


def _is_within(page: Page, heading: int, at: int) -> bool:
    """Tell whether no other heading stands between a heading and a block."""
    return all(block.kind != "heading" for block in page.flow[heading + 1 : at])


def _targets(page: Page) -> _Targets:
    by_number: dict[str, int] = {}
    by_anchor: dict[str, int] = {}
    for at, block in enumerate(page.flow):
        if block.kind != "heading":
            continue
        title = block.path[-1]
        number = _NUMBERED.match(f"{title} ")
        if number is not None:
            by_number.setdefault(number.group(1), at)
        own = _ANCHOR_OF_ITS_OWN.search(title)
        by_anchor.setdefault(own.group(1).casefold() if own else _anchor(title), at)
    return _Targets(by_number, by_anchor, tuple(block for block in page.flow if block.kind == "table"))


def _anchor(title: str) -> str:
    """Give the anchor that web sites make of a title: small letters and digits, hyphens for blanks."""
    kept = "".join(char for char in unicodedata.normalize("NFC", title).casefold() if char.isalnum() or char in " -_")
    return kept.strip().replace(" ", "-")
