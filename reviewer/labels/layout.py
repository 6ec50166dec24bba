"""Where the parts of a YAML text stand, exactly enough to replace one and keep every other character.

PyYAML's nodes carry marks that count code points. What they do not tell is found here: the true end of a block
scalar (its mark runs over the blank lines after it), the dash of an item, whole lines.
"""

from __future__ import annotations

import re
from bisect import bisect_right

import yaml

_BREAK = re.compile(r"\r\n|\n|\r")
_COLON = re.compile(r"[ \t]*:")


class CannotSpliceError(Exception):
    """The text is laid out in a way that small edits cannot follow."""


class Layout:
    """The lines of a text, and the extents of nodes in it."""

    def __init__(self, text: str) -> None:
        """Find the lines."""
        self.text = text
        breaks = list(_BREAK.finditer(text))
        self.newline = breaks[0].group() if breaks else "\n"
        self._starts = [0, *(found.end() for found in breaks)]
        self._ends = [*(found.start() for found in breaks), len(text)]

    def line_start(self, offset: int) -> int:
        """Give the offset at which the line of `offset` begins."""
        return self._starts[self._line(offset)]

    def line_end(self, offset: int) -> int:
        """Give the offset of the line break after `offset`, or of the end of the text."""
        return self._ends[self._line(offset)]

    def whole_lines(self, start: int, end: int) -> tuple[int, int]:
        """Give the extent of all lines that `[start, end)` touches, with the break after them or else before them."""
        first, last = self._line(start), self._line(end)
        begin = self._starts[first]
        if self.text[begin:start].strip(" \t"):
            raise CannotSpliceError("something else stands before it on its line")
        if last + 1 < len(self._starts):
            return begin, self._starts[last + 1]
        return (self._ends[first - 1] if first else 0), self._ends[last]

    def end_of(self, node: yaml.Node) -> int:
        """Give the offset after the last character that belongs to a node."""
        if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
            return self._end_of_block_scalar(node)
        if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
            last = node.value[-1]
            return self.end_of(last[1] if isinstance(last, tuple) else last)
        return int(node.end_mark.index)

    def after_colon(self, key: yaml.Node) -> int:
        """Give the offset after the colon of a key."""
        colon = _COLON.match(self.text, key.end_mark.index)
        if colon is None:
            raise CannotSpliceError("a key without its colon")
        return colon.end()

    def dash(self, node: yaml.SequenceNode, child: yaml.Node) -> int:
        """Give the offset of the dash before an item of a block list."""
        column = node.start_mark.column
        for line in range(self._line(child.start_mark.index), self._line(node.start_mark.index) - 1, -1):
            at = self._starts[line] + column
            if self.text[at : at + 1] == "-" and not self.text[self._starts[line] : at].strip(" "):
                return at
        raise CannotSpliceError("an item without a dash of its own")

    def follows_blank_line(self, offset: int) -> bool:
        """Tell whether a blank line stands above the line of `offset`, comments in between aside."""
        for line in range(self._line(offset) - 1, -1, -1):
            written = self.text[self._starts[line] : self._ends[line]].strip()
            if not written.startswith("#"):
                return not written
        return False

    def _line(self, offset: int) -> int:
        return bisect_right(self._starts, offset) - 1

    def _end_of_block_scalar(self, node: yaml.ScalarNode) -> int:
        """Give the end of the last line with content; blank lines after it count only where they are kept (`|+`)."""
        line = self._line(node.start_mark.index)
        end = self._ends[line]
        header = self.text[node.start_mark.index : end].split("#")[0]
        indent: int | None = None
        for following in range(line + 1, self._line(node.end_mark.index) + 1):
            start, stop = self._starts[following], self._ends[following]
            written = self.text[start:stop].lstrip(" ")
            begin = stop - len(written)
            if begin >= node.end_mark.index:
                break
            indent = begin - start if indent is None and written else indent
            comment = written.startswith("#") and begin - start < (indent or 0)
            if (written and not comment and node.value.strip("\n")) or (not written and "+" in header):
                end = stop
        return end
