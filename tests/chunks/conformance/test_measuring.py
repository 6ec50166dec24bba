"""What a splitter breaks is measured on the text, whatever it says of itself."""

from __future__ import annotations

from itertools import pairwise

import pytest

from reviewer.chunks.conformance import TEXTS, Tally, measure
from reviewer.chunks.foreign import Piece
from reviewer.corpus import document_from_text
from reviewer.errors import SplitError

DOCUMENT = document_from_text("fees.md", "Fees are due. Appeals are free. Fees are due. " * 3)
TEXT = DOCUMENT.text


def counted(*pieces: Piece, size: int | None = None) -> Tally:
    """Measure pieces in characters."""
    return measure(DOCUMENT, pieces, len, size).tally


def windows(size: int, stride: int) -> list[Piece]:
    """Give true windows."""
    return [Piece(TEXT[at : at + size], at, min(at + size, len(TEXT))) for at in range(0, len(TEXT), stride)]


def test_a_true_splitter_breaks_nothing() -> None:
    """Overlap and index are as they are."""
    tally = counted(*windows(46, 46))
    assert not tally.broken
    assert (tally.true, tally.chunks, tally.lost, tally.indexed) == (3, 3, 0, tally.characters)
    assert tally.overlaps == (0, 0)
    assert max(counted(*windows(46, 23)).overlaps) == 23


def test_a_search_for_the_first_copy_is_seen_as_wrong() -> None:
    """Every claim holds its text, and two of three are the first copy."""
    text = TEXT[:45]
    pieces = [Piece(text, 0, 45)] * 3
    tally = counted(*pieces)
    assert (tally.false, tally.wrong_copies, tally.true) == (0, 2, 1)
    assert tally.lost == 2 * len("".join(text.split()))
    assert measure(DOCUMENT, pieces, len, None, believed=False).tally.lost == 0
    assert tally.broken


def test_lost_text_long_chunks_and_repeated_tails_are_counted() -> None:
    """Each by its own number."""
    tally = counted(Piece(TEXT[:60], 0, 60), Piece(TEXT[40:60], 40, 60), size=50)
    assert (tally.longer, tally.longest, tally.inside) == (1, 60, 1)
    assert tally.lost == len("".join(TEXT[60:].split()))


def test_sums_keep_the_longest() -> None:
    """All else is added."""
    both = counted(*windows(46, 46)) + counted(*windows(50, 50))
    assert (both.chunks, both.longest) == (6, 50)


def test_offsets_in_another_unit_are_seen_where_many_fall_into_words() -> None:
    """Also where all of them lie in the text, over one text or over several with few each."""
    text = "Die Gebühr 😀 wird nach Ablauf der Frist fällig. " * 8
    document = document_from_text("ü.md", text + "Ende. " * 40)
    ends = [len(text[: at * 48].encode("utf-16-le")) // 2 for at in range(9)]
    pieces = [Piece(None, start, end) for start, end in pairwise(ends)]
    one = measure(document, pieces, len, None).tally
    assert (one.unit, one.bare, one.claimed) == ("", 8, 8)
    assert sum([one] * 3, Tally()).unit == "UTF-16 units"
    assert sum([one] * 3, Tally()).broken
    true = measure(document, [Piece(None, 48 * at, 48 * at + 48) for at in range(8)], len, None).tally
    assert not sum([true] * 9, Tally()).unit


def test_the_worst_findings_are_shown_with_their_text() -> None:
    """So that a person can check them by hand."""
    found = measure(DOCUMENT, [Piece("Appeals are free.", 0, 17), Piece("APPEALS", -1, 6)], len, None)
    assert found.examples == (
        "chunk 1 'Appeals are free.' claims [0, 17), where 'Fees are due. App' stands; it is at [14, 31)",
        "chunk 2 'APPEALS' has the offset -1; it is at [60, 67)",
    )


def test_places_out_of_bounds_without_text_cannot_be_measured() -> None:
    """There is nothing to look for."""
    with pytest.raises(SplitError, match=r"fees\.md: chunk 1 is at \[0, 900\)"):
        counted(Piece(None, 0, 900))


def test_the_hard_texts_are_what_they_were() -> None:
    """Tables of different days were made over the same texts; a changed text makes them incomparable."""
    assert len({one.name for one in TEXTS}) == len(TEXTS) == 19
    assert {one.name for one in TEXTS} >= {"repeated-sections", "cjk", "thai", "right-to-left", "table", "code"}
    assert "\r\n" in next(one.text for one in TEXTS if one.name == "carriage-returns")
    assert sum(len(one.text) for one in TEXTS) == 122_530
