"""Texts in, token ids as the model reads them out, with the number of tokens before the cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from reviewer.chunks.segments import token_offsets
from reviewer.errors import EmbeddingError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

AT_ONCE_CHARACTERS = 2**19
LONG_CHARACTERS = 2**17
"""Of a longer text the beginning is encoded for the model, and the whole is counted in segments."""

KEPT_TOKENS = 2**20
LONE = dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


class Reading(NamedTuple):
    """What the model reads of a text: `ids` int32 [s] with special tokens; `tokens` counts its content, uncut."""

    ids: NDArray[np.int32]
    tokens: int


class Reader:
    """Reads texts by a model's `tokenizer.json`; what was read last is kept, so that counting reads nothing twice.

    Text that spells a special token (`[SEP]`) is plain text.
    """

    def __init__(self, path: Path, length: int, *, limit: int | None = None, lower: bool = False) -> None:
        """Name the tokenizer's file, the tokens that fit into the model, and how many content tokens are wanted.

        Raises:
            EmbeddingError: The file is no tokenizer, or more is wanted than fits.

        """
        self._path, self._lower = path, lower
        most = length - sum(self._frame)
        if limit is not None and not (isinstance(limit, int) and 1 <= limit <= most):
            raise EmbeddingError(f"embedder: limit is {limit!r}", f"This model reads 1 to {most} content tokens.")
        self.limit = most if limit is None else limit
        self._kept: dict[str, Reading] = {}
        self._size = 0

    def read(self, texts: Sequence[str]) -> list[Reading]:
        """Read each text; one is cut by dropping its last content tokens."""
        new = [text for text in dict.fromkeys(texts) if text not in self._kept]
        fresh = dict(zip(new, (one for group in _groups(new) for one in self._encoded(group)), strict=True))
        readings = [fresh[text] if text in fresh else self._kept[text] for text in texts]
        self._keep(fresh)
        return readings

    def _encoded(self, texts: Sequence[str]) -> Iterator[Reading]:
        """Encode a group on all cores."""
        fit = [self._fit(text) for text in texts]
        for text, encoding in zip(
            fit, self._backend.encode_batch_fast([text[:LONG_CHARACTERS] for text in fit]), strict=True
        ):
            tokens = len(encoding.ids) - sum(self._frame)
            if len(text) > LONG_CHARACTERS:
                tokens = len(
                    token_offsets(text, lambda parts: self._backend.encode_batch(parts, add_special_tokens=False))
                )
            yield Reading(self._cut(encoding.ids), tokens)

    def _cut(self, ids: list[int]) -> NDArray[np.int32]:
        before, after = self._frame
        if len(ids) > before + self.limit + after:
            ids = ids[: before + self.limit] + ids[len(ids) - after :]
        return np.array(ids, np.int32)

    def _fit(self, text: str) -> str:
        """Replace lone surrogates, for which UTF-8 has no bytes, one for one."""
        text = text.lower() if self._lower else text
        try:
            text.encode()
        except UnicodeEncodeError:
            return text.translate(LONE)
        return text

    def _keep(self, fresh: dict[str, Reading]) -> None:
        size = sum(len(reading.ids) for reading in fresh.values())
        if self._size + size > KEPT_TOKENS:
            self._kept, self._size = {}, 0
        if size <= KEPT_TOKENS:
            self._kept.update(fresh)
            self._size += size

    @cached_property
    def _frame(self) -> tuple[int, int]:
        """How many special tokens stand before and after a text."""
        mask = self._backend.encode("a").special_tokens_mask
        content = [at for at, special in enumerate(mask) if not special] or [len(mask)]
        return content[0], len(mask) - 1 - content[-1]

    @cached_property
    def _backend(self) -> Tokenizer:
        from tokenizers import Tokenizer

        try:
            backend = Tokenizer.from_file(str(self._path))
        except Exception as error:  # the library raises Exception itself
            raise EmbeddingError(
                f"{self._path} cannot be read as a tokenizer ({error})", "Fetch the model's files again."
            ) from error
        backend.no_truncation()
        backend.no_padding()
        backend.encode_special_tokens = True
        return backend


def _groups(texts: Sequence[str]) -> Iterator[list[str]]:
    """Group texts so that their encodings take bounded memory."""
    group: list[str] = []
    size = 0
    for text in texts:
        if group and size + len(text) > AT_ONCE_CHARACTERS:
            yield group
            group, size = [], 0
        group.append(text)
        size += len(text)
    if group:
        yield group
