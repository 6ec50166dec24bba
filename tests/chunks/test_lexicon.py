"""Words met before have the tokens that reading the whole text gives."""

from __future__ import annotations

import itertools
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken

from reviewer.chunks import Tokenizer, load_tokenizer
from reviewer.chunks.lexicon import is_clear, reads_words_alone
from tests.chunks.conftest import TEXT, byte_level, pieces, unbroken, wordpiece

SIGNS = (
    " \n\t\xa0\u2003\u3000\u200b\u200d\ufeff\xad\x00\x01\ufffd"
    "abÄİΣςﬁ½e\u0301\u0308\u0332中文かが한\u1112\u1161\u11ab\u0915\u094d\u0937\U0001f680-_.!'"
)
MINILM = load_tokenizer()


def whole(text: str) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Give the offsets of one run over the text."""
    offsets = MINILM._backend.encode_batch([text], add_special_tokens=False)[0].offsets
    return np.array(offsets, dtype=np.int32).reshape(-1, 2)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(SIGNS, max_size=60), st.text(max_size=60)))
def test_tokens_are_those_of_one_run_whatever_the_text(text: str) -> None:
    """With every kind of blank, mark and control character, and words the lexicon has met elsewhere."""
    assert np.array_equal(MINILM.offsets(text), whole(text))
    assert MINILM.counts([text, "fees", text]) == [len(whole(text)), 1, len(whole(text))]


def test_no_sign_reaches_across_a_blank() -> None:
    """Whatever stands at a word's end or beginning, the words beside it are read alike."""
    codes = itertools.chain(range(0x3100), range(0xFB00, 0xFB50), range(0xFE00, 0x10000))
    signs = [sign for sign in map(chr, codes) if is_clear(sign)]
    text = " ".join(f"a{sign} {sign}b" for sign in signs)
    assert np.array_equal(MINILM.offsets(text), whole(text))


@pytest.mark.parametrize("block", [1, 7, 50])
def test_blocks_and_forgotten_words_change_nothing(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    """Memory is bounded by reading in blocks and by beginning a new lexicon; the table stays the same."""
    monkeypatch.setattr("reviewer.chunks.lexicon.BLOCK", block)
    monkeypatch.setattr("reviewer.chunks.lexicon.WORDS", 5)
    tokenizer = Tokenizer("small", wordpiece())
    text = TEXT[:700]
    assert np.array_equal(tokenizer.offsets(text), tokenizer._read(text))
    assert tokenizer.counts([text, "", " ", "an appeal"]) == [len(tokenizer._read(text)), 0, 0, 2]


@pytest.mark.parametrize("sign", "\x0b\x0c\x1c\x1f\x85")
def test_what_is_a_blank_for_one_only_is_read_the_long_way(sign: str) -> None:
    """The normaliser drops these and joins the words beside them, so no word may be read alone."""
    text = f"app{sign}eal fees"
    assert not is_clear(text)
    assert np.array_equal(MINILM.offsets(text), whole(text))
    assert MINILM.count(text) == len(whole(text))


def test_only_tokenizers_like_berts_are_read_by_words() -> None:
    """Elsewhere a blank belongs to a token, or an added token may hold one."""
    assert reads_words_alone(wordpiece().to_str())
    for backend in (byte_level(), pieces(prepend="always"), unbroken()):
        assert not reads_words_alone(backend.to_str())
    with_phrase = wordpiece()
    with_phrase.add_tokens([AddedToken("an appeal", special=False)])
    assert not reads_words_alone(with_phrase.to_str())
    without_parts = json.dumps({"normalizer": None, "pre_tokenizer": None, "model": {"type": "WordPiece"}})
    assert not reads_words_alone(without_parts)
