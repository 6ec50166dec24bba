"""Encoding in segments gives the tokens of one run over the whole text."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.chunks.segments import token_offsets
from tests.chunks.conftest import TEXT, byte_level, pieces, unbroken, wordpiece

TOKENIZERS: dict[str, Callable[[], Any]] = {
    "wordpiece": wordpiece,
    "byte-level": byte_level,
    "byte-level with a prefix": lambda: byte_level(prefix=True),
    "pieces, always prefixed": lambda: pieces(prepend="always"),
    "pieces, first prefixed": lambda: pieces(prepend="first"),
    "without words": unbroken,
}
TEXTS = {
    "prose": TEXT,
    "one line": TEXT.replace("\n", " "),
    "no blank": "".join(TEXT.split()),
    "one sign": "a" * 3000,
    "blanks": "a" + " " * 900 + "b \n\n\n   c" * 100 + "\n" * 900 + "d",
    "signs of many tokens": "中文\U0001f680é " * 500,
}


@pytest.fixture(scope="module", params=TOKENIZERS)
def backend(request: pytest.FixtureRequest) -> Any:  # noqa: ANN401 # tokenizers has no types
    """Each kind of tokenizer, trained once."""
    return TOKENIZERS[request.param]()


class Counting:
    """Encodes, and counts the characters it was given."""

    def __init__(self, backend: Any) -> None:  # noqa: ANN401 # tokenizers has no types
        """Count from nothing."""
        self.characters = 0
        self.longest = 0
        self.most_at_once = 0
        self._backend = backend

    def __call__(self, texts: Sequence[str]) -> Any:  # noqa: ANN401 # tokenizers has no types
        """Encode without special tokens."""
        given = sum(map(len, texts))
        self.characters += given
        self.most_at_once = max(self.most_at_once, given)
        self.longest = max(self.longest, *map(len, texts))
        return self._backend.encode_batch(texts, add_special_tokens=False)


def whole(backend: Any, text: str) -> np.ndarray[Any, np.dtype[np.int32]]:  # noqa: ANN401 # tokenizers has no types
    """Encode in one run."""
    offsets = backend.encode(text, add_special_tokens=False).offsets
    return np.array(offsets, dtype=np.int32).reshape(-1, 2)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_segments_equal_the_whole_run(backend: Any, text: str) -> None:  # noqa: ANN401 # tokenizers has no types
    """Whatever the text, segments far shorter than the shipped ones change no token."""
    assert np.array_equal(token_offsets(text, Counting(backend), segment=300, context=80), whole(backend, text))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(["appeal", " ", "\n", "\n\n", "    ", "é", "中", "\U0001f680", "14", ".", "aaaa"])))
def test_segments_equal_the_whole_run_on_any_mixture(words: list[str]) -> None:
    """Byte-level merges of blanks and signs are where cutting at blanks goes wrong."""
    text = "".join(words) * 40
    backend = MIXED[0]
    assert np.array_equal(token_offsets(text, Counting(backend), segment=120, context=40), whole(backend, text))


MIXED = [byte_level()]


def test_a_long_line_is_encoded_hardly_more_than_once() -> None:
    """A megabyte without a line break still goes in segments: the context is all that is read twice."""
    encode = Counting(wordpiece())
    line = (TEXT.replace("\n", " ") * 300)[:1_000_000]
    token_offsets(line, encode)
    assert encode.characters < 1.05 * len(line)
    assert encode.longest <= 20_000 + 2 * 256


def test_a_text_without_any_break_costs_a_bounded_multiple() -> None:
    """Segments double, so that even a text of one word is encoded about three times at most."""
    encode = Counting(unbroken())
    text = "ab" * 100_000
    token_offsets(text, encode)
    assert encode.characters < 4 * len(text)


def test_memory_follows_the_table_and_not_the_encodings() -> None:
    """Few characters are encoded at once, and Python's own peak is a small multiple of the table it gives."""
    encode = Counting(wordpiece())
    text = (TEXT * 60)[:180_000]
    tracemalloc.start()
    table = token_offsets(text, encode, segment=5_000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * table.nbytes
    assert encode.most_at_once <= 16 * (5_000 + 2 * 256)
