"""Questions that tools write for a person to overwrite: reserved texts that no label may be judged by."""

from __future__ import annotations

from collections.abc import Iterable

from reviewer.errors import LabelError
from reviewer.labels.schema import Label

FIRST_QUESTION = "Write here what a user would ask, and set the evidence below to what answers it"
"""The query of the label that `reviewer init` writes."""
YOUR_QUESTION = "YOUR QUESTION"
"""The query of the commands that `reviewer labels sites` prints."""

_NAMED = 5


def is_placeholder(query: str) -> bool:
    """Tell whether a question is a reserved text, however it is set, or still begins like that of the first label."""
    return _plain(query) in _RESERVED or _plain(query).startswith(_FIRST_WORDS)


def refuse_placeholders(labels: Iterable[Label]) -> None:
    """Raise a LabelError that names the places of labels whose question nobody has written yet."""
    left = [label.place for label in labels if is_placeholder(label.query.text)]
    if left:
        more = f" and {len(left) - _NAMED} more" if len(left) > _NAMED else ""
        raise LabelError(
            f"{', '.join(left[:_NAMED])}{more}: the question is still the placeholder; nothing was judged",
            "Write what a user would ask and put its evidence right, or remove the label.",
        )


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).strip(" .?!…\"'“”")


_FIRST_WORDS = _plain(FIRST_QUESTION).partition(",")[0]
_RESERVED = frozenset(map(_plain, (FIRST_QUESTION, YOUR_QUESTION)))
