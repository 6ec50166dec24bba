"""A PDF file opened by pypdfium2, and one clear error for each file that cannot be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from reviewer.errors import CorpusError

MOST_PAGES = 20_000
"""A file that claims more is refused: books do not, bombs do."""

_HINTS = {
    "password": "Save it without a password (`qpdf --decrypt`), or exclude it.",
    "no text": "Run character recognition first (`ocrmypdf in.pdf out.pdf`), or exclude it.",
    "broken": "Repair it (`qpdf in.pdf out.pdf`), or exclude it.",
    "library": 'Install it: pip install "overlap-reviewer[pdf]"',
}


@contextmanager
def opened(data: bytes, name: str) -> Iterator[Any]:
    """Open a file's bytes as a `pypdfium2.PdfDocument` of at least one page, and close it again."""
    try:
        import pypdfium2
    except ModuleNotFoundError as error:
        raise CorpusError(f"{name}: reading PDF needs pypdfium2", _HINTS["library"]) from error
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise CorpusError(f"{name} is protected by a password", _HINTS["password"]) from error
        raise CorpusError(f"{name} is not a PDF file that can be read", _HINTS["broken"]) from error
    try:
        if not 0 < len(document) <= MOST_PAGES:
            count = "no pages" if len(document) == 0 else f"{len(document)} pages, more than {MOST_PAGES}"
            raise CorpusError(f"{name} has {count}", _HINTS["broken"])
        yield document
    finally:
        document.close()


def no_text(name: str) -> CorpusError:
    """Give the error for a file whose pages are pictures."""
    return CorpusError(f"{name} has no text layer: its pages are pictures", _HINTS["no text"])
