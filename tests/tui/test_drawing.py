"""Runs of a row: each character with the names of what it is."""

from __future__ import annotations

from reviewer.spans import Span
from reviewer.tui.drawing import Layer, runs
from reviewer.tui.wrapping import Mark, Rows


def test_layers_cut_a_row_into_runs() -> None:
    """Where layers overlap, the later name stands last."""
    layers = (Layer("evidence", [Span(2, 8)]), Layer("added", [Span(5, 10)]))
    assert runs(Rows("0123456789ab", 20), 0, layers) == [
        ("01", ()),
        ("234", ("evidence",)),
        ("567", ("evidence", "added")),
        ("89", ("added",)),
        ("ab", ()),
    ]


def test_marks_stand_at_the_ends_and_keep_their_own_name() -> None:
    """The opening mark stands before its character, the closing one after."""
    marks = (Mark(2, "▶", "mark"), Mark(3, "◀", "mark", after=True))
    layer = (Layer("evidence", [Span(2, 4)]),)
    assert runs(Rows("abcdef", 20, marks), 0, layer) == [
        ("ab", ()),
        ("▶", ("mark",)),
        ("cd", ("evidence",)),
        ("◀", ("mark",)),
        ("ef", ()),
    ]


def test_stand_ins_say_that_they_are_some() -> None:
    """An escape character and the sign for it look different."""
    assert runs(Rows("a\x1b␛", 20), 0, ()) == [("a", ()), ("␛", ("stand-in",)), ("␛", ())]


def test_a_layer_over_rows_is_drawn_in_each() -> None:
    """A passage that is wrapped is named in all of its rows, and the blank that hangs belongs to it."""
    rows = Rows("one two three", 8)
    layer = (Layer("evidence", [Span(4, 13)]),)
    assert [runs(rows, at, layer) for at in range(2)] == [
        [("one ", ()), ("two ", ("evidence",))],
        [("three", ("evidence",))],
    ]


def test_touching_spans_are_one() -> None:
    """A layer is the union of its spans, and layers of the same spans are equal."""
    assert Layer("x", [Span(0, 2), Span(2, 4)]) == Layer("x", [Span(0, 4)])
    assert Layer("x", [Span(0, 2)]) != Layer("y", [Span(0, 2)])
