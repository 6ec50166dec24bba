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
_TITLES = frozenset(
    "dipl dr dra fr gen gov hon hr hrsg lic lt mag mme mr mrs ms msgr mt prof rev sen sr sra srta st ste".split()
)
"""What a name follows: never the end of a sentence."""
_NUMBERED = frozenset(
    """
    abb abs anm apr art aufl aug bd ca cap ch chap cl dec dez eq feb fig figs jan jul jun kap mar mio nos no nov nr núm
    num oct okt op p para par pp sec sect sep sept tab tel vol §
    """.split()
)
"""What a number follows; words of their own elsewhere."""
_OTHERS = frozenset(
    """
    abbr adj adv allg approx bspw bzw cf cfr co corp dept ed eds ej entspr esp est etc etc.m evtl excl ext ggf inc incl
    inkl insb int lit ltd max mind mrd nn pl pág págs ref rep sog ss ud uds usf usw vgl viz vs zb zt zzgl
    """.split()
)
"""What may end a sentence, too; then one of the usual first words follows."""
_OPENERS = re.compile(
    r"(?:the|a|an|this|that|these|those|it|its|he|she|they|we|you|there|in|on|at|if|when|but|and|for|our|all|no|each|"
    r"der|die|das|ein|eine|es|er|sie|wir|im|bei|wenn|für|el|la|los|las|un|una|en|si|se|no|le|les|il|lo)\b(?![.])",
    re.IGNORECASE,
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
    folded = word.casefold()
    if folded in _NUMBERED:
        return text[following].isdigit()
    if folded in _TITLES or (len(word) == 1 and word.isupper()):
        return True
    dotted = bool(re.fullmatch(r"(?:\w{1,2}\.)+\w{1,2}", word))
    return (dotted or folded in _OTHERS) and not _OPENERS.match(text, following)
