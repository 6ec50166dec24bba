"""Real git repositories with real histories, made for a test."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

IDENTITY = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.invalid",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.invalid",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_SYSTEM": "/dev/null",
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/nonexistent",
}


@dataclass(frozen=True)
class Repository:
    """A repository on disk that a test writes commits into."""

    folder: Path

    def git(self, *arguments: str) -> str:
        """Run git here and give what it printed."""
        done = subprocess.run(
            ["/usr/bin/env", "git", "-C", str(self.folder), *arguments], env=IDENTITY, capture_output=True, check=True
        )
        return done.stdout.decode().strip()

    def commit(self, files: Mapping[str, str | None], message: str = "change") -> str:
        """Write (or, for None, remove) files, commit, and give the commit's name."""
        for name, text in files.items():
            path = self.folder / name
            if text is None:
                path.unlink()
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
        self.git("add", "-A")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")

    def branch(self, name: str, start: str = "HEAD") -> None:
        """Begin a branch and go to it."""
        self.git("checkout", "--quiet", "-b", name, start)

    def go(self, name: str) -> None:
        """Go to a branch."""
        self.git("checkout", "--quiet", name)

    @property
    def url(self) -> str:
        """The address that a clone fetches from."""
        return f"file://{self.folder}"


def new_repository(folder: Path) -> Repository:
    """Make an empty repository on `main` that serves any commit by its name, as GitHub does."""
    folder.mkdir(parents=True, exist_ok=True)
    repository = Repository(folder)
    repository.git("init", "--quiet", "--initial-branch=main")
    repository.git("config", "uploadpack.allowAnySHA1InWant", "true")
    return repository


def clone(source: Repository, folder: Path, commit: str, depth: int = 0) -> Repository:
    """Check one commit out as actions/checkout does: a fetch of that commit, with `depth` unless 0."""
    copy = new_repository(folder)
    copy.git("fetch", "--quiet", *((f"--depth={depth}",) if depth else ()), source.url, commit)
    copy.git("checkout", "--quiet", "--detach", commit)
    return copy
