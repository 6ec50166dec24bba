"""What a GFM parser makes of our markdown: visible text, cells, and every construct that came out."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.token import Token

PARSER = MarkdownIt("gfm-like", {"html": True, "linkify": True})
"""CommonMark with tables, strikethrough and bare addresses, raw HTML allowed, as on GitHub."""

ZERO_WIDTH = "\u200b"


def tokens(markdown: str) -> Iterator[Token]:
    """Give every token, inner ones after the block they belong to."""
    for token in PARSER.parse(markdown):
        yield token
        yield from token.children or ()


def kinds(markdown: str) -> set[str]:
    """Name the constructs of a text, but plain text and paragraphs."""
    plain = {"text", "inline", "paragraph_open", "paragraph_close", "softbreak"}
    return {token.type for token in tokens(markdown)} - plain


def shown(inline: Token) -> str:
    """Give what a reader sees of a line, without zero-width spaces."""
    pieces = []
    for child in inline.children or ():
        if child.type in ("text", "code_inline"):
            pieces.append(child.content)
        elif child.type == "softbreak":
            pieces.append(" ")
    return "".join(pieces).replace(ZERO_WIDTH, "").strip()


def rows(markdown: str) -> list[list[str]]:
    """Give the visible cells of every table row."""
    found: list[list[str]] = []
    cell = False
    for token in PARSER.parse(markdown):
        if token.type == "tr_open":
            found.append([])
        cell = token.type in ("td_open", "th_open") or (cell and token.type == "inline")
        if token.type == "inline" and cell:
            found[-1].append(shown(token))
    return found


def text_after_filters(markdown: str) -> str:
    """Give the text outside code as GitHub's later filters see it: references decoded, zero-width spaces kept."""
    page = PARSER.render(markdown)
    page = re.sub(r"<(code|pre)>.*?</\1>", "", page, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", "", page))
