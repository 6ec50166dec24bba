"""Texts that tests of anchoring share."""

from __future__ import annotations

from random import Random

from reviewer.labels.anchor import Proposals, prepare, propose

WORDS = [first + vowel + last for first in "bdfgklmnprst" for vowel in "aeiou" for last in ("", "n", "r", "st")]


def prose(seed: int, sentences: int) -> str:
    """Give sentences of made-up words, always the same for a seed."""
    random = Random(seed)  # noqa: S311 - a text, no secret
    return " ".join(
        " ".join(random.choices(WORDS, k=random.randint(6, 16))).capitalize() + "." for _ in range(sentences)
    )


def proposed(old: str | None, new: str, quote: str, start: int | None = None) -> Proposals:
    """Propose places for a quote of the old text; it is looked up there unless its offset is given."""
    at = start if start is not None else (old or "").index(quote)
    return propose(prepare(old, new), quote, at, at + len(quote))


def first(found: Proposals, new: str) -> str:
    """Give the text of the place that is offered first."""
    return new[found.proposals[0].start : found.proposals[0].end]
