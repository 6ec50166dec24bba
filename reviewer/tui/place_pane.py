"""A pane with one document, in which words are found and a place is drawn; both reviews of labels have one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.message import Message

from reviewer.corpus import Corpus
from reviewer.spans import Span
from reviewer.tui.adjustable_view import AdjustableView
from reviewer.tui.searching import Search, search
from reviewer.tui.still import StillColumn


class PlacePane(StillColumn):
    """Holds the document `now` and what is searched in it; what is painted and said is up to its kinds."""

    DEFAULT_CSS = """
    PlacePane {
        & > #title { background: $panel; text-style: bold; }
        & > #query { text-style: italic; height: 2; }
    }
    PlacePane:nocolor > #title { text-style: reverse; }
    """
    HEAD: ClassVar[str]
    """The id of the line above the document, which tells that a place is being drawn."""

    @dataclass
    class AdjustingChanged(Message):
        """Adjusting began or its span changed."""

    def __init__(self, corpus: Corpus, id: str) -> None:  # noqa: A002  # Textual's own name
        """Begin empty."""
        super().__init__(id=id)
        self._corpus = corpus
        self.search = Search()

    @property
    def now(self) -> AdjustableView:
        """The document as it is."""
        return self.query_one("#now", AdjustableView)

    @property
    def is_adjusting(self) -> bool:
        """Whether the ends of a place are being moved."""
        return self.now.is_adjusting

    @property
    def adjusted_words(self) -> str:
        """What is said of the place that is being drawn; nothing while none is."""
        span = self.now.span
        if not self.is_adjusting or span is None:
            return ""
        return f"adjusting the {self.now.moving} · {span.start}–{span.end}"

    def draw_from(self, start: Span | None) -> None:
        """Let the ends of a place be moved: of this one, or of the first word in sight."""
        view = self.now
        if start is None:
            start = view.mover.word_at(min(view.rows.span(view.top_row)[0], len(view.text) - 1))
        view.begin(start)
        view.focus()
        self._adjusted()
        view.reveal(start.start, start.end)

    def leave_adjusting(self) -> None:
        """Show again what was shown before."""
        if not self.is_adjusting:
            return
        self.now.stop()
        self.query_one(self.HEAD).remove_class("adjusting")
        self._paint()
        self._say()

    def find(self, words: str) -> None:
        """Search the document, from what is in sight on."""
        view = self.now
        self.search = search(view.text, words, view.rows.span(view.top_row)[0])
        self._show_hit()

    def find_next(self, by: int) -> None:
        """Go to another hit."""
        self.search = self.search.step(by)
        self._show_hit()

    def _show_hit(self) -> None:
        self._paint(reveal=self.search.current)
        self._say()

    def _paint(self, reveal: Span | None = None) -> None:
        """Show the document with all that is marked in it."""
        raise NotImplementedError

    def _say(self) -> None:
        """Say what is shown, in the lines around the document."""
        raise NotImplementedError

    def _adjusted(self) -> None:
        self.query_one(self.HEAD).add_class("adjusting")
        self._paint()
        self._say()
        self.post_message(self.AdjustingChanged())

    def _begin_by_mouse(self) -> None:
        self.now.is_adjusting = True
        self.now.focus()

    @on(AdjustableView.Adjusted)
    def _take_adjusted(self, message: AdjustableView.Adjusted) -> None:
        message.stop()
        view = self.now
        if message.by_mouse and view.span is not None and not view.is_adjusting:
            self._begin_by_mouse()
        self._adjusted()
        if view.span is not None and not message.by_mouse:
            at = view.span.start if view.moving == "start" else view.span.end - 1
            view.reveal(at, at + 1, centre=False)
