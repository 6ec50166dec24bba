"""Where the statements of a source text begin, by how deep they lie in its tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from reviewer.corpus.code_grammars import grammar_of
from reviewer.corpus.code_trees import can_read, parse
from reviewer.corpus.document import Document
from reviewer.corpus.offsets import from_utf8
from reviewer.errors import CorpusError

if TYPE_CHECKING:
    from tree_sitter import Node

LEVELS = 48
"""How deep is looked; what lies deeper is left to lines."""
_BLOCKS = ("block", "body", "compound_statement", "declaration_list", "body_statement")


def statement_starts(document: Document) -> tuple[list[int], ...]:
    """Give the starts of lines with which a node of the tree begins, rising, by depth; a comment leads its statement.

    Returns:
        `LEVELS` lists of offsets in code points; all empty where no grammar is installed or the parser gave up.

    Raises:
        CorpusError: The parser found no end in a text that it read to its end before: another result would be silent.

    """
    found: tuple[list[int], ...] = tuple([] for _ in range(LEVELS))
    grammar = grammar_of(document.id, document.text)
    if grammar is None or not can_read(grammar):
        return found
    data = document.text.encode("utf-8", "replace")
    tree = parse(grammar, data)
    if tree is None and any(block.kind == "symbol" for block in document.blocks):
        raise CorpusError(
            f"{document.id}: its symbols were read, and this time the parser ran out of time",
            "Run it again when the machine has less to do, or exclude the file.",
        )
    edges = list(_edges(tree.root_node, data)) if tree else []
    for offset, (_, depth) in zip(from_utf8(document.text, [start for start, _ in edges]), edges, strict=True):
        found[depth].append(offset)
    return found


def _edges(root: Node, data: bytes) -> Iterator[tuple[int, int]]:
    """Walk down where a node has several lines; the first node of each line tells the line's depth.

    The first line below the one that a node begins with is no edge: no header stands alone.
    """
    rows: set[int] = set()
    waiting = [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        row, column = node.start_point
        start = node.start_byte
        if depth and row not in rows:
            rows.add(row)
            is_body = node.type.endswith(_BLOCKS)  # it stays with the line that announces it
            if not is_body and not data[start - column : start].strip():
                yield start - column, depth - 1
        if depth < LEVELS and node.end_point[0] > row:
            inside = node.named_children
            if depth:
                rows.update(islice((one.start_point[0] for one in inside if one.start_point[0] > row), 1))
            _skip_led(inside, rows)
            waiting.extend((one, depth + 1) for one in reversed(inside))


def _skip_led(nodes: Sequence[Node], rows: set[int]) -> None:
    """Leave out the lines of nodes that stand right under a comment."""
    for one, other in pairwise(nodes):
        if "comment" in one.type and one.end_point[0] + (one.end_point[1] > 0) == other.start_point[0]:
            rows.add(other.start_point[0])
