"""An error in, what a job may tell of it out: no text of a label or document, and no id where these are hashed."""

from __future__ import annotations

import re

from reviewer.errors import ActionError, ConfigurationError, EmbeddingError, LabelError, ReviewerError

_OPEN = (ActionError, ConfigurationError, EmbeddingError)
"""Kinds that speak of files, settings and servers alone."""

_SUBJECTS = {"corpus": "documents", "label": "labels", "run": "runs", "split": "chunks", "comparison": "two arms"}
_QUOTED = re.compile(r"""(?<!\w)(?:'(?:[^'\\]|\\.|\\\Z)*(?:'|\Z)|"(?:[^"\\]|\\.|\\\Z)*(?:"|\Z))…?""", re.DOTALL)
"""A quote; one without its end goes to the end, so that nothing of it is told, or looked through again."""

_NAME = re.compile(r"[\w.:/@+-]{1,200}")
_MARKED = re.compile(r"(?<=anchor &)\S+|(?<=alias \*)\S+|(?<=tag )\S+(?= is not allowed)")
_KEY = re.compile(r"(?<=\.)[\w-]+(?=: (?:unknown key|given twice))")
_SAID = re.compile(r"(: answers [0-9]{3}[^(]*) \(.*\)", re.DOTALL)
"""What a server says of a request may repeat it."""


def told(error: ReviewerError, *, hidden: bool) -> ReviewerError:
    """Give an error as a job may tell it, in its log, its summary and the comment.

    A file is named with its line, and what was expected there; what stands there may be a question or a quote. Where
    ids are `hidden`, errors that would name documents or labels say no more than of what they are.
    """
    if hidden and not isinstance(error, _OPEN):
        kind = type(error).__name__.removesuffix("Error").lower()
        subject = _SUBJECTS.get(kind, kind)
        return ActionError(
            f"it cannot be judged; what it says of the {subject} would name ids, which are hidden here",
            "Run `reviewer run` where the documents are, which says it in full.",
        )
    if isinstance(error, (ConfigurationError, EmbeddingError)):  # what an embedder's settings lead to, too
        return error.told(_SAID.sub(r"\1", error.message), error.hint)
    if isinstance(error, _OPEN):
        return error
    return error.told(_textless(error.message, error), _textless(error.hint, error))


def _textless(told: str, error: ReviewerError) -> str:
    """Leave out what is quoted, apart from names where no label file is spoken of: there a word may be a text."""
    if isinstance(error, LabelError):
        return _KEY.sub("…", _MARKED.sub("…", _QUOTED.sub("…", told)))
    return _QUOTED.sub(lambda found: found[0] if _NAME.fullmatch(found[0][1:-1]) else "…", told)
