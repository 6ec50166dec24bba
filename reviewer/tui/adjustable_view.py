"""A document view with a span whose ends can be moved, by keyboard and by mouse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from reviewer.spans import Span
from reviewer.tui.document_view import DocumentView
from reviewer.tui.moving import End, Mover, Unit


class AdjustableView(DocumentView):
    """While it is adjusting, one end of the span moves with the keys; a sweep of the mouse draws it anew."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step('character', False)", show=False),
        Binding("right,l", "step('character', True)", show=False),
        Binding("ctrl+left,b", "step('word', False)", show=False),
        Binding("ctrl+right,w", "step('word', True)", show=False),
        Binding("left_parenthesis,shift+left", "step('sentence', False)", show=False),
        Binding("right_parenthesis,shift+right", "step('sentence', True)", show=False),
        Binding("up", "row(-1)", show=False),
        Binding("down", "row(1)", show=False),
        Binding("k", "end_row(-1)", show=False),
        Binding("j", "end_row(1)", show=False),
        Binding("tab,o", "other_end", show=False),
    ]

    @dataclass
    class Adjusted(Message):
        """The span or its moving end changed; `by_mouse` may begin the adjusting."""

        view: AdjustableView
        by_mouse: bool = False

        @property
        def control(self) -> AdjustableView:
            """The view, for `@on`."""
            return self.view

    def __init__(self, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        """Begin without a span."""
        super().__init__(id=id)
        self.span: Span | None = None
        self.moving = End.END
        self.is_adjusting = False
        self._mover = Mover("")
        self._mover_text = ""

    def begin(self, span: Span) -> None:
        """Let the ends of a span be moved, the end first."""
        self.span, self.moving, self.is_adjusting = span, End.END, True

    def stop(self) -> None:
        """Let nothing be moved."""
        self.span, self.is_adjusting = None, False

    @property
    def mover(self) -> Mover:
        """What moves ends in the text that is shown."""
        if self._mover_text is not self.text:
            self._mover, self._mover_text = Mover(self.text), self.text
        return self._mover

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the keys to others while nothing is adjusted; the arrows scroll then."""
        if action in {"step", "end_row", "other_end"}:
            return self.is_adjusting
        return super().check_action(action, parameters)

    def action_step(self, unit: str, forward: bool) -> None:  # noqa: FBT001  # bindings pass arguments by position
        """Move one end of the span."""
        if self.span is not None:
            self._set(self.mover.move(self.span, self.moving, Unit(unit), forward=forward))

    def action_row(self, by: int) -> None:
        """Move one end by a row, or scroll while nothing is adjusted."""
        if self.is_adjusting:
            self.action_end_row(by)
        else:
            self.action_rows(by)

    def action_end_row(self, by: int) -> None:
        """Move one end by a row."""
        if self.span is None:
            return
        at = self.span.start if self.moving is End.START else self.span.end
        row = self.rows.row_of(at)
        to = self.rows.offset_at(min(max(row + by, 0), len(self.rows) - 1), self.rows.column_of(at))
        low, high = (to, self.span.end) if self.moving is End.START else (self.span.start, to)
        if low < high:
            self._set(self.mover.whole(low, high))

    def action_other_end(self) -> None:
        """Move the other end from now on."""
        self.moving = self.moving.other
        self.post_message(self.Adjusted(self))

    def on_document_view_swept(self, message: DocumentView.Swept) -> None:
        """Draw the span with the mouse."""
        message.stop()
        low, high = sorted((message.anchor, message.head))
        self.moving = End.START if message.head < message.anchor else End.END
        self._set(self.mover.whole(low, min(high + 1, len(self.text))), by_mouse=True)

    def on_document_view_picked(self, message: DocumentView.Picked) -> None:
        """Take the word under a double click; while adjusting, bring the nearer end to a click."""
        message.stop()
        if message.times > 1:
            self._set(self.mover.word_at(message.offset), by_mouse=True)
        elif self.is_adjusting and self.span is not None:
            is_start = abs(message.offset - self.span.start) < abs(message.offset - self.span.end)
            self.moving = End.START if is_start else End.END
            low, high = (message.offset, self.span.end) if is_start else (self.span.start, message.offset)
            if low < high:
                self._set(self.mover.whole(low, high), by_mouse=True)

    def _set(self, span: Span, *, by_mouse: bool = False) -> None:
        if span != self.span:
            self.span = span
            self.post_message(self.Adjusted(self, by_mouse=by_mouse))
