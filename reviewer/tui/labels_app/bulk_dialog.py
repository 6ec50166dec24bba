"""Accepting many places at once: only those of the same words, and only those whose words were on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from reviewer.corpus import Corpus
from reviewer.review.entry import Entry, Offer
from reviewer.spans import Span, merge
from reviewer.tui.dialogs import Dialog
from reviewer.tui.document_view import DocumentView
from reviewer.tui.drawing import Layer
from reviewer.tui.key_bar import Hint, KeyRows
from reviewer.tui.labels_app import wording
from reviewer.tui.line_list import Line, OneLine
from reviewer.tui.phrases import path

MOST_SHOWN = 400
"""Characters of a passage that are shown; of a longer one, its beginning and its end."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry that may be accepted in bulk, and where it stands in the text of the dialog."""

    entry: Entry
    shown: Span


@dataclass(frozen=True, slots=True)
class Listing:
    """All candidates as one text to read."""

    text: str
    headings: tuple[Span, ...]
    candidates: tuple[Candidate, ...]


def listing(entries: Sequence[tuple[Entry, Offer]], corpus: Corpus) -> Listing:
    """Write candidates below each other, each with its places and its words."""
    text, headings, candidates = "", [], []
    for entry, offer in entries:
        option, old = offer.options[0], entry.evidence
        place = option.place
        before = f"{old.start}–{old.end}" if old is not None else ""
        where = "" if place.document == entry.document else f"{place.document} "
        titles = f" · {path(option.path)}" if option.path else ""
        heading = f"{wording.name(entry)} · {offer.doubt} · {before} → {where}{place.start}–{place.end}{titles}"
        heading = heading.replace("\n", " ")
        start = len(text)
        headings.append(Span(start, start + len(heading)))
        words = " ".join(corpus[place.document].text[place.start : place.end].split())
        if len(words) > MOST_SHOWN:
            words = f"{words[: MOST_SHOWN // 2]} … {words[-MOST_SHOWN // 2 :]}"
        text += f"{heading}\n{words}\n\n"
        candidates.append(Candidate(entry, Span(start, len(text) - len("\n\n"))))
    return Listing(text.rstrip("\n"), tuple(headings), tuple(candidates))


class BulkDialog(Dialog[list[Entry]]):
    """Shows the candidates of a document, or of all; gives those that were seen and accepted."""

    DEFAULT_CSS = """
    BulkDialog > .box { height: 90%; }
    BulkDialog > .box > #passages { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "accept", show=False),
        Binding("d", "widen", show=False),
        Binding("space", "page", show=False),
    ]

    def __init__(self, here: Listing, everywhere: Listing, document: str) -> None:
        """Take the candidates of a document, and those of all documents."""
        super().__init__()
        self._listings = (here, everywhere)
        self._document = document
        self._is_wide = not here.candidates
        self._seen: tuple[Span, ...] = ()

    @property
    def listing(self) -> Listing:
        """What is shown."""
        return self._listings[self._is_wide]

    @property
    def seen(self) -> list[Entry]:
        """The entries that were on the screen whole, if not at once."""
        return [one.entry for one in self.listing.candidates if any(seen.holds(one.shown) for seen in self._seen)]

    def body(self) -> ComposeResult:
        """Give the passages in a view that scrolls."""
        yield DocumentView(id="passages")

    def on_mount(self) -> None:
        """Show the candidates."""
        view = self.query_one(DocumentView)
        view.focus()
        self.watch(view, "scroll_y", self._look, init=False)
        self._show()

    def _show(self) -> None:
        view, found = self.query_one(DocumentView), self.listing
        self._seen = ()
        view.show(found.text, (Layer("place", found.headings),))
        view.jump(0)
        self.call_after_refresh(self._look)

    def _look(self) -> None:
        """Note what is in sight."""
        view = self.query_one(DocumentView)
        last = min(view.top_row + view.size.height, len(view.rows)) - 1
        start, end = view.rows.span(view.top_row)[0], view.rows.span(max(last, 0))[1]
        if view.size.height and start < end:
            self._seen = merge([*self._seen, Span(start, end)])
        seen, total = len(self.seen), len(self.listing.candidates)
        where = "in all documents" if self._is_wide else f"in {self._document}"
        self.query_one(".title", OneLine).say(
            Line(((f"Accept places of the same words {where}?", "heading"),), ((f"{seen} of {total} shown", "plain"),))
        )
        self.query_one(KeyRows).show(
            (
                Hint("y", f"accept the {seen} shown", "screen.accept"),
                Hint("Space", "show more", "screen.page"),
                Hint("d", "this document" if self._is_wide else "all documents", "screen.widen"),
                Hint("Esc", "accept none", "screen.back"),
            )
        )

    def action_accept(self) -> None:
        """Accept what was shown."""
        self.dismiss(self.seen)

    def action_widen(self) -> None:
        """Show the candidates of all documents, or of one again."""
        self._is_wide = not self._is_wide
        self._show()

    def action_page(self) -> None:
        """Show the next ones."""
        self.query_one(DocumentView).action_pages(1)

    def on_resize(self) -> None:
        """Look again."""
        self.call_after_refresh(self._look)
