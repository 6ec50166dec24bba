"""Foreign cuts: places out of bounds are refused, the rest is counted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewer.chunks import Cut, Findings, check, findings
from reviewer.corpus import Document, document_from_text
from reviewer.errors import SplitError
from reviewer.spans import Span

TEXT = "Fees are due. e\u0301nd"
DOCUMENT = Document(id="a.md", text=TEXT, fingerprint="", format="markdown")


@pytest.mark.parametrize("place", [(-1, 4), (4, 4), (5, 4), (0, 19), (0.0, 4), (True, 4)])
def test_a_place_outside_the_document_is_refused(place: tuple[int, int]) -> None:
    """The message names the document and the cut; -1 is what a failed search gives."""
    with pytest.raises(SplitError, match=r"a\.md: cut 1 is at"):
        check(DOCUMENT, [Cut(0, 4), Cut(*place)])


@pytest.mark.parametrize(
    ("count", "unit"),
    [(lambda text: len(text.encode("utf-16-le")) // 2, "UTF-16 units"), (lambda text: len(text.encode()), "bytes of")],
)
def test_places_beyond_a_text_are_told_by_their_unit(count: Callable[[str], int], unit: str) -> None:
    """Where the last of them ends where the text does, in that unit."""
    text = "Fees 😀 are due. Größe 😀 is not.\n"
    document = document_from_text("a.md", text)
    with pytest.raises(SplitError, match=rf"\) of 32 characters; its places seem to be {unit}"):
        check(document, [Cut(0, 9), Cut(9, count(text.rstrip()))])
    with pytest.raises(SplitError, match=r"\) of 32 characters\n"):
        check(document, [Cut(0, 9), Cut(9, 400)])


def test_context_is_held_to_the_same_bounds() -> None:
    """A table header outside the document cannot be sent."""
    check(DOCUMENT, [Cut(0, 4, (Span(5, 8),))])
    with pytest.raises(SplitError, match=r"\[5, 80\) of 18"):
        check(DOCUMENT, [Cut(0, 4, (Span(5, 80),))])


@pytest.mark.parametrize(
    ("cuts", "expected"),
    [
        ([Cut(0, 13), Cut(14, 18)], Findings()),
        ([Cut(0, 13), Cut(0, 18)], Findings(starts=1)),
        ([Cut(0, 18), Cut(5, 12)], Findings(ends=1)),
        ([Cut(0, 18), Cut(13, 14)], Findings(ends=1, blank=1)),
        ([Cut(0, 15), Cut(15, 18)], Findings(clusters=2)),
        ([Cut(0, 4), Cut(9, 18)], Findings(uncovered=3)),
        ([], Findings(uncovered=15)),
    ],
)
def test_each_broken_promise_is_counted_by_name(cuts: list[Cut], expected: Findings) -> None:
    """Nested chunks, tails, blanks, parted signs and lost characters are told apart."""
    check(DOCUMENT, cuts)
    assert findings(DOCUMENT, cuts) == expected
    assert findings(DOCUMENT, cuts).total == sum(
        count for count in expected.to_plain().values() if isinstance(count, int)
    )


@given(st.lists(st.tuples(st.integers(0, 17), st.integers(1, 8)).map(lambda pair: Cut(pair[0], min(sum(pair), 18)))))
def test_uncovered_characters_are_those_in_no_cut(cuts: list[Cut]) -> None:
    """In any order, nested or apart."""
    held = {position for cut in cuts for position in range(cut.start, cut.end)}
    expected = sum(not char.isspace() and position not in held for position, char in enumerate(TEXT))
    assert findings(DOCUMENT, cuts).uncovered == expected
