"""Near-identical text by shingles: every run of a few words of a text, as a set.

Source: Broder (1997), On the resemblance and containment of documents.
"""

from __future__ import annotations

import re

WORDS = 3
"""Words in a shingle."""

NEAR_COPY = 0.5
"""A text is a near-copy of another when at least this share of its shingles stands in that one."""

_WORD = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_]+")
"""A word; in scripts that are written without blanks, a character."""

Shingles = frozenset[tuple[str, ...]]


def shingles(text: str) -> Shingles:
    """Give the shingles of a text, whatever its case and marks; a shorter text is one shingle."""
    words = _WORD.findall(text.casefold())
    if len(words) <= WORDS:
        return frozenset([tuple(words)]) if words else frozenset()
    return frozenset(zip(*(words[at:] for at in range(WORDS)), strict=False))


def containment(one: Shingles, other: Shingles) -> float:
    """Give the share of `one` that stands in `other`, 0 to 1; 0 for an empty one."""
    return len(one & other) / len(one) if one else 0.0


def is_near_copy(one: Shingles, other: Shingles) -> bool:
    """Tell whether at least `NEAR_COPY` of `one` stands in `other`."""
    return containment(one, other) >= NEAR_COPY
