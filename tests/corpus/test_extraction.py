"""From raw text or bytes to documents, and from files to a corpus."""

from __future__ import annotations

import subprocess
import sys

import pytest

from reviewer import fingerprint
from reviewer.corpus import (
    FORMATS,
    Document,
    PassedOver,
    corpus_from_files,
    document_from_bytes,
    document_from_text,
    extractor_version,
)
from reviewer.corpus.formats import format_of, language_of
from reviewer.errors import CorpusError
from reviewer.spans import Span


def test_a_document_is_canonical_and_fingerprinted() -> None:
    """The fingerprint is of the canonical text alone, whatever the id and the format."""
    document = document_from_text("docs/a.md", "\ufeff# Cafe\u0301\r\n")
    assert document.text == "# Caf\u00e9\n"
    assert document.fingerprint == fingerprint.of_text("# Caf\u00e9\n")
    assert document.fingerprint == document_from_text("b.txt", "# Caf\u00e9\n").fingerprint
    assert document.blocks[0].path == ("Caf\u00e9",)


def test_a_given_format_wins_over_the_suffix() -> None:
    """A file without a telling name can be read as what it is."""
    assert document_from_text("README", "# A\n").blocks[0].kind == "paragraph"
    assert document_from_text("README", "# A\n", "markdown").blocks[0].kind == "heading"


def test_an_unknown_format_names_those_known() -> None:
    """The error lists what can be read."""
    with pytest.raises(CorpusError, match=r"no format is called 'word'\nKnown: code, csv, .*markdown, .*text\."):
        document_from_text("a.docx", "x", "word")


def test_every_format_has_a_version_that_names_its_parser() -> None:
    """Versions stand in the manifest; the parser's own version is part of it."""
    assert [extractor_version(name).split("-")[0] for name in FORMATS] == list(FORMATS)
    assert "markdown-it-py-" in extractor_version("markdown")


def test_suffixes_tell_formats_in_any_case() -> None:
    """A suffix counts, a folder's name does not."""
    assert [format_of(name) for name in ("A.MD", "a.py", "a.md/b", "b.txt", ".md")] == [
        "markdown",
        "code",
        "text",
        "text",
        "text",
    ]
    assert language_of("x/Y.TSX") == "typescript"
    assert language_of("x") is None


def test_bytes_become_a_document_or_a_reason() -> None:
    """Git blobs are read by the same rules as files."""
    assert isinstance(document_from_bytes("a.md", b"# A\n"), Document)
    assert document_from_bytes("a.md", b"\xff\xfea\0") == PassedOver("a.md", "UTF-16, not UTF-8")
    assert document_from_bytes("a.so", b"text") == PassedOver("a.so", "binary (.so)")


def test_a_corpus_says_which_document_is_missing() -> None:
    """An unknown id is an error that a user can act on."""
    corpus = corpus_from_files([("b.md", b"b"), ("a.md", b"a"), PassedOver("x", "hidden")])
    assert [one.id for one in corpus] == ["a.md", "b.md"]
    assert corpus.passed_over == (PassedOver("x", "hidden"),)
    with pytest.raises(CorpusError, match=r"no document 'c\.md'"):
        corpus["c.md"]


def test_a_corpus_fingerprint_covers_ids_and_texts() -> None:
    """A renamed document is another corpus; another way to write the same text is not."""
    one = corpus_from_files([("a.md", b"x\n"), ("b.md", b"y\n")])
    assert one.fingerprint == corpus_from_files([("b.md", b"y\r\n"), ("a.md", b"\xef\xbb\xbfx\n")]).fingerprint
    assert one.fingerprint != corpus_from_files([("a.md", b"x\n"), ("c.md", b"y\n")]).fingerprint


def test_many_unusable_files_are_counted() -> None:
    """The error names a few and says how many more there are."""
    with pytest.raises(CorpusError, match=r"7 files cannot be used: 0\.md: .*; and 2 more"):
        corpus_from_files([(f"{number}.md", b"\xff") for number in range(7)])


def test_importing_the_corpus_imports_no_parser() -> None:
    """The Markdown parser and the YAML reader wait for the first Markdown document."""
    code = "import sys, reviewer.corpus; print([name for name in ('markdown_it', 'yaml') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_formats_by_suffix() -> None:
    """Pages, notebooks, records and markup are read as what they are."""
    names = {"a.HTM": "html", "a.xhtml": "html", "a.ipynb": "notebook", "a.tsv": "csv", "a.rst": "rst", "a.pdf": "pdf"}
    assert {name: format_of(name) for name in names} == names


def test_a_pdf_is_no_text() -> None:
    """Whoever hands over text is told to give the file."""
    with pytest.raises(CorpusError, match=r"a\.pdf: pdf is read from bytes, not from text\nGive the file itself\."):
        document_from_text("a.pdf", "x")


def test_a_missing_library_is_named_with_its_extra() -> None:
    """No traceback, and a hint that can be typed."""
    code = (
        "import sys; sys.modules['pypdfium2'] = sys.modules['pypdfium2_raw'] = None\n"
        "from reviewer.corpus import document_from_bytes\n"
        "try: document_from_bytes('a.pdf', b'%PDF-1.7')\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("CorpusError ")
    assert "overlap-reviewer[pdf]" in done.stdout


def test_an_error_inside_a_rewritten_format_names_the_file() -> None:
    """All files that cannot be used stand in one error."""
    with pytest.raises(CorpusError, match=r"2 files cannot be used: a\.ipynb: character 0 .*; b\.html: byte 0"):
        corpus_from_files([("a.ipynb", b"?"), ("b.html", b"\xff")])


def test_a_byte_order_mark_and_line_ends_are_led_back_through_markup() -> None:
    """The place in the raw file counts what decoding and canonical text took out before the page was read."""
    raw = "\ufeff<p>a\r\nb</p>\r\n<p>c</p>"
    document = document_from_text("a.html", raw)
    assert document.text == "a b\n\nc"
    place = document.source.raw_span(Span(5, 6))
    assert raw[place.start : place.end] == "c"
