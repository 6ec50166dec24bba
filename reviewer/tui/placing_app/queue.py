"""The left side of placing: what waits, by document."""

from __future__ import annotations

from reviewer.review.placing import Placing, Task
from reviewer.tui.line_list import Line, LineList
from reviewer.tui.placing_app import wording


class TaskList(LineList):
    """Lists the tasks; a document's name stands above those that follow each other in it."""

    def __init__(self, placing: Placing) -> None:
        """Take what there is to do."""
        super().__init__(id="queue")
        self._placing = placing
        self._shown = ""
        self._rows: list[Task | str] = []
        for task in placing.tasks:
            last = self._rows[-1] if self._rows else None
            if not isinstance(last, Task) or last.document != task.document:
                self._rows.append(task.document)
            self._rows.append(task)
        self._row_of = {row.key: at for at, row in enumerate(self._rows) if isinstance(row, Task)}

    def show_task(self, task: Task) -> None:
        """Show which task is on the screen, and what was decided meanwhile."""
        self._shown = task.key
        self.show(len(self._rows), self._task_line, self._row_of[task.key])

    def task_at(self, row: int) -> Task | None:
        """Give the task of a row; a document's own row has none."""
        found = self._rows[row]
        return found if isinstance(found, Task) else None

    def _task_line(self, row: int) -> Line:
        found = self._rows[row]
        if isinstance(found, str):
            return wording.group(found)
        return wording.row(found, self._placing.done.get(found.key), is_current=found.key == self._shown)
