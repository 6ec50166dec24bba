"""The answer of an embeddings API in, unit rows in the order of the texts out; anything odd is refused, not mended.

Format: https://platform.openai.com/docs/api-reference/embeddings (a list `data` of `index` and `embedding`, the
latter as numbers or as little-endian float32 in base64; `usage.prompt_tokens`).
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from reviewer.errors import EmbeddingError
from reviewer.vectors.embedder import Vectors

HINT = "The server does not keep to the embeddings API; nothing of this answer was used."


class Embedded(NamedTuple):
    """Unit rows, float32 [n, d], and the tokens that the server bills for them, None where it does not say."""

    vectors: Vectors
    billed: int | None


def read_answer(value: object, name: str, texts: int) -> Embedded:
    """Read the vectors of `texts` texts.

    Raises:
        EmbeddingError: Rows are missing, doubled, of different widths, not finite or zero.

    """
    data = value.get("data") if isinstance(value, Mapping) else None
    if not isinstance(data, list) or len(data) != texts:
        found = f"{len(data)} vectors" if isinstance(data, list) else "no list of vectors"
        raise EmbeddingError(f"{name}: {found} for {texts} texts", HINT)
    rows: dict[int, Vectors] = {}
    for entry in data:
        at = entry.get("index") if isinstance(entry, Mapping) else None
        if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at < texts or at in rows:
            raise EmbeddingError(f"{name}: the vectors' indexes are not 0 to {texts - 1}, each once", HINT)
        rows[at] = _row(entry.get("embedding"), name, at)
    widths = {len(row) for row in rows.values()}
    if len(widths) != 1:
        raise EmbeddingError(f"{name}: vectors of {len(widths)} widths in one answer", HINT)
    return Embedded(_unit(np.stack([rows[at] for at in range(texts)]), name), _billed(value))


def _row(value: object, name: str, at: int) -> Vectors:
    try:
        if isinstance(value, str):
            return np.frombuffer(base64.b64decode(value, validate=True), "<f4").astype(np.float32)
        if isinstance(value, list) and all(type(one) in {int, float} for one in value):
            with np.errstate(over="ignore"):  # what is beyond float32 is infinite, and refused as that
                row: Vectors = np.array(value, np.float64).astype(np.float32)
            return row
    except (ValueError, OverflowError) as error:
        raise EmbeddingError(f"{name}: vector {at} cannot be read", HINT) from error
    raise EmbeddingError(f"{name}: vector {at} is neither numbers nor base64", HINT)


def _unit(rows: Vectors, name: str) -> Vectors:
    """Bring rows, float32 [n, d], to length 1."""
    exact = rows.astype(np.float64)
    lengths = np.sqrt(np.einsum("ij,ij->i", exact, exact))
    wrong = np.flatnonzero(~(np.isfinite(lengths) & (lengths > 0)))
    if len(wrong) or not rows.shape[1]:
        at = int(wrong[0]) if len(wrong) else 0
        raise EmbeddingError(f"{name}: vector {at} is zero or not finite", HINT)
    unit: Vectors = (exact / lengths[:, None]).astype(np.float32)
    return unit


def _billed(value: object) -> int | None:
    usage = value.get("usage") if isinstance(value, Mapping) else None
    for key in ("prompt_tokens", "total_tokens"):
        count = usage.get(key) if isinstance(usage, Mapping) else None
        if isinstance(count, int) and not isinstance(count, bool) and count >= 0:
            return count
    return None
