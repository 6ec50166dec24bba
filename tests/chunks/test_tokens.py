"""The token splitter on the real tokenizer."""

from __future__ import annotations

import itertools
import tracemalloc

import pytest

from reviewer.chunks import Tokenizer
from reviewer.chunks.tokens import TokenSplitter
from reviewer.corpus import Document
from reviewer.errors import SplitError
from tests.chunks.conftest import TEXT, byte_level


def document(text: str) -> Document:
    """Give a plain document."""
    return Document(id="a.txt", text=text, fingerprint="", format="text")


def test_windows_hold_size_tokens_of_the_document(minilm: Tokenizer) -> None:
    """Every window but the last holds exactly `size` tokens, and neighbours share exactly `overlap`."""
    text = TEXT
    cuts = TokenSplitter(size=40, overlap=8, tokenizer=minilm).split(document(text))
    offsets = minilm.offsets(text)
    held = [
        [row for row, (start, end) in enumerate(offsets.tolist()) if cut.start <= start and end <= cut.end]
        for cut in cuts
    ]
    assert all(len(rows) == 40 for rows in held[:-1])
    assert all(len(set(one) & set(other)) == 8 for one, other in itertools.pairwise(held))


def test_a_chunk_that_begins_inside_a_word_is_counted_as_it_reads(minilm: Tokenizer) -> None:
    """`count_tokens` counts the chunk's own text, which can be more than the window held."""
    text = "unbelievability " * 3
    splitter = TokenSplitter(size=2, tokenizer=minilm)
    pieces = [text[cut.start : cut.end] for cut in splitter.split(document(text))]
    assert splitter.count_tokens(pieces) == [minilm.count(piece) for piece in pieces]
    assert max(splitter.count_tokens(pieces)) > 2


def test_the_tokenizer_is_named_by_its_bytes(minilm: Tokenizer) -> None:
    """By name or by object, the identity carries the same fingerprint; another revision of equal bytes is equal."""
    assert TokenSplitter(size=8).identity == TokenSplitter(size=8, tokenizer=minilm).identity
    assert TokenSplitter(size=8).identity.tokenizer == minilm.fingerprint
    assert TokenSplitter(size=8).identity != TokenSplitter(size=8, phase=1).identity


def test_a_tokenizer_that_is_no_name_is_refused() -> None:
    """When made, not when the first document is cut."""
    with pytest.raises(SplitError, match="tokenizer is 5"):
        TokenSplitter(size=8, tokenizer=5)  # type: ignore[arg-type] # as a configuration may have it


def test_a_document_is_tokenised_once_for_all_overlaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the first arm of a sweep the tokenizer is asked for nothing more."""
    tokenizer = Tokenizer("bytes", byte_level())
    TokenSplitter(size=64, tokenizer=tokenizer).split(document(TEXT))
    monkeypatch.setattr(tokenizer, "_encode", None)
    for overlap in (8, 16, 32):
        assert TokenSplitter(size=64, overlap=overlap, tokenizer=tokenizer).split(document(TEXT))


def test_memory_of_cutting_grows_with_the_text_and_not_faster(minilm: Tokenizer) -> None:
    """Twice the text takes at most about twice the memory, beside the table of offsets."""
    splitter = TokenSplitter(size=256, overlap=64, tokenizer=minilm)
    peaks = []
    for times in (40, 80):
        text = TEXT * times
        minilm.offsets(text)
        tracemalloc.start()
        splitter.split(document(text))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 2.5 * peaks[0]
    assert peaks[1] < 4 * len(TEXT) * 80
