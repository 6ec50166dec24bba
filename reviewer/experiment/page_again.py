"""A result folder in, its HTML report out."""

from __future__ import annotations

from pathlib import Path

from reviewer.experiment.closer import Closer
from reviewer.experiment.configuration import Configuration
from reviewer.experiment.opening import WITHOUT, look_closer, look_closer_hashed
from reviewer.experiment.page import WINDOW, changed_queries
from reviewer.reports import Result, words
from reviewer.reports.hashed_ids import HashKey
from reviewer.reports.html import HtmlReporter

REDRAWN = "Redrawn without the documents: shares in pictures and ranks count blanks too."


def page_again(
    folder: Path, result: Result, key: HashKey | None = None, configuration: Configuration | None = None
) -> str:
    """Give the HTML report of a result folder; a key hashes ids, a configuration tells where the documents are.

    Without the documents shares count blanks too, and the page says so.
    """
    if words.judged_comparison(result) is None:
        return HtmlReporter().render(result)
    closer = _closer(folder, key, configuration)
    near = {name: closer.around(name, WINDOW) for name in changed_queries(closer.result)}
    return HtmlReporter(near, REDRAWN if WITHOUT in closer.notes else "").render(closer.result)


def _closer(folder: Path, key: HashKey | None, configuration: Configuration | None) -> Closer:
    """Open the first comparison; what was written under hashed ids keeps them, whatever key is at hand."""
    return look_closer_hashed(folder, None, key, configuration) if key else look_closer(folder, configuration)
