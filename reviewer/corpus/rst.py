"""Structure of reStructuredText (docutils' specification of 0.21), read here because docutils gives lines alone.

Headings are told by their adornment, in the order in which adornments appear; they stand at the margin. The text stays
as it is. Comments, targets and options of directives are text without structure. What nests deeper than twenty levels
is paragraphs.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from reviewer.corpus import rst_tables
from reviewer.corpus.document import Block, Structure
from reviewer.corpus.rst_lines import (
    BULLET,
    DIRECTIVE,
    EXPLICIT,
    FIELD,
    GRID_RULE,
    NOTE,
    NUMBERED,
    SIMPLE_RULE,
    Line,
    adornment_of,
    body_end,
    is_under,
    least_indent,
    lines_of,
)

VERSION = "1"

_DEEPEST = 20
_CODE = frozenset(
    "code code-block sourcecode parsed-literal highlight ipython prompt doctest testcode testoutput".split()
)
_SILENT = frozenset("raw toctree image include literalinclude index contents currentmodule module math".split())
_NAMED_NOTES = """
    attention caution danger deprecated error hint important note seealso tip todo versionadded versionchanged warning
"""
_ADMONITIONS = frozenset(_NAMED_NOTES.split())
"""Directives whose content may begin beside their name."""

_RULE = 4

_Walk: TypeAlias = Generator[Block, None, int]
"""The blocks of an element, and the line after it."""


def extract(text: str) -> Structure:
    """Give the blocks of a canonical reStructuredText text."""
    found = sorted(_Scan(text).body(lines_of(text), 0), key=lambda block: (block.start, -block.end))
    return Structure(tuple(_with_paths(found)))


def _with_paths(blocks: Sequence[Block]) -> Iterator[Block]:
    """Put each block under the titles of the headings above it."""
    above: list[tuple[int, str]] = []
    for block in blocks:
        if block.kind == "heading" and block.level is not None:
            above = [one for one in above if one[0] < (block.level or 0)]
            above.append((block.level, block.path[-1]))
        yield replace(block, path=tuple(title for _, title in above))


class _Scan:
    """A text that is being scanned: the adornments met so far, and the tables counted."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._levels: list[str] = []
        self._tables = 0

    def body(self, lines: Sequence[Line], depth: int) -> Iterator[Block]:
        """Give the blocks of lines that belong to one body."""
        at, base = 0, least_indent(lines, 0)
        while at < len(lines):
            line = lines[at]
            if line.is_blank:
                at += 1
            elif line.indent > base:
                end = body_end(lines, at, base)
                yield from self._nested("quote", lines[at:end], depth)
                at = end
            else:
                at = yield from self._element(lines, at, depth)

    def _nested(self, kind: str, lines: Sequence[Line], depth: int) -> Iterator[Block]:
        """Give a block around lines, and the blocks inside."""
        yield Block(kind=kind, start=lines[0].start, end=lines[-1].end)
        yield from self._inside(lines, depth)

    def _inside(self, lines: Sequence[Line], depth: int) -> Iterator[Block]:
        """Give the blocks of lines inside a body of this depth; too deep, none."""
        if depth < _DEEPEST:
            yield from self.body(lines, depth + 1)

    def _element(self, lines: Sequence[Line], at: int, depth: int) -> _Walk:
        """Give the blocks of the element that begins at a line of its body's own indent, and return where it ends."""
        line = lines[at]
        if depth == 0 and line.indent == 0:
            end = yield from self._heading(lines, at)
            if end > at:
                return end
        if EXPLICIT.match(line.text):
            return (yield from self._explicit(lines, at, depth))
        if GRID_RULE.match(line.text) or SIMPLE_RULE.match(line.text):
            return (yield from self._table(lines, at))
        if BULLET.match(line.text) or FIELD.match(line.text) or self._is_numbered(lines, at):
            return (yield from self._list(lines, at, depth))
        if adornment_of(line) and len(line.text) >= _RULE:
            return at + 1
        return (yield from self._paragraph(lines, at, depth))

    def _heading(self, lines: Sequence[Line], at: int) -> _Walk:
        """Give the heading that begins at a line, if one does."""
        line = lines[at]
        following = [*lines[at + 1 : at + 3], Line(0, 0, 0, ""), Line(0, 0, 0, "")]
        rule = adornment_of(line)
        if rule and not following[0].is_blank and following[1].text == line.text and is_under(following[0], line):
            title, style, end = following[0], 2 * rule, at + 3
        elif not rule and following[0].indent == 0 and is_under(line, following[0]):
            title, style, end = line, adornment_of(following[0]), at + 2
        else:
            return at
        if style not in self._levels:
            self._levels.append(style)
        level = min(self._levels.index(style) + 1, 6)
        yield Block(kind="heading", start=title.start, end=title.end, path=(title.text,), level=level)
        return end

    def _explicit(self, lines: Sequence[Line], at: int, depth: int) -> _Walk:
        """Give the blocks of a directive or a footnote; comments and targets have none."""
        end = body_end(lines, at, lines[at].indent)
        directive, note = DIRECTIVE.match(lines[at].text), NOTE.match(lines[at].text)
        if note:
            yield from self.body(_item(lines[at:end], len(note[0])), depth + 1)
        elif directive:
            content, options = _content(lines[at + 1 : end])
            if directive["name"] in _ADMONITIONS and directive["argument"]:
                content = _item(lines[at:end], directive.start("argument"))
            if content:
                yield from self._directive(directive["name"], directive["argument"] or "", content, options, depth)
        return end

    def _directive(
        self, name: str, argument: str, content: Sequence[Line], options: dict[str, str], depth: int
    ) -> Iterator[Block]:
        """Give the blocks of a directive's content."""
        if name in _CODE:
            language = argument.split(maxsplit=1)[0] if argument.split() else ""
            attributes = (("language", language),) if language and name != "parsed-literal" else ()
            yield Block(kind="code", start=content[0].start, end=content[-1].end, attributes=attributes)
        elif name in ("list-table", "csv-table"):
            self._tables += 1
            if name == "csv-table":
                yield from rst_tables.csv_table(self._text, content, self._tables)
            else:
                rows = options.get("header-rows", "0")
                yield from rst_tables.list_table(content, self._tables, int(rows) if rows.isdecimal() else 0)
        elif name not in _SILENT:
            yield from self._inside(content, depth)

    def _table(self, lines: Sequence[Line], at: int) -> _Walk:
        """Give the blocks of a table drawn with rules; a rule that draws none is passed over."""
        is_grid = GRID_RULE.match(lines[at].text) is not None
        end = rst_tables.grid_end(lines, at) if is_grid else rst_tables.simple_end(lines, at)
        if end <= at + 2:
            return at + 1
        self._tables += 1
        read = rst_tables.grid_table if is_grid else rst_tables.simple_table
        yield from read(lines[at:end], self._tables)
        return end

    def _is_numbered(self, lines: Sequence[Line], at: int) -> bool:
        """Tell whether a line opens a numbered item: the line below is blank, indented, or an item as well."""
        if not NUMBERED.match(lines[at].text):
            return False
        below = lines[at + 1] if at + 1 < len(lines) else None
        is_end = below is None or below.is_blank or below.indent > lines[at].indent
        return is_end or NUMBERED.match(below.text if below else "") is not None

    def _list(self, lines: Sequence[Line], at: int, depth: int) -> _Walk:
        """Give a list with its items, and what is inside of them."""
        mark = _mark(lines[at])
        first, indent, items, end = at, lines[at].indent, [], at
        while at < len(lines) and lines[at].indent == indent and _mark(lines[at]) == mark and mark:
            end = body_end(lines, at, indent)
            items.append((at, end))
            at = end
            while at < len(lines) and lines[at].is_blank:
                at += 1
        yield Block(kind="list", start=lines[first].start, end=lines[end - 1].end)
        for begin, after in items:
            yield Block(kind="list-item", start=lines[begin].start, end=lines[after - 1].end)
            yield from self._inside(_item(lines[begin:after], _marker(lines[begin])), depth)
        return end

    def _paragraph(self, lines: Sequence[Line], at: int, depth: int) -> _Walk:
        """Give a paragraph and the literal block that it may announce, a doctest, or a term with its definition."""
        line, end = lines[at], at + 1
        while end < len(lines) and not lines[end].is_blank and lines[end].indent == line.indent:
            end += 1
        is_term = end == at + 1 and end < len(lines) and not lines[end].is_blank
        if is_term and lines[end].indent > line.indent:
            after = body_end(lines, at, line.indent)
            yield Block(kind="list-item", start=line.start, end=lines[after - 1].end)
            yield Block(kind="paragraph", start=line.start, end=line.end)
            yield from self._inside(lines[end:after], depth)
            return after
        if line.text.startswith(">>> "):
            yield Block(kind="code", start=line.start, end=lines[end - 1].end, attributes=(("language", "python"),))
            return end
        if lines[end - 1].text != "::" or end > at + 1:
            yield Block(kind="paragraph", start=line.start, end=lines[end - 1].end)
        if not lines[end - 1].text.endswith("::"):
            return end
        after = body_end(lines, end - 1, line.indent)
        literal = [one for one in lines[end:after] if not one.is_blank]
        if literal:
            yield Block(kind="code", start=literal[0].start, end=literal[-1].end)
        return after


