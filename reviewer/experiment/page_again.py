"""A result folder in, its HTML report out."""

from __future__ import annotations

from pathlib import Path

from reviewer.experiment.opening import look_closer, look_closer_hashed
from reviewer.experiment.page import WINDOW, changed_queries
from reviewer.reports import Result, words
from reviewer.reports.hashed_ids import HashKey
from reviewer.reports.html import HtmlReporter


def page_again(folder: Path, result: Result, key: HashKey | None = None) -> str:
    """Give the HTML report of a result folder, without its documents: shares count blanks too; a key hashes ids."""
    if words.judged_comparison(result) is None:
        return HtmlReporter().render(result)
    closer = look_closer_hashed(folder, None, key) if key else look_closer(folder, None)
    near = {name: closer.around(name, WINDOW) for name in changed_queries(closer.result)}
    note = "Redrawn without the documents: shares in pictures and ranks count blanks too."
    return HtmlReporter(near, note).render(closer.result)
