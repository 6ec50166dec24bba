"""The promises of cutting, for every splitter of ours and every text."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable

import numpy as np
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.chunks import Cut, Tokenizer, findings
from reviewer.chunks.characters import CharacterSplitter
from reviewer.chunks.chunk import Splitter
from reviewer.chunks.counting import UNITS
from reviewer.chunks.recursive import RecursiveSplitter
from reviewer.chunks.sliding import Window, slide
from reviewer.chunks.tokens import TokenSplitter
from reviewer.chunks.units import Characters, Table, Units, token_units, word_units
from reviewer.chunks.words import WordSplitter
from reviewer.corpus import Document
from reviewer.errors import SplitError
from tests.chunks.conftest import byte_level, wordpiece

BYTES = Tokenizer("bytes", byte_level())
WORDPIECE = Tokenizer("wordpiece", wordpiece())
SIGNS = (
    "a\u0301\u200d\U0001f469\U0001f4bb\U0001f1e6\U0001f1e7\u1112\u1161\u11ab\uac00\u0915\u094d\u0937\u0600\u05d0\u0644"
)
WORDS = [
    "fee",
    "fee ",
    "\n\n",
    "\n",
    " ",
    ". ",
    "   \n",
    "e\u0301",
    "\U0001f469\u200d\U0001f4bb",
    "中文",
    "\u202e",
    "\ufeff",
]

texts = st.one_of(
    st.text(max_size=80),
    st.text(SIGNS + " \n\t", max_size=60),
    st.lists(st.sampled_from(WORDS), max_size=40).map("".join),
    st.sampled_from(["", " ", "\n\n\t\n", "x", "ab" * 40, "\u0301" * 30, "same same " * 12]),
)


@st.composite
def windows(draw: st.DrawFn) -> Window:
    """Give any window that is allowed."""
    size = draw(st.integers(1, 12))
    overlap = draw(st.integers(0, size - 1))
    return Window(size=size, overlap=overlap, phase=draw(st.integers(0, size - overlap - 1)))


def document(text: str) -> Document:
    """Give a document that no corpus canonicalised: a splitter must take any text."""
    return Document(id="a.md", text=text, fingerprint="", format="markdown")


def made(kind: str, window: Window) -> Splitter:
    """Give one of ours; the recursive ones have no phase."""
    size, overlap, phase = window.size, window.overlap, window.phase
    makers: dict[str, Callable[[], Splitter]] = {
        "characters": lambda: CharacterSplitter(size=size, overlap=overlap, phase=phase),
        "words": lambda: WordSplitter(size=size, overlap=overlap, phase=phase),
        "tokens of bytes": lambda: TokenSplitter(size=size, overlap=overlap, phase=phase, tokenizer=BYTES),
        "tokens of words": lambda: TokenSplitter(size=size, overlap=overlap, phase=phase, tokenizer=WORDPIECE),
        "recursive characters": lambda: RecursiveSplitter(size=size, overlap=overlap, unit="characters"),
        "recursive words": lambda: RecursiveSplitter(size=size, overlap=overlap, unit="words"),
        "recursive tokens": lambda: RecursiveSplitter(size=size, overlap=overlap, tokenizer=BYTES),
    }
    return makers[kind]()


def units(kind: str, text: str) -> Units:
    """Give what a splitter of that kind counts."""
    if "characters" in kind:
        return Characters(len(text))
    if "words" in kind and "tokens" not in kind:
        return word_units(text)
    tokenizer = WORDPIECE if kind == "tokens of words" else BYTES
    return token_units(tokenizer.offsets(text), len(text))


KINDS = (
    "characters",
    "words",
    "tokens of bytes",
    "tokens of words",
    "recursive characters",
    "recursive words",
    "recursive tokens",
)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=80, deadline=None)
@given(text=texts, window=windows())
def test_every_text_is_cut_as_promised(kind: str, text: str, window: Window) -> None:
    """Places rise and lie in the text, every non-blank character is held, sizes are kept, clusters stay whole."""
    cuts = made(kind, window).split(document(text))
    counted = units(kind, text)
    assert all(0 <= cut.start < cut.end <= len(text) for cut in cuts)
    assert all(one.start < other.start and one.end < other.end for one, other in itertools.pairwise(cuts))
    held = {position for cut in cuts for position in range(cut.start, cut.end)}
    assert all(char.isspace() or position in held for position, char in enumerate(text))
    assert all(counted.begun(cut.end) - counted.holding(cut.start) <= window.size for cut in cuts)
    clusters = [match.span() for match in regex.finditer(r"\X", text)]
    for start, end in clusters:
        parted = any(start < edge < end for cut in cuts for edge in (cut.start, cut.end))
        assert not parted or counted.begun(end) - counted.holding(start) > window.size


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=30, deadline=None)
@given(text=texts, window=windows())
def test_chunks_begin_and_end_with_what_can_be_read(kind: str, text: str, window: Window) -> None:
    """Blanks at the ends are left out, unless a mark sits on them; so a blank text has no chunk."""
    for cut in made(kind, window).split(document(text)):
        assert text[cut.start : cut.end].strip()
        first = regex.match(r"\X", text, pos=cut.start)
        assert first
        assert first.group().strip()


@pytest.mark.parametrize("kind", KINDS)
def test_equal_text_in_two_places_gets_two_places(kind: str) -> None:
    """A place comes from the cutting; a search would find the first copy each time."""
    text = "Open all day.\n\n" * 30
    cuts = made(kind, Window(size=10, overlap=3)).split(document(text))
    assert len({cut.start for cut in cuts}) == len(cuts)
    assert not findings(document(text), cuts).total


def test_windows_lie_on_the_grid_of_their_units() -> None:
    """Plain text is cut at multiples of the stride, and the last window is the first to reach the end."""
    text = "abcdefghij" * 3
    cuts = slide(text, Characters(30), Window(size=10, overlap=4))
    assert [(cut.start, cut.end) for cut in cuts] == [(0, 10), (6, 16), (12, 22), (18, 28), (24, 30)]


@pytest.mark.parametrize("phase", range(1, 6))
def test_a_phase_shifts_the_grid_and_begins_with_a_short_head(phase: int) -> None:
    """The head is the part of a window that lies in the text, so it shares the same overlap with the next."""
    cuts = slide("x" * 40, Characters(40), Window(size=10, overlap=4, phase=phase))
    assert (cuts[0].start, cuts[0].end) == (0, phase + 4)
    assert [cut.start for cut in cuts[1:]] == list(range(phase, 40 - 4, 6))


@pytest.mark.parametrize(
    ("sizes", "told"),
    [
        ({"size": 8, "overlap": 8}, "size 8 with overlap 8"),
        ({"size": 0}, "size 0 with overlap 0"),
        ({"size": 8, "overlap": -1}, "size 8 with overlap -1"),
        ({"size": 8, "overlap": 2, "phase": 6}, "phase 6 with a stride of 6"),
        ({"size": 8, "phase": -1}, "phase -1"),
        ({"size": True}, "size is True"),
        ({"size": 8.0}, "size is 8.0"),
        ({"size": "8"}, "size is '8'"),
    ],
)
def test_settings_that_cannot_move_forward_are_refused_when_made(sizes: dict[str, int], told: str) -> None:
    """Before any text is read, with both numbers in the message."""
    with pytest.raises(SplitError) as caught:
        CharacterSplitter(**sizes)
    assert told in caught.value.message


@pytest.mark.parametrize("unit", UNITS)
def test_every_splitter_refuses_the_same_sizes(unit: str) -> None:
    """No tokenizer is loaded before the refusal."""
    makers: list[Callable[[], Splitter]] = [
        lambda: RecursiveSplitter(size=4, overlap=4, unit=unit, tokenizer="./missing"),
        lambda: TokenSplitter(size=4, overlap=4, tokenizer="./missing"),
        lambda: WordSplitter(size=4, overlap=4),
    ]
    for maker in makers:
        with pytest.raises(SplitError, match="size 4 with overlap 4"):
            maker()


def test_a_cluster_longer_than_the_size_is_cut_at_the_size() -> None:
    """Else a page of stacked marks would be one chunk of any length."""
    text = "e" + "\u0301" * 24
    cuts = slide(text, Characters(25), Window(size=10, overlap=0))
    assert cuts == (Cut(0, 10), Cut(10, 20), Cut(20, 25))


def test_a_mark_takes_the_blank_it_sits_on_along() -> None:
    """A word may begin with a mark on a blank; trimming the blank would part the two."""
    text = "ab cd \u0301ef gh"
    cuts = slide(text, word_units(text), Window(size=2))
    assert cuts == (Cut(0, 5), Cut(5, 9), Cut(10, 12))


@pytest.mark.parametrize("separators", [(), ("\n\n", "\n", ".", " ")])
def test_cutting_time_grows_with_the_text_and_not_faster(separators: tuple[str, ...]) -> None:
    """Eight times the units take about eight times the processor's time; a square would take sixty-four."""
    text = "word " * 400_000
    taken = []
    for count in (50_000, 400_000):
        units = Table(np.arange(0, 5 * count, 5, dtype=np.int32), 5 * count)
        best = min(_seconds(text[: 5 * count], units, separators) for _ in range(2))
        taken.append(best)
    assert taken[1] < 24 * taken[0]


def _seconds(text: str, units: Units, separators: tuple[str, ...]) -> float:
    began = time.process_time()
    slide(text, units, Window(size=64, overlap=16), separators)
    return time.process_time() - began


def test_blanks_between_words_are_kept_and_not_counted() -> None:
    """Two words a chunk, one shared; runs of blanks inside stay as they are."""
    text = "one  two\n\nthree four"
    cuts = WordSplitter(size=2, overlap=1).split(document(text))
    assert cuts == (Cut(0, 8), Cut(5, 15), Cut(10, 20))


def test_tokens_that_were_added_take_no_place() -> None:
    """Rows (0, 0) around the content, as special tokens have them, move no boundary."""
    offsets = np.array([[0, 0], [0, 2], [3, 5], [0, 0]], dtype=np.int32)
    assert slide("ab cd", token_units(offsets, 5), Window(size=2)) == (Cut(0, 5),)
