"""Edit a list inside YAML text by replacing only the characters that say something else.

Aliases, tags and further documents are refused when a file is read, so that no node stands in two places. Whoever
calls parses the result again and compares it with what was meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

import yaml

from reviewer.labels import writing
from reviewer.labels.layout import CannotSpliceError, Layout
from reviewer.labels.writing import Tree

_LOADER: type[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_BYTE_ORDER_MARK = "\ufeff"

Items: TypeAlias = "Sequence[Tree]"
Wanted: TypeAlias = "Sequence[Tree | None]"
"""The items of a list after an edit: None for one that is taken out, those beyond the old length are appended."""


class Edit(NamedTuple):
    """Replace the characters `[start, end)` by `text`, whose lines end in line feeds."""

    start: int
    end: int
    text: str


class _Entry(NamedTuple):
    """An entry of a mapping, where a value can be exchanged for one of another shape."""

    parent: yaml.MappingNode
    key: yaml.ScalarNode
    value: yaml.Node


def splice(text: str, key: str, before: Items, after: Wanted, *, anew: bool = False) -> str:
    """Give `text` with the list under `key` changed from `before` to `after`, all other characters kept.

    With `anew`, a changed item is written as a whole instead of value by value.
    """
    mark = _BYTE_ORDER_MARK if text.startswith(_BYTE_ORDER_MARK) else ""
    body = text.removeprefix(_BYTE_ORDER_MARK)
    root = yaml.compose(body, Loader=_LOADER)
    entry = next((one for one in _entries(root) if one.key.value == key), None)
    if entry is None:
        raise CannotSpliceError(f"no list under {key}")
    layout = Layout(body)
    return mark + _apply(layout, list(_Splicer(layout, anew=anew).change_items(entry, before, after)))


def _apply(layout: Layout, edits: Iterable[Edit]) -> str:
    """Make all edits, with the line ends of the text; extents that are taken out may meet."""
    parts: list[str] = []
    at = 0
    for start, end, new in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if start < at and new:
            raise CannotSpliceError("two edits meet")
        parts += [layout.text[at:start], new.replace("\n", layout.newline)]
        at = max(at, end)
    return "".join([*parts, layout.text[at:]])


def _entries(node: yaml.Node | None) -> list[_Entry]:
    if not isinstance(node, yaml.MappingNode):
        raise CannotSpliceError("not a mapping")
    return [_Entry(node, key, value) for key, value in node.value]


class _Splicer:
    """The edits that turn what a node says into something else."""

    def __init__(self, layout: Layout, *, anew: bool) -> None:
        self.layout = layout
        self.anew = anew

    # Lists

    def change_items(self, entry: _Entry, before: Items, after: Wanted) -> Iterator[Edit]:
        """Change, take out and append items of the list in an entry."""
        node = entry.value
        if not isinstance(node, yaml.SequenceNode) or len(node.value) != len(before):
            raise CannotSpliceError("the list is not the one that was read")
        wanted, added = after[: len(before)], [one for one in after[len(before) :] if one is not None]
        kept = [child for child, one in zip(node.value, wanted, strict=True) if one is not None]
        if not kept and (added or node.flow_style):
            yield self._write_entry(entry, list(added))
            return
        for child, old, new in zip(node.value, before, wanted, strict=True):
            if new is not None and new != old:
                yield from self._change_item(node, child, old, new)
        yield from self._cut_items(node, [one is None for one in wanted])
        if added:
            yield self._append(node, kept[-1], added)
        if not kept:
            colon = self.layout.after_colon(entry.key)
            yield Edit(colon, colon, " []")

    def _change_item(self, node: yaml.SequenceNode, child: yaml.Node, before: Tree, after: Tree) -> list[Edit]:
        """Change an item inside, or write it as a whole where that cannot be."""
        if isinstance(before, Mapping) and isinstance(after, Mapping) and not self.anew:
            with suppress(CannotSpliceError):
                return list(self._change_entries(child, before, after))
        column = child.start_mark.column
        new = writing.flow(after) if node.flow_style else _set_in(writing.block(after), column)
        return [Edit(child.start_mark.index, self.layout.end_of(child), new)]

    def _append(self, node: yaml.SequenceNode, last: yaml.Node, added: Items) -> Edit:
        """Add items after the last one that stays, set off by blank lines where that one is."""
        end = self.layout.end_of(last)
        if node.flow_style:
            return Edit(end, end, "".join(f", {writing.flow(one)}" for one in added))
        column = node.start_mark.column
        apart = last is not node.value[0] and self.layout.follows_blank_line(self.layout.dash(node, last))
        begin = ("\n\n" if apart else "\n") + " " * column
        at = self.layout.line_end(end)
        return Edit(at, at, "".join(begin + _set_in(writing.item(one), column) for one in added))

    def _cut_items(self, node: yaml.SequenceNode, out: Sequence[bool]) -> Iterator[Edit]:
        places = [(child.start_mark.index, self.layout.end_of(child)) for child in node.value]
        if node.flow_style:
            yield from _cut_between_commas(places, out)
            return
        for child, (_, end), gone in zip(node.value, places, out, strict=True):
            if gone:
                yield Edit(*self.layout.whole_lines(self.layout.dash(node, child), end), "")

    # Mappings

    def _change_entries(self, node: yaml.Node, before: Mapping[str, Tree], after: Mapping[str, Tree]) -> Iterator[Edit]:
        """Change, take out and add entries of a mapping."""
        entries = {entry.key.value: entry for entry in _entries(node)}
        wanted = {key: value for key, value in after.items() if key not in before or before[key] != value}
        for key, entry in entries.items():
            if key in wanted:
                value = wanted.pop(key)
                yield from self._change(entry, before.get(key), value)
        out = [key in before and key not in after for key in entries]
        yield from self._cut_entries(list(entries.values()), out)
        if wanted:
            kept = [entry for entry, gone in zip(entries.values(), out, strict=True) if not gone]
            yield self._insert_entries(kept, wanted)

    def _change(self, entry: _Entry, before: Tree | None, after: Tree) -> Iterator[Edit]:
        """Change one entry's value."""
        value = entry.value
        if isinstance(value, yaml.ScalarNode) and isinstance(after, str):
            start, end = value.start_mark.index, self.layout.end_of(value)
            yield Edit(start, end, ("" if start < end else " ") + writing.scalar(after))
        elif isinstance(value, yaml.SequenceNode) and isinstance(before, list) and isinstance(after, list):
            yield from self.change_items(entry, before, _aligned(before, after))
        elif isinstance(value, yaml.MappingNode) and isinstance(before, Mapping) and isinstance(after, Mapping):
            yield from self._change_entries(value, before, after)
        else:
            yield self._write_entry(entry, after)

    def _write_entry(self, entry: _Entry, after: Tree) -> Edit:
        """Write an entry as a whole, from its key to the end of its value."""
        key = entry.key.start_mark
        if entry.parent.flow_style:
            new = writing.flow({entry.key.value: after})[1:-1]
        else:
            new = _set_in(writing.entry(entry.key.value, after), key.column)
        return Edit(key.index, self.layout.end_of(entry.value), new)

    def _insert_entries(self, kept: Sequence[_Entry], fresh: Mapping[str, Tree]) -> Edit:
        """Add entries after the last one that stays."""
        if not kept:
            raise CannotSpliceError("no entry to add to")
        parent, key, value = kept[-1]
        end = self.layout.end_of(value)
        if parent.flow_style:
            return Edit(end, end, "".join(f", {writing.flow({name: one})[1:-1]}" for name, one in fresh.items()))
        lines = [line for name, one in fresh.items() for line in writing.entry(name, one)]
        at = self.layout.line_end(end)
        column = key.start_mark.column
        return Edit(at, at, "\n" + " " * column + _set_in(lines, column))

    def _cut_entries(self, entries: Sequence[_Entry], out: Sequence[bool]) -> Iterator[Edit]:
        places = [(entry.key.start_mark.index, self.layout.end_of(entry.value)) for entry in entries]
        if entries and entries[0].parent.flow_style:
            yield from _cut_between_commas(places, out)
            return
        for place, gone in zip(places, out, strict=True):
            if gone:
                yield Edit(*self.layout.whole_lines(*place), "")


def _cut_between_commas(places: Sequence[tuple[int, int]], out: Sequence[bool]) -> Iterator[Edit]:
    """Take entries out of a flow collection, each with the comma after it; the last ones with the comma before."""
    stay = max((at for at, gone in enumerate(out) if not gone), default=-1)
    for at in range(stay):
        if out[at]:
            yield Edit(places[at][0], places[at + 1][0], "")
    if stay + 1 < len(places):
        yield Edit(places[stay][1] if stay >= 0 else places[0][0], places[-1][1], "")


def _aligned(before: Items, after: Items) -> Wanted:
    """Pair items from the front, and from the back those that are equal; the rest is taken out or appended."""
    if len(after) >= len(before):
        return after
    tail = 0
    while tail < len(after) and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    head = len(after) - tail
    return [*after[:head], *([None] * (len(before) - len(after))), *after[head:]]


def _set_in(lines: Sequence[str], column: int) -> str:
    """Join lines, all but the first set in by `column` blanks."""
    return ("\n" + " " * column).join(lines)
