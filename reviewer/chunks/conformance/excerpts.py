"""Text of a document as a finding quotes it: readable in any script, and unable to act in a terminal."""

from __future__ import annotations

import unicodedata

from reviewer.visible import visible

_MARKS = str.maketrans({"\n": "\\n", "\t": "\\t", "\r": "\\r"})
_NAMED = 3


def excerpt(text: str, longest: int) -> str:
    """Quote the beginning of a text; a few signs that nobody could see are named instead."""
    if 0 < len(text) <= _NAMED and not any(char.isprintable() for char in text):
        return " ".join(_name(char) for char in text)
    return f"'{readable(text[:longest])}{'…' if len(text) > longest else ''}'"


def readable(text: str) -> str:
    """Give text on one line: its line ends and tabs by their escapes, and nothing that acts or hides unseen."""
    return visible(text.translate(_MARKS))


def _name(char: str) -> str:
    return f"U+{ord(char):04X} ({unicodedata.name(char, 'a control character').lower()})"
