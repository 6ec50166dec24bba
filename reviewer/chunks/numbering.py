"""Where numbered clauses begin, and how deep each stands.

A number counts at the start of a line. Where a contract runs on without line breaks it counts after the end of a
sentence, too, but only as the first of its kind or the next after the last: so a cross-reference opens no clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reviewer.chunks.outline import Mark
from reviewer.spans import Span

RULE = 1
"""Version of the rule; it rises whenever a clause would begin elsewhere."""
LONGEST_TITLE = 90
LOOKED_BACK = 40
MOST_WORDS = 12
BELOW_HEADINGS = 10

_WORDS = {
    "part": 0, "teil": 0, "parte": 0, "title": 0, "annex": 0, "appendix": 0, "schedule": 0, "exhibit": 0,
    "attachment": 0, "anlage": 0, "anhang": 0, "anexo": 0, "annexe": 0,
    "chapter": 1, "kapitel": 1, "capítulo": 1, "chapitre": 1,
    "article": 2, "artikel": 2, "artículo": 2, "articolo": 2, "artigo": 2,
    "section": 3, "abschnitt": 3, "sección": 3, "clause": 3, "cláusula": 3, "klausel": 3, "paragraph": 3,
}  # fmt: skip
"""Words that number, in any case, by depth."""
_SIGN, _DOTTED, _UPPER, _LOWER, _ROMAN, _DIGIT = 3, 5, 10, 11, 12, 13
_UNDER_SIGN = 4
_DEEPEST = 4

_NAMES = "|".join(_WORDS)
_NUMBER = re.compile(
    rf"(?<!\S)(?:\*\*|__)?(?:(?P<word>(?i:{_NAMES}))[ \t]{{1,4}}"
    r"(?P<which>\d{1,3}(?:\.\d{1,3}){0,3}|[IVXLC]{1,6}|[A-Z])(?![\w%])"
    r"|(?P<sign>§§?|Art\.|Sec\.)[ \t]{0,4}(?P<where>\d{1,4}[a-z]?(?:\.\d{1,3}){0,3})(?![\w%])"
    r"|(?P<dotted>\d{1,3}(?:\.\d{1,3}){1,4}\.?|\d{1,3}\.)(?=[*_]{0,2}[ \t]{1,16}\S|[*_]{0,2}[ \t]{0,16}\n)"
    r"|(?P<letter>\(?[a-zA-Z]\)|[A-Z]\.)(?=[ \t]{1,16}\S)"
    r"|(?P<roman>\(?[ivxIVX]{2,5}\))(?=[ \t]{1,16}\S)"
    r"|(?P<digit>\(?\d{1,2}\))(?=[ \t]{1,16}\S))"
)
_STOPPED = '.;:?!)”"’'
_TITLE_END = re.compile(r"[.:\n;]|[ \t][–—-][ \t]")
_DASHES = " \t.:–—-*_"
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def clause_marks(text: str) -> Iterator[Mark]:
    """Give what opens the clauses of a text; a title is the number with the short title behind it."""
    last: dict[int, int] = {}
    for found in _NUMBER.finditer(text):
        depth, number = _depth(found, last)
        opens_line = _opens_line(text, found.start())
        follows = number == last.get(depth, 0) + 1
        stands = _stands_alone(text, found) if opens_line else _ends_before(text, found.start())
        if not (stands and (opens_line or follows)):
            continue
        last = {one: value for one, value in last.items() if one < depth}
        last[depth] = number
        yield Mark(found.start(), _title(text, found), BELOW_HEADINGS + depth)


def _depth(found: re.Match[str], last: dict[int, int]) -> tuple[int, int]:
    """Give depth and number of what was found; the sequence so far tells the letter i from the Roman one."""
    if found["word"]:
        parts = found["which"].split(".")
        return min(_WORDS[found["word"].casefold()] + len(parts) - 1, _UNDER_SIGN), _value(parts[-1])
    if found["sign"]:
        parts = found["where"].split(".")
        return (2 if found["sign"] == "Art." else _SIGN) + (len(parts) > 1), _value(parts[-1])
    return _bare(found.lastgroup, found.group().strip("*_()"), last)


def _bare(kind: str | None, written: str, last: dict[int, int]) -> tuple[int, int]:
    """Give depth and number of a number without a word before it."""
    if kind == "dotted":
        parts = written.strip(".").split(".")
        return min(_DOTTED + len(parts) - 1, _DOTTED + _DEEPEST), int(parts[-1])
    written = written.strip(".)")
    if kind == "digit":
        return (_UNDER_SIGN if _SIGN in last and _DOTTED not in last else _DIGIT), int(written)
    if kind == "roman":
        return _ROMAN, _roman(written)
    letter = ord(written.casefold()) - ord("a") + 1
    if written in "ivx" and last.get(_LOWER) != letter - 1:
        return _ROMAN, _roman(written)
    return (_UPPER if written.isupper() else _LOWER), letter


def _value(written: str) -> int:
    """Give a number, a Roman number or a letter as a number."""
    digits = written.rstrip("abcdefghijklmnopqrstuvwxyz")
    if digits.isdigit():
        return int(digits)
    return _roman(written) if set(written.casefold()) <= _ROMAN_VALUES.keys() else ord(written[0].casefold()) - 96


def _roman(written: str) -> int:
    values = [_ROMAN_VALUES.get(one, 0) for one in written.casefold()]
    return sum(-one if any(one < other for other in values[at + 1 : at + 2]) else one for at, one in enumerate(values))


def _opens_line(text: str, position: int) -> bool:
    before = text[max(position - LOOKED_BACK, 0) : position]
    line = before.rpartition("\n")[2]
    return not line.strip(" \t>*-#") and (len(line) < len(before) or position <= LOOKED_BACK)


def _stands_alone(text: str, found: re.Match[str]) -> bool:
    """Tell whether a number at the start of a line is no word of a sentence that was wrapped there."""
    if found["word"] is None and found["sign"] is None:
        return (
            not text[found.end() : found.end() + LOOKED_BACK].lstrip(_DASHES)[:1].islower() or found["dotted"] is None
        )
    before = text[max(found.start() - LOOKED_BACK, 0) : found.start()]
    behind = text[found.end() : found.end() + LOOKED_BACK].lstrip(" \t.:–—-*_")
    wraps = bool(before.strip()) and before.rstrip()[-1] not in _STOPPED and "\n\n" not in before.replace(" ", "")
    return not wraps and not behind[:1].islower() and behind[:1] not in {",", ")", ";"}


def _ends_before(text: str, position: int) -> bool:
    before = text[max(position - LOOKED_BACK, 0) : position].rstrip()
    return before[-1:] in _STOPPED or before.endswith((" and", " or", " und", " oder", " y", " o"))


def _title(text: str, found: re.Match[str]) -> Span:
    """Give the number, and the title behind it where one ends soon and in a stop or a line."""
    start, number = found.span()
    first = (
        number + len(text[number : number + LONGEST_TITLE]) - len(text[number : number + LONGEST_TITLE].lstrip(_DASHES))
    )
    end = _TITLE_END.search(text, first, min(number + LONGEST_TITLE, len(text)))
    title = text[first : end.start()] if end else ""
    if end is None or end.group() == ";" or not title[:1].isupper() or title.count(" ") >= MOST_WORDS:
        return Span(start, number)
    return Span(start, end.start() + (end.group() in ".:"))
