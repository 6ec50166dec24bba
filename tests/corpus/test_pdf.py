"""PDF files of four producers, read against checked text and structure; and files that cannot be read."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import unicodedata
from itertools import pairwise
from pathlib import Path

import pytest

from reviewer.corpus import Document, document_from_bytes, sections
from reviewer.corpus.pages import page_of, pages
from reviewer.corpus.pdf import VERSION, areas, read_layer
from reviewer.errors import CorpusError
from reviewer.spans import Span

GOLDEN = Path(__file__).parent / "golden" / "pdf"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.json"))
EMPTY = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
NO_PAGES = EMPTY + b"trailer<</Root 1 0 R>>\n"


def document(name: str) -> Document:
    """Read a golden file."""
    read = document_from_bytes(f"{name}.pdf", (GOLDEN / f"{name}.pdf").read_bytes())
    assert isinstance(read, Document)
    return read


def place(read: Document, quote: str) -> Span:
    """Find a quote that stands in the text once."""
    assert read.text.count(quote) == 1
    return Span(read.text.index(quote), read.text.index(quote) + len(quote))


@pytest.mark.parametrize("name", NAMES)
def test_text_spans_and_structure_are_the_checked_ones(name: str) -> None:
    """Of TeX columns and bitmap, of LibreOffice contract, of Chromium handbook, of reportlab notice and sideways."""
    read = document(name)
    checked = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    assert read.text.split("\n") == checked["text"]
    assert dict(read.metadata) == checked["metadata"]
    found = []
    for block in read.blocks:
        one: dict[str, object] = {"kind": block.kind, "span": [block.start, block.end], "path": list(block.path)}
        one.update(block.attributes)
        if block.level:
            one["level"] = block.level
        if block.kind not in ("page", "table"):
            one["text"] = read.text[block.start : block.end]
        found.append(one)
    assert found == checked["blocks"]


@pytest.mark.parametrize("name", NAMES)
def test_every_character_leads_back_to_its_own_in_the_layer(name: str) -> None:
    """Raw offsets never fall, stay on the page, and point at the letter, or at the ligature that holds it."""
    read = document(name)
    layer = read_layer((GOLDEN / f"{name}.pdf").read_bytes(), name)
    raws = [read.source.raw(at) for at in range(len(read.text))]
    assert raws == sorted(raws)
    assert read.source.length == len(layer.text)
    for at, char in enumerate(read.text):
        raw = layer.text[raws[at]] if raws[at] < len(layer.text) else ""
        is_code = bool(raw) and (raw < " " or raw == "\x88")  # of a font that names no characters
        assert char.isspace() or is_code or char in unicodedata.normalize("NFKC", raw)
        assert char.isspace() or page_of(read, at) == layer.pages[raws[at]]


@pytest.mark.parametrize("name", NAMES)
def test_sections_and_pages_cover_the_text(name: str) -> None:
    """Headings part the text without a loss; pages follow one another."""
    read = document(name)
    assert "".join(read.text[one.start : one.end] for one in sections(read)) == read.text
    found = pages(read)
    assert all(one.end <= two.start for one, two in pairwise(found))


def test_reading_twice_gives_the_same() -> None:
    """Nothing depends on the order of sets."""
    script = """if True:
        import sys, pathlib, reviewer.corpus
        print(reviewer.corpus.document_from_bytes("a.pdf", pathlib.Path(sys.argv[1]).read_bytes()).fingerprint)"""
    command = [sys.executable, "-c", script, str(GOLDEN / "handbook.pdf")]
    seeds = ({"PYTHONHASHSEED": seed} for seed in ("1", "2"))
    found = {subprocess.run(command, env=seed, check=True, capture_output=True, text=True).stdout for seed in seeds}
    assert found == {f"{document('handbook').fingerprint}\n"}


def test_a_span_has_its_places_on_the_pages() -> None:
    """A word that TeX broke has a box on each of its lines, left column before right, in the page's own points."""
    read = document("columns")
    layer = read_layer((GOLDEN / "columns.pdf").read_bytes(), "columns")
    first, second = areas(layer, read, place(read, "conflict notices"))
    assert first.page == second.page == 1
    assert first.bottom > second.top - 2
    assert first.left > second.left
    (late,) = areas(layer, read, place(read, "Whoever finds"))
    assert late.left > first.right