def _content(lines: Sequence[Line]) -> tuple[list[Line], dict[str, str]]:
    """Part a directive's content from the options, and the rest of its argument, that stand directly below it."""
    options: dict[str, str] = {}
    at = 0
    while at < len(lines) and not lines[at].is_blank:
        found = FIELD.match(lines[at].text)
        if not found:
            break
        options[found[0].strip(": ")] = lines[at].text[found.end() :].strip()
        at = body_end(lines, at, lines[at].indent)
    while at < len(lines) and lines[at].is_blank:
        at += 1
    return list(lines[at:]), options


def _item(lines: Sequence[Line], marker: int) -> list[Line]:
    """Give the body of an item whose first line begins after a marker of so many characters."""
    first = lines[0]
    indent = min(first.indent + marker, least_indent(lines[1:], first.indent + marker))
    start = min(first.start + marker, first.end)
    return [Line(start, first.end, indent, first.text[marker:]), *lines[1:]]


def _marker(line: Line) -> int:
    """Give the length of an item's marker."""
    found = BULLET.match(line.text) or FIELD.match(line.text) or NUMBERED.match(line.text)
    return len(found[0]) if found else 0


def _mark(line: Line) -> str:
    """Give what marks the items of one list."""
    if BULLET.match(line.text):
        return line.text[0]
    if FIELD.match(line.text):
        return ":"
    return "1" if NUMBERED.match(line.text) else ""
