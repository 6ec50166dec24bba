"""Where an arm's settings stand in the configuration, named in what a splitter, embedder or index says of them.

An error that names a setting is told with its place, or that of the nearest that the configuration writes around it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from reviewer.errors import ConfigurationError, EmbeddingError, IndexingError, ReviewerError, SplitError
from reviewer.experiment.configuration import ArmSettings

_PARTS: dict[type[ReviewerError], str] = {SplitError: "splitter", EmbeddingError: "embedder", IndexingError: "index"}


@contextmanager
def settings_of(arm: ArmSettings, part: str = "") -> Iterator[None]:
    """Turn a refusal of settings into an error of the configuration that names file, line and arm.

    `part` says whose settings are read, where the family of the error does not: a splitter's tokenizer is read as an
    embedder's is.
    """
    try:
        yield
    except (SplitError, EmbeddingError, IndexingError) as error:
        raise ConfigurationError(_message(arm, error, part), error.hint) from error


@contextmanager
def cutting_of(arm: ArmSettings) -> Iterator[None]:
    """Name file, line and arm in what its splitter says of a document."""
    try:
        yield
    except SplitError as error:
        raise SplitError(_message(arm, error), error.hint) from error


def _message(arm: ArmSettings, error: ReviewerError, part: str = "") -> str:
    part = part or next(name for family, name in _PARTS.items() if isinstance(error, family))
    return f"{_place(arm, f'{part}.{error.setting}' if error.setting else part)}: {error.message}"


def _place(arm: ArmSettings, path: str) -> str:
    while path and path not in arm.places:
        path = path.rpartition(".")[0]
    return arm.places.get(path, arm.name)
