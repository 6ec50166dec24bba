"""Which texts are run together.

Here equal lengths only, so that nothing is padded and nothing is masked; by a server what a request may hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

BATCH_TOKENS = 512
"""Tokens of a batch: enough for the matrix kernels, few enough that a layer's values stay in a core's own cache.

Measured on two cores with 2 MiB of second-level cache each: 256 to 1,024 tokens reach 0.85 to 0.9 of the cores' f32
matrix peak, 4,096 only 0.7.
"""

WINDOW_CHARACTERS = 2**17


def windows(lengths: Sequence[int], characters: int = WINDOW_CHARACTERS) -> Iterator[list[int]]:
    """Group texts by falling length, about `characters` in all a window: what is read, embedded and kept at once.

    Args:
        lengths: Characters of each text.
        characters: How much a window holds; a longer text is alone in its window.

    """
    window: list[int] = []
    size = 0
    for at in sorted(range(len(lengths)), key=lambda one: (-lengths[one], one)):
        if window and size + lengths[at] > characters:
            yield window
            window, size = [], 0
        window.append(at)
        size += lengths[at]
    if window:
        yield window


def batches(lengths: Sequence[int], tokens: int = BATCH_TOKENS) -> Iterator[list[int]]:
    """Group texts of equal length, longest first, at most `tokens` in a batch unless one text alone has more.

    Args:
        lengths: Tokens of each text.
        tokens: How many a batch holds.

    """
    batch: list[int] = []
    for at in sorted(range(len(lengths)), key=lambda one: (-lengths[one], one)):
        if batch and (lengths[batch[0]] != lengths[at] or (len(batch) + 1) * lengths[at] > tokens):
            yield batch
            batch = []
        batch.append(at)
    if batch:
        yield batch


def packed(sizes: Iterable[int], tokens: int, texts: int) -> Iterator[list[int]]:
    """Group texts in their order, each group within `tokens` and `texts`; a text that alone is larger is alone.

    Args:
        sizes: Tokens of each text.
        tokens: How many a group holds.
        texts: How many texts a group holds.

    """
    group: list[int] = []
    held = 0
    for at, size in enumerate(sizes):
        if group and (held + size > tokens or len(group) == texts):
            yield group
            group, held = [], 0
        group.append(at)
        held += size
    if group:
        yield group
