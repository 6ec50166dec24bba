"""Choose the documents of the benchmark, once: `python select_pairs.py FOLDER` reads FOLDER/archives.

It writes pairs.jsonl here.

Chosen are documents that stand at one path in both versions, are long enough, and really changed; which of them is
decided by the fingerprint of their path, so by nobody.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from rapidfuzz.distance import Levenshtein
from sources import PAIRS, SOURCES, Pair, Source, as_rows, pair_of, texts_of, write_lines

from reviewer import fingerprint

A_PACKAGE = 3
TRANSLATIONS = ("zh", "ja", "de", "pt", "ru", "fr", "es")
SHORTEST, LONGEST = 4_000, 150_000
LEAST_CHANGED, MOST_CHANGED = 0.02, 0.7
LEAST_HUNKS = 4
_NOT_PROSE = re.compile(
    r"licen[sc]e|authors|contributors|change|history|news|release|requirements|test|egg-info", re.IGNORECASE
)


def really_changed(old: str, new: str) -> bool:
    """Tell whether a document's size and changes are worth a reader's time."""
    if not (SHORTEST <= len(old) <= LONGEST and SHORTEST <= len(new) <= LONGEST):
        return False
    hunks = [one for one in Levenshtein.opcodes(old.split("\n"), new.split("\n")) if one.tag != "equal"]
    changed = sum(one.src_end - one.src_start for one in hunks) / (old.count("\n") + 1)
    return len(hunks) >= LEAST_HUNKS and LEAST_CHANGED <= changed <= MOST_CHANGED


def chosen(source: Source, folder: Path) -> list[Pair]:
    """Choose the documents of one package, and three translations where it has them."""
    old, new = texts_of(source, source.old, folder / "archives"), texts_of(source, source.new, folder / "archives")
    paths = sorted(set(old) & set(new), key=fingerprint.of_text)
    fitting = [path for path in paths if not _NOT_PROSE.search(path) and really_changed(old[path], new[path])]
    translated = [path for path in fitting if language(path)]
    kept = [path for path in fitting if not language(path)][:A_PACKAGE] + one_a_language(translated)[:A_PACKAGE]
    return [pair_of(source, path, old[path], new[path]) for path in kept]


def language(path: str) -> str | None:
    """Give the language of a translated document, if its path names one."""
    return next((part for part in path.split("/") if part in TRANSLATIONS), None)


def one_a_language(paths: list[str]) -> list[str]:
    """Keep the first document of each language, the languages in their declared order."""
    first: Mapping[str | None, str] = {language(path): path for path in reversed(paths)}
    return [first[name] for name in TRANSLATIONS if name in first]


if __name__ == "__main__":
    pairs = tuple(pair for source in SOURCES for pair in chosen(source, Path(sys.argv[1])))
    write_lines(PAIRS, as_rows(pairs))
    print(f"{len(pairs)} pairs of {len({pair.package for pair in pairs})} packages")
