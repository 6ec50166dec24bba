"""The text layer in reading order: what raw offsets of a PDF count.

Page after page, the layer's characters as pdfium counts them (`FPDFText_CountChars`; its blanks and line ends
included), each word with what stands between it and the layer's next word. The words of a page come in the order of
the text; those that are not in the text (running headers, what is turned askew) come last, in the layer's order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from reviewer.corpus.document import OffsetMap
from reviewer.corpus.pdf.characters import Page
from reviewer.corpus.pdf.writing import Character


@dataclass(frozen=True, slots=True)
class Layer:
    """The layer's characters in reading order.

    Attributes:
        text: One character each.
        pages: For each character its page, counted from 1.
        boxes: For each its `(left, bottom, right, top)` in points of the page, from its lower left corner.

    """

    text: str
    pages: tuple[int, ...]
    boxes: tuple[tuple[float, float, float, float], ...]


def orders(pages: Sequence[Page], characters: Iterable[Character]) -> list[list[int]]:
    """Give for each page the indices of its layer in reading order."""
    used: list[dict[int, None]] = [{} for _ in pages]
    for character in characters:
        if character.page:
            used[character.page - 1][character.at] = None
    return [_order(page, list(places)) for page, places in zip(pages, used, strict=True)]


def _order(page: Page, places: Sequence[int]) -> list[int]:
    """Order the words' stretches of the layer by their first use."""
    starts = sorted(word.at[0] for word in page.words)
    if not starts:
        return list(range(len(page.text)))
    stretches = {start: range(start, end) for start, end in pairwise([*starts, len(page.text)])}
    owner = {at: start for start, stretch in stretches.items() for at in stretch}
    ordered = dict.fromkeys(owner[at] for at in places) | dict.fromkeys(starts)
    return [*range(starts[0]), *(at for start in ordered for at in stretches[start])]


def layer_of(pages: Sequence[Page], ordered: Sequence[Sequence[int]]) -> Layer:
    """Give the whole layer in the order that `orders` found."""
    places = [(page, at) for page, order in zip(pages, ordered, strict=True) for at in order]
    return Layer(
        "".join(page.text[at] for page, at in places),
        tuple(page.number for page, _ in places),
        tuple(page.boxes[at] for page, at in places),
    )


def source_of(characters: Sequence[Character], ordered: Sequence[Sequence[int]]) -> OffsetMap:
    """Lead each character back; one that was put in begins where the one before it ends."""
    begins = [0, *accumulate(map(len, ordered))]
    raw_of: list[Mapping[int, int]] = [
        {at: begin + place for place, at in enumerate(order)} for begin, order in zip(begins, ordered, strict=False)
    ]
    anchors: list[tuple[int, int]] = []
    end, before = 0, -1
    for offset, character in enumerate(characters):
        raw = raw_of[character.page - 1][character.at] if character.page else end
        if raw != before + 1 or not offset:
            anchors.append((offset, raw))
        before = raw
        end = raw + 1 if character.page else end
    return OffsetMap(tuple(anchors) or ((0, 0),), begins[-1])
