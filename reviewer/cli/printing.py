"""How commands print a result for people."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from reviewer.experiment.study.page import Page
    from reviewer.reports import Result

PIPED_WIDTH = 110


def print_report(result: Result, folder: Path) -> None:
    """Print the report and where the folder stands; colours only on a terminal without NO_COLOR."""
    from rich.text import Text

    from reviewer.reports.terminal import print_result
    from reviewer.visible import visible

    console = _console()
    print_result(result, console)
    console.print(Text(visible(f" Results: {folder}"), style="dim"))


def print_page(page: Page, place: Path) -> None:
    """Print the page of a study and where it stands."""
    from rich.text import Text

    from reviewer.experiment.study import as_terminal
    from reviewer.visible import visible

    console = _console()
    console.print(as_terminal(page, console.width))
    console.print(Text(visible(f" The page: {place}"), style="dim"))


def _console() -> Console:
    """Give a console of fixed width where it is piped; colours only on a terminal without NO_COLOR."""
    from rich.console import Console

    from reviewer.cli.problems import closed_pipe

    class Piped(Console):
        """Leaves quietly when its reader has gone; the exit code stays that of the verdict."""

        def on_broken_pipe(self) -> None:
            self.quiet = True
            closed_pipe()

    console = Piped(highlight=False)
    if not console.is_terminal:
        console.width = PIPED_WIDTH
    return console
