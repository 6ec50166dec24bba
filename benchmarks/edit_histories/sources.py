"""Packages that ship their documentation, at two versions each, and the documents read from both."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from reviewer import fingerprint
from reviewer.corpus import canonicalise, decode

HERE = Path(__file__).parent
PAIRS = HERE / "pairs.jsonl"
SUFFIXES = (".md", ".rst", ".txt")


@dataclass(frozen=True, slots=True)
class Source:
    """A package at two versions; `kind` is the client that knows it: pip or npm."""

    kind: str
    name: str
    old: str
    new: str


SOURCES = (
    Source("pip", "attrs", "21.4.0", "24.2.0"),
    Source("pip", "celery", "5.2.7", "5.4.0"),
    Source("pip", "fastapi", "0.89.1", "0.103.2"),
    Source("pip", "flask", "2.2.5", "3.0.3"),
    Source("pip", "pip", "22.0.4", "24.2"),
    Source("pip", "pytest", "7.0.1", "8.3.4"),
    Source("pip", "structlog", "22.3.0", "24.4.0"),
    Source("npm", "fastify", "4.10.0", "5.2.1"),
    Source("npm", "npm", "8.19.4", "10.9.2"),
    Source("npm", "pino", "7.11.0", "9.6.0"),
    Source("npm", "undici", "5.10.0", "6.21.0"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One document at two versions of its package; fingerprints are of the canonical texts."""

    id: str
    kind: str
    package: str
    path: str
    old_version: str
    new_version: str
    old_fingerprint: str
    new_fingerprint: str


def read_pairs() -> tuple[Pair, ...]:
    """Give the committed pairs."""
    return tuple(Pair(**json.loads(line)) for line in PAIRS.read_text("utf-8").splitlines())


def write_lines(path: Path, rows: Iterator[Mapping[str, object]]) -> None:
    """Write one JSON object a line."""
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def as_rows(pairs: tuple[Pair, ...]) -> Iterator[Mapping[str, object]]:
    """Give the pairs as plain data."""
    return (asdict(pair) for pair in pairs)


def texts_of(source: Source, version: str, folder: Path) -> dict[str, str]:
    """Give the canonical text of every document in the package's archive, by path."""
    found: dict[str, str] = {}
    with tarfile.open(_archive(source, version, folder)) as archive:
        for member in archive:
            path = member.name.partition("/")[2]
            if not member.isfile() or not path.lower().endswith(SUFFIXES) or "node_modules" in path:
                continue
            file = archive.extractfile(member)
            if file is not None:
                found[path] = canonicalise(decode(file.read(), path)).text
    return found


def pair_of(source: Source, path: str, old: str, new: str) -> Pair:
    """Describe the document at `path` in both versions."""
    return Pair(
        id=f"{source.name}--{Path(path).with_suffix('').as_posix().replace('/', '-')}",
        kind=source.kind,
        package=source.name,
        path=path,
        old_version=source.old,
        new_version=source.new,
        old_fingerprint=fingerprint.of_text(old),
        new_fingerprint=fingerprint.of_text(new),
    )


def _archive(source: Source, version: str, folder: Path) -> Path:
    """Give the package's source archive; it is fetched by its ordinary client unless it lies in the folder."""
    kept = folder / f"{source.kind}-{source.name}-{version}"
    if not kept.is_dir():
        aside = kept.with_suffix(".part")
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir(parents=True)
        subprocess.run(_command(source, version), cwd=aside, check=True, stdout=subprocess.DEVNULL)
        aside.rename(kept)
    return next(path for path in sorted(kept.iterdir()) if path.suffix in {".gz", ".tgz"})


def _command(source: Source, version: str) -> list[str]:
    """Give the client's command that puts the archive into the current folder."""
    if source.kind == "npm":
        return [shutil.which("npm") or "npm", "pack", "--silent", f"{source.name}@{version}"]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-binary", ":all:", "--no-deps"]
    return [*pip, f"{source.name}=={version}"]
