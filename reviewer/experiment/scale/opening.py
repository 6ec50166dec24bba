"""An engine by its name, open while it is used; Ray is imported only where it is named."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from reviewer.errors import ConfigurationError
from reviewer.experiment.scale.engine import ENGINES, LOCAL, Engine


@contextmanager
def opened(name: str) -> Iterator[Engine | None]:
    """Give the engine of that name; None is this process alone, without any.

    Raises:
        ConfigurationError: There is no such engine, or what it needs is not installed.

    """
    if name not in ENGINES:
        raise ConfigurationError(f"no engine is called {name!r}", f"Known: {', '.join(ENGINES)}.")
    if name == LOCAL:
        yield None
        return
    try:
        from reviewer.experiment.scale.on_ray import RayEngine
    except ImportError as error:
        raise ConfigurationError(
            f"engine ray: Ray cannot be loaded ({error})", "pip install 'overlap-reviewer[ray]'"
        ) from error
    with RayEngine() as engine:
        yield engine
