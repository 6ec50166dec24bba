"""The right side of placing: the question, and the document with the places drawn so far."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult

from reviewer.corpus import Corpus, path_at
from reviewer.review.placing import Done
from reviewer.spans import Span
from reviewer.tui.adjustable_view import AdjustableView
from reviewer.tui.drawing import Layer
from reviewer.tui.line_list import Line, OneLine
from reviewer.tui.phrases import path
from reviewer.tui.place_marks import around
from reviewer.tui.place_pane import PlacePane
from reviewer.tui.placing_app import wording
from reviewer.tui.placing_app.sketch import Sketch
from reviewer.tui.searching import Search


class PlacingPane(PlacePane):
    """Shows one task; nothing is written here."""

    DEFAULT_CSS = """
    PlacingPane {
        & > #state { height: 1; }
        & > #head { background: $boost; height: 1; }
        & > #head.adjusting { background: $accent 40%; text-style: bold; }
        & > #now { height: 1fr; }
    }
    PlacingPane:nocolor {
        & > #head { text-style: reverse; }
        & > #head.adjusting { text-style: reverse bold underline; }
    }
    """
    HEAD = "#head"

    def __init__(self, corpus: Corpus) -> None:
        """Begin empty."""
        super().__init__(corpus, "placing")
        self.sketch: Sketch | None = None
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
        sketch = self.sketch
        if sketch is None or not self.now.text:
            return
        self._instead = None if one_more else sketch.current
        self.draw_from(self._instead or self.search.current)

    def taken(self) -> Sketch | None:
        """Give the sketch with the place that was drawn, and stop drawing."""
        sketch, span = self.sketch, self.now.span
        self.leave_adjusting()
        return sketch.drawn(span, instead=self._instead) if sketch is not None and span is not None else None

    def look_at(self, span: Span, told: str) -> None:
        """Show a section without marking it, and say what it is."""
        self.search = Search()
        self._told = told
        self.now.reveal(span.start, span.start + 1)
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
        head = self.adjusted_words or wording.head(sketch)
        held = self._corpus.documents.get(sketch.document)
        titles = path(path_at(held, span.start)) if held is not None and span is not None else ""
        right = self.search.told or titles or self._told
        self.query_one("#head", OneLine).say(Line(((head, "plain"), (f" · {right}" if right else "", "muted"))))

    def on_resize(self, event: events.Resize) -> None:
        """Wrap the question anew."""
        del event
        self.call_after_refresh(self._say)

    def _begin_by_mouse(self) -> None:
        self._instead = None
        super()._begin_by_mouse()
