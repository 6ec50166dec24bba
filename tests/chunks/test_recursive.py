"""Where the recursive splitter ends and begins by preference."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from reviewer.chunks import Cut
from reviewer.chunks.recursive import SEPARATORS, RecursiveSplitter
from reviewer.corpus import Document
from reviewer.errors import SplitError

HANDBOOK = "Appeals.\n\nAn appeal is made in 14 days. It is free. It is decided in 30 days.\n\nFees are due at once."


def cut(text: str, **settings: object) -> list[str]:
    """Give the chunks' texts."""
    splitter = RecursiveSplitter(unit="characters", **settings)  # type: ignore[arg-type] # settings as a user types them
    cuts = splitter.split(Document(id="a.md", text=text, fingerprint="", format="markdown"))
    return [text[cut.start : cut.end] for cut in cuts]


def test_a_chunk_ends_at_the_strongest_separator_it_holds() -> None:
    """A blank line wins over a later full stop, a full stop over a later blank."""
    assert cut(HANDBOOK, size=60) == [
        "Appeals.",
        "An appeal is made in 14 days. It is free.",
        "It is decided in 30 days.",
        "Fees are due at once.",
    ]


def recursion(text: str, separators: tuple[str, ...], size: int) -> list[str]:
    """Give what the recursion is known for, written as one: merge pieces that fit, part those that do not."""
    separator = next((one for one in separators if one in text), "")
    if not separator:
        return [text[at : at + size] for at in range(0, len(text), size)]
    ends = [at + len(separator) for at in range(len(text)) if text.startswith(separator, at)]
    pieces = [text[start:end] for start, end in itertools.pairwise([0, *ends, len(text)])]
    weaker = separators[separators.index(separator) + 1 :]
    merged: list[str] = []
    for piece in filter(None, pieces):
        if len(piece.rstrip()) > size:
            merged.extend(["", *recursion(piece, weaker, size), ""])
        elif merged and merged[-1] and len((merged[-1] + piece).rstrip()) <= size:
            merged[-1] += piece
        else:
            merged.append(piece)
    return [one for one in merged if one]


@settings(max_examples=150, deadline=None)
@given(st.text("ab .\n", max_size=120), st.integers(2, 25))
def test_without_overlap_it_is_the_recursion(text: str, size: int) -> None:
    """Paragraphs that fit are joined; one that does not is cut on its own, and its rest is not joined to the next."""
    assume(" " * 9 not in text.replace("\n", " "))
    expected = [piece.strip() for piece in recursion(text, ("\n\n", "\n", ".", " "), size)]
    assert cut(text, size=size, separators=("\n\n", "\n", ".", " ")) == [piece for piece in expected if piece]


def test_the_overlap_begins_at_a_separator_and_is_never_silently_none() -> None:
    """Each chunk repeats the last sentence or words of the one before, at most `overlap` characters."""
    chunks = cut(HANDBOOK, size=60, overlap=20)
    assert chunks == [
        "Appeals.\n\nAn appeal is made in 14 days. It is free.",
        "It is free. It is decided in 30 days.",
        "in 30 days.\n\nFees are due at once.",
    ]


def test_without_separators_the_windows_are_plain() -> None:
    """Nothing is always the last separator, named or not, and it applies the overlap too."""
    assert cut("QWERTYUIOPAS", size=5, overlap=2, separators=()) == ["QWERT", "RTYUI", "UIOPA", "PAS"]
    assert cut("QWERTYUIOPAS", size=5, overlap=2) == cut("QWERTYUIOPAS", size=5, overlap=2, separators=())


def test_a_separator_inside_a_sign_is_passed_over() -> None:
    """A full stop that carries a mark is part of another sign, and not the end of a sentence."""
    assert cut("aa bb.\u0301cc dd", size=8) == ["aa bb.\u0301cc"[:2], "bb.\u0301cc", "dd"]


@pytest.mark.parametrize("unit", ["words", "tokens"])
def test_sizes_count_the_unit(unit: str) -> None:
    """Two words, or two tokens, a chunk."""
    splitter = RecursiveSplitter(size=2, unit=unit, separators=(" ",))
    cuts = splitter.split(Document(id="a.md", text="one two three four", fingerprint="", format="markdown"))
    assert cuts == (Cut(0, 7), Cut(8, 18))


def test_what_cannot_be_counted_or_searched_is_refused() -> None:
    """An unknown unit is named with those known; one text is no list of separators."""
    with pytest.raises(SplitError, match="no unit 'bytes'") as caught:
        RecursiveSplitter(size=10, unit="bytes")
    assert "characters, words, tokens" in caught.value.hint
    with pytest.raises(SplitError, match="separators are"):
        RecursiveSplitter(size=10, separators="\n")


def test_the_identity_covers_all_that_decides() -> None:
    """Unit, separators and tokenizer are told apart; a tokenizer that is not counted with is left out."""
    characters = RecursiveSplitter(size=10, unit="characters").identity
    assert characters.tokenizer is None
    assert characters.settings == {"separators": SEPARATORS, "rule": 1}
    prints = {
        characters.fingerprint,
        RecursiveSplitter(size=10, unit="words").identity.fingerprint,
        RecursiveSplitter(size=10, unit="characters", separators=("\n",)).identity.fingerprint,
        RecursiveSplitter(size=10).identity.fingerprint,
    }
    assert len(prints) == 4
