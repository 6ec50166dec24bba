"""Where results stand: `.reviewer/` with cache and runs; folders are built aside and moved in whole."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from reviewer.errors import ReportError
from reviewer.fingerprint import Plain
from reviewer.ids import is_id

RUNS, LATEST = "runs", "latest"
KEPT_RUNS = 20


class Store:
    """The folder `.reviewer/`; made when it is first needed, and ignored by git from inside."""

    def __init__(self, folder: Path) -> None:
        """Name the folder; nothing is touched yet."""
        self.folder = folder

    @property
    def cache(self) -> Path:
        """Where vectors are kept."""
        return self._ready() / "cache"

    @contextmanager
    def new_run(self, name: str) -> Iterator[Path]:
        """Give a folder to write a result into; it appears as `runs/<name>` when the block ends well."""
        runs = self._ready() / RUNS
        runs.mkdir(exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=".aside-", dir=runs))
        try:
            yield aside
            _replace(aside, runs / name)
            _write_aside(runs / LATEST, f"{name}\n")
        finally:
            shutil.rmtree(aside, ignore_errors=True)
        self._trim(runs, name)

    def latest(self) -> Path:
        """Give the folder of the latest result."""
        pointer = self.folder / RUNS / LATEST
        try:
            name = pointer.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise ReportError(f"{self.folder / RUNS}: no result yet", "Run `reviewer run` first.") from error
        if not is_id(name):
            raise ReportError(f"{pointer}: names no result", "Run `reviewer run` again, or name a result folder.")
        return self.folder / RUNS / name

    def _ready(self) -> Path:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            ignore = self.folder / ".gitignore"
            if not ignore.exists():
                ignore.write_text("*\n", encoding="utf-8")
        except OSError as error:
            raise ReportError(
                f"{self.folder}: cannot hold results ({error.strerror})", "Name a folder with `--store`."
            ) from error
        return self.folder

    @staticmethod
    def _trim(runs: Path, newest: str) -> None:
        """Keep the newest results; older ones go."""
        found = [one for one in runs.iterdir() if one.is_dir() and not one.name.startswith(".") and one.name != newest]
        for old in sorted(found, key=lambda one: one.stat().st_mtime, reverse=True)[KEPT_RUNS - 1 :]:
            shutil.rmtree(old, ignore_errors=True)


def write_json(path: Path, value: Mapping[str, Plain]) -> None:
    """Write JSON with sorted keys."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")


def _replace(aside: Path, target: Path) -> None:
    """Move a whole folder into place; one of the same name gives way first."""
    aside.chmod(0o755)
    if target.exists():
        old = Path(tempfile.mkdtemp(prefix=".old-", dir=target.parent)) / "old"
        target.rename(old)
        aside.rename(target)
        shutil.rmtree(old.parent, ignore_errors=True)
    else:
        aside.rename(target)


def _write_aside(path: Path, text: str) -> None:
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    aside.write_text(text, encoding="utf-8")
    aside.replace(path)
