"""Characters of a page's text layer with their places, put together to words.

Places are in points of the page turned so that its most frequent direction of writing runs to the right, with `top`
growing downwards. Zero-width and control characters, characters outside the visible page and characters printed
twice in one place (a poor man's bold) are in no word.
"""

from __future__ import annotations

import ctypes
import math
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from reviewer.corpus.pdf.frames import Box, Frame

_T1_CODES = {
    "\x10": "“",
    "\x11": "”",
    "\x15": "–",
    "\x16": "—",
    "\x1b": "ff",
    "\x1c": "fi",
    "\x1d": "fl",
    "\x1e": "ffi",
    "\x1f": "ffl",
    "\x88": "•",
}
"""What bare codes of TeX's bitmap fonts mean, which name no characters (Cork and text companion encodings)."""

_BLANKS = frozenset(" \t\r\n\f\v\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000")
_SOFT_HYPHEN = "\u00ad"
_HYPHEN = "\x02"  # what pdfium puts in place of a hyphen at the end of a line
_ROW = 8.0  # points; what is printed twice is searched by rows
_LARGEST = 5_000  # points; a size of no number or none is not set
_LARGEST_TURN = 360
_FIXED_PITCH = 1  # bit of a font descriptor's flags (ISO 32000-1, table 123)
_BOLD_WEIGHT = 600
_HEAVIER = 1.3  # times the weight of the page's most frequent font
_FIXED_NAMES = ("courier", "mono", "cmtt", "consol", "typewriter", "sftt", "lmtt")
_BOLD_NAMES = ("bold", "black", "heavy", "cmbx", "sfbx", "-demi")


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """Characters that stand together.

    Attributes:
        at: For each character of `text` its index in the page's layer.
        base: Where the line it stands on runs.
        size: Of the type, in points, as it is seen.
        turn: Degrees against the clock in which it is written.
        line: How many line ends the layer has before it.

    """

    text: str
    at: tuple[int, ...]
    box: Box
    base: float
    size: float
    bold: bool = False
    mono: bool = False
    turn: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page's layer: its characters and their boxes `(left, bottom, right, top)` as pdfium gives them, and words.

    `width` and `height` are those of the page turned upright; `frame` turns points of the page that way.
    """

    number: int
    text: str
    boxes: tuple[tuple[float, float, float, float], ...]
    words: tuple[Word, ...]
    width: float
    height: float
    frame: Frame


class _Style(NamedTuple):
    """How the first character of a word is set."""

    size: float
    weight: int
    bold: bool
    mono: bool
    turn: int
    base: tuple[float, float]


def read_page(page: Any, number: int) -> Page:  # noqa: ANN401 # a pypdfium2.PdfPage; the library has no types
    """Read the text layer of a page; `number` counts from 1."""
    from pypdfium2 import raw

    layer = page.get_textpage()
    try:
        text, boxes = _characters(raw, layer.raw)
        visible = Frame(*page.get_bbox())
        found = [
            (style, at, line)
            for at, line in _groups(text, boxes)
            # A footnote's raised number says little of the word it stands before.
            if 0 < (style := _style(raw, layer.raw, at[0 if text[at[0]].isalpha() else -1])).size < _LARGEST
        ]
    finally:
        layer.close()
    main = Counter[int]()
    weights = Counter[int]()
    for style, at, _ in found:
        main[style.turn] += len(at)
        weights[style.weight] += len(at)
    turn = main.most_common(1)[0][0] if main else 0
    body = weights.most_common(1)[0][0] if weights else 0
    upright = replace(visible, turn=turn if turn % 90 == 0 else 0)
    words = [_word(text, boxes, one, upright, body) for one in found]
    width, height = upright.size
    seen = _once(word for word in words if _is_visible(word, upright, visible))
    return Page(number=number, text=text, boxes=boxes, words=seen, width=width, height=height, frame=upright)


def _characters(raw: Any, layer: Any) -> tuple[str, tuple[tuple[float, float, float, float], ...]]:  # noqa: ANN401 # see above
    """Give every character of the layer with its box."""
    rectangle = raw.FS_RECTF()
    by_reference = ctypes.byref(rectangle)
    unicode_of, box_of = raw.FPDFText_GetUnicode, raw.FPDFText_GetLooseCharBox
    codes: list[int] = []
    boxes: list[tuple[float, float, float, float]] = []
    for at in range(max(raw.FPDFText_CountChars(layer), 0)):
        codes.append(unicode_of(layer, at))
        if box_of(layer, at, by_reference):
            boxes.append((rectangle.left, rectangle.bottom, rectangle.right, rectangle.top))
        else:
            boxes.append((0.0, 0.0, 0.0, 0.0))
    return "".join(chr(code) if code <= 0x10FFFF else "\ufffd" for code in codes), tuple(boxes)  # noqa: PLR2004 # Unicode's last


def _groups(text: str, boxes: Sequence[tuple[float, float, float, float]]) -> Iterator[tuple[list[int], int]]:
    """Give the indices of characters that stand together, with the number of line ends before them."""
    group: list[int] = []
    line = 0
    for at, char in enumerate(text):
        if char in _BLANKS:
            if group:
                yield group, line
                group = []
            line += char == "\n"
        elif _is_nothing(char):
            continue
        else:
            if group and not _continues(boxes[group[-1]], boxes[at]):
                yield group, line
                group = []
            group.append(at)
    if group:
        yield group, line


def _is_nothing(char: str) -> bool:
    """Tell whether a character shows nothing: control, format and private marks, but for pdfium's hyphen."""
    if " " < char < "\x7f":
        return False
    if char in _T1_CODES or char in (_HYPHEN, _SOFT_HYPHEN):
        return False
    return unicodedata.category(char) in ("Cc", "Cf") or char in "\ufffe\uffff"


