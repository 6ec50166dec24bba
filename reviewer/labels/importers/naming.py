"""Names of foreign data sets as document ids that are file names, and query ids that are ids: stable and readable."""

from __future__ import annotations

import hashlib
import re
import unicodedata

from reviewer.ids import is_id

_LONGEST = 100
_NOT_IN_FILE_NAMES = re.compile(r"[^\w.]+")
_NOT_IN_IDS = re.compile(r"[^A-Za-z0-9._:-]+")


class DocumentNames:
    """Gives each foreign name its own document id, whatever file system the corpus will lie on."""

    def __init__(self) -> None:
        """Begin with no name taken."""
        self._taken: dict[str, tuple[str, str]] = {}

    def give(self, name: str, suffix: str = ".txt", folder: str = "") -> str:
        """Give the id for `name`, the same one each time; another name that looks alike gets digits after it."""
        stem = _file_name(name)
        key = unicodedata.normalize("NFC", stem).casefold()
        if self._taken.setdefault(f"{folder}/{key}{suffix}", (name, folder)) != (name, folder):
            stem = f"{stem}-{_digits(name)}"
        return f"{folder}/{stem}{suffix}" if folder else f"{stem}{suffix}"


def query_id(name: str) -> str:
    """Give `name` if it can be an id, else the nearest id with digits that tell like names apart."""
    if is_id(name):
        return name
    readable = _NOT_IN_IDS.sub("-", name).strip("-._:")[:_LONGEST]
    return f"{readable}-{_digits(name)}" if readable else _digits(name)


def shorten(name: str, longest: int) -> str:
    """Give an id of at most `longest` characters: a longer one is cut and gets digits of the whole."""
    return name if len(name) <= longest else f"{name[: longest - 9].rstrip('-._:')}-{_digits(name)}"


def _file_name(name: str) -> str:
    """Give a file name without blanks, separators or a leading dot."""
    readable = _NOT_IN_FILE_NAMES.sub("-", unicodedata.normalize("NFC", name)).strip("-.")
    return shorten(readable, _LONGEST) if readable else _digits(name)


def _digits(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
