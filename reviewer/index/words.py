"""How a text becomes the terms that BM25 counts: one stated rule, the same for questions and passages."""

from __future__ import annotations

import unicodedata

import regex

VERSION = "1"
"""Part of the index's parameters: another rule finds other rows."""

_UNSPACED = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]"
_TERM = regex.compile(rf"(?V1){_UNSPACED}\p{{M}}*|[[\p{{L}}\p{{M}}\p{{N}}_]--{_UNSPACED}]+")


def terms(text: str) -> list[str]:
    """Give the terms of a text, in order.

    NFKC, then case folding; a term is a run of letters, marks, digits and `_`. Scripts written without spaces (Han,
    kana, Thai, Lao, Khmer, Myanmar) give a term a character. Nothing is stemmed, and no word is left out.
    """
    found: list[str] = _TERM.findall(unicodedata.normalize("NFKC", text).casefold())
    return found