def _continues(before: tuple[float, float, float, float], box: tuple[float, float, float, float]) -> bool:
    """Tell whether a character stands where one goes on writing: near, and on the same height."""
    if box == before:
        return True  # parts of one ligature
    left, bottom, right, top = before
    height = max(top - bottom, right - left, 1.0)
    if -height < box[0] - right < height / 4 and _overlap(bottom, top, box[1], box[3]):
        return True
    return min(abs(box[1] - top), abs(box[3] - bottom)) < height / 2 and _overlap(left, right, box[0], box[2])


def _overlap(start: float, end: float, other_start: float, other_end: float) -> bool:
    """Tell whether two stretches share half of the smaller."""
    shared = min(end, other_end) - max(start, other_start)
    return shared >= min(end - start, other_end - other_start) / 2


def _style(raw: Any, layer: Any, at: int) -> _Style:  # noqa: ANN401 # see above
    """Ask how a character is set."""
    matrix, flags = raw.FS_MATRIX(), ctypes.c_int()
    across, up = ctypes.c_double(), ctypes.c_double()
    raw.FPDFText_GetCharOrigin(layer, at, across, up)
    turn, scale = 0, 1.0
    if raw.FPDFText_GetMatrix(layer, at, matrix):
        angle = math.degrees(math.atan2(matrix.b, matrix.a))
        turn = round(angle) % _LARGEST_TURN if math.isfinite(angle) else 0
        scale = math.hypot(matrix.c, matrix.d)
    buffer = ctypes.create_string_buffer(128)
    length = raw.FPDFText_GetFontInfo(layer, at, buffer, len(buffer), flags)
    bold, mono = _tells(buffer.value if 0 < length <= len(buffer) else b"")
    return _Style(
        size=raw.FPDFText_GetFontSize(layer, at) * scale,
        weight=raw.FPDFText_GetFontWeight(layer, at),
        bold=bold,
        mono=mono or bool(flags.value & _FIXED_PITCH),
        turn=turn,
        base=(across.value, up.value),
    )


@lru_cache(maxsize=1024)
def _tells(font: bytes) -> tuple[bool, bool]:
    """Tell by a font's name whether it is bold, and of fixed pitch."""
    name = font.decode("utf-8", "replace").lower()
    return any(one in name for one in _BOLD_NAMES), any(one in name for one in _FIXED_NAMES)


def _word(
    text: str,
    boxes: Sequence[tuple[float, float, float, float]],
    found: tuple[_Style, list[int], int],
    frame: Frame,
    weight: int,
) -> Word:
    """Put a word together, its ligatures as letters and its soft hyphens gone but at its end."""
    style, at, line = found
    own = frame if style.turn % 90 or style.turn == frame.turn else replace(frame, turn=style.turn)
    lefts, bottoms, rights, tops = zip(*(boxes[one] for one in at), strict=True)
    chars = list(_letters(text, at))
    across, up = style.base
    return Word(
        text="".join(char for char, _ in chars),
        at=tuple(one for _, one in chars),
        box=own.box(min(lefts), min(bottoms), max(rights), max(tops)),
        base=own.box(across, up, across, up).top,
        size=style.size,
        bold=style.bold or style.weight >= max(_BOLD_WEIGHT, _HEAVIER * weight),
        mono=style.mono,
        turn=style.turn,
        line=line,
    )


def _letters(text: str, at: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Give the characters of a word as they are meant, each with its index."""
    for place, one in enumerate(at):
        char = text[one]
        if char == _HYPHEN:
            yield "-", one
        elif char == _SOFT_HYPHEN:
            if place == len(at) - 1:
                yield char, one
        elif char in _T1_CODES:
            for letter in _T1_CODES[char]:
                yield letter, one
        elif "\ufb00" <= char <= "\ufb06":
            for letter in unicodedata.normalize("NFKC", char):
                yield letter, one
        else:
            yield char, one


def _is_visible(word: Word, upright: Frame, visible: Frame) -> bool:
    """Tell whether a word lies on the page."""
    own = upright if word.turn % 90 or word.turn == upright.turn else replace(visible, turn=word.turn)
    width, height = own.size
    across, down = word.box.middle
    return bool(word.text) and -1 <= across <= width + 1 and -1 <= down <= height + 1


def _once(words: Iterable[Word]) -> tuple[Word, ...]:
    """Leave out words printed again over themselves."""
    kept: list[Word] = []
    places: defaultdict[tuple[str, int], list[Word]] = defaultdict(list)
    for word in words:
        row = round(word.base / _ROW)
        limit = word.size / 5
        others = (one for near in (row - 1, row, row + 1) for one in places.get((word.text, near), ()))
        if any(abs(one.box.left - word.box.left) < limit and abs(one.base - word.base) < limit for one in others):
            continue
        places[word.text, row].append(word)
        kept.append(word)
    return tuple(kept)
