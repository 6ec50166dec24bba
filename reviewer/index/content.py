"""The name of a table or collection: what decides its rows, so that equal rows are stored once and never mixed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import numpy as np

from reviewer import fingerprint
from reviewer.fingerprint import Plain
from reviewer.index.protocol import Metadata, Rows
from reviewer.vectors import Vectors

DIGITS = 24


def name_of(
    parameters: Mapping[str, Plain], transformation: str, rows: Rows, vectors: Vectors, metadata: Metadata
) -> str:
    """Give a name of hexadecimal digits.

    Args:
        parameters: How the store builds.
        transformation: The version that every row carries.
        rows: int64 [n], their numbers.
        vectors: float32 [n, d].
        metadata: n mappings.

    """
    digest = hashlib.sha256(np.ascontiguousarray(vectors, "<f4").tobytes()).hexdigest()
    parts: dict[str, Plain] = {
        "parameters": dict(parameters),
        "transformation": transformation,
        "shape": list(vectors.shape),
        "rows": hashlib.sha256(np.ascontiguousarray(rows, "<i8").tobytes()).hexdigest(),
        "vectors": digest,
        "metadata": [dict(one) for one in metadata],
    }
    return fingerprint.of_plain(parts).removeprefix(fingerprint.PREFIX)[:DIGITS]
