"""A document as the miners read it: its blocks of text with their sentences, and its language."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

from reviewer.corpus import Block, Document
from reviewer.labels.sites.cues import Cues
from reviewer.labels.sites.english import ENGLISH
from reviewer.labels.sites.german import GERMAN
from reviewer.labels.sites.sentences import sentences
from reviewer.labels.sites.site import Site
from reviewer.spans import Span

LANGUAGES = {cues.language: cues for cues in (ENGLISH, GERMAN)}
"""The languages whose cue words are known; in others, only what structure tells is found."""
MOST_WORDS_READ = 4_000
"""So many words of a document tell its language."""
LEAST_SHARE = 0.08
"""From this share of words on that only serve (the, of; der, und), a text is of that language."""

_WORD = re.compile(r"[^\W\d_]+")
_TAG = re.compile(r"<[^>]*>")
_FLOW = frozenset({"paragraph", "heading", "list", "table", "code", "html", "quote", "front-matter"})


@dataclass(frozen=True, slots=True)
class Page:
    """A document; `flow` are its outermost blocks in order, `cues` the cue words of its language, if they are known."""

    document: Document
    flow: tuple[Block, ...]
    cues: Cues | None

    @property
    def text(self) -> str:
        """The canonical text."""
        return self.document.text

    @property
    def paragraphs(self) -> tuple[Block, ...]:
        """The paragraphs that stand in no list, quote or table."""
        return tuple(block for block in self.flow if block.kind == "paragraph")

    def sentences(self, block: Block) -> list[Span]:
        """Give the sentences of a block."""
        return list(sentences(self.text, block.start, block.end))

    def says(self, block: Block | Span) -> str:
        """Give the words of a block or span."""
        return self.text[block.start : block.end]

    def inside(self, holder: Block, kind: str) -> list[Block]:
        """Give the blocks of a kind inside another one, without those that lie deeper in one of their own kind."""
        blocks = self.document.blocks
        at = bisect_left(blocks, holder.start, key=lambda block: block.start)
        found: list[Block] = []
        for block in takewhile(lambda one: one.start < holder.end, islice(blocks, at, None)):
            if block.kind == kind and block.end <= holder.end and not (found and block.start < found[-1].end):
                found.append(block)
        return found

    def site(self, pattern: str, first: Span, second: Span, path: Sequence[str], reason: str) -> Site:
        """Give a site of this document, its parts in the order of the text."""
        low, high = sorted((first, second))
        return Site(pattern=pattern, document=self.document.id, first=low, second=high, path=tuple(path), reason=reason)


def page_of(document: Document) -> Page:
    """Read a document."""
    return Page(document, tuple(_outermost(document)), _language(document.text))


def _outermost(document: Document) -> list[Block]:
    """Give the blocks that lie in no other one of the flow of the text; those of tags alone say nothing."""
    found: list[Block] = []
    for block in document.blocks:
        if block.kind in _FLOW and not (found and block.start < found[-1].end) and _says_something(document, block):
            found.append(block)
    return found


def _says_something(document: Document, block: Block) -> bool:
    if block.kind not in {"html", "paragraph"}:
        return True
    text = document.text[block.start : block.end]
    return not text.startswith("<") or any(char.isalnum() for char in _TAG.sub("", text))


def _language(text: str) -> Cues | None:
    """Tell the language by its words that only serve; none where no known one stands out."""
    words = [match.group().casefold() for match in _WORD.finditer(text[: MOST_WORDS_READ * 8])]
    if not words:
        return None
    shares = {name: sum(word in cues.serving for word in words) / len(words) for name, cues in LANGUAGES.items()}
    best = max(shares, key=shares.__getitem__)
    return LANGUAGES[best] if shares[best] >= LEAST_SHARE else None
