"""Tokenizers as rulers: offsets, counts and a fingerprint."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Regex, normalizers

from reviewer.chunks import Tokenizer, load_tokenizer
from reviewer.errors import EmbeddingError
from tests.chunks.conftest import TEXT, byte_level, wordpiece


def test_the_real_tokenizer_gives_places_in_code_points(minilm: Tokenizer) -> None:
    """Special tokens are absent, nothing is padded or cut at the 128 tokens of its file, emoji count as one."""
    assert minilm.offsets("Appeals \U0001f680 close").tolist() == [[0, 7], [8, 9], [10, 15]]
    assert minilm.count("word " * 1000) == 1000


def test_text_that_spells_special_tokens_is_plain_text(minilm: Tokenizer, bytes_tokenizer: Tokenizer) -> None:
    """`[SEP]` is three tokens of text, `<|endoftext|>` several; no character is lost."""
    assert minilm.offsets("a [SEP]").tolist() == [[0, 1], [2, 3], [3, 6], [6, 7]]
    assert bytes_tokenizer.count("<|endoftext|>") > 1


def test_counts_are_of_each_text_alone(minilm: Tokenizer) -> None:
    """Empty and long texts among others keep their places; the count of a text is the length of its table."""
    texts = ["a b", "", "word " * 9000, "x", TEXT]
    assert minilm.counts(texts) == [2, 0, 9000, 1, len(minilm.offsets(TEXT))]
    assert minilm.counts([]) == []


def test_a_lone_surrogate_is_counted_and_not_an_error(minilm: Tokenizer) -> None:
    """Such text cannot be written as UTF-8, yet a foreign document may hold it."""
    assert minilm.offsets("fee \udbff 40")[-1].tolist() == [6, 8]
    assert minilm.count("fee \udbff 40") == minilm.count("fee \ufffd 40")


def test_a_document_is_read_once_for_a_sweep(minilm: Tokenizer) -> None:
    """The second asking gives the same read-only table."""
    table = minilm.offsets(TEXT)
    assert minilm.offsets(TEXT) is table
    with pytest.raises(ValueError, match="read-only"):
        table[0, 0] = 1


def test_kept_tables_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest table goes first."""
    monkeypatch.setattr("reviewer.chunks.tokenizer.CACHED_BYTES", 200)
    tokenizer = Tokenizer("small", wordpiece())
    first = tokenizer.offsets("fees " * 10)
    assert tokenizer.offsets("fees " * 10) is first
    tokenizer.offsets("office " * 20)
    again = tokenizer.offsets("fees " * 10)
    assert again is not first
    assert np.array_equal(again, first)


def test_the_fingerprint_follows_the_vocabulary_and_not_the_place(tmp_path: Path) -> None:
    """Saved and loaded from a file of any name it is the same; another vocabulary is another tokenizer."""
    backend = wordpiece()
    backend.enable_truncation(12)
    backend.enable_padding(length=12)
    backend.save(str(tmp_path / "any-name.json"))
    loaded = load_tokenizer(str(tmp_path / "any-name.json"))
    assert loaded.fingerprint == Tokenizer("small", wordpiece()).fingerprint
    assert loaded.fingerprint != Tokenizer("bytes", byte_level()).fingerprint
    assert loaded.count("fees " * 40) == 40


def test_a_folder_is_loaded_by_what_it_declares(tmp_path: Path) -> None:
    """A tokenizer.json alone is enough; beside a configuration transformers chooses the class."""
    wordpiece().save(str(tmp_path / "tokenizer.json"))
    bare = load_tokenizer(str(tmp_path))
    (tmp_path / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "PreTrainedTokenizerFast"}))
    described = load_tokenizer(f"{tmp_path}/.")
    assert described.offsets("an appeal").tolist() == bare.offsets("an appeal").tolist()


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    """Loading is remembered by the file's time, so that a replaced tokenizer is not served stale."""
    path = tmp_path / "small.json"
    wordpiece().save(str(path))
    first = load_tokenizer(str(path))
    assert load_tokenizer(str(path)) is first
    byte_level().save(str(path))
    assert load_tokenizer(str(path)).fingerprint != first.fingerprint


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    """The message carries the path and the parser's first line."""
    path = tmp_path / "broken.json"
    path.write_text("{}")
    with pytest.raises(EmbeddingError, match=r"broken\.json cannot be read"):
        load_tokenizer(str(path))


def test_a_slow_tokenizer_is_refused(tmp_path: Path) -> None:
    """A class without offsets cannot be a ruler, even beside a tokenizer.json."""
    wordpiece().save(str(tmp_path / "tokenizer.json"))
    (tmp_path / "vocab.json").write_text('{"<pad>": 0, "<unk>": 1, "a": 2, "<s>": 3, "</s>": 4, "|": 5}')
    (tmp_path / "tokenizer_config.json").write_text('{"tokenizer_class": "Wav2Vec2CTCTokenizer"}')
    with pytest.raises(EmbeddingError, match="slow tokenizer") as caught:
        load_tokenizer(str(tmp_path))
    assert "fast" in caught.value.hint


def test_offsets_that_do_not_begin_with_the_text_are_refused() -> None:
    """The self-test at loading tells a tokenizer that would shift every place."""
    backend = wordpiece()
    backend.normalizer = normalizers.Replace(Regex("^f"), "")
    with pytest.raises(EmbeddingError, match=r"its offsets of 'fees fees' are \[\[1, "):
        Tokenizer("shifted", backend)
