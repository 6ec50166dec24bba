"""Canonical text: the one coordinate system, with a map back to the raw characters.

UTF-8; leading byte order marks dropped; CRLF and CR are LF; lone surrogates are U+FFFD; Unicode Normalization
Form C (UAX #15). Doing it twice is doing it once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from reviewer.corpus.document import OffsetMap
from reviewer.corpus.offsets import rewrite
from reviewer.errors import CorpusError

CANONICAL_VERSION = "1"
"""Rises when any text would become another canonical text; stands beside fingerprints in the manifest."""

_BOM = "\ufeff"

_FIRST_COMBINING = "\u0300"  # below it nothing composes with what stands before, and nothing is rewritten alone
_JAMO = frozenset(map(chr, (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))))  # vowels and final consonants
_PLANES = 0x20000  # composites of two characters lie in the first two planes
_LONG_PIECE = 256


class Canonical(NamedTuple):
    """A canonical text, and the map from its offsets to those of the raw text."""

    text: str
    source: OffsetMap


def decode(data: bytes, name: str) -> str:
    """Decode UTF-8, byte order mark kept as a character; undecodable bytes are refused with their offset."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        place = f"{name}: byte {error.start} (0x{data[error.start]:02x}, line {line})"
        raise CorpusError(f"{place} is not UTF-8", "Save the file as UTF-8, or exclude it.") from error


def canonicalise(raw: str) -> Canonical:
    """Give the canonical text of `raw`, in time linear in its length."""
    begin = len(raw) - len(raw.lstrip(_BOM))
    pattern = None if raw.isascii() and "\r" not in raw else _changing(raw)
    if pattern is None:
        return Canonical(raw[begin:], OffsetMap(((0, begin),), len(raw)))
    return Canonical(*rewrite(raw, pattern, _replace, begin))


def _changing(raw: str) -> re.Pattern[str] | None:
    """Give the pattern of the pieces of `raw` that may change, or nothing if none can."""
    chars = set(raw)
    high = [char for char in chars if char >= _FIRST_COMBINING]
    joining = "".join(sorted(char for char in high if _joins(char)))
    rewritten = "".join(sorted(char for char in high if unicodedata.normalize("NFC", char) != char))
    has_surrogate = any("\ud800" <= char <= "\udfff" for char in high)
    return _pattern(joining, rewritten, has_return="\r" in chars, has_surrogate=has_surrogate)


@lru_cache(maxsize=64)
def _pattern(joining: str, rewritten: str, *, has_return: bool, has_surrogate: bool) -> re.Pattern[str] | None:
    """Join the alternatives that can occur; what joins is taken together with the character before it."""
    alternatives: list[str] = []
    if has_return:
        alternatives.append("\r\n?")
    if has_surrogate:
        alternatives.append("[\ud800-\udfff]")
    if rewritten:
        alternatives.append(f"[{rewritten}]" + (f"[{joining}]*" if joining else ""))
    if joining:
        alternatives.append(f".[{joining}]+")
    return re.compile("|".join(alternatives), re.DOTALL) if alternatives else None


def _replace(piece: str) -> str:
    """Give the canonical form of one piece."""
    if piece[0] == "\r":
        return "\n"
    if "\ud800" <= piece[0] <= "\udfff":
        return "\ufffd"
    # Ordering a long run of marks takes CPython's normalisation quadratic time, unless they stand in order.
    ordered = piece if len(piece) <= _LONG_PIECE else "".join(_in_order(piece))
    return unicodedata.normalize("NFC", ordered)


def _in_order(piece: str) -> Iterator[str]:
    """Decompose and put each run of marks into canonical order (Unicode, D108-D109)."""
    decomposed = (part for char in piece for part in unicodedata.normalize("NFD", char))
    for is_mark, run in groupby(decomposed, key=lambda char: unicodedata.combining(char) != 0):
        chars = list(run)
        yield from sorted(chars, key=unicodedata.combining) if is_mark else chars


def _joins(char: str) -> bool:
    """Tell whether `char` may compose or be reordered with what stands before it."""
    first = unicodedata.normalize("NFD", char)[0]
    return unicodedata.combining(first) != 0 or first in _JAMO or first in _second_characters()


@lru_cache(maxsize=1)
def _second_characters() -> frozenset[str]:
    """Collect every character that is the second of a canonical composite."""
    found = set()
    for code in range(_PLANES):
        match unicodedata.decomposition(chr(code)).split():
            case [first, second] if not first.startswith("<"):
                found.add(chr(int(second, 16)))
    return frozenset(found)