def test_a_paragraph_over_two_pages_is_one() -> None:
    """The running footer and header between its halves are left out, and both pages are told apart."""
    read = document("contract")
    second = pages(read)[1].start
    (held,) = [one for one in read.blocks if one.kind == "paragraph" and one.start < second < one.end]
    assert page_of(read, held.start) == 1
    assert page_of(read, held.end - 1) == 2
    assert "Lease of rooms, fourth edition" not in read.text
    assert "Page 1 of 2" not in read.text


def test_hyphens_of_numbers_stay_and_those_of_line_ends_go() -> None:
    """LibreOffice breaks words; a range is no broken word."""
    text = document("contract").text
    assert "administrative regulations" in text
    assert "10-20 days" in text


def test_ligatures_are_letters() -> None:
    """TeX sets them as one character each, in bitmap fonts even without a name."""
    assert "efficient office keeps five kinds of files: affidavits" in document("columns").text
    assert "efficient office finds the fluffy files" in document("bitmap").text


@pytest.mark.parametrize(
    ("name", "data", "message", "hint"),
    [
        ("scan.pdf", (GOLDEN / "scan.pdf").read_bytes(), "no text layer", "ocrmypdf"),
        ("locked.pdf", (GOLDEN / "locked.pdf").read_bytes(), "password", "--decrypt"),
        ("nothing.pdf", b"", "not a PDF file", "exclude"),
        ("noise.pdf", b"%PDF-1.7\n" + bytes(range(256)), "not a PDF file", "exclude"),
        ("cut.pdf", (GOLDEN / "notice.pdf").read_bytes()[:900], "not a PDF file", "exclude"),
        ("none.pdf", NO_PAGES, "none.pdf", "exclude"),
        ("claims.pdf", NO_PAGES.replace(b"Count 0", b"Count 3"), "page 1 of 3", "exclude"),
        ("bomb.pdf", NO_PAGES.replace(b"Count 0", b"Count 99999999"), "bomb.pdf", "exclude"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(name: str, data: bytes, message: str, hint: str) -> None:
    """One clear error, and what to do."""
    with pytest.raises(CorpusError) as error:
        document_from_bytes(name, data)
    assert name in error.value.message
    assert message in error.value.message
    assert hint in error.value.hint


def test_a_damaged_file_is_read_or_refused() -> None:
    """Whatever a few wrong bytes do, no other error comes out."""
    chance = random.Random(7)  # noqa: S311 # not a secret
    refused = 0
    for _ in range(60):
        data = bytearray((GOLDEN / "notice.pdf").read_bytes())
        for _ in range(chance.randint(1, 20)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            document_from_bytes("damaged.pdf", bytes(data))
        except CorpusError:
            refused += 1
    assert 0 < refused < 60


def test_pages_without_text_are_named() -> None:
    """A file of which some pages are pictures is read, and says which."""
    assert document("sideways").metadata["pages_without_text"] == "2"


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has not asked for PDF is told how to."""
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    with pytest.raises(CorpusError) as error:
        document_from_bytes("notice.pdf", (GOLDEN / "notice.pdf").read_bytes())
    assert 'pip install "overlap-reviewer[pdf]"' in error.value.hint


def test_the_library_is_loaded_for_a_pdf_alone_and_stands_in_the_version() -> None:
    """What pdfium gives depends on its release."""
    command = [sys.executable, "-c", "import sys, reviewer.corpus; sys.exit('pypdfium2' in sys.modules)"]
    assert subprocess.run(command, check=False).returncode == 0
    assert "pypdfium2-" in VERSION
