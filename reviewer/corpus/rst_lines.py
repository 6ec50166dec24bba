"""Lines of a reStructuredText file with their indents, and what a line begins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_TAB = 8
_SHORTEST_ADORNMENT = 4

BULLET = re.compile("[*+\u2022\u2023\u2043-](?: +|$)")
NUMBERED = re.compile(
    r"(?:\(?(?:[0-9]+|#|[a-zA-Z]|[ivxlcdmIVXLCDM]+)\)|(?:[0-9]+|#|[a-zA-Z]|[ivxlcdmIVXLCDM]+)\.)(?: +|$)"
)
FIELD = re.compile(r":(?![: ])(?:[^:\\\n]|\\.|:(?! |$))*[^ \n]:(?: +|$)")
EXPLICIT = re.compile(r"\.\.(?: +|$)")
DIRECTIVE = re.compile(r"\.\. +(?:\|[^|\n]+\| +)?(?P<name>[\w:.+-]+?) ?::(?: +(?P<argument>.*)|$)")
NOTE = re.compile(r"\.\. +\[[^\]\n]+\] +")
GRID_RULE = re.compile(r"\+[-=+]+\+$")
SIMPLE_RULE = re.compile(r"=+(?: +=+)+$")
_ADORNMENT = re.compile(r"""([!-/:-@[-`{-~])\1*$""")


class Line(NamedTuple):
    """A line by its place from its first to its last character that is not blank, and its indent in columns."""

    start: int
    end: int
    indent: int
    text: str

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands in it."""
        return not self.text


def lines_of(text: str) -> list[Line]:
    """Give the lines of a canonical text."""
    found, at = [], 0
    for raw in text.split("\n"):
        written = raw.strip()
        margin = raw[: len(raw) - len(raw.lstrip())] if written else ""
        start = at + len(margin)
        found.append(Line(start, start + len(written), len(margin.expandtabs(_TAB)), written))
        at += len(raw) + 1
    return found


def adornment_of(line: Line) -> str:
    """Give the character that a line repeats, or an empty text."""
    found = _ADORNMENT.match(line.text)
    return found[1] if found else ""


def is_under(title: Line, rule: Line) -> bool:
    """Tell whether a rule underlines a title: it may be shorter only from four characters on."""
    is_long = len(rule.text) >= min(len(title.text), _SHORTEST_ADORNMENT)
    return rule.indent == 0 and is_long and adornment_of(rule) != ""


def body_end(lines: Sequence[Line], at: int, indent: int) -> int:
    """Give the line after the indented body that follows line `at`, blank lines at its end left out."""
    end = after = at + 1
    while after < len(lines) and (lines[after].is_blank or lines[after].indent > indent):
        after += 1
        if not lines[after - 1].is_blank:
            end = after
    return end


def least_indent(lines: Sequence[Line], default: int) -> int:
    """Give the least indent of the lines that are not blank."""
    return min((line.indent for line in lines if not line.is_blank), default=default)
