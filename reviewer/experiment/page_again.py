"""A result folder in, its HTML report out."""

from __future__ import annotations

from pathlib import Path

from reviewer.experiment.closer import look_closer
from reviewer.experiment.page import WINDOW, changed_queries
from reviewer.reports import Result, words
from reviewer.reports.html import HtmlReporter


def page_again(folder: Path, result: Result) -> str:
    """Give the HTML report of a result folder, without its documents: shares count blanks too."""
    if words.judged_comparison(result) is None:
        return HtmlReporter().render(result)
    closer = look_closer(folder, None)
    near = {name: closer.around(name, WINDOW) for name in changed_queries(result)}
    return HtmlReporter(near, "Redrawn without the documents: shares in pictures and ranks count blanks too.").render(
        result
    )
