"""Running headers, footers and page numbers: what stands in the same place of most pages, or counts them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from reviewer.corpus.pdf.characters import Page
from reviewer.corpus.pdf.lines import Piece, rows_of

_ZONE = 0.13
_SHARE = 0.5
_FEW = 3  # pages that must repeat a line of a longer document, and count
_SAME_HEIGHT = 4.0
_OUTERMOST = 3  # lines from the page's edge that may run
_NUMBER = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)

_Row = list[Piece]
_Key = tuple[bool, int]


def running(pages: Sequence[Page], found: Sequence[Sequence[Piece]]) -> list[set[Piece]]:
    """Give of each page the pieces that run through the document."""
    edges = [_edges(page, pieces) for page, pieces in zip(pages, found, strict=True)]
    places: defaultdict[_Key, list[int]] = defaultdict(list)
    for number, edge in enumerate(edges):
        for key in edge:
            places[key].append(number)
    left_out: list[set[Piece]] = [set() for _ in pages]
    for key, numbers in sorted(places.items()):
        texts = {number: _text(edges[number][key]) for number in numbers}
        repeated = _repeated(texts, len(pages)) | _counting(texts, len(pages)) | _numbered(texts)
        for number in repeated:
            left_out[number] |= set(edges[number][key])
    return left_out


def _numbered(texts: Mapping[int, str]) -> set[int]:
    """Give the pages whose line is their own number and nothing else."""
    return {number for number, text in texts.items() if text.strip("-–— ") == str(number + 1)}


def _edges(page: Page, found: Sequence[Piece]) -> Mapping[_Key, _Row]:
    """Give the lines nearest to the upper and lower edge by edge and height."""
    rows = rows_of(found)
    above = [row for row in rows[:_OUTERMOST] if row[0].base < _ZONE * page.height]
    below = [row for row in rows[-_OUTERMOST:] if row[0].base > (1 - _ZONE) * page.height]
    near = {(True, round(row[0].base / _SAME_HEIGHT)): row for row in above}
    return near | {(False, round((page.height - row[0].base) / _SAME_HEIGHT)): row for row in below}


def _text(row: _Row) -> str:
    """Give what a line says."""
    return " ".join(piece.text for piece in row)


def _repeated(texts: Mapping[int, str], pages: int) -> set[int]:
    """Give the pages whose line stands on most pages, or on several on end, but for its numbers."""
    shapes = {number: _NUMBER.sub("#", text).casefold() for number, text in texts.items()}
    counts = Counter(shapes.values())
    least = max(2, min(_FEW, pages), _SHARE * pages / 2)  # left and right pages may differ
    often = {shape for shape, count in counts.items() if count >= least}
    chapters = {shape for shape, count in counts.items() if count >= _FEW and len(texts) >= _SHARE * pages}
    return {number for number, shape in shapes.items() if shape in often | chapters}


def _counting(texts: Mapping[int, str], pages: int) -> set[int]:
    """Give the pages whose line holds a number that rises with the pages."""
    differences: defaultdict[int, set[int]] = defaultdict(set)
    for number, text in texts.items():
        for digits in re.findall(r"(?<![\d.])\d{1,4}(?![\d.])", text):
            differences[int(digits) - number].add(number)
    best = max(differences.values(), key=len, default=set())
    return best if len(best) >= max(2, min(_FEW, pages), _SHARE * pages / 2) else set()
