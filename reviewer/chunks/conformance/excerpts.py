"""Text of a document as a finding quotes it: readable in any script, and unable to act in a terminal."""

from __future__ import annotations

import unicodedata

JOINERS = frozenset("\u200c\u200d")
"""They decide how neighbours are drawn (a family of emoji, Persian, Hindi) and do nothing else."""

_MARKS = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}
_NAMED = 3


def excerpt(text: str, longest: int) -> str:
    """Quote the beginning of a text; a few signs that nobody could see are named instead."""
    if 0 < len(text) <= _NAMED and not any(char.isprintable() for char in text):
        return " ".join(_name(char) for char in text)
    return f"'{readable(text[:longest])}{'…' if len(text) > longest else ''}'"


def readable(text: str) -> str:
    """Keep what can be read, with joiners between letters or signs; every other control character is escaped."""
    return "".join(_shown(*three) for three in zip(text, f" {text}", f"{text[1:]} ", strict=False))


def _shown(char: str, before: str, after: str) -> str:
    if char.isprintable() or (char in JOINERS and _is_drawn(before) and _is_drawn(after)):
        return char
    return _MARKS.get(char) or (f"\\u{ord(char):04x}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08x}")  # noqa: PLR2004  # the two forms of Python's own escapes


def _is_drawn(char: str) -> bool:
    return char.isprintable() and not char.isascii()


def _name(char: str) -> str:
    return f"U+{ord(char):04X} ({unicodedata.name(char, 'a control character').lower()})"
