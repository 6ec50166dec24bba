"""Words put together to pieces of lines: what stands on one height without a gap that parts columns or cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from reviewer.corpus.pdf.characters import Word
from reviewer.corpus.pdf.frames import Box

GAP = 1.0
"""A gap of so many type sizes parts words that stand on one height."""

_SURE = 2.5  # a gap so wide parts always; one less wide where a line near by has it, too
_MOST = 0.7
_SMALL = 0.8  # of the page's usual size; smaller are footnotes' marks and exponents
_LONGEST_SIGN = 4
_NEAR = 6  # lines above and below that may have a gap in the same place
_WIDEST_TIMES = 8
_NARROW = 0.5  # parts words that the layer does not hold one after the other
_WIDEST_MARK = 4.0  # type sizes between a bullet or number and what it numbers
_WIDEST_GAP = 120  # blanks between words of fixed pitch
_TOUCHING = 0.15  # type sizes; nearer words have no blank between them
MARK = re.compile(r"[•◦▪‣●○■□–—*·∙-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]")
"""What stands before an item."""

_NUMBERED = re.compile(r"(?:\d+|[A-Z])(?:\.\d+)+\.?|\d{1,2}\.?|[A-Z]\.?|(?:Chapter|Appendix|Part|Section)\s\w+[.:]?")


class _Gap(NamedTuple):
    """A gap between words, and whether it parts them: 2 yes, 1 perhaps, 0 no."""

    left: float
    right: float
    parts: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Piece:
    """Words from left to right on one height; a piece equals itself alone.

    Attributes:
        base: Where most of its characters stand.
        size: That of most of its characters.
        bold: Most of its letters are.
        mono: All of it is of fixed pitch, but for a line's number before it.

    """

    words: tuple[Word, ...]
    box: Box
    base: float
    size: float
    bold: bool
    mono: bool
    text: str

    @property
    def mark(self) -> str:
        """What stands before the first blank."""
        return self.text.partition(" ")[0]


def piece_of(words: Sequence[Word]) -> Piece:
    """Put words together, from left to right."""
    longest = max(words, key=lambda word: len(word.text))
    letters = sum(char.isalpha() for word in words for char in word.text)
    bold = sum(char.isalpha() for word in words if word.bold for char in word.text)
    code = words[1:] if len(words) > 1 and words[0].text.isdigit() else words
    return Piece(
        words=tuple(words),
        box=around(word.box for word in words),
        base=longest.base,
        size=longest.size,
        bold=letters > 0 and bold >= _MOST * letters,
        mono=all(word.mono for word in code),
        text="".join(" " * blanks + word.text for blanks, word in spaced(words)),
    )


def spaced(words: Iterable[Word]) -> Iterator[tuple[int, Word]]:
    """Give each word with the number of blanks before it."""
    before: Word | None = None
    for word in words:
        yield (0 if before is None else _blanks(before, word)), word
        before = word


def around(boxes: Iterable[Box]) -> Box:
    """Give the smallest rectangle that holds all."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return Box(min(lefts), min(tops), max(rights), max(bottoms))


def pieces(words: Sequence[Word]) -> tuple[Piece, ...]:
    """Give the pieces of lines that the words of one direction make, from top to bottom and left to right."""
    rows = _rows(words)
    gaps = [[_gap(left, right) for left, right in pairwise(row)] for row in rows]
    found = [
        piece
        for at, row in enumerate(rows)
        for piece in _with_marks(
            list(_parted(row, gaps[at], [*gaps[max(at - _NEAR, 0) : at], *gaps[at + 1 : at + 1 + _NEAR]]))
        )
    ]
    return tuple(sorted(found, key=lambda piece: (piece.base, piece.box.left)))


def rows_of(found: Iterable[Piece]) -> list[list[Piece]]:
    """Group pieces that follow one another and stand on one height, from left to right."""
    rows: list[list[Piece]] = []
    for piece in found:
        if rows and abs(rows[-1][-1].base - piece.base) < min(rows[-1][-1].size, piece.size) / 4:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    return [sorted(row, key=lambda piece: piece.box.left) for row in rows]


