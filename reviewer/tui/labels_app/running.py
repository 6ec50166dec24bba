"""Starting the app where there is a terminal, and naming the other ways where there is none."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.errors import LabelError, ReviewerError

if TYPE_CHECKING:
    from reviewer.corpus import Corpus
    from reviewer.review import Session
    from reviewer.tui.labels_app.app import LabelsApp

_OTHER_WAYS = (
    "Without one, `reviewer labels list --stale` names what is stale and `reviewer labels show ID` shows it; "
    "`reviewer labels accept ID` and `reviewer labels retire ID --reason TEXT` decide."
)
_LOGICAL_ORDER, _ORDER_AS_BEFORE = "\x1b[8l", "\x1b[8h"
"""ECMA-48, BDSM: a terminal that reorders right-to-left text is asked not to, since it would mix up the panes."""


def run_labels_app(
    folder: Path, corpus: Path, *, today: date, by: str | None = None, read: Callable[[], Corpus] | None = None
) -> list[str]:
    """Review the stale labels of a folder in the terminal; gives the lines to print once it is left.

    `by` signs the decisions; without it, git's `user.name` does. `read` gives the documents below `corpus`, if not all
    of them count.
    """
    _require_terminal()
    from reviewer.review import Session, opened, signer
    from reviewer.tui.labels_app.app import LabelsApp

    who = signer(folder, by, today)
    with opened(folder) as journal:

        def load() -> Session:
            from reviewer.corpus import read_corpus

            return Session(folder, read() if read is not None else read_corpus(corpus), journal, who)

        return _run(LabelsApp(folder.resolve().name, corpus, load))


def _require_terminal() -> None:
    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    if os.environ.get("TERM", "") in {"", "dumb"} or not all(one is not None and one.isatty() for one in streams):
        raise LabelError("`reviewer labels` needs a terminal for its screen", _OTHER_WAYS)


def _run(app: LabelsApp) -> list[str]:
    stream = sys.__stderr__
    assert stream is not None  # noqa: S101  # checked before
    stream.write(_LOGICAL_ORDER)
    try:
        left = app.run()
    finally:
        stream.write(_ORDER_AS_BEFORE)
        stream.flush()
    if isinstance(left, ReviewerError):
        raise left
    if left is None:
        raise LabelError("the review ended unexpectedly", "Every decision is kept: start it again to go on.")
    return left
