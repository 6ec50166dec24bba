"""Text broken over lines where a reader would break it: at blanks, and where asked for at hyphens between letters."""

from __future__ import annotations

import re

from rich.cells import cell_len
from rich.text import Text

BLANKS = re.compile(r"(?<= )(?=[^ ])")
HYPHENS = re.compile(r"(?<= )(?=[^ ])|(?<=[^\W\d_]-)(?=[^\W\d_])")


def longest_piece(text: str, breaks: re.Pattern[str]) -> int:
    """Give the cells of the longest piece that stays whole."""
    return max((cell_len(piece.rstrip(" ")) for line in text.split("\n") for piece in breaks.split(line)), default=0)


def wrapped(text: Text, width: int, breaks: re.Pattern[str], hanging: int = 0) -> Text:
    """Break a text into lines of a width, with its styles; a piece that is longer stays for the table to fold.

    Args:
        text: What is broken.
        width: In cells.
        breaks: Where it may be broken.
        hanging: Blanks before each line but the first.

    """
    ends: list[int] = []
    plain, begin, last = text.plain, 0, 0
    for at in (*(found.start() for found in breaks.finditer(plain)), len(plain)):
        room = width - hanging if ends else width
        if last > begin and cell_len(plain[begin:at].rstrip(" ")) > room:
            ends.append(last)
            begin = last
        last = at
    lines = text.divide(ends)
    for line in lines:
        line.rstrip()
    return Text("\n" + " " * hanging).join(lines)
