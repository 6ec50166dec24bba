r"""Grapheme clusters near a position, so that no cut parts what a reader sees as one sign.

Looking is local: it begins at the nearest place that is an edge whatever stands around it, or at an edge found before,
so that many rising look-ups cost one pass over the text even where no such place exists (a page of flags).
Rules: Unicode Standard Annex 29, extended grapheme clusters, as `\X` of the `regex` package has them.
"""

from __future__ import annotations

from bisect import bisect_right, insort

import regex

_BEFORE = r"\p{gcb=XX}\p{gcb=CN}\p{gcb=LF}\p{gcb=LV}\p{gcb=LVT}"
_AFTER = r"\p{gcb=XX}\p{gcb=CN}\p{gcb=CR}\p{gcb=LF}\p{gcb=L}\p{gcb=LV}\p{gcb=LVT}\p{gcb=PP}\p{gcb=RI}"
# The pairs between which every text has an edge; an ASCII sign joins only what says so itself (Prepend) and CR LF.
_CERTAIN = rf"(?<=[{_BEFORE}])[{_AFTER}]|(?<=[^\p{{gcb=PP}}\r])[\x00-\x7f]"
_HERE = regex.compile(_CERTAIN)
_LAST = regex.compile(rf"(?r){_CERTAIN}")
_CLUSTER = regex.compile(r"\X")


class Clusters:
    """The grapheme clusters of one text, found where they are asked for."""

    __slots__ = ("_edges", "_last", "_text")

    def __init__(self, text: str) -> None:
        """Read nothing yet."""
        self._text = text
        self._edges = [0]
        self._last = (0, 0)

    def around(self, position: int) -> tuple[int, int]:
        """Give start and end of the cluster that `position` would part, or the position twice where it parts none."""
        if position <= 0 or position >= len(self._text) or _HERE.match(self._text, position):
            return position, position
        if self._last[0] < position < self._last[1]:
            return self._last
        return self._scan(position)

    def is_edge(self, position: int) -> bool:
        """Tell whether a cut at `position` parts no cluster."""
        start, end = self.around(position)
        return start == end

    def _scan(self, position: int) -> tuple[int, int]:
        edge = self._edges[bisect_right(self._edges, position) - 1]
        if edge == position:
            return position, position
        certain = _LAST.search(self._text, edge + 1, position)
        start, end = self._first_reaching(position, certain.start() if certain else edge)
        self._remember(start if end > position else end)
        if end == position:
            return position, position
        self._last = (start, end)
        return start, end

    def _first_reaching(self, position: int, edge: int) -> tuple[int, int]:
        """Give the first cluster from `edge` on that ends at `position` or later.

        It reads a slice, because the pattern looks back over all flags before it; the slice grows until the cluster
        ends in it.
        """
        stop, start, end = position, edge, edge
        while end == stop < len(self._text) or end < position:
            stop += max(stop - edge, 32)
            for match in _CLUSTER.finditer(self._text[edge:stop]):
                start, end = edge + match.start(), edge + match.end()
                if end >= position:
                    break
        return start, end

    def _remember(self, edge: int) -> None:
        if self._edges[bisect_right(self._edges, edge) - 1] != edge:
            insort(self._edges, edge)
