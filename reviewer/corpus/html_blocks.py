"""The blocks of a page, noted as its elements close: under the headings above them, and with their tables numbered."""

from __future__ import annotations

from reviewer.corpus.document import Block
from reviewer.corpus.html_elements import Open
from reviewer.corpus.html_tables import Found

_LONGEST_TITLE = 1000  # what is longer is no heading, whatever its tag says


class FoundBlocks:
    """The blocks that were found so far, and the headings above what follows."""

    def __init__(self) -> None:
        """Begin with none."""
        self._found: list[Found] = []
        self._above: list[tuple[int, int]] = []
        self._titles: list[tuple[int, int]] = []
        self._tables = 0

    @property
    def path(self) -> tuple[int, ...]:
        """The numbers of the headings above what follows."""
        return tuple(number for _, number in self._above)

    def add(self, found: Found) -> None:
        """Note a block of text that stands in no element of its own."""
        self._found.append(found)

    def close(self, one: Open, found: Found) -> None:
        """Note what an element that was closed is: cells and rows with their table, all else by itself."""
        if one.cell is not None:
            one.cell.found = found._replace(kind="table-cell")
        elif one.name == "tr" and one.grid is not None:
            one.grid.rows[one.grid.row] = found._replace(kind="table-row")
        elif found.kind == "heading" and found.end - found.start <= _LONGEST_TITLE:
            self._found.append(self._as_heading(one, found))
        elif found.kind == "heading":
            self._found.append(found._replace(kind="paragraph"))
        elif found.kind == "table" and one.grid is not None and one.grid.rows:
            self._tables += 1
            self._found.append(found._replace(attributes=(("table", str(self._tables)),)))
            self._found.extend(one.grid.blocks(self._tables))
        elif found.kind and found.kind != "table":
            self._found.append(found)

    def _as_heading(self, one: Open, found: Found) -> Found:
        """Put a heading above what follows, and itself."""
        level = int(one.name[1])
        self._above = [above for above in self._above if above[0] < level]
        self._above.append((level, len(self._titles)))
        self._titles.append((found.start, found.end))
        return found._replace(level=level, path=self.path)

    def under_titles(self, written: str) -> tuple[Block, ...]:
        """Give the blocks in order, with the titles of the headings above them as they stand in the text."""
        titles = [" ".join(written[start:end].split()) for start, end in self._titles]
        found = sorted(self._found, key=lambda one: (one.start, -one.end, one.order))
        paths = {path: tuple(titles[number] for number in path) for path in {one.path for one in found}}
        return tuple(
            Block(
                kind=one.kind,
                start=one.start,
                end=one.end,
                path=paths[one.path],
                level=one.level,
                attributes=one.attributes,
            )
            for one in found
        )
