"""The right side of placing: the question, and the document with the places drawn so far."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message

from reviewer.corpus import Corpus, path_at
from reviewer.review.placing import Done
from reviewer.spans import Span
from reviewer.tui.adjustable_view import AdjustableView
from reviewer.tui.drawing import Layer
from reviewer.tui.labels_app.painting import around
from reviewer.tui.labels_app.wording import path
from reviewer.tui.line_list import Line, OneLine
from reviewer.tui.placing_app import wording
from reviewer.tui.placing_app.sketch import Sketch
from reviewer.tui.searching import Search, search


class PlacingPane(Vertical):
    """Shows one task; nothing is written here."""

    DEFAULT_CSS = """
    PlacingPane {
        & > #title { background: $panel; text-style: bold; }
        & > #query { text-style: italic; height: 2; }
        & > #state { height: 1; }
        & > #head { background: $boost; height: 1; }
        & > #head.adjusting { background: $accent 40%; text-style: bold; }
        & > #now { height: 1fr; }
    }
    PlacingPane:nocolor {
        & > #title, & > #head { text-style: reverse; }
        & > #head.adjusting { text-style: reverse bold underline; }
    }
    """

    @dataclass
    class AdjustingChanged(Message):
        """Adjusting began or its span changed."""

    def __init__(self, corpus: Corpus) -> None:
        """Begin empty."""
        super().__init__(id="placing")
        self._corpus = corpus
        self.sketch: Sketch | None = None
        self.search = Search()
        self._done: Done | None = None
        self._instead: Span | None = None
        self._told = ""

    def compose(self) -> ComposeResult:
        """Lay out title, question, state and document."""
        yield OneLine(id="title")
        yield OneLine(id="query")
        yield OneLine(id="state")
        yield OneLine(id="head")
        yield AdjustableView(id="now")

    @property
    def now(self) -> AdjustableView:
        """The document."""
        return self.query_one("#now", AdjustableView)

    @property
    def is_adjusting(self) -> bool:
        """Whether the ends of a place are being moved."""
        return self.now.is_adjusting

    def show(self, sketch: Sketch, done: Done | None) -> None:
        """Show a sketch; another task or document begins at its place."""
        before = self.sketch
        self.sketch, self._done = sketch, done
        if before is None or (before.task.key, before.document) != (sketch.task.key, sketch.document):
            self.search, self._told = Search(), ""
        is_moved = before is None or (before.task.key, before.document, before.current) != (
            sketch.task.key,
            sketch.document,
            sketch.current,
        )
        self._paint(reveal=sketch.current if is_moved else None)
        self._say()

    def begin_adjusting(self, *, one_more: bool) -> None:
        """Let the ends of a place be moved: of the current one, or of a new one at the search's hit or in sight."""
        view, sketch = self.now, self.sketch
        if sketch is None or not view.text:
            return
        self._instead = None if one_more else sketch.current
        start = self._instead or self.search.current
        if start is None:
            start = view.mover.word_at(min(view.rows.span(view.top_row)[0], len(view.text) - 1))
        view.begin(start)
        view.focus()
        self._adjusted()
        view.reveal(start.start, start.end)

    def taken(self) -> Sketch | None:
        """Give the sketch with the place that was drawn, and stop drawing."""
        sketch, span = self.sketch, self.now.span
        self.leave_adjusting()
        return sketch.drawn(span, instead=self._instead) if sketch is not None and span is not None else None

    def leave_adjusting(self) -> None:
        """Show the places as they were."""
        self.now.stop()
        self.query_one("#head").remove_class("adjusting")
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

    def look_at(self, span: Span, told: str) -> None:
        """Show a section without marking it, and say what it is."""
        self.search = Search()
        self._told = told
        self.now.reveal(span.start, span.start + 1)
        self._say()

    def _show_hit(self) -> None:
        self._paint(reveal=self.search.current)
        self._say()

    def _paint(self, reveal: Span | None = None) -> None:
        sketch = self.sketch
        if sketch is None:
            return
        held = self._corpus.documents.get(sketch.document)
        drawn = self.now.span if self.is_adjusting else None
        places = [one for one in sketch.places if not (self.is_adjusting and one == self._instead)]
        current = drawn or (sketch.current if not self.is_adjusting else None)
        shown = [*places, *([drawn] if drawn is not None else [])]
        layers = (
            Layer("evidence", shown),
            Layer("hit", self.search.hits),
            Layer("found", (self.search.current,) if self.search.current else ()),
        )
        moving = self.now.moving if self.is_adjusting else None
        marks = [mark for one in places if one != current for mark in around(one)]
        marks += around(current, moving) if current is not None else ()
        self.now.show(held.text if held is not None else "", layers, marks, reveal=reveal)

    def _adjusted(self) -> None:
        self.query_one("#head").add_class("adjusting")
        self._paint()
        self._say()
        self.post_message(self.AdjustingChanged())

    def _say(self) -> None:
        sketch = self.sketch
        if sketch is None:
            return
        self.query_one("#title", OneLine).say(Line(((wording.title(sketch), "plain"),)))
        query = sketch.task.query
        self.query_one("#query", OneLine).say_wrapped(("", "plain"), query or wording.NO_QUESTION)
        told, facts = wording.facts(sketch, self._done)
        self.query_one("#state", OneLine).say(Line(((f"{told}  " if told else "", "good"), (facts, "plain"))))
        span = self.now.span if self.is_adjusting else sketch.current
        head = wording.head(sketch)
        if self.is_adjusting and span is not None:
            head = f"adjusting the {self.now.moving} · {span.start}–{span.end}"
        held = self._corpus.documents.get(sketch.document)
        titles = path(path_at(held, span.start)) if held is not None and span is not None else ""
        right = self.search.told or titles or self._told
        self.query_one("#head", OneLine).say(Line(((head, "plain"), (f" · {right}" if right else "", "muted"))))

    def on_resize(self, event: events.Resize) -> None:
        """Wrap the question anew."""
        del event
        self.call_after_refresh(self._say)

    @on(AdjustableView.Adjusted)
    def _take_adjusted(self, message: AdjustableView.Adjusted) -> None:
        message.stop()
        view = self.now
        if message.by_mouse and view.span is not None and not view.is_adjusting:
            self._instead = None
            view.is_adjusting = True
            view.focus()
        self._adjusted()
        if view.span is not None and not message.by_mouse:
            at = view.span.start if view.moving == "start" else view.span.end - 1
            view.reveal(at, at + 1, centre=False)
