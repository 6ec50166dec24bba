"""Offsets that count something else than code points are places all the same, and are found out by where they fall."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from reviewer.chunks import chunk_corpus, make_splitter
from reviewer.corpus import Corpus, Document, document_from_bytes
from reviewer.experiment.units import check_units, fitting
from reviewer.spans import Place

TEXT = (
    "# Gebühren 😀\r\n\r\n"
    + "Die Gebühr 😀 wird\r\nnach Ablauf der Frist fällig, spätestens aber Ende März.\r\n\r\n" * 40
)
ASCII = "The window closes after thirty days, and nothing is paid back.\n\n" * 40


def document(name: str, text: str) -> Document:
    """Give the document of a file."""
    found = document_from_bytes(name, text.encode())
    assert isinstance(found, Document)
    return found


CORPUS = Corpus({name: document(name, text) for name, text in (("a.md", ASCII), ("ü.md", TEXT))})


def places(**splitter: str | int) -> list[Place]:
    """Cut the corpus, in code points."""
    return [one.place for one in chunk_corpus(CORPUS, make_splitter(splitter), "v1")]


def in_utf16(text: str) -> int:
    """Count as Java and JavaScript do."""
    return len(text.encode("utf-16-le")) // 2


def in_utf8(text: str) -> int:
    """Count as Go does."""
    return len(text.encode())


def in_file(text: str) -> int:
    """Count as a program does that leaves line ends as they are."""
    return len(text.replace("\n", "\r\n"))


def counted(given: list[Place], count: Callable[[str], int]) -> list[Place]:
    """Give the same places as another program would write them."""

    def offset(place: Place, at: int) -> int:
        text = CORPUS[place.document].text[:at]
        return at if place.document == "a.md" else count(text)

    return [Place(one.document, offset(one, one.start), offset(one, one.end)) for one in given]


def inside(given: list[Place]) -> list[Place]:
    """Leave out what ends beyond its document, which is refused before."""
    return [one for one in given if one.end <= len(CORPUS[one.document].text)]


UNITS = [(in_utf16, "UTF-16 units"), (in_utf8, "bytes of UTF-8"), (in_file, "characters of the file as it is")]


@pytest.mark.parametrize(("count", "words"), UNITS)
def test_another_unit_is_found_out(count: Callable[[str], int], words: str) -> None:
    """Even where no place ends beyond its document."""
    found = list(check_units("arm", inside(counted(places(name="words", size=12, overlap=3), count)), CORPUS))
    assert len(found) == 1
    assert str(found[0]).startswith(f"arm: offsets that seem to be {words}, not code points of the canonical text: of ")
    assert str(found[0]).endswith(f"fall into words, and 0 as {words}")


@pytest.mark.parametrize("name", ["words", "characters", "tokens", "sections", "sentences"])
def test_code_points_are_not_suspected(name: str) -> None:
    """Also of splitters that cut words apart."""
    assert list(check_units("arm", places(name=name, size=30), CORPUS)) == []


@pytest.mark.parametrize(("count", "words"), UNITS)
def test_splitters_that_cut_anywhere_prove_nothing(count: Callable[[str], int], words: str) -> None:
    """By characters one falls into words in any unit."""
    del words
    assert list(check_units("arm", inside(counted(places(name="characters", size=41), count)), CORPUS)) == []


@pytest.mark.parametrize(("count", "words"), UNITS)
def test_places_beyond_the_end_tell_the_unit_in_which_they_fit(count: Callable[[str], int], words: str) -> None:
    """The last chunk of a document gives it away."""
    given = counted(places(name="words", size=12, overlap=3), count)
    assert max(one.end - len(CORPUS[one.document].text) for one in given) > 0
    assert fitting(given, CORPUS) == words
    assert fitting([Place("a.md", 0, 10**6)], CORPUS) is None
