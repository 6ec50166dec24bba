"""Progress bars on standard error, with rate and time left; silent when it is not a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from reviewer.experiment.progress import Advance, Progress, Silent

if TYPE_CHECKING:
    from rich.progress import ProgressColumn


class Bars:
    """Draws one bar a stage."""

    @contextmanager
    def stage(self, name: str, total: int, unit: str) -> Iterator[Advance]:
        """Draw a bar until the stage ends; finished bars disappear."""
        from rich.console import Console
        from rich.progress import Progress as Live

        with Live(*self._columns(unit), console=Console(stderr=True), transient=True) as live:
            task = live.add_task(name, total=total or None)
            yield lambda done: live.update(task, completed=done)

    @staticmethod
    def _columns(unit: str) -> list[ProgressColumn]:
        from rich.progress import BarColumn, MofNCompleteColumn, ProgressColumn, Task, TextColumn, TimeRemainingColumn
        from rich.text import Text

        class Rate(ProgressColumn):
            """Units a second."""

            def render(self, task: Task) -> Text:
                return Text(f"{task.speed:,.0f} {unit}/s" if task.speed else f"– {unit}/s", style="dim")

        return [
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            Rate(),
            TimeRemainingColumn(compact=True),
        ]


def listener() -> Progress:
    """Give bars on a terminal, silence elsewhere."""
    return Bars() if sys.stderr.isatty() else Silent()
