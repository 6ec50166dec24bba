"""The walk through a page's tags: what is text, what parts it, and where blocks begin and end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reviewer.corpus.document import Block
from reviewer.corpus.html_blocks import FoundBlocks
from reviewer.corpus.html_elements import Open, OpenElements
from reviewer.corpus.html_rules import (
    BLOCKS,
    CELLS,
    GROUPS,
    ITEMS,
    LISTS,
    TITLES,
    VERBATIM,
    is_left_out,
    is_main,
    is_permalink,
    kind_of,
    language_of_class,
    line_breaks,
    may_matter,
    page_part,
    parts_words,
)
from reviewer.corpus.html_tables import Found, Grid, layout_tables
from reviewer.corpus.html_text import PageText, is_blank, is_blank_piece, pieces
from reviewer.corpus.html_tokens import END, RAW, START, TEXT, Token, attributes_of

_OWN_TEXT = frozenset({"caption", "p", *TITLES, *VERBATIM})
_INSIDE_CONTENT = ("article", "aside", "blockquote", "details", "figure", "li", "main", "nav", "section", "td")
_HEADER_TOKENS = 2000
_LANGUAGE_FROM = 3


class Page:
    """A page that is being read."""

    def __init__(self, source: str, found: Sequence[Token], *, only_main: bool) -> None:
        """Take the tokens of a page; `only_main` leaves out what lies outside of its main element."""
        self.text = PageText(source)
        self._source = source
        self._tokens = found
        self._only_main = only_main
        self._layout = layout_tables(source, found)
        self._elements = OpenElements(self._close)
        self._blocks = FoundBlocks()
        self._anonymous: Found | None = None

    @property
    def is_empty(self) -> bool:
        """Whether no text was found."""
        return self.text.length == 0

    def read(self) -> Page:
        """Walk through all tokens."""
        go_on = 0
        for at, token in enumerate(self._tokens):
            if at < go_on:
                continue
            if token.kind == TEXT:
                self._read_text(token.start, token.end)
            elif token.kind == RAW:
                self._read_raw(token)
            elif token.kind == END:
                self._end(token)
            elif token.name == "a" and self._is_permalink(at):
                go_on = at + 2
            else:
                self._start(at, token)
        self._elements.pop_all()
        self._part(1)
        return self

    def blocks(self, written: str) -> tuple[Block, ...]:
        """Give the blocks in order, with the titles of the headings above them."""
        return self._blocks.under_titles(written)

    @property
    def _is_silent(self) -> bool:
        return self._elements.is_hidden or (self._only_main and not self._elements.is_main)

    def _read_raw(self, token: Token) -> None:
        if token.name == "xmp" or token.name.startswith("<"):
            self._read_text(token.start, token.end, decoding=False)

    def _read_text(self, start: int, end: int, *, decoding: bool = True) -> None:
        if self._is_silent:
            return
        verbatim = self._elements.top.name in VERBATIM
        if not verbatim and is_blank_piece(self._source, start, end):
            self.text.blank(start, end)
            return
        for given, begin, stop in pieces(self._source, start, end, verbatim=verbatim):
            decoded = given if decoding or self._source[begin] != "&" else None
            if decoded is not None and is_blank(decoded):
                if decoded and verbatim:
                    self.text.hold(decoded, begin, stop)
                elif decoded:
                    self.text.blank(begin, stop)
                continue
            if not verbatim and self.text.is_parted and (decoded or self._source[begin:stop]).isspace():
                continue  # no-break spaces alone fill a block that is empty
            self._begin(verbatim=verbatim)
            if decoded is None:
                self.text.write(begin, stop)
            else:
                self.text.write_decoded(decoded, begin, stop)

    def _begin(self, *, verbatim: bool) -> None:
        """Write what parts this text from the last, and note that open elements without text have their first here."""
        start = self.text.begin()
        top = self._elements.top
        if top.start is None or (self._anonymous is None and top.name not in _OWN_TEXT):
            path = self._blocks.path
            for one in reversed(self._elements.stack):
                if one.start is not None:
                    break
                one.start, one.path = start, path
            if self._anonymous is None and top.name not in _OWN_TEXT and top.cell is None:
                self._anonymous = Found("paragraph", start, start, path, self._elements.next_order())
        if verbatim:
            self.text.write_held()

    def _part(self, breaks: int, separator: str | None = None) -> None:
        """End the text that stands in no paragraph of its own, and part it from what follows."""
        if self._anonymous is not None:
            self._blocks.add(self._anonymous._replace(end=self.text.length))
            self._anonymous = None
        depth = len(self._elements.stack)
        if separator is None:
            self.text.part(breaks, depth)
        else:
            self.text.part_by(separator, depth)

    def _part_for(self, name: str) -> None:
        """Part the text at an edge of a block of this name."""
        is_grid = self._elements.top.grid is not None
        if name in ITEMS or (is_grid and (name == "tr" or name in GROUPS)):
            self._part(1, "\n")
        elif is_grid and name in CELLS:
            self._part(1, "\t")
        elif name in LISTS and self._elements.any(*LISTS):
            self._part(1)
        else:
            self._part(line_breaks(name))

    def _start(self, at: int, token: Token) -> None:
        """Open an element."""
        name = token.name
        if name == "br":
            self._break(token)
            return
        written = self._source[slice(*token.attributes)]
        attributes = attributes_of(self._source, token) if may_matter(name, written) else {}
        if name in BLOCKS:
            self._start_block(at, token, attributes)
            return
        if parts_words(name, attributes) and not self._is_silent:
            self.text.blank(token.start, token.end)
        if token.kind != START:
            return
        if self._elements.is_hidden:
            self._elements.nest_hidden(name)
        elif is_left_out(name, attributes):
            self._elements.hide(name)

    def _break(self, token: Token) -> None:
        if self._is_silent:
            return
        if self._elements.top.name in VERBATIM:
            self.text.hold("\n", token.start, token.end)
        else:
            self.text.break_line()

    def _start_block(self, at: int, token: Token, attributes: Mapping[str, str]) -> None:
        name = token.name
        self._elements.make_room_for(name)
        if name in CELLS and self._elements.top.name in ("table", *GROUPS):
            self._open_row()
        self._part_for(name)
        if token.kind != START:
            self._part_for(name)
            return
        grid = self._elements.top.grid
        left_out = is_left_out(name, attributes) or self._is_page_part(at, token, attributes)
        if name == "tr":
            self._open_row(is_left_out=left_out)
            return
        one = self._elements.push(name, is_left_out=left_out, is_main=is_main(name, attributes))
        one.kind = self._kind(name)
        one.language = language_of_class(attributes)
        if name == "pre" and not one.language:
            one.language = self._language_of_code(at + 1)
        if name == "table" and at not in self._layout:
            one.grid, one.kind = Grid(), "table"
        elif grid is not None and name in GROUPS:
            one.grid = grid
        elif grid is not None and name in CELLS and self._elements.stack[-2].name == "tr":
            spans = attributes.get("rowspan", ""), attributes.get("colspan", "")
            one.cell = grid.add(*spans, is_header=name == "th")

    def _open_row(self, *, is_left_out: bool = False) -> None:
        grid = self._elements.top.grid
        in_head = self._elements.top.name == "thead"
        one = self._elements.push("tr", is_left_out=is_left_out)
        if grid is not None:
            one.grid = grid
            grid.open_row(in_head=in_head)

    def _kind(self, name: str) -> str | None:
        is_quoted = name in TITLES and self._elements.any("blockquote")
        return "paragraph" if is_quoted else kind_of(name)

    def _is_page_part(self, at: int, token: Token, attributes: Mapping[str, str]) -> bool:
        """Tell whether an element is the page's own header, footer or aside; a header with the title is content."""
        part = page_part(token.name, attributes)
        if part is None or self._elements.is_main or self._elements.any(*_INSIDE_CONTENT):
            return False
        if part != "header":
            return True
        for one in self._tokens[at + 1 : at + _HEADER_TOKENS]:
            if one.name == "h1":
                return False
            if one.kind == END and one.name == token.name:
                break
        return True

    def _is_permalink(self, at: int) -> bool:
        """Tell whether a link leads into the page itself and its text is but a sign."""
        following = self._tokens[at + 1 : at + 3]
        if [(one.kind, one.name) for one in following] != [(TEXT, ""), (END, "a")]:
            return False
        if not is_permalink(self._source[following[0].start : following[0].end]):
            return False
        return attributes_of(self._source, self._tokens[at]).get("href", "").startswith("#")

    def _end(self, token: Token) -> None:
        """Close an element."""
        name = token.name
        if name == "br":
            self._break(token)
        elif name not in BLOCKS:
            self._elements.end_hidden(name)
        elif not self._elements.end(name):
            self._part(line_breaks(name))

    def _close(self, one: Open) -> None:
        """Note the block of an element that was closed, and part it from what follows."""
        end = self.text.length
        if one.start is not None:
            kind = one.kind or ""
            self._blocks.close(one, Found(kind, one.start, end, one.path, one.order, attributes=self._language(one)))
        if one.name in GROUPS and one.grid is not None:
            one.grid.end_group()
        self._part_for(one.name)

    def _language_of_code(self, at: int) -> str | None:
        """Give the language that a `code` directly inside `pre` says."""
        inner = self._tokens[at] if at < len(self._tokens) else None
        return language_of_class(attributes_of(self._source, inner)) if inner and inner.name == "code" else None

    def _language(self, one: Open) -> tuple[tuple[str, str], ...]:
        """Give the language of a code block, as it or what is directly around it says."""
        if one.kind != "code":
            return ()
        around = (one, *reversed(self._elements.stack[-_LANGUAGE_FROM:]))
        language = next((element.language for element in around if element.language), None)
        return (("language", language),) if language else ()
