"""Starting the app where there is a terminal, and naming the other ways where there is none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.errors import LabelError, ReviewerError
from reviewer.tui.terminal import has_terminal, run_in_terminal

if TYPE_CHECKING:
    from reviewer.corpus import Corpus
    from reviewer.review import Session
    from reviewer.tui.labels_app.app import LabelsApp

_OTHER_WAYS = (
    "Without one, `reviewer labels list --stale` names what is stale and `reviewer labels show ID` shows it; "
    "`reviewer labels accept ID` and `reviewer labels retire ID --reason TEXT` decide."
)


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
    if not has_terminal():
        raise LabelError("`reviewer labels` needs a terminal for its screen", _OTHER_WAYS)


def _run(app: LabelsApp) -> list[str]:
    left = run_in_terminal(app)
    if isinstance(left, ReviewerError):
        raise left
    if left is None:
        raise LabelError("the review ended unexpectedly", "Every decision is kept: start it again to go on.")
    return left
