"""The right side of the review: one entry, the passage before and the text now, and the places that are offered."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events, on
from textual.app import ComposeResult
from textual.message import Message

from reviewer.corpus import Corpus, path_at
from reviewer.review.decision import Decision
from reviewer.review.entry import Doubt, Entry, Offer
from reviewer.spans import Place, Span
from reviewer.tui.adjustable_view import AdjustableView
from reviewer.tui.document_view import DocumentView
from reviewer.tui.labels_app import wording
from reviewer.tui.labels_app.painting import Changes, changes, paint_before, paint_now
from reviewer.tui.line_list import Line, LineList, OneLine
from reviewer.tui.phrases import path
from reviewer.tui.place_pane import PlacePane
from reviewer.tui.searching import Search
from reviewer.tui.still import StillColumn, StillContainer

BESIDE = 76
"""From so many cells on, the two texts stand side by side."""
TALL = 34
"""From so many rows on, a long query and more places are seen at once."""


class ReviewPane(PlacePane):
    """Shows one entry; nothing is decided here."""

    DEFAULT_CSS = """
    ReviewPane {
        & > #state { height: 2; }
        & > #places { height: 3; background: $surface; }
        &.tall > #query { height: 3; }
        &.tall > #places { height: 6; }
        & > #texts.beside .head { height: 2; }
        & > #texts { height: 1fr; layout: vertical; }
        & > #texts > StillColumn { height: 1fr; }
        & > #texts.beside { layout: horizontal; }
        & > #texts.beside > StillColumn { width: 1fr; }
        & > #texts.beside > #now-side { border-left: solid $panel-lighten-2; }
        & #before-head, & #now-head { background: $boost; }
        & #before-side:focus-within #before-head, & #now-side:focus-within #now-head { text-style: underline; }
        & #now-side #now-head.adjusting { background: $accent 40%; text-style: bold; }
    }
    ReviewPane:nocolor {
        & #before-head, & #now-head { text-style: reverse; }
        & #before-side:focus-within #before-head, & #now-side:focus-within #now-head { text-style: reverse underline; }
        & #now-side #now-head.adjusting { text-style: reverse bold underline; }
    }
    """
    HEAD = "#now-head"

    @dataclass
    class OptionPicked(Message):
        """A place was picked from the list with the mouse, or with the list's own keys."""

        number: int

    def __init__(self, corpus: Corpus) -> None:
        """Begin empty."""
        super().__init__(corpus, "review")
        self.entry: Entry | None = None
        self.offer = Offer(doubt=Doubt.UNREAD)
        self.choice = 0
        self.document = ""
        self._decision: Decision | None = None

    def compose(self) -> ComposeResult:
        """Lay out titles, texts and places."""
        yield OneLine(id="title")
        yield OneLine(id="query")
        yield OneLine(id="state")
        with StillContainer(id="texts"):
            with StillColumn(id="before-side"):
                yield OneLine(id="before-head", classes="head")
                yield DocumentView(id="before")
            with StillColumn(id="now-side"):
                yield OneLine(id="now-head", classes="head")
                yield AdjustableView(id="now")
        yield LineList(id="places")

    @property
    def before(self) -> DocumentView:
        """The passage as it was."""
        return self.query_one("#before", DocumentView)

    @property
    def place(self) -> Place | None:
        """The place that is shown as the passage: the one being drawn, the chosen one, or the one drawn before."""
        if self.is_adjusting and self.now.span is not None:
            return Place(self.document, self.now.span.start, self.now.span.end)
        if self.choice:
            return self.offer.options[self.choice - 1].place
        drawn = self._decision.place if self._decision is not None else None
        return drawn if drawn is not None and drawn.document == self.document else None

    def show(self, entry: Entry, offer: Offer, decision: Decision | None) -> None:
        """Show an entry; another one, another offer or decision begins with its own choice."""
        is_same = self.entry is not None and entry.key == self.entry.key and offer is self.offer
        is_new = not is_same or decision != self._decision
        self.entry, self.offer, self._decision = entry, offer, decision
        if is_new:
            self.leave_adjusting()
            is_drawn = decision is not None and decision.place is not None
            self.choose(decision.number if decision is not None and is_drawn else offer.chosen)
        self._say()

    def choose(self, number: int) -> None:
        """Choose a place and show it; 0 chooses none."""
        assert self.entry is not None  # noqa: S101  # called with an entry on the screen only
        self.choice = number
        self.search = Search()
        options, decision = self.offer.options, self._decision
        place = options[(number or 1) - 1].place if options else None
        if number == 0 and decision is not None and decision.place is not None:
            place = decision.place
        document = place.document if place is not None else self.entry.document
        self._show_texts(document, place.span if place is not None else None)
        self._say()

    def open(self, document: str) -> None:
        """Show another document in which a place can be drawn."""
        self.choice = 0
        self.search = Search()
        self._show_texts(document, None)
        self._say()

    def begin_adjusting(self) -> None:
        """Let the ends of the shown place be moved: of the search's hit, the chosen place, or the word in sight."""
        self.draw_from(self.search.current or self._shown_span())

    def _shown_span(self) -> Span | None:
        return self.place.span if self.place is not None else None

    def _show_texts(self, document: str, place: Span | None) -> None:
        self.document = document
        old = self.offer.before
        removed = self._changes().removed
        self.query_one("#before-side").display = self.entry is None or self.entry.evidence is not None
        if old is None:
            self.before.show("")
        else:
            painting = paint_before(old.span, removed)
            self.before.show(old.text, painting.layers, painting.marks, reveal=old.span)
        self._paint(reveal=place)

    def _paint(self, reveal: Span | None = None) -> None:
        held = self._corpus.documents.get(self.document)
        text = held.text if held is not None else ""
        span = self.now.span if self.is_adjusting else self._shown_span()
        others = [one.place.span for one in self.offer.options if one.place.document == self.document]
        painting = paint_now(
            span,
            self._changes().added,
            moving=self.now.moving if self.is_adjusting else None,
            others=others if self.offer.doubt is Doubt.AMBIGUOUS else (),
            hits=self.search.hits,
            found=self.search.current,
        )
        self.now.show(text, painting.layers, painting.marks, reveal=reveal)

    def _changes(self) -> Changes:
        """Compare the old passage with the place that would be accepted."""
        old, place = self.offer.before, self.place
        if old is None or place is None or self.entry is None or self.entry.evidence is None:
            return Changes()
        text = self._corpus[place.document].text
        return changes(old.text[old.span.start : old.span.end], text[place.start : place.end])

    def _adjusted(self) -> None:
        old = self.offer.before
        if old is not None:
            painting = paint_before(old.span, self._changes().removed)
            self.before.show(old.text, painting.layers, painting.marks)
        super()._adjusted()

    def _say(self) -> None:
        entry, offer = self.entry, self.offer
        if entry is None:
            return
        self.query_one("#title", OneLine).say(Line(((wording.title(entry), "plain"),)))
        self.query_one("#query", OneLine).say_wrapped(("", "plain"), entry.label.query.text)
        word, facts = wording.state(entry, offer, self.choice)
        told = wording.decided(self._decision)
        first = (told, "heading") if told else word
        self.query_one("#state", OneLine).say_wrapped(first, f"was {word[0]}: {facts}" if told else facts)
        self._say_head("before", *wording.before(entry, offer.before))
        self._say_head("now", *self._now_head(entry))
        self._show_places(entry)

    def _now_head(self, entry: Entry) -> tuple[str, str]:
        held = self._corpus.documents.get(self.document)
        at = self.place.start if self.place is not None else None
        titles = path(path_at(held, at)) if held is not None and at is not None else ""
        if self.adjusted_words:
            return self.adjusted_words, titles
        told = self.search.told
        return wording.now(entry, self.offer, self.choice, self.document, self._decision), told or titles

    def _show_places(self, entry: Entry) -> None:
        options = self.offer.options
        heading = wording.PLACES_HEADING if entry.evidence is not None else wording.LOOK_HEADING

        def line(row: int) -> Line:
            if row == 0:
                return heading
            return wording.option_line(row, options[row - 1], entry, is_chosen=row == self.choice)

        places = self.query_one("#places", LineList)
        places.show(len(options) + 1 if options else 0, line, self.choice or None)

    def _say_head(self, side: str, head: str, titles: str) -> None:
        """Say what a text is; the titles have a row of their own where the texts are narrow."""
        line = self.query_one(f"#{side}-head", OneLine)
        if not self.query_one("#texts").has_class("beside"):
            line.say(Line(((head, "plain"), (f" · {titles}" if titles else "", "muted"))))
            return
        line.say_lines((Line(((head, "plain"),)), Line(((titles, "muted"),))))

    def on_resize(self, event: events.Resize) -> None:
        """Set the texts side by side where there is room, and give places more rows where there are many."""
        self.query_one("#texts").set_class(event.size.width >= BESIDE, "beside")
        self.set_class(event.size.height >= TALL, "tall")
        self.call_after_refresh(self._say)

    @on(LineList.Chosen, "#places")
    def _pick(self, message: LineList.Chosen) -> None:
        message.stop()
        self.post_message(self.OptionPicked(message.row))
