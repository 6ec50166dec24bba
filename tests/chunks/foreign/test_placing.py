"""Pieces become places: claims are held to the text, white space and rewriting are told apart."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Callable, Sequence

import pytest

from reviewer.chunks.foreign import Fate, Piece, piece_of, place
from reviewer.chunks.foreign.placing import wrong_copies
from reviewer.errors import SplitError

TEXT = "# Fees\n\nFees are due at once.\n\nAppeals are free.\n\nFees are due at once.\n"


def test_true_claims_are_taken_as_they_are() -> None:
    """Also those that begin or end with white space."""
    placed = place(TEXT, [Piece(TEXT[:31], 0, 31), Piece(TEXT[29:50], 29, 50)])
    assert placed.places == ((0, 31), (29, 50))
    assert set(placed.fates) == {Fate.TRUE}
    assert placed.lies == ()


def test_false_claims_are_counted_and_aligned() -> None:
    """-1, another text, and a place out of bounds; the text decides."""
    pieces = [
        Piece("Fees are due at once.", -1, 20),
        Piece("Appeals are free.", 0, 17),
        Piece("Fees are due", 900, 912),
    ]
    placed = place(TEXT, pieces)
    assert [TEXT[start:end] for start, end in filter(None, placed.places)] == [one.text for one in pieces]
    assert placed.lies == (0, 1, 2)
    assert placed.places[2] == (50, 62)


def test_a_search_s_wrong_copy_is_found_by_the_order_of_the_chunks() -> None:
    """The third chunk claims the first copy, whose text is the same."""
    pieces = [Piece(TEXT[:29], 0, 29), Piece(TEXT[31:48], 31, 48), Piece("Fees are due at once.", 8, 29)]
    assert wrong_copies(TEXT, pieces) == (2,)
    assert place(TEXT, pieces, believed=False).places[2] == (50, 71)


def test_right_claims_of_repeated_text_are_no_wrong_copies() -> None:
    """Windows over one character, each at its own place."""
    text = "a" * 100
    assert wrong_copies(text, [Piece(text[at : at + 20], at, at + 20) for at in range(0, 90, 10)]) == ()


def test_white_space_that_a_splitter_changed_is_told_and_placed() -> None:
    """The place holds the document's own white space."""
    placed = place(TEXT, [Piece("# Fees Fees are due at once."), Piece("Appeals\tare  free.")])
    assert placed.places == ((0, 29), (31, 48))
    assert placed.fates == (Fate.RESPACED, Fate.RESPACED)


def test_rewritten_text_gets_the_nearest_place_between_its_neighbours() -> None:
    """Lower case is other text; its words tell where it comes from."""
    placed = place(TEXT, [Piece(TEXT[:29]), Piece("appeals are free ."), Piece("Fees are due at once.")])
    assert placed.places == ((0, 29), (31, 48), (50, 71))
    assert placed.fates == (Fate.ALIGNED, Fate.REWRITTEN, Fate.ALIGNED)


def test_text_that_was_decomposed_is_placed_by_its_words() -> None:
    """Canonical text is composed; a splitter's library may write its accents apart."""
    text = "Der Antrag fällt weg. Gebühren für Verspätung fallen täglich an. Ende."
    placed = place(text, [Piece(unicodedata.normalize("NFD", text[22:64]))])
    assert placed.places == ((22, 64),)
    assert placed.fates == (Fate.REWRITTEN,)


def test_text_that_is_nowhere_and_blank_text_have_no_place() -> None:
    """They are counted apart."""
    placed = place(TEXT, [Piece("A summary by a model"), Piece(" \n ")])
    assert placed.places == (None, None)
    assert placed.fates == (Fate.UNPLACED, Fate.BLANK)
    assert placed.cuts == ()


class Like:
    """An object as LangChain gives."""

    page_content = "Fees"
    metadata = {"start_index": 2, "text": "another", "start": "10:30"}  # noqa: RUF012  # as theirs


@pytest.mark.parametrize(
    ("value", "piece"),
    [
        ("Fees", Piece("Fees")),
        ((2, 6), Piece(None, 2, 6)),
        (["Fees", 2, 6], Piece("Fees", 2, 6)),
        ({"text": "Fees", "start": 2, "end": 6}, Piece("Fees", 2, 6)),
        ({"start": 2, "end": 6}, Piece(None, 2, 6)),
        ({"text": "Fees"}, Piece("Fees")),
        (Like(), Piece("Fees", 2, 6)),
    ],
)
def test_every_shape_of_a_chunk_is_read(value: object, piece: Piece) -> None:
    """Texts, places, both, and objects."""
    assert piece_of(value, "a.md") == piece


@pytest.mark.parametrize(
    "value", [None, 7, b"Fees", (1, 2, 3, 4), (1.0, 2), ("a", "b"), {"text": 7}, {"start": 1}, (True, 2), {}, object()]
)
def test_what_is_no_chunk_is_refused_by_document(value: object) -> None:
    """One error, with the shapes that are understood."""
    with pytest.raises(SplitError, match=r"a\.md: chunk 3"):
        piece_of(value, "a.md: chunk 3")


def test_a_whole_document_in_capitals_is_placed_piece_by_piece() -> None:
    """Short headings go behind what stands before them, though their words stand there too."""
    parts = [
        part for n in range(9) for part in (f"## {n}. What is due", f"What is due, and {'fees ' * 9}are paid {n}.")
    ]
    text = "\n\n".join(parts)
    placed = place(text, [Piece(part.upper()) for part in parts])
    starts = [text.index(part) for part in parts]
    assert set(placed.fates) == {Fate.REWRITTEN}
    assert [where and (where[0], where[1]) for where in placed.places] == [
        (start, start + len(part)) for start, part in zip(starts, parts, strict=True)
    ]


SHAPES: dict[str, Callable[[int], tuple[str, list[str]]]] = {
    "capitals": lambda n: (" ".join(f"Fee {k} is due." for k in range(n)), [f"FEE {k} IS DUE." for k in range(n)]),
    "near misses": lambda n: ("a" * 40 * n, [f"{'a' * 39}b"] * n),
    "backwards": lambda n: (" ".join(f"Fee {k} is due." for k in range(n)), [f"Fee {n - k} is due." for k in range(n)]),
    "one long chunk": lambda n: ("the fee of the day " * (n // 2), ["THE FEE OF THE DAY " * (n // 2)]),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_time_grows_with_the_number_of_rewritten_chunks_and_no_faster(shape: str) -> None:
    """Four times as many cost about four times the time, and one four times as long as well."""
    spent = []
    for many in (300, 1200):
        text, texts = SHAPES[shape](many)
        spent.append(min(_seconds(text, texts) for _ in range(2)))  # what else runs can only add
    assert spent[1] < 9 * spent[0] + 0.05, spent


def _seconds(text: str, texts: Sequence[str]) -> float:
    began = time.process_time()
    place(text, [Piece(one) for one in texts])
    return time.process_time() - began


def test_a_long_text_that_was_rewritten_is_placed_from_its_first_word_to_its_last() -> None:
    """It is compared part by part, and what stands before and behind it is not taken along."""
    words = [f"word{n % 97} {n}" for n in range(4000)]
    text = f"Before it. {' '.join(words)} Behind it."
    placed = place(text, [Piece(" ".join(words).upper())])
    assert placed.fates == (Fate.REWRITTEN,)
    assert placed.places == ((11, len(text) - 11),)
