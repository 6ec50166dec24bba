"""The left side of the review: what is stale, by document, with what was decided."""

from __future__ import annotations

from reviewer.review.decision import Key
from reviewer.review.entry import Entry
from reviewer.review.session import Session
from reviewer.tui.labels_app import wording
from reviewer.tui.line_list import Line, LineList


class QueueList(LineList):
    """Lists the entries of a session."""

    def __init__(self, session: Session) -> None:
        """Take the session."""
        super().__init__(id="queue")
        self._session = session
        self._rows: list[Entry | str] = []
        self._row_of: dict[Key, int] = {}
        self._shown: Key | None = None

    def list_anew(self) -> None:
        """Take the entries in the order in which they stand now."""
        self._rows = []
        for document, entries in self._session.queue.groups.items():
            self._rows += [document, *entries]
        self._row_of = {row.key: at for at, row in enumerate(self._rows) if isinstance(row, Entry)}

    def show_entry(self, entry: Entry | None) -> None:
        """Show which entry is on the screen, and what was decided meanwhile."""
        self._shown = entry.key if entry is not None else None
        self.show(len(self._rows), self._entry_line, self._row_of.get(self._shown) if self._shown else None)

    def holds(self, key: Key) -> bool:
        """Tell whether an entry is listed."""
        return key in self._row_of

    def place_of(self, entry: Entry | None) -> int:
        """Give the place of an entry among all entries, from 1; 0 for none."""
        row = self._row_of.get(entry.key) if entry is not None else None
        return 0 if row is None else sum(isinstance(one, Entry) for one in self._rows[: row + 1])

    def entry_at(self, row: int) -> Entry | None:
        """Give the entry of a row; a document's own row has none."""
        found = self._rows[row]
        return found if isinstance(found, Entry) else None

    def _entry_line(self, row: int) -> Line:
        found, session = self._rows[row], self._session
        if isinstance(found, str):
            still_open = sum(one.key not in session.decisions for one in session.queue.groups[found])
            return wording.group_line(found, still_open)
        return wording.entry_line(
            found,
            session.queue.offer(found),
            session.decisions.get(found.key),
            is_current=found.key == self._shown,
        )
