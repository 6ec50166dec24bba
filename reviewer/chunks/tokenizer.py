"""Tokenizers as rulers: where each token of a text lies, and how many there are.

Only fast tokenizers, because only they say where a token came from. Special tokens are never added, nothing is
truncated or padded, and text that spells a special token (`[SEP]`) is plain text.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Iterator, Sequence, Sized
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from reviewer import fingerprint
from reviewer.chunks.lexicon import Lexicon, is_clear, reads_words_alone
from reviewer.chunks.pretrained import existing, locate
from reviewer.chunks.segments import CONTEXT, SEGMENT, Encoding, token_offsets
from reviewer.errors import EmbeddingError, SplitError

DEFAULT_TOKENIZER = "sentence-transformers/all-MiniLM-L6-v2"
CACHED_BYTES = 128 * 2**20
AT_ONCE_CHARACTERS = 2**19
SETTINGS = ("tokenizer_config.json", "special_tokens_map.json", "config.json")
LONE = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
PROBE = "fees fees"

Offsets = NDArray[np.int32]
"""int32 [n, 2]: start and end of each token in code points."""


class Backend(Protocol):
    """What is used of `tokenizers.Tokenizer`."""

    encode_special_tokens: bool

    def no_truncation(self) -> None:
        """Read texts of any length."""

    def no_padding(self) -> None:
        """Add nothing behind a short text."""

    def to_str(self) -> str:
        """Give all of it as JSON."""

    def encode_batch(self, texts: Sequence[str], *, add_special_tokens: bool) -> Sequence[Encoding]:
        """Encode texts with offsets."""

    def encode_batch_fast(self, texts: Sequence[str], *, add_special_tokens: bool) -> Sequence[Sized]:
        """Encode texts without offsets."""


class Tokenizer:
    """A fast tokenizer with its identity; tables of offsets are kept, so that a sweep reads a document once."""

    def __init__(self, name: str, backend: Backend) -> None:
        """Take over `backend` (its truncation, padding and special tokens are switched off).

        Raises:
            EmbeddingError: Its offsets do not begin with the text.

        """
        backend.no_truncation()
        backend.no_padding()
        backend.encode_special_tokens = True
        self.name = name
        self.fingerprint = fingerprint.of_plain({"tokenizer": backend.to_str(), "special_tokens": "plain text"})
        self._backend = backend
        self._lexicon = Lexicon(self._read) if reads_words_alone(backend.to_str()) else None
        self._tables: OrderedDict[str, Offsets] = OrderedDict()
        self._bytes = 0
        self._prove()

    def offsets(self, text: str) -> Offsets:
        """Give start and end of each content token of `text`, int32 [n, 2], read-only, in code points."""
        text = _encodable(text)
        key = fingerprint.of_text(text)
        if key in self._tables:
            self._tables.move_to_end(key)
            return self._tables[key]
        table = self._lexicon.offsets(text) if self._lexicon and is_clear(text) else self._read(text)
        table.setflags(write=False)
        self._keep(key, table)
        return table

    def count(self, text: str) -> int:
        """Count the content tokens of one text."""
        return self.counts([text])[0]

    def counts(self, texts: Sequence[str]) -> list[int]:
        """Count the content tokens of each text on its own."""
        if self._lexicon and all(map(is_clear, texts)):
            return self._lexicon.counts([_encodable(text) for text in texts])
        counted: list[int] = []
        for batch in _batches(texts):
            if len(batch[0]) > SEGMENT + CONTEXT:
                counted.append(len(self._read(_encodable(batch[0]))))
            else:
                encodings = self._backend.encode_batch_fast(batch, add_special_tokens=False)
                counted.extend(len(encoding) for encoding in encodings)
        return counted

    def _read(self, text: str) -> Offsets:
        return token_offsets(text, self._encode)

    def _encode(self, texts: Sequence[str]) -> Sequence[Encoding]:
        return self._backend.encode_batch(texts, add_special_tokens=False)

    def _keep(self, key: str, table: Offsets) -> None:
        self._tables[key] = table
        self._bytes += table.nbytes
        while self._bytes > CACHED_BYTES:
            self._bytes -= self._tables.popitem(last=False)[1].nbytes

    def _prove(self) -> None:
        table = self.offsets(PROBE)
        if not len(table) or table[0, 0] != 0 or table[-1, 1] != len(PROBE):
            raise EmbeddingError(
                f"tokenizer {self.name}: its offsets of {PROBE!r} are {table.tolist()}",
                "They must begin at 0 and end with the text; check `add_prefix_space` in its files.",
            )


def load_tokenizer(name: str = DEFAULT_TOKENIZER, revision: str | None = None) -> Tokenizer:
    """Load a fast tokenizer: a hub id, a folder, or a `tokenizer.json` of any name; loaded once a process.

    Args:
        name: See `reviewer.chunks.pretrained.locate`.
        revision: The hub's full commit, where the hub is asked.

    Raises:
        EmbeddingError: It is nowhere, is not a fast tokenizer, or its files cannot be read.

    """
    path = existing(name)
    if path and path.is_file():
        return _loaded(name, path, path.stat().st_mtime_ns)
    folder = locate(name, revision, optional=SETTINGS).folder
    return _loaded(name, folder, (folder / "tokenizer.json").stat().st_mtime_ns)


def nameable(tokenizer: str | Tokenizer) -> str | Tokenizer:
    """Give the setting back, or refuse what is neither a name nor a tokenizer (SplitError)."""
    if isinstance(tokenizer, str | Tokenizer):
        return tokenizer
    hint = "Give a hub id, a folder or a tokenizer.json."
    raise SplitError(f"splitter: tokenizer is {tokenizer!r}", hint, setting="tokenizer")


@lru_cache(maxsize=8)
def _loaded(name: str, path: Path, _changed: int) -> Tokenizer:
    os.environ.setdefault("TRANSFORMERS_NO_ADVISORY_WARNINGS", "1")  # tokenizers need no torch; no advice to get it
    from transformers import AutoTokenizer, PreTrainedTokenizerFast

    bare = path / "tokenizer.json" if path.is_dir() else path
    described = path.is_dir() and any((path / file).is_file() for file in SETTINGS)
    try:
        if described:
            tokenizer = AutoTokenizer.from_pretrained(str(path), local_files_only=True, trust_remote_code=False)
        else:
            tokenizer = PreTrainedTokenizerFast(tokenizer_file=str(bare))
    except Exception as error:
        first = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise EmbeddingError(
            f"tokenizer {name}: {bare} cannot be read ({first})",
            "Give a folder saved with `save_pretrained`, or the tokenizer.json of a fast tokenizer.",
        ) from error
    if not tokenizer.is_fast:
        raise EmbeddingError(
            f"tokenizer {name}: {type(tokenizer).__name__} is a slow tokenizer, which has no offsets",
            "Convert it to a fast one (a tokenizer.json), or name another tokenizer.",
        )
    return Tokenizer(name, tokenizer.backend_tokenizer)


def _encodable(text: str) -> str:
    """Give the text with lone surrogates replaced one for one, because UTF-8 has no bytes for them."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.translate(LONE)
    return text


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """Group texts so that memory stays bounded; a text longer than a segment is alone."""
    batch: list[str] = []
    size = 0
    for text in texts:
        long = len(text) > SEGMENT + CONTEXT
        if batch and (long or size + len(text) > AT_ONCE_CHARACTERS):
            yield batch
            batch, size = [], 0
        if long:
            yield [text]
            continue
        batch.append(_encodable(text))
        size += len(text)
    if batch:
        yield batch
