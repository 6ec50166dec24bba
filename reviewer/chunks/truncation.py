"""Tokens that an embedder does not read."""

from __future__ import annotations

from collections.abc import Sequence


def lost_tokens(tokens: Sequence[int], limit: int | None) -> tuple[int, ...]:
    """Give for each text the tokens beyond `limit`.

    Args:
        tokens: Content tokens of each text, special tokens not counted.
        limit: Content tokens that are read (the model's length less its special tokens); None where there is no limit.

    """
    return tuple(0 if limit is None else max(count - limit, 0) for count in tokens)
