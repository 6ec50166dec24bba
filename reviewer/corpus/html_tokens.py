"""Tags and texts of an HTML text with their places, by the rules of the HTML Standard's tokenizer (section 13.2.5).

Written here, because the standard library's parser reads the same page differently from one patch release to the
next, and a canonical text must not depend on that. Takes time linear in the length, whatever the text.

Where it differs from the standard: a quote that is never closed ends with its tag instead of swallowing the rest.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

BLANK = " \t\n\f\r"

TEXT = "text"
RAW = "raw"
START = "start"
END = "end"
SELF_CLOSED = "self-closed"

_RAW_TEXT = frozenset("iframe noembed noframes noscript script style textarea title xmp".split())
_VOID = "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr"
VOID = frozenset(_VOID.split())

_ATTRIBUTE = r"""
    [ \t\n\f/]*+ ([^ \t\n\f/>][^ \t\n\f/>=]*+)
    (?: [ \t\n\f]*+ = [ \t\n\f]*+ (?: "([^"]*+)" | '([^']*+)' | (?!["']) ([^ \t\n\f>]*+) ) )?
"""
_NAMELESS = re.sub(r"\((?!\?)", "(?:", _ATTRIBUTE)
_TAG = re.compile(rf"<(/?)([a-zA-Z][^ \t\n\f/>]*+)((?>{_NAMELESS})*+)([ \t\n\f/]*+)>", re.VERBOSE)
_ONE_ATTRIBUTE = re.compile(_ATTRIBUTE, re.VERBOSE)
_OPENS_TAG = re.compile(r"</?[a-zA-Z]")
_TEXT_WITH_LT = re.compile(r"(?:<(?![a-zA-Z/!?])[^<]*+)++")
_LONG_NUMBER = re.compile(r"&#0*([0-9]+)")
_MOST_DIGITS = 7  # of the last code point
_COMMENT_END = re.compile(r"-?>|.*?--!?>", re.DOTALL)
_CDATA = "<![CDATA["


class Token(NamedTuple):
    """A tag or a text: `name` is the tag's in lower case, `attributes` its place in the text."""

    kind: str
    name: str
    start: int
    end: int
    attributes: tuple[int, int] = (0, 0)


def tokens(text: str) -> Iterator[Token]:
    """Give tags and texts in order; comments, declarations and instructions have none."""
    is_xml = text.startswith("<?xml")
    at = 0
    while at < len(text):
        opening = text.find("<", at)
        if opening < 0:
            opening = len(text)
        if opening > at:
            yield Token(TEXT, "", at, opening)
        at = opening
        tag = _TAG.match(text, at)
        if tag is None:
            at, is_text = _pass_over(text, at, is_xml=is_xml)
            if is_text is not None:
                yield is_text
            continue
        token = _tag_token(tag, is_xml=is_xml)
        yield token
        at = token.end
        if token.kind == START and token.name in _RAW_TEXT:
            at = _raw_end(text, token)
            yield Token(RAW, token.name, token.end, at)


def attributes_of(text: str, token: Token) -> Mapping[str, str]:
    """Give a tag's attributes by their names in lower case; of two with one name the first counts."""
    found: dict[str, str] = {}
    for name, double, single, bare in _ONE_ATTRIBUTE.findall(text[slice(*token.attributes)]):
        value = double or single or bare
        found.setdefault(name.lower(), unescape(value))
    return found


def unescape(text: str) -> str:
    """Decode character references; the number of one may be as long as it likes."""
    if "&#" in text:
        text = _LONG_NUMBER.sub(lambda found: f"&#{found[1]}" if len(found[1]) <= _MOST_DIGITS else "&#xfffd", text)
    return html.unescape(text) if "&" in text else text


def _tag_token(tag: re.Match[str], *, is_xml: bool) -> Token:
    """Give the token of a tag; a slash before its end closes it only in XML, and where nothing can stand inside."""
    name = tag[2].lower()
    kind = END if tag[1] else START
    if kind == START and (name in VOID or (is_xml and tag[4].endswith("/"))):
        kind = SELF_CLOSED
    return Token(kind, name, tag.start(), tag.end(), tag.span(3))


def _raw_end(text: str, token: Token) -> int:
    """Give where the text of an element that holds no tags ends."""
    closing = re.compile(rf"</{re.escape(token.name)}(?=[ \t\n\f/>])", re.IGNORECASE)
    found = closing.search(text, token.end)
    return found.start() if found else len(text)


def _pass_over(text: str, at: int, *, is_xml: bool) -> tuple[int, Token | None]:
    """Give where to go on after a `<` that opens no whole tag, and the text it is, if it is text."""
    if at >= len(text):
        return at, None
    if text.startswith("<!--", at):
        found = _COMMENT_END.match(text, at + 4)
        return (found.end() if found else len(text)), None
    if is_xml and text.startswith(_CDATA, at):
        end = text.find("]]>", at)
        end = len(text) if end < 0 else end
        return end + 3, Token(RAW, _CDATA, at + len(_CDATA), end)
    if text.startswith(("<!", "<?", "</"), at):
        end = text.find(">", at + 2)
        return (len(text) if end < 0 else end + 1), None
    if _OPENS_TAG.match(text, at):
        return len(text), None
    found = _TEXT_WITH_LT.match(text, at)
    end = found.end() if found else at + 1
    return end, Token(TEXT, "", at, end)
