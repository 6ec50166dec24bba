"""The ends of a span move by what a reader sees, and never past each other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.spans import Span
from reviewer.tui.moving import End, Mover, Unit

TEXT = "One two. Three isn't four! \n\n- item one\n- item e\u0301 two.\nNext 漢字。次の文。"


def stops(span: Span, end: End, unit: Unit, *, forward: bool) -> list[str]:
    """Give the texts that a span goes through when a key is held down."""
    mover, found = Mover(TEXT), []
    while (moved := mover.move(span, end, unit, forward=forward)) != span:
        span = moved
        found.append(TEXT[span.start : span.end])
    return found


THREE = Span(9, 26)


def test_an_end_goes_by_words_and_sentences() -> None:
    """It stops where they end; a list item ends a sentence without a full stop."""
    assert TEXT[9:26] == "Three isn't four!"
    assert stops(THREE, End.END, Unit.WORD, forward=False) == ["Three isn't four", "Three isn't", "Three"]
    assert stops(THREE, End.END, Unit.SENTENCE, forward=True) == [
        TEXT[9 : TEXT.index("item one") + 8],
        TEXT[9 : TEXT.index("two.\n") + 4],
        TEXT[9 : TEXT.index("漢字。") + 3],
        TEXT[9:],
    ]


def test_a_start_goes_by_words_and_sentences() -> None:
    """It stops where they begin."""
    assert stops(THREE, End.START, Unit.WORD, forward=True) == ["isn't four!", "four!", "!"]
    assert stops(THREE, End.START, Unit.WORD, forward=False)[-1] == TEXT[:26]
    assert stops(THREE, End.START, Unit.SENTENCE, forward=False) == [TEXT[:26]]


def test_a_character_is_what_a_reader_sees() -> None:
    """A letter with its accent is one step."""
    at = TEXT.index("e\u0301")
    mover = Mover(TEXT)
    assert mover.step(at, End.START, Unit.CHARACTER, forward=True) == at + 2
    assert mover.step(at + 2, End.START, Unit.CHARACTER, forward=False) == at
    assert mover.whole(at + 1, at + 1) == Span(at, at + 2)


@pytest.mark.parametrize("text", ["", "x", "\u0301", "   ", "漢"])
def test_small_texts_do_no_harm(text: str) -> None:
    """At the edges every step stays inside the text."""
    mover = Mover(text)
    for end in End:
        for unit in Unit:
            for forward in (True, False):
                assert 0 <= mover.step(0, end, unit, forward=forward) <= len(text)
                assert 0 <= mover.step(len(text), end, unit, forward=forward) <= len(text)


@settings(deadline=None, max_examples=60)
@given(
    st.text("ab.! \n-é\u0301漢。", min_size=1, max_size=60),
    st.integers(0, 60),
    st.sampled_from(End),
    st.sampled_from(Unit),
    st.booleans(),
)
def test_a_step_never_turns_a_span_over(text: str, at: int, end: End, unit: Unit, forward: bool) -> None:  # noqa: FBT001
    """From any span, a step gives a span inside the text, moved by the asked end alone and in the asked direction."""
    start = min(at, len(text) - 1)
    span = Span(start, min(start + 3, len(text)))
    moved = Mover(text).move(span, end, unit, forward=forward)
    assert 0 <= moved.start < moved.end <= len(text)
    if end is End.END:
        assert moved.start == span.start
        assert moved.end >= span.end if forward else moved.end <= span.end
    else:
        assert moved.end == span.end
        assert moved.start >= span.start if forward else moved.start <= span.start


def test_a_word_under_the_mouse() -> None:
    """A double click takes the word, or the sign between words."""
    mover = Mover(TEXT)
    assert mover.word_at(TEXT.index("isn't") + 2) == Span(15, 20)
    assert mover.word_at(TEXT.index(".")) == Span(7, 8)
    assert mover.word_at(TEXT.index("漢")) == Span(TEXT.index("漢"), TEXT.index("漢") + 1)
