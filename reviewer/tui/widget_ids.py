"""Names that Textual takes as ids of widgets, made from anything, and never the same for two things."""

from __future__ import annotations

import hashlib
import re

_NOT_ALLOWED = re.compile(r"[^A-Za-z0-9_-]+")
_MOST_READABLE = 40
_DIGITS = 12


def widget_id(kind: str, *parts: str | int) -> str:
    """Give the id of a widget of a kind for what the parts name: the same parts always give the same id."""
    key = "\x1f".join(f"{type(part).__name__}:{part}" for part in parts)
    digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
    readable = _NOT_ALLOWED.sub("-", "-".join(map(str, parts)))[:_MOST_READABLE].strip("-")
    return "-".join(word for word in (kind, readable, digest) if word)
