"""The elements of a page that are open at a place, and which of them a tag closes (HTML Standard, 13.2.6).

There is no recursion, so depth costs nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container

from reviewer.corpus.html_rules import CELLS, GROUPS, ITEMS, LISTS, TABLE_PARTS, TITLES
from reviewer.corpus.html_tables import Cell, Grid

_SCOPES = frozenset({"caption", "table", *CELLS})
_WITHIN_ITEM = frozenset({"address", "div", "p"})
_FARTHEST = 512


class Open:
    """An element that is open."""

    __slots__ = (
        "cell", "grid", "hidden_depth", "hidden_name", "is_left_out", "is_main", "kind", "language", "name", "order",
        "path", "start",
    )  # fmt: skip

    def __init__(self, name: str, order: int) -> None:
        """Open an element that has no text yet; `order` tells which of two was opened first."""
        self.name = name
        self.order = order
        self.kind: str | None = None
        self.start: int | None = None
        self.path: tuple[int, ...] = ()
        self.is_left_out = False
        self.is_main = False
        self.language: str | None = None
        self.grid: Grid | None = None
        self.cell: Cell | None = None
        self.hidden_name = ""
        self.hidden_depth = 0


class OpenElements:
    """The stack of open blocks; a hidden element inside a line is kept with the block it stands in."""

    def __init__(self, closed: Callable[[Open], None]) -> None:
        """Begin with the page itself; `closed` is told of each element after it was closed."""
        self.stack = [Open("", 0)]
        self._closed = closed
        self._counts: Counter[str] = Counter()
        self._hidden: list[Open] = []
        self._order = 0
        self._left_out = 0
        self._mains = 0
        self._in_vain = (0, "")

    @property
    def top(self) -> Open:
        """The innermost."""
        return self.stack[-1]

    @property
    def is_hidden(self) -> bool:
        """Whether one of them is left out."""
        return bool(self._left_out or self._hidden)

    @property
    def is_main(self) -> bool:
        """Whether one of them is the main element."""
        return self._mains > 0

    def next_order(self) -> int:
        """Give the number of what is opened next."""
        self._order += 1
        return self._order

    def any(self, *names: str) -> bool:
        """Tell whether an element of one of these names is open."""
        return any(self._counts[name] for name in names)

    def push(self, name: str, *, is_left_out: bool = False, is_main: bool = False) -> Open:
        """Open a block."""
        one = Open(name, self.next_order())
        one.is_left_out, one.is_main = is_left_out, is_main
        self._left_out += is_left_out
        self._mains += is_main
        self._counts[name] += 1
        self.stack.append(one)
        return one

    def pop(self) -> None:
        """Close the innermost block, and what is hidden in its lines."""
        one = self.stack.pop()
        self._left_out -= one.is_left_out
        self._mains -= one.is_main
        self._counts[one.name] -= 1
        if self._hidden and self._hidden[-1] is one:
            self._hidden.pop()
        self._closed(one)

    def pop_all(self) -> None:
        """Close everything at the end of the page."""
        while len(self.stack) > 1:
            self.pop()

    def make_room_for(self, name: str) -> None:
        """Close what ends where a block of this name begins."""
        if name in TABLE_PARTS and name != "table" and self._counts["table"]:
            self._make_room_in_table(name)
        elif name in ITEMS:
            self._end_item(("dd", "dt") if name != "li" else ("li",))
        if self.top.name == "p" or (name in TITLES and self.top.name in TITLES):
            self.pop()

    def end(self, name: str) -> bool:
        """Close the innermost block of this name with all inside it, and tell whether there was one to close."""
        names = TITLES if name in TITLES else (name,)
        if not self.any(*names) or self._in_vain == (self._order, name):
            return False
        if name in TABLE_PARTS:
            return self._pop_through(names, ("table",) if name != "table" else ())
        bounds = _SCOPES | LISTS if name in ITEMS else _SCOPES
        found = self._pop_through(names, bounds)
        if not found:
            self._in_vain = (self._order, name)
        return found

    def hide(self, name: str) -> None:
        """Hide an element inside a line from here on."""
        self.top.hidden_name, self.top.hidden_depth = name, 1
        self._hidden.append(self.top)

    def nest_hidden(self, name: str) -> None:
        """Count an element inside a line that has the name of a hidden one around it."""
        for one in self._hidden:
            if one.hidden_name == name:
                one.hidden_depth += 1
                return

    def end_hidden(self, name: str) -> None:
        """Count the end of such an element; the last end shows what follows."""
        holder = next((one for one in self._hidden if one.hidden_name == name), None)
        if holder is None:
            return
        holder.hidden_depth -= 1
        if holder.hidden_depth == 0:
            while self.top is not holder:
                self.pop()
            self._hidden.pop()
            holder.hidden_name = ""

    def _make_room_in_table(self, name: str) -> None:
        if name in CELLS:
            self._pop_until(("table", "tr", *GROUPS))
        elif name == "tr":
            self._pop_until(("table", *GROUPS))
        else:
            self._pop_until(("table",))

    def _end_item(self, names: Container[str]) -> None:
        """Close an open item of the list that a new item belongs to."""
        for one in reversed(self.stack[-_FARTHEST:]):
            if one.name in names:
                self._pop_through(names, ())
                return
            if one.name not in _WITHIN_ITEM:
                return

    def _pop_until(self, names: Container[str]) -> None:
        while self.top.name not in names:
            self.pop()

    def _pop_through(self, names: Container[str], bounds: Container[str]) -> bool:
        """Close up to the innermost of these names, unless one of the bounds is met before."""
        for one in reversed(self.stack):
            if one.name in names:
                break
            if one.name in bounds:
                return False
        else:
            return False
        while self.top is not one:
            self.pop()
        self.pop()
        return True
