"""A PDF file read page by page: layers, running lines, tables, columns, paragraphs, headings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from reviewer.corpus.pdf.characters import Page, Word, read_page
from reviewer.corpus.pdf.headings import with_headings
from reviewer.corpus.pdf.hyphens import Spellings
from reviewer.corpus.pdf.lines import Piece, pieces
from reviewer.corpus.pdf.order import Lines, in_order
from reviewer.corpus.pdf.paragraphs import Body, Paragraph, body_of, joined, paragraphs
from reviewer.corpus.pdf.pdfium import no_text, opened
from reviewer.corpus.pdf.rules import grids
from reviewer.corpus.pdf.running import running
from reviewer.corpus.pdf.tables import Table, aligned, ruled
from reviewer.corpus.pdf.writing import Writing
from reviewer.errors import CorpusError

_NO_TITLES = ("untitled", "(anonymous)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A page with what was found on it: ruled tables, pieces of lines, and pieces turned by quarters."""

    page: Page
    tables: list[Table]
    pieces: tuple[Piece, ...]
    turned: tuple[tuple[Piece, ...], ...]
    askew: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A written file, its pages, the lines that run through it, and what its producer says of it."""

    writing: Writing
    pages: tuple[Page, ...]
    running: int
    askew: int
    title: str


def read(data: bytes, name: str) -> Reading:
    """Read a file's bytes; one without any text is refused."""
    with opened(data, name) as document:
        sheets = [_sheet(page, number) for number, page in _pages(document, name)]
        title = str(document.get_metadata_dict().get("Title", "")).strip()
    if not any(sheet.page.words for sheet in sheets):
        raise no_text(name)
    left_out = running([sheet.page for sheet in sheets], [sheet.pieces for sheet in sheets])
    body = body_of([[*sheet.pieces, *_held(sheet.tables)] for sheet in sheets])
    blocks = [one for sheet, out in zip(sheets, left_out, strict=True) for one in _flow(sheet, out, body)]
    writing = Writing(Spellings("\n".join(page for sheet in sheets for page in _texts(sheet))))
    for one in with_headings(list(joined(blocks)), body):
        writing.put(one)
    return Reading(
        writing=writing,
        pages=tuple(sheet.page for sheet in sheets),
        running=sum(map(len, left_out)),
        askew=sum(sheet.askew for sheet in sheets),
        title="" if title.casefold() in _NO_TITLES else title,
    )


def _pages(document: Any, name: str) -> Iterator[tuple[int, Any]]:  # noqa: ANN401 # pypdfium2's own; it has no types
    """Give each page with its number from 1; one that cannot be opened is named."""
    import pypdfium2

    for number in range(1, len(document) + 1):
        try:
            page = document[number - 1]
        except pypdfium2.PdfiumError as error:
            message = f"{name}: page {number} of {len(document)} cannot be read"
            raise CorpusError(message, "Repair it (`qpdf in.pdf out.pdf`), or exclude it.") from error
        try:
            yield number, page
        finally:
            page.close()


def _sheet(page: Any, number: int) -> Sheet:  # noqa: ANN401 # see above
    """Read a page as far as it can be without the others."""
    read = read_page(page, number)
    upright = [word for word in read.words if word.turn == read.frame.turn]
    tables, used = ruled(grids(page, read.frame), upright, number) if upright else ([], set[Word]())
    turns = sorted({word.turn for word in read.words if word.turn % 90 == 0} - {read.frame.turn})
    return Sheet(
        page=read,
        tables=tables,
        pieces=pieces([word for word in upright if word not in used]),
        turned=tuple(pieces([word for word in read.words if word.turn == turn]) for turn in turns),
        askew=sum(word.turn % 90 != 0 for word in read.words),
    )


def _flow(sheet: Sheet, left_out: set[Piece], body: Body) -> Iterator[Paragraph | Table]:
    """Give paragraphs and tables of a page in reading order, what is turned by quarters last."""
    number = sheet.page.number
    rest = [piece for piece in sheet.pieces if piece not in left_out]
    tables, used = aligned(rest, number)
    free = [piece for piece in rest if piece not in used]
    flows = [in_order(free, [*sheet.tables, *tables]), *(in_order(turned, []) for turned in sheet.turned)]
    for block in (block for flow in flows for block in flow):
        if isinstance(block, Lines):
            yield from paragraphs(block.lines, number, body)
        else:
            yield block


def _held(tables: Sequence[Table]) -> list[Piece]:
    """Give the pieces that tables hold."""
    return [piece for table in tables for row in table.rows for cell in row for piece in cell.lines]


def _texts(sheet: Sheet) -> Iterator[str]:
    """Give the lines of a page."""
    return (piece.text for piece in sheet.pieces)
