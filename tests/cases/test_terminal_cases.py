"""Public cases about terminals: text is shown letter for letter, and ids of widgets are legal and never shared."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from textual.app import App, ComposeResult

from reviewer.tui import glyphs
from reviewer.tui.document_view import DocumentView
from reviewer.tui.line_list import Line, LineList, OneLine
from reviewer.tui.widget_ids import widget_id

CASES = Path(__file__).parent


def case(name: str) -> Any:  # noqa: ANN401 # JSON of another project
    """Read a case."""
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


class Showing(App[None]):
    """Shows a text in every widget that shows texts."""

    def __init__(self, value: str) -> None:
        """Take the text."""
        super().__init__()
        self._value = value

    def compose(self) -> ComposeResult:
        """Lay out one widget of each kind."""
        yield OneLine()
        yield LineList(id="list")
        yield DocumentView()

    def on_mount(self) -> None:
        """Show the text everywhere."""
        self.query_one(OneLine).say(Line(((self._value, "plain"),)))
        self.query_one("#list", LineList).styles.height = 1
        self.query_one("#list", LineList).show(1, lambda _: Line(((self._value, "plain"),)), 0)
        self.query_one(DocumentView).show(self._value)
        self.notify(self._value, title=self._value, markup=False)


@pytest.mark.parametrize("name", ["tui-brackets-literal", "tui-emoji-codes"])
async def test_text_is_shown_letter_for_letter(name: str) -> None:
    """Brackets, backslashes and colons mean nothing, in any widget and in notices."""
    found = case(name)
    assert found["input"]["op"] == "terminal_text"
    for value in found["input"]["values"]:
        assert glyphs.one_line(value) == value
        app = Showing(value)
        async with app.run_test(size=(60, 12)) as pilot:
            await pilot.pause()
            strips = app.screen._compositor.render_strips()
            lines = ["".join(segment.text for segment in strip) for strip in strips]
            assert sum(value in line for line in lines) >= len(("one line", "list", "document"))


def test_ids_of_widgets() -> None:
    """Two chunks never share an id, the same chunk always has the same."""
    found = case("tui-widget-ids")
    ids = [widget_id("chunk", document, start) for document, start in found["input"]["chunks"]]
    assert len(set(ids)) == found["expect"]["distinct"]
    assert all(re.match(found["expect"]["pattern"], id_) for id_ in ids)
    assert ids == [widget_id("chunk", document, start) for document, start in found["input"]["chunks"]]
