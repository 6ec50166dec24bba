"""Names that are safe to write into paths, file lines and tables."""

from __future__ import annotations

import hashlib
import re

ID_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")
"""What a query, arm or slice id may look like: no blanks, no markup, no path separators."""


def is_id(text: str) -> bool:
    """Tell whether `text` may serve as an id."""
    return ID_PATTERN.fullmatch(text) is not None


def chunk_id(corpus: str, document: str, places: tuple[tuple[int, int], ...], version: str) -> str:
    """Give the id of a chunk from corpus fingerprint, document, places and transformation version.

    Two equal clauses in two places stay two chunks, because places are part of the id.
    """
    key = "\x1f".join([corpus, document, ",".join(f"{a}-{b}" for a, b in places), version])
    return hashlib.sha256(key.encode()).hexdigest()[:24]
