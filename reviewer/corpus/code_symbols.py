"""From a tree to symbols: what each is called, where it lies, and its signature, doc comment and body.

Captures are nested by their places, never by asking a node for its parent, so that time stays linear at any depth.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from reviewer.corpus.code_names import body_of, kind_of, names_of
from reviewer.corpus.code_trees import parse, query

if TYPE_CHECKING:
    from tree_sitter import Node

DEEPEST = 32
"""Symbols nested deeper than this are left to the symbol around them."""
LONGEST_SIGNATURE = 600
LONGEST_RUN = 5_000
"""Signs in a row that no bracket closes, beyond which a query is not asked: its time grows with the square of them."""

_HEADER_FIELDS = ("name", "declarator", "parameters", "return_type", "superclass", "superclasses", "type_parameters")
_BLANKS = b" \t\n\r\f\v"


class Place(NamedTuple):
    """Start and end, in bytes until all are converted."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol:
    """A named piece of code with all that belongs to it.

    Attributes:
        path: The names of the symbols around it and, last, its own.
        kind: `function`, `class`, `method`, …
        place: From its doc comment or first decorator to its end.
        signature: From its first word to its body.
        doc: Its doc comment, before it or first in its body.
        body: What its signature announces.

    """

    path: tuple[str, ...]
    kind: str
    place: Place
    signature: Place
    doc: Place | None = None
    body: Place | None = None


class _Found(NamedTuple):
    start: int
    end: int
    capture: str
    node: Node


class _Lead(NamedTuple):
    start: int
    end: int
    is_comment: bool


@dataclass(slots=True)
class _Captures:
    """What a query found, in bytes."""

    data: bytes
    found: list[_Found] = field(default_factory=list)
    wrappers: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    leads_by_end: dict[int, _Lead] = field(default_factory=dict)
    leads_by_start: dict[int, _Lead] = field(default_factory=dict)
    docs: dict[int, Place] = field(default_factory=dict)


def read_symbols(grammar: str, data: bytes) -> tuple[Symbol, ...] | None:
    """Give the symbols of a source text, places in bytes, sorted by (start, -end); None where none can be read in time.

    Broken code has the symbols that could be read.
    """
    tree = parse(grammar, data)
    if tree is None or _has_long_run(tree.root_node):
        return None
    from tree_sitter import QueryCursor

    captures = _Captures(data)
    for _, named in QueryCursor(query(grammar)).matches(tree.root_node):  # `captures` takes quadratic time
        for name, (node, *_) in named.items():
            _sort_in(captures, name, node)
    captures.found.sort(key=lambda one: (one[0], -one[1]))
    for starts in captures.wrappers.values():
        starts.sort()
    return tuple(_nested(captures))


def _has_long_run(root: Node) -> bool:
    """Tell whether some error has a long run of children that are but signs: each makes a query look at all behind it.

    A query could be ended by the clock, too, but not safely: its callback crashes tree-sitter 0.26.
    """
    waiting = [root] if root.has_error else []
    while waiting:
        inside = waiting.pop().children
        run = 0
        for one in inside:
            run = 0 if one.is_named else run + 1
            if run > LONGEST_RUN:
                return True
        waiting.extend(one for one in inside if one.has_error and one.end_byte - one.start_byte > LONGEST_RUN)
    return False


def _sort_in(captures: _Captures, name: str, node: Node) -> None:
    data, start, end = captures.data, node.start_byte, _stripped(captures.data, node.start_byte, node.end_byte)
    if start >= end:
        return
    if name == "_wrapper":
        captures.wrappers[_without_semicolons(data, start, end)].append(start)
    elif name == "_lead":
        if data.startswith(b"#!", start) and not start:
            return
        lead = _Lead(start, end, "comment" in node.type)
        captures.leads_by_end[end] = captures.leads_by_start[start] = lead
    elif name == "_doc":
        captures.docs[start] = Place(start, end)
    else:
        captures.found.append(_Found(start, end, name, node))


def _nested(captures: _Captures) -> Iterator[Symbol]:
    """Name each capture by those around it."""
    above: list[tuple[int, int, Symbol]] = []
    floor = 0
    for found in captures.found:
        while above and above[-1][1] <= found.start:
            floor = max(floor, above.pop()[1])
        around = above[-1][2] if above else None
        if above:
            floor = max(floor, above[-1][0] + 1)
        symbol = _symbol(captures, found, around, floor)
        if symbol is None or len(symbol.path) > DEEPEST:
            continue
        yield symbol
        above.append((found.start, found.end, symbol))


