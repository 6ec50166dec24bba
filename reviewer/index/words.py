"""How a text becomes the terms that BM25 counts: one stated rule, the same for questions and passages."""

from __future__ import annotations

import unicodedata

import regex

VERSION = "2"
"""Part of the index's parameters: another rule finds other rows."""

_UNSPACED = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
_TERM = regex.compile(rf"(?V1){_UNSPACED}\p{{M}}*|[[\p{{L}}\p{{M}}\p{{N}}_]--{_UNSPACED}]+")

_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200c\u200d\u2060\ufeff"))
"""Soft hyphen, the joiners and the byte order mark: they stand within words and part none (UAX 29, WB4)."""


def terms(text: str) -> list[str]:
    """Give the terms of a text, in order.

    Unseen characters within words are left out; then NFKC, then case folding. A term is a run of letters, marks, digits
    and `_`. Scripts written without spaces (Han, kana, Thai, Lao, Khmer, Myanmar) give a term a character. Nothing is
    stemmed, and no word is left out.
    """
    found: list[str] = _TERM.findall(unicodedata.normalize("NFKC", text.translate(_UNSEEN)).casefold())
    return found
