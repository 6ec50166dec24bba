"""Structure of Markdown (CommonMark and GFM tables), from the marks of markdown-it-py's block parser.

The parser nests twenty levels deep; what lies deeper is text without structure of its own. A heading inside a
quote or a list item opens no section: it is a paragraph of what holds it. Front matter is a leading `---` block,
closed by `---`, whose first line is not blank and whose body is a YAML mapping.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from functools import lru_cache
from importlib.metadata import version
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from reviewer.corpus.document import Block, Document, Structure
from reviewer.decoding import is_yaml_mapping, parse_yaml
from reviewer.errors import ReviewerError

VERSION = f"1+markdown-it-py-{version('markdown-it-py')}"

_KINDS = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "list_item_open": "list-item",
    "table_open": "table",
    "thead_open": "table-header",
    "tr_open": "table-row",
    "fence": "code",
    "code_block": "code",
    "blockquote_open": "quote",
    "html_block": "html",
}
_PLACE = "place"
_OPENING_FENCE = re.compile(r"---[ \t]*\n(?=[ \t]*\S)")
_CLOSING_FENCE = re.compile(r"^---[ \t]*$", re.MULTILINE)

_BlockRule = Callable[[StateBlock, int, int, bool], bool]


class Table(NamedTuple):
    """A table's place in the canonical text, and its cells as plain text, header row first."""

    start: int
    end: int
    rows: tuple[tuple[str, ...], ...]


class _Parsed(NamedTuple):
    """The tokens of a text from `begin` on, and the definitions that inline markup may refer to."""

    tokens: list[Token]
    env: MutableMapping[str, Any]
    begin: int


def extract(text: str) -> Structure:
    """Give the blocks of a canonical Markdown text, and the scalars of its front matter as metadata."""
    parsed = _parse(text)
    blocks = sorted(_blocks(text, parsed), key=lambda block: (block.start, -block.end))
    front = text[: parsed.begin].rstrip()
    if not front:
        return Structure(tuple(blocks))
    return Structure((Block(kind="front-matter", start=0, end=len(front)), *blocks), _metadata(front))


def tables(document: Document) -> tuple[Table, ...]:
    """Give a Markdown document's tables as grids of cell texts; every row is as wide as the header."""
    if document.format != "markdown":
        return ()
    parsed = _parse(document.text)
    found: list[Table] = []
    rows: list[list[str]] = []
    for at, token in enumerate(parsed.tokens):
        if token.type in ("th_open", "td_open"):
            rows[-1].append(_plain(parsed.tokens[at + 1].content, parsed.env))
        elif token.type == "tr_open":
            rows.append([])
        elif token.type == "table_open":
            start, end = _place(token, document.text, parsed.begin)
        elif token.type == "table_close":
            found.append(Table(start, end, tuple(map(tuple, rows))))
            rows = []
    return tuple(found)


def _parse(text: str) -> _Parsed:
    """Run the block parser alone; inline markup is read only where a title or a cell is asked for."""
    parsed = _Parsed([], {}, _front_matter_end(text))
    parser = _parser()
    parser.block.parse(text[parsed.begin :], parser, parsed.env, parsed.tokens)
    return parsed


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    """Build the parser, with every block rule noting the place of what it found."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    for rule in parser.block.ruler.__rules__:
        parser.block.ruler.at(rule.name, _noting_places(rule.fn), {"alt": rule.alt})
    return parser


def _noting_places(rule: _BlockRule) -> _BlockRule:
    """Wrap a block rule: tokens carry lines only, but while its rule runs the parser knows the column."""

    def noting(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:  # noqa: FBT001 # their call
        before = len(state.tokens)
        found = rule(state, start_line, end_line, silent)
        if found and not silent:
            for token in state.tokens[before:]:
                if token.type in _KINDS and _PLACE not in token.meta:
                    token.meta[_PLACE] = _marks(state, token)
        return found

    return noting


def _marks(state: StateBlock, token: Token) -> tuple[int, int]:
    """Give where a token's first line begins after the markers of what holds it, and its last line ends."""
    first, end = token.map or (state.line, state.line + 1)
    if token.type == "thead_open":
        end += 1  # the delimiter row belongs to the header
    while end - 1 > first and state.isEmpty(end - 1):
        end -= 1
    return state.bMarks[first] + state.tShift[first], state.eMarks[end - 1]


def _place(token: Token, text: str, begin: int) -> tuple[int, int]:
    """Give a token's place in the whole text, without blanks at its end; what is all blank is empty."""
    start, end = (begin + mark for mark in token.meta[_PLACE])
    return start, start + len(text[start:end].rstrip())


def _blocks(text: str, parsed: _Parsed) -> Iterator[Block]:
    """Turn the tokens into blocks, keeping the titles of the headings above."""
    above: list[tuple[int, str]] = []
    for at, token in enumerate(parsed.tokens):
        is_header_row = token.type == "tr_open" and parsed.tokens[at - 1].type == "thead_open"
        if token.type not in _KINDS or is_header_row:
            continue
        kind, level = _KINDS[token.type], None
        if kind == "heading" and token.level > 0:
            kind = "paragraph"
        elif kind == "heading":
            level = int(token.tag[1:])
            above = [one for one in above if one[0] < level]
            above.append((level, _plain(parsed.tokens[at + 1].content, parsed.env)))
        start, end = _place(token, text, parsed.begin)
        if start < end:
            yield Block(kind=kind, start=start, end=end, path=tuple(title for _, title in above), level=level)


def _plain(markup: str, env: MutableMapping[str, Any]) -> str:
    """Give inline markup as a reader sees it: without marks, line breaks as blanks, images as their texts."""
    tokens: list[Token] = []
    parser = _parser()
    parser.inline.parse(markup, parser, env, tokens)
    return "".join(_texts(tokens)).strip()


def _texts(tokens: Iterable[Token]) -> Iterator[str]:
    """Give the texts of inline tokens; inline HTML has none."""
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            yield " "
        elif token.type == "image":
            yield from _texts(token.children or ())
        elif token.type != "html_inline":
            yield token.content


def _front_matter_end(text: str) -> int:
    """Give the offset after a leading YAML block and its line end, or 0."""
    opening = _OPENING_FENCE.match(text)
    closing = _CLOSING_FENCE.search(text, opening.end()) if opening else None
    if opening is None or closing is None or not is_yaml_mapping(text[opening.end() : closing.start()]):
        return 0
    return min(closing.end() + 1, len(text))


def _metadata(front: str) -> dict[str, str]:
    """Give the texts of front matter by key; what cannot be read strictly has none."""
    body = front.partition("\n")[2].removesuffix("---")
    try:
        fields = parse_yaml(body, "front matter").mapping()
    except ReviewerError:
        return {}
    return {key: value.text() for key, value in fields.items() if value.is_text}
