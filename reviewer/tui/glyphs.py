"""Characters as a terminal may safely draw them: each by itself, or by a visible stand-in of one cell.

Widths are those of `rich.cells`, by which Textual lays out; joiners and variation selectors, which make widths depend
on the terminal, are drawn as stand-ins, so that the width of a row is always the sum of its characters'.
"""

from __future__ import annotations

import unicodedata

from rich.cells import get_character_cell_size

TAB = 4
"""Cells between two tab stops."""
DOTTED_CIRCLE = "◌"
"""Stands under a combining mark that has nothing to stand on."""
MOST_MARKS = 8
"""As many marks are drawn in one cell; the next begin a cell of their own."""

_DIRECTIONS = {
    "\u061c": "⇤",
    "\u200e": "⇥",
    "\u200f": "⇤",
    "\u202a": "⇥",
    "\u202b": "⇤",
    "\u202c": "⇹",
    "\u202d": "⇥",
    "\u202e": "⇤",
    "\u2066": "⇥",
    "\u2067": "⇤",
    "\u2068": "⇄",
    "\u2069": "⇹",
}
_OTHERS = {
    "\n": "␤",
    "\x7f": "␡",
    "\x85": "␤",
    "\u00ad": "⁃",
    "\u2028": "␤",
    "\u2029": "␤",
    # Fillers of Hangul: letters by category, and invisible.
    "\u115f": "∙",
    "\u1160": "∙",
    "\u3164": "∙",
    "\uffa0": "∙",
}
_INVISIBLE, _UNKNOWN, _CONTROL, _TONE = "∙", "\ufffd", "␦", "▪"
_PICTURES = 0x2400
_C0 = 0x20
_LETTER_A, _LETTER_Z = 0x1F1E6, 0x1F1FF
_TONES = range(0x1F3FB, 0x1F400)
_JOINING = ("\u034f", "\u17b4", "\u17b5", "\u180b", "\u180c", "\u180d", "\u180f")  # marks that are never seen
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))


def stand_in(char: str) -> str | None:
    """Give the sign that is drawn instead of `char`, or nothing if it may be drawn itself."""
    code = ord(char)
    known = _DIRECTIONS.get(char) or _OTHERS.get(char)
    if known is not None or char == "\t":
        return known
    if code < _C0:
        return chr(_PICTURES + code)
    if _LETTER_A <= code <= _LETTER_Z:
        return chr(ord("A") + code - _LETTER_A)
    if code in _TONES:
        return _TONE
    if char in _JOINING or any(code in selectors for selectors in _SELECTORS):
        return _INVISIBLE
    return {"Cc": _CONTROL, "Cf": _INVISIBLE, "Cn": _UNKNOWN, "Co": _UNKNOWN, "Cs": _UNKNOWN}.get(
        unicodedata.category(char)
    )


class _Signs(dict[str, str]):
    """What is drawn for each character, looked up once."""

    def __missing__(self, char: str) -> str:
        sign = self[char] = stand_in(char) or char
        return sign


class _Widths(dict[str, int]):
    """How many cells each character takes, looked up once; a combining mark takes none."""

    def __missing__(self, char: str) -> int:
        width = self[char] = 1 if stand_in(char) else get_character_cell_size(char)
        return width


SIGNS = _Signs({"\t": " "})
WIDTHS = _Widths({"\t": 1, "\n": 0})


def has_stand_in(char: str) -> bool:
    """Tell whether another sign is drawn instead of `char`; a tab is drawn as the blanks that it is."""
    return SIGNS[char] != char and char != "\t"


def is_plain(char: str) -> bool:
    """Tell whether `char` is drawn by itself in one cell."""
    return WIDTHS[char] == 1 and SIGNS[char] == char


def draw(text: str) -> tuple[list[str], list[int]]:
    """Give what is drawn for each character of a text and the cells it takes; a tab is one blank here.

    A combining mark joins the cell before it; without a base it stands on a dotted circle.
    """
    signs = list(map(SIGNS.__getitem__, text))
    widths = list(map(WIDTHS.__getitem__, text))
    end = 0
    for at in [at for at, width in enumerate(widths) if width == 0] if 0 in widths else ():
        if at >= end:
            end = _stack_marks(text, signs, widths, at)
    return signs, widths


def _stack_marks(text: str, signs: list[str], widths: list[int], start: int) -> int:
    """Put the run of marks at `start` on its base, or on circles, and give the offset after it."""
    has_base = start > 0 and signs[start - 1] == text[start - 1] and text[start - 1] not in " \n\t"
    marks = 0 if has_base else MOST_MARKS
    at = start
    while at < len(text) and (widths[at] == 0 or text[at] == "\n"):
        if text[at] == "\n":
            marks = MOST_MARKS
        elif marks >= MOST_MARKS:
            signs[at], widths[at], marks = DOTTED_CIRCLE + text[at], 1, 1
        else:
            marks += 1
        at += 1
    return at


def one_line(text: str) -> str:
    """Give a text as one safe line: line ends and tabs become blanks, what drives a terminal is shown."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(draw(text.replace("\n", " ").replace("\t", " "))[0])


def several_lines(text: str) -> str:
    """Give a text safe to draw, its line ends kept."""
    return "\n".join(map(one_line, text.split("\n")))


def cells(text: str) -> int:
    """Give the number of cells that `one_line` text takes."""
    return len(text) if text.isascii() else sum(map(WIDTHS.__getitem__, text))


def shortened(text: str, width: int) -> str:
    """Give safe one-line text cut to `width` cells, with an ellipsis where something was left out."""
    safe = one_line(text)
    if cells(safe) <= width:
        return safe
    room, kept = max(width - 1, 0), []
    for char in safe:
        room -= WIDTHS[char]
        if room < 0:
            break
        kept.append(char)
    return "".join(kept) + "…" if width > 0 else ""
