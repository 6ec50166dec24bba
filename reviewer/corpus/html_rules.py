"""What an element means for the text of a page: which part words, which are left out, which are blocks.

Elements and roles as in the HTML Standard (sections 4 and 15.3) and WAI-ARIA 1.2.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

TITLES = frozenset("h1 h2 h3 h4 h5 h6".split())
LISTS = frozenset("dir dl menu ol ul".split())
ITEMS = frozenset("dd dt li".split())
GROUPS = frozenset("tbody tfoot thead".split())
CELLS = frozenset("td th".split())
TABLE_PARTS = frozenset({"caption", "table", "tr", *GROUPS, *CELLS})
VERBATIM = frozenset("listing pre xmp".split())

_PARAGRAPHS = frozenset({"blockquote", "fieldset", "figure", "hr", "p", *LISTS, *TITLES, *VERBATIM, "table", "dl"})
_OTHER_BLOCKS = """
    address article aside body center details dialog div figcaption footer form frameset header hgroup html legend main
    nav optgroup option search section summary
"""
BLOCKS = frozenset({*_OTHER_BLOCKS.split(), *_PARAGRAPHS, *ITEMS, *TABLE_PARTS})

_PARTING = frozenset("audio button canvas embed iframe img input object select svg textarea video".split())
"""Elements of a line that part the words around them, as a picture does."""

_LEFT_OUT = """
    annotation annotation-xml applet area audio button canvas datalist iframe map meter nav noembed noframes noscript
    object progress rp rt script search select style svg template textarea title video
"""
LEFT_OUT = frozenset(_LEFT_OUT.split())
_ROLES_LEFT_OUT = frozenset("alertdialog dialog menu menubar navigation search toolbar".split())
_PAGE_ROLES = {"banner": "header", "contentinfo": "footer", "complementary": "aside"}
PAGE_PARTS = frozenset(_PAGE_ROLES.values())

_UNSEEN = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\b", re.IGNORECASE)
_PAGE_CLASSES = "breadcrumb breadcrumbs navbar navfooter navheader navigation"
_LINK_CLASSES = "anchor-link headerlink viewcode-back viewcode-link"
_NUMBER_CLASSES = "hljs-ln-numbers line-number lineno linenos linenumber linenumbers listing_lines"
_CLASSES_LEFT_OUT = frozenset(f"{_PAGE_CLASSES} {_LINK_CLASSES} {_NUMBER_CLASSES}".split())
_PARTING_CLASS = "classifier"
"""What docutils writes behind a term, parted from it by a style sheet alone."""

_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|highlight(?:-(?:source|text))?)-([\w+#.-]+)")
_PROMPTING = re.compile(
    r"hidden|role|style|(?:row|col)span|line|ln-n|nav|bread|anchor-l|headerl|viewcode|classifier|lang|highlight",
    re.IGNORECASE,
)
"""What stands in the attributes that can make a difference; reading them all would take most of the time."""

_PERMALINKS = frozenset({"", "#", "\u00a7", "\u00b6", "\u221e", "\U0001f517", "\uf0c1", "&para;", "&sect;", "&#182;"})


def may_matter(name: str, attributes: str) -> bool:
    """Tell whether attributes as written can make a difference to the text, so that they need to be read."""
    return bool(attributes) and (name == "dialog" or _PROMPTING.search(attributes) is not None)


def is_left_out(name: str, attributes: Mapping[str, str]) -> bool:
    """Tell whether an element is no part of what a reader is told, wherever it stands."""
    if name in LEFT_OUT or (name == "dialog" and "open" not in attributes):
        return True
    if not attributes:
        return False
    return (
        ("hidden" in attributes and attributes["hidden"].lower() != "until-found")
        or attributes.get("aria-hidden", "").lower() == "true"
        or role_of(attributes) in _ROLES_LEFT_OUT
        or _UNSEEN.search(attributes.get("style", "")) is not None
        or not _CLASSES_LEFT_OUT.isdisjoint(attributes.get("class", "").lower().split())
    )


def parts_words(name: str, attributes: Mapping[str, str]) -> bool:
    """Tell whether an element of a line parts the words around it."""
    return name in _PARTING or _PARTING_CLASS in attributes.get("class", "").split()


def page_part(name: str, attributes: Mapping[str, str]) -> str | None:
    """Give what part of the page an element is if it stands outside of the content: its header, footer, or an aside."""
    return name if name in PAGE_PARTS else _PAGE_ROLES.get(role_of(attributes))


def is_main(name: str, attributes: Mapping[str, str]) -> bool:
    """Tell whether an element says that it holds the content of the page."""
    return name == "main" or role_of(attributes) == "main"


def role_of(attributes: Mapping[str, str]) -> str:
    """Give the first role of an element, or an empty text."""
    return next(iter(attributes.get("role", "").lower().split()), "")


def language_of_class(attributes: Mapping[str, str]) -> str | None:
    """Give the programming language that highlighters and Markdown renderers write into `class`."""
    found = _LANGUAGE.search(attributes.get("class", ""))
    return found[1] if found else None


def is_permalink(text: str) -> bool:
    """Tell whether the text of a link within the page is but a sign that offers the address of a heading."""
    return text.strip() in _PERMALINKS


def kind_of(name: str) -> str | None:
    """Give the kind of block that an element is, if it is one."""
    if name in TITLES:
        return "heading"
    if name in LISTS:
        return "list"
    if name in ITEMS:
        return "list-item"
    if name in VERBATIM:
        return "code"
    return {"p": "paragraph", "blockquote": "quote", "caption": "paragraph"}.get(name)


def line_breaks(name: str) -> int:
    """Give how many line breaks part an element from what stands beside it."""
    return 2 if name in _PARAGRAPHS else 1