def _rows(words: Sequence[Word]) -> list[list[Word]]:
    """Group words that stand on one height, raised and lowered signs with the word beside them."""
    common = median(word.size for word in words) if words else 0.0
    small = [word for word in words if word.size < _SMALL * common and len(word.text) <= _LONGEST_SIGN]
    rows: list[list[Word]] = []
    signs = set(map(id, small))
    for word in sorted((word for word in words if id(word) not in signs), key=lambda word: (word.base, word.box.left)):
        if rows and abs(rows[-1][0].base - word.base) < min(rows[-1][0].size, word.size) / 4:
            rows[-1].append(word)
        else:
            rows.append([word])
    for sign in small:
        near = (row for row in rows if abs(row[0].base - sign.base) < common)
        row = next((row for row in near if any(_is_sign_of(sign, word) for word in row)), None)
        if row is None:
            rows.append([sign])
        else:
            row.append(sign)
    for row in rows:
        row.sort(key=lambda word: word.box.left)
    return sorted(rows, key=lambda row: row[0].base)


def _is_sign_of(sign: Word, word: Word) -> bool:
    """Tell whether a small sign stands beside a word, a little higher or lower."""
    beside = max(sign.box.left - word.box.right, word.box.left - sign.box.right)
    shift = word.base - sign.base
    return beside < _NARROW * word.size and -0.3 * word.size < shift < 0.6 * word.size and sign.size <= word.size


def _gap(before: Word, word: Word) -> _Gap:
    """Measure a gap: always one that parts, perhaps one, or none."""
    gap = word.box.left - before.box.right
    size = max(before.size, word.size)
    follows = before.line == word.line and 0 < word.at[0] - before.at[-1] <= 4  # noqa: PLR2004 # blanks between
    if (before.mono or before.text.isdigit()) and word.mono and before.line == word.line:
        return _Gap(before.box.right, word.box.left, 0)
    if not follows:
        return _Gap(before.box.right, word.box.left, 2 * (gap > _NARROW * size))
    return _Gap(before.box.right, word.box.left, (gap > GAP * size) + (gap > _SURE * size))


def _parted(row: Sequence[Word], gaps: Sequence[_Gap], near: Sequence[Sequence[_Gap]]) -> Iterator[Piece]:
    """Part the words of one height at sure gaps, and at those that a line near by has in the same place."""
    begin = 0
    for at, gap in enumerate(gaps, 1):
        if gap.parts == 2 or (gap.parts == 1 and any(_agree(gap, other) for line in near for other in line)):  # noqa: PLR2004 # sure
            yield piece_of(row[begin:at])
            begin = at
    yield piece_of(row[begin:])


def _agree(gap: _Gap, other: _Gap) -> bool:
    """Tell whether two gaps that may part share most of the smaller."""
    shared = min(gap.right, other.right) - max(gap.left, other.left)
    narrow, wide = sorted((gap.right - gap.left, other.right - other.left))
    return other.parts > 0 and shared > 0.6 * narrow and wide < _WIDEST_TIMES * narrow


def _with_marks(row: list[Piece]) -> list[Piece]:
    """Put a bullet or number to what stands right of it."""
    while len(row) > 1 and _is_mark(row[0], row[1]) and row[1].box.left - row[0].box.right < _WIDEST_MARK * row[1].size:
        row[:2] = [piece_of(row[0].words + row[1].words)]
    return row


def _is_mark(piece: Piece, after: Piece) -> bool:
    """Tell whether a piece is a bullet or an item's number, or a heading's number."""
    heads = piece.words[0].bold or after.bold or piece.words[0].size > 11.5  # noqa: PLR2004 # larger than running text mostly is
    return bool(MARK.fullmatch(piece.text)) or (heads and bool(_NUMBERED.fullmatch(piece.text)))


def _blanks(before: Word, word: Word) -> int:
    """Give how many blanks stand between two words; of fixed pitch as many as there is room for."""
    gap = word.box.left - before.box.right
    if before.mono and word.mono and before.line == word.line:
        width = (word.box.right - word.box.left) / max(len(word.text), 1)
        return max(columns(gap, width), int(gap > _TOUCHING * word.size))
    return int(gap > _TOUCHING * min(before.size, word.size) or word.at[0] - before.at[-1] > 1)


def columns(gap: float, width: float) -> int:
    """Give how many characters of a width a gap has room for; a broken width has room for no more than a line."""
    return min(round(gap / width), _WIDEST_GAP) if width > 0 else 0
