"""Fetch the document pairs of pairs.jsonl: `python fetch_pairs.py FOLDER` writes FOLDER/pairs/ID/old.txt and new.txt.

The texts are canonical, so offsets and fingerprints of truth.jsonl hold for them; a text with another fingerprint than
the committed one stops everything.
"""

from __future__ import annotations

import sys
from pathlib import Path

from sources import SOURCES, Pair, Source, read_pairs, texts_of

from reviewer import fingerprint


def write_pairs(source: Source, pairs: list[Pair], folder: Path) -> None:
    """Write the two texts of each pair of one package."""
    old, new = texts_of(source, source.old, folder / "archives"), texts_of(source, source.new, folder / "archives")
    for pair in pairs:
        into = folder / "pairs" / pair.id
        into.mkdir(parents=True, exist_ok=True)
        for name, text, expected in (
            ("old", old[pair.path], pair.old_fingerprint),
            ("new", new[pair.path], pair.new_fingerprint),
        ):
            if fingerprint.of_text(text) != expected:
                sys.exit(f"{pair.id}: the {name} text is not the one that was read")
            (into / f"{name}.txt").write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for source in SOURCES:
        write_pairs(source, [pair for pair in read_pairs() if pair.package == source.name], folder)
    print(f"{len(read_pairs())} pairs in {folder / 'pairs'}")
