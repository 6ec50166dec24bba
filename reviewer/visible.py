"""Foreign text in, text that does nothing unseen out: the one rule for terminals, logs, comments and pages."""

from __future__ import annotations

import re
import unicodedata

_JOINERS = frozenset("\u200c\u200d")
"""They decide how neighbours are drawn (a family of emoji, Persian, Hindi) and do nothing else."""
_DRAWN = frozenset("\u00ad\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
"""Format characters by category that are signs, or a place to break a word at."""
_UNUSUAL = re.compile(r"[^\n\t -~]")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_LONGEST_SHORT = 0xFFFF


def visible(text: str) -> str:
    """Replace what could act or hide unseen (controls, direction marks, half characters) by its escape.

    Line ends, tabs and blanks of any width stay, and so do joiners between letters or signs that they join.
    """
    return _UNUSUAL.sub(_shown, text)


def visible_lines(text: str) -> str:
    """Give the same with every line end as one kind: a carriage return ends a line, and is not shown."""
    return visible(text.replace("\r\n", "\n").replace("\r", "\n"))


def _shown(found: re.Match[str]) -> str:
    char, text, at = found.group(), found.string, found.start()
    if char.isprintable() or unicodedata.category(char) not in _UNSEEN or char in _DRAWN:
        return char
    if char in _JOINERS and _is_drawn(text[max(at - 1, 0) : at]) and _is_drawn(text[at + 1 : at + 2]):
        return char
    code = ord(char)
    return f"\\u{code:04x}" if code <= _LONGEST_SHORT else f"\\U{code:08x}"  # the two forms of Python's own escapes


def _is_drawn(char: str) -> bool:
    return char.isprintable() and not char.isascii()
