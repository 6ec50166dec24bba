"""Where sentences begin: after a full stop that is one, in the scripts of many languages.

A stop ends a sentence when a blank follows it and its closing quotes; the stops of Chinese and Japanese need none. A
full stop is passed over after an abbreviation, an initial or a number before a month, and where the text goes on in
lower case. Thai and Lao have no stop: there a blank between two letters of the script ends a sentence or a clause of
one. A blank line ends every sentence. What is decided at a place depends on the text around it alone, so any stretch
of a text gives the same sentences as the whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

RULE = 1
"""Version of the rule; it rises whenever a sentence would end elsewhere."""

_CLOSING = "\"'”’»›)]}」』】）〉》*_"
_WIDE = "。！？｡．"
_STOPS = ".!?…‼⁇⁈⁉؟۔।॥።፧՝։။។"
_CLOSES = f"[{re.escape(_CLOSING)}]*"
_ENDS = re.compile(
    rf"(?P<stop>[{_STOPS}]+{_CLOSES})|(?P<wide>[{_WIDE}]+{_CLOSES})"
    r"|(?<=[\u0E00-\u0E7F\u0E80-\u0EFF])(?P<thai>[ \t]+)(?=[\u0E00-\u0E7F\u0E80-\u0EFF])|(?P<blank>\n[^\S\n]*\n)"
)
_BLANKS = re.compile(r"\s*")
_WORD_BEFORE = 24
_ABBREVIATIONS = frozenset(
    """
    a.k.a abb abs adj adv al anm approx apr art aufl aug av ave bd bspw bzw c.f ca cap cf cfr ch chap cl co corp d.h
    dec dept dipl dr dra ed eds e.g ej eq esp est etc.m evtl excl ext feb fig figs fr gen ggf gov hon hr hrsg i.d.r i.e
    inc incl inkl insb int jan jul jun kap lit ltd m.a.w m.e max mag mar mio mm mme mr mrd mrs ms msgr mt n.b no nos
    nov nr núm num o.a o.ä oct okt op p.ej p.ex par para pg ph.d pl pp prof ref rep rev s.a s.o s.u sec sect sen sep
    sept sog sr sra srta ss st ste tab tel u.a u.s u.u u.v.m ud uds usf usw.s v.a vgl viz vol vs z.b z.t zb zzgl §
    """.split()
)
_MONTHS = re.compile(
    r"(?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|quartal|"
    r"kapitel|jahrhundert|klasse|stufe|tag|monat)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"[^\s(\[{\"'“„«]*\Z")


def sentence_starts(text: str, start: int, end: int) -> Iterator[int]:
    """Give the places in (start, end) at which a sentence begins after another, rising; blanks go with the one before.

    Args:
        text: The whole text; what stands around [start, end) is looked at, too.
        start: Where the stretch begins.
        end: Where it ends.

    """
    last = start
    for found in _ENDS.finditer(text, start, end):
        if found.end() <= last:
            continue
        following = _blanks_end(text, found.end())
        if following >= end:
            return
        if found.lastgroup == "stop" and not _ends(text, found, following):
            continue
        last = following
        yield following


def _blanks_end(text: str, position: int) -> int:
    blanks = _BLANKS.match(text, position)
    return blanks.end() if blanks else position


def _ends(text: str, found: re.Match[str], following: int) -> bool:
    """Tell whether a stop with its closing signs ends a sentence, and `following` begins the next."""
    if following == found.end():
        return False
    opening = text[following]
    if opening.islower():
        return False
    mark = found.group().rstrip(_CLOSING)
    return mark != "." or not _abbreviates(text, found.start(), following)


def _abbreviates(text: str, stop: int, following: int) -> bool:
    """Tell whether the full stop at `stop` belongs to the word before it."""
    before = _BEFORE.search(text[max(stop - _WORD_BEFORE, 0) : stop])
    word = before.group() if before else ""
    if word.isdigit():
        opens_line = text[text.rfind("\n", max(stop - _WORD_BEFORE, 0), stop) + 1 : stop].strip() == word
        return opens_line or bool(_MONTHS.match(text, following))
    is_initial = len(word) == 1 and word.isupper()
    return is_initial or word.casefold() in _ABBREVIATIONS or bool(re.fullmatch(r"(?:\w\.)+\w", word))
