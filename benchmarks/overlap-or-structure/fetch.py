"""Fetch the two public documentation sets from their package registries, once.

    python benchmarks/overlap-or-structure/fetch.py FOLDER

FOLDER gets `fastify/` (Markdown, from npm; needs `npm`) and `flask/` (reStructuredText, from PyPI; needs `pip`), each
with the documents that the committed labels point into. Nothing of them is committed but the labels' quotes.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path, PurePosixPath

FASTIFY = "fastify@5.12.8"
FLASK = "flask==3.1.3"
SUFFIXES = {".md", ".rst"}


def main(folder: Path) -> None:
    """Fetch what is not there yet."""
    with tempfile.TemporaryDirectory() as scratch:
        place = Path(scratch)
        if not (folder / "fastify").exists():
            run("npm", "pack", "--silent", "--pack-destination", str(place), FASTIFY)
            unpack(next(place.glob("fastify-*.tgz")), "docs", folder / "fastify")
        if not (folder / "flask").exists():
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
            run(*pip, "--dest", str(place), FLASK)
            unpack(next(place.glob("flask-*.tar.gz")), "docs", folder / "flask")
    for name in ("fastify", "flask"):
        print(f"{name}: {sum(1 for one in (folder / name).rglob('*') if one.is_file())} documents")


def run(*command: str) -> None:
    """Run a command, and end with its own words if it fails."""
    subprocess.run(command, check=True)


def unpack(archive: Path, top: str, folder: Path) -> None:
    """Write the documents below `top` of an archive's one folder; links and other files are left."""
    with tarfile.open(archive) as packed:
        for member in packed.getmembers():
            parts = PurePosixPath(member.name).parts
            is_wanted = member.isfile() and parts[1:2] == (top,) and PurePosixPath(member.name).suffix in SUFFIXES
            source = packed.extractfile(member) if is_wanted and ".." not in parts else None
            if source is not None:
                file = folder.joinpath(*parts[2:])
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(source.read())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