def _symbol(captures: _Captures, found: _Found, around: Symbol | None, floor: int) -> Symbol | None:
    """Give the symbol of a captured node, or nothing where it has no name or is none."""
    data = captures.data
    names = names_of(found.node, data)
    kind = kind_of(found.capture, found.node, around.kind if around else "", data)
    if not names or kind is None:
        return None
    starts = captures.wrappers.get(_without_semicolons(data, found.start, found.end), [])
    at = bisect_right(starts, floor - 1)
    begin = starts[at] if at < len(starts) and starts[at] < found.start else found.start
    first, doc = _leading(captures, begin, floor)
    placed = body_of(found.node)
    body = Place(*placed) if placed else None
    return Symbol(
        path=(*(around.path if around else ()), *names),
        kind=kind,
        place=Place(first, _with_semicolon(data, found.end)),
        signature=_signature(captures, begin, found, body),
        doc=(captures.docs.get(body.start) if body else None) or doc,
        body=body,
    )


def _leading(captures: _Captures, begin: int, floor: int) -> tuple[int, Place | None]:
    """Give where a symbol begins with the comments and decorators right before it, and the place of the comments."""
    data, first = captures.data, begin
    comments: list[_Lead] = []
    while True:
        end = _stripped(data, floor, first)
        lead = captures.leads_by_end.get(end)
        if lead is None or lead.start < floor or (lead.is_comment and not _stands_before(data, lead, first)):
            break
        first = lead.start
        if lead.is_comment:
            comments.append(lead)
    return first, Place(comments[-1].start, comments[0].end) if comments else None


def _stands_before(data: bytes, lead: _Lead, position: int) -> bool:
    """Tell whether a comment has its line to itself and no blank line behind it."""
    line = data.rfind(b"\n", 0, lead.start) + 1
    return not data[line : lead.start].strip() and data.count(b"\n", lead.end, position) <= 1


def _signature(captures: _Captures, begin: int, found: _Found, body: Place | None) -> Place:
    """Give the place from the first word behind the decorators to the body, or to the first comment in its stead."""
    data, start = captures.data, begin
    while (lead := captures.leads_by_start.get(start)) is not None and lead.end < found.end:
        start = _next_filled(data, lead.end, found.end)
    end = body.start if body and body.start > start else found.end
    header = max((one.end_byte for one in map(found.node.child_by_field_name, _HEADER_FIELDS) if one), default=start)
    if body is None and (brace := data.find(b"{", header, end)) > start:
        end = brace
    for comment in re.finditer(rb"\n[ \t]*", data[header:end]) if header < end else ():
        lead = captures.leads_by_start.get(header + comment.end())
        if lead and lead.is_comment:
            end = header + comment.start()
            break
    if end - start > LONGEST_SIGNATURE:
        cut = data.rfind(b"\n", start + 1, start + LONGEST_SIGNATURE)
        end = cut if cut > start else _whole_characters(data, start + LONGEST_SIGNATURE)
    return Place(start, max(_stripped(data, start, end), start + 1))


def _whole_characters(data: bytes, position: int) -> int:
    """Go back to where a character begins."""
    while data[position] & 0xC0 == 0x80:  # noqa: PLR2004 # a byte that continues a character in UTF-8
        position -= 1
    return position


def _stripped(data: bytes, start: int, end: int) -> int:
    """Give the end without the blanks before it."""
    while end > start and data[end - 1] in _BLANKS:
        end -= 1
    return end


def _without_semicolons(data: bytes, start: int, end: int) -> int:
    while end > start and (data[end - 1] in _BLANKS or data[end - 1] == ord(";")):
        end -= 1
    return end


def _with_semicolon(data: bytes, end: int) -> int:
    """Give the end behind a semicolon that follows at once."""
    return end + 1 if data[end : end + 1] == b";" else end


def _next_filled(data: bytes, position: int, end: int) -> int:
    while position < end and data[position] in _BLANKS:
        position += 1
    return position


def shifted(symbols: Iterable[Symbol], offsets: Mapping[int, int]) -> Iterator[Symbol]:
    """Give symbols with every place looked up in `offsets`."""

    def moved(place: Place | None) -> Place | None:
        return Place(offsets[place.start], offsets[place.end]) if place else None

    for one in symbols:
        place, signature = (Place(offsets[at.start], offsets[at.end]) for at in (one.place, one.signature))
        yield replace(one, place=place, signature=signature, doc=moved(one.doc), body=moved(one.body))
