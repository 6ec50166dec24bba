"""Pages of PDF read a second: ours beside pypdf and pdfplumber, in one run and in turn.

    python pdf.py FOLDER [pages]

Every PDF below FOLDER is read by each, up to `pages` pages in all (default 300), smallest files first. Ours gives
text in reading order, structure and map; pypdf and pdfplumber give text alone, and pdfplumber its tables where it
says so. `pdfium` is pypdfium2's bare text of a page, what ours rests on. Peers that are not installed are left out.
"""

from __future__ import annotations

import importlib.util
import io
import sys
import time
from collections.abc import Callable
from pathlib import Path

from reviewer.corpus.pdf import read_bytes
from reviewer.errors import CorpusError


def ours(data: bytes) -> int:
    """Give the number of characters that we read."""
    return len(read_bytes(data, "benchmark.pdf").text)


def bare(data: bytes) -> int:
    """Give the number of characters of pdfium's own text."""
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    return sum(len(document[at].get_textpage().get_text_range()) for at in range(len(document)))


def pypdf(data: bytes) -> int:
    """Give the number of characters of pypdf's text."""
    import pypdf as peer

    return sum(len(page.extract_text()) for page in peer.PdfReader(io.BytesIO(data)).pages)


def pdfplumber(data: bytes) -> int:
    """Give the number of characters of pdfplumber's text."""
    import pdfplumber as peer

    with peer.open(io.BytesIO(data)) as document:
        return sum(len(page.extract_text()) for page in document.pages)


def with_tables(data: bytes) -> int:
    """Give the number of characters of pdfplumber's text, its tables looked for, too."""
    import pdfplumber as peer

    with peer.open(io.BytesIO(data)) as document:
        return sum(len(page.extract_text()) + 0 * len(page.extract_tables()) for page in document.pages)


READERS: dict[str, tuple[str, Callable[[bytes], int]]] = {
    "reviewer": ("pypdfium2", ours),
    "pdfium, text alone": ("pypdfium2", bare),
    "pypdf": ("pypdf", pypdf),
    "pdfplumber": ("pdfplumber", pdfplumber),
    "pdfplumber with tables": ("pdfplumber", with_tables),
}


def files(folder: Path, most: int) -> list[tuple[int, bytes]]:
    """Give files that we can read with their pages, smallest first, until there are pages enough."""
    import pypdfium2

    found: list[tuple[int, bytes]] = []
    for path in sorted(folder.rglob("*.pdf"), key=lambda path: (path.stat().st_size, path.name)):
        data = path.read_bytes()
        try:
            read_bytes(data, path.name)
        except CorpusError:
            continue
        found.append((len(pypdfium2.PdfDocument(data)), data))
        if sum(pages for pages, _ in found) >= most:
            break
    return found


def main() -> None:
    """Print pages a second of processor time, and characters a page."""
    held = files(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 300)
    pages = sum(count for count, _ in held)
    print(f"{len(held)} files, {pages} pages")
    readers = {name: reader for name, (module, reader) in READERS.items() if importlib.util.find_spec(module)}
    spent, read = dict.fromkeys(readers, 0.0), dict.fromkeys(readers, 0)
    for _, data in held:
        for name, reader in readers.items():
            start = time.process_time()
            read[name] += reader(data)
            spent[name] += time.process_time() - start
    for name in readers:
        print(f"{name:24} {pages / spent[name]:8.1f} pages/s {read[name] / pages:8.0f} characters/page")


if __name__ == "__main__":
    main()
