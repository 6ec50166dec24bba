"""Where an arm's settings stand in the configuration, named in what a splitter, embedder or index says of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from reviewer.errors import ConfigurationError, EmbeddingError, IndexingError, ReviewerError, SplitError
from reviewer.experiment.configuration import ArmSettings

_PARTS: dict[type[ReviewerError], str] = {SplitError: "splitter", EmbeddingError: "embedder", IndexingError: "index"}


@contextmanager
def settings_of(arm: ArmSettings) -> Iterator[None]:
    """Turn a refusal of settings into an error of the configuration that names file, line and arm."""
    try:
        yield
    except (SplitError, EmbeddingError, IndexingError) as error:
        raise ConfigurationError(_message(arm, error), error.hint) from error


@contextmanager
def cutting_of(arm: ArmSettings) -> Iterator[None]:
    """Name file, line and arm in what its splitter says of a document."""
    try:
        yield
    except SplitError as error:
        raise SplitError(_message(arm, error), error.hint) from error


def _message(arm: ArmSettings, error: ReviewerError) -> str:
    part = next(name for family, name in _PARTS.items() if isinstance(error, family))
    return f"{arm.places.get(part, arm.name)}: {error.message}"
