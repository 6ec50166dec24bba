"""Text and structure of an HTML page: what a reader is told, in the order of the source.

Inline elements do not part words; blocks, `<br>` and cells do. Blanks are collapsed but for `pre`. What is no part of
the content is left out (`reviewer.corpus.html_rules`), and where the page has one `main`, all that lies outside of it.
"""

from __future__ import annotations

import codecs
import re
from itertools import takewhile

from reviewer.corpus.canonical import decode
from reviewer.corpus.document import Extracted
from reviewer.corpus.html_page import Page
from reviewer.corpus.html_rules import is_main
from reviewer.corpus.html_tokens import RAW, START, Token, attributes_of, tokens, unescape
from reviewer.errors import CorpusError

VERSION = "1"

_PRESCAN = 1024
_CHARSET = re.compile(rb"""<(?:meta[^>]*?\bcharset|\?xml[^>]*?\bencoding)\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_AS_THE_WEB_READS = {"ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "utf-16": "utf-8"}
"""What browsers take another encoding for (WHATWG Encoding Standard, 4.2)."""

_WEB_ENCODINGS = re.compile(
    r"utf-8|cp125[0-8]|iso8859-(?:[2-8]|1[03456])|cp866|koi8-[ru]|mac-(?:roman|cyrillic)|cp874|"
    r"gbk|gb2312|gb18030|big5(?:hkscs)?|euc_(?:jp|kr)|iso2022_jp|shift_jis|cp949"
)
_TITLE = "title"


def read(text: str) -> Extracted:
    """Give the text of a page with its blocks; `title` and `lang` are metadata."""
    found = list(tokens(text))
    mains = sum(one.kind == START and _says_main(text, one) for one in found)
    page = Page(text, found, only_main=mains == 1).read()
    if mains == 1 and page.is_empty:
        page = Page(text, found, only_main=False).read()
    written, source = page.text.finish()
    return Extracted(text=written, source=source, blocks=page.blocks(written), metadata=_metadata(text, found))


def decode_bytes(data: bytes, id: str) -> str:  # noqa: A002 # Document's own names
    """Decode a page as its byte order mark, else its own declaration says, else as UTF-8."""
    declared = _CHARSET.search(data[:_PRESCAN])
    if data.startswith(codecs.BOM_UTF8) or declared is None:
        return decode(data, id)
    label = declared[1].decode("ascii", "replace")
    encoding = _encoding(label, id)
    if encoding == "utf-8":
        return decode(data, id)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        place = f"{id}: byte {error.start} (0x{data[error.start]:02x})"
        hint = "Save the page as UTF-8 and say so in it, or exclude it."
        raise CorpusError(f"{place} is not {label}, which the page declares", hint) from error


def _encoding(label: str, id: str) -> str:  # noqa: A002 # Document's own names
    """Give the codec of a declared encoding that browsers know."""
    try:
        name = codecs.lookup(label.replace("x-sjis", "shift_jis")).name
    except LookupError:
        name = ""
    name = _AS_THE_WEB_READS.get(name, name)
    if _WEB_ENCODINGS.fullmatch(name):
        return name
    raise CorpusError(f"{id}: no encoding of web pages is called {label!r}", "Save the page as UTF-8, or exclude it.")


def _says_main(text: str, token: Token) -> bool:
    if token.name != "main" and "role" not in text[slice(*token.attributes)]:
        return False
    return is_main(token.name, attributes_of(text, token))


def _metadata(text: str, found: list[Token]) -> dict[str, str]:
    """Give the page's title and language, as far as it says them."""
    head = takewhile(lambda one: one.name not in ("body", "svg"), found)
    titles = (unescape(text[one.start : one.end]) for one in head if one.kind == RAW and one.name == _TITLE)
    title = " ".join(next(titles, "").split())
    root = next((attributes_of(text, one) for one in found if one.kind == START and one.name == "html"), {})
    lang = (root.get("lang") or root.get("xml:lang") or "").strip()
    return {name: value for name, value in ((_TITLE, title), ("lang", lang)) if value}
