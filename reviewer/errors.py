"""Errors that a user can act on; one family a stage, named for what happened.

ReviewerError
├── ConfigurationError      a configuration or YAML file cannot be used
├── CorpusError             documents cannot be read as canonical text
├── SplitError              a splitter's settings or places are refused
├── LabelError              labels are malformed or do not hold their text
├── EmbeddingError          weights, tokenizer or engine cannot be used
├── IndexingError           vectors cannot be indexed or searched
├── RunError                a run file or ranked list is unusable
├── PassageError            a treatment is unknown or its settings are refused
├── ScoreError              a measure is unknown or cannot be computed
├── ComparisonError         two arms may not be compared
├── GateError               a gate's rule is malformed
├── ReportError             a result folder cannot be read or rendered
└── ActionError             the runner, git or GitHub does not give what the Action needs
"""

from __future__ import annotations

from copy import copy
from typing import Any, Self


class ReviewerError(Exception):
    """Say what happened (`message`) and what the user can do about it (`hint`).

    `setting` names the one that is at fault among those that something was made of, by its keys
    (`formats.markdown.size`), so that whoever read them from a file can tell where it stands.
    """

    def __init__(self, message: str, hint: str = "", *, setting: str = "") -> None:
        """Keep all parts apart, so that every surface can lay them out."""
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.setting = setting

    def __str__(self) -> str:
        """Join message and hint for logs and tracebacks."""
        return f"{self.message}\n{self.hint}" if self.hint else self.message

    def told(self, message: str, hint: str) -> Self:
        """Give this error in other words; its kind, the setting at fault and all that a subclass keeps stay."""
        other = copy(self)
        other.message, other.hint, other.args = message, hint, (message,)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """Be copied, and sent between processes, whatever a subclass takes to be made."""
        return _bare, (type(self), self.message), self.__dict__


def _bare(kind: type[ReviewerError], message: str) -> ReviewerError:
    """Make an error without its parts, which follow as its state."""
    return kind.__new__(kind, message)


class ConfigurationError(ReviewerError):
    """A configuration or YAML file cannot be used as written."""


class CorpusError(ReviewerError):
    """Documents cannot be read as canonical text."""


class SplitError(ReviewerError):
    """A splitter's settings, or the places it gave, are refused."""


class LabelError(ReviewerError):
    """Labels are malformed, or do not hold the text they claim."""


class EmbeddingError(ReviewerError):
    """Weights, tokenizer or engine cannot be used."""


class IndexingError(ReviewerError):
    """Vectors cannot be indexed or searched."""


class RunError(ReviewerError):
    """A run file or a ranked list is unusable."""


class PassageError(ReviewerError):
    """A treatment is unknown, or its settings are refused."""


class ScoreError(ReviewerError):
    """A measure is unknown or cannot be computed."""


class ComparisonError(ReviewerError):
    """Two arms may not be compared."""


class GateError(ReviewerError):
    """A gate's rule is malformed."""


class ReportError(ReviewerError):
    """A result folder cannot be read or rendered."""


class ActionError(ReviewerError):
    """The runner, git or GitHub does not give what the Action needs."""
