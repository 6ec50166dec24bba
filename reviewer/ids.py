"""Names that are safe to write into paths, file lines and tables."""

from __future__ import annotations

import hashlib
import re

ID_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,127}")
"""What a query, arm or slice id may look like: no blanks, no markup, no path separators."""


def is_id(text: str) -> bool:
    """Tell whether `text` may serve as an id."""
    return ID_PATTERN.fullmatch(text) is not None


CHUNK_ID_PATTERN = re.compile(r"[^\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]{1,512}")
"""What a chunk's id may look like: as other systems make theirs (`docs/a.md#3`), but without blanks, controls and marks
that are not seen. It names no file."""


def is_chunk_id(text: str) -> bool:
    """Tell whether `text` may serve as the id of a chunk."""
    return CHUNK_ID_PATTERN.fullmatch(text) is not None


def chunk_id(
    corpus: str,
    document: str,
    places: tuple[tuple[int, int], ...],
    version: str,
    embedded: tuple[tuple[int, int], ...] = (),
) -> str:
    """Give the id of a chunk from corpus fingerprint, document, places sent, version, and places embedded along.

    Two equal clauses in two places stay two chunks, because places are part of the id.
    """
    parts = [corpus, document, _written(places), version, *([_written(embedded)] if embedded else [])]
    key = "\x1f".join(parts)
    return hashlib.sha256(key.encode()).hexdigest()[:24]


def _written(places: tuple[tuple[int, int], ...]) -> str:
    return ",".join(f"{start}-{end}" for start, end in places)
