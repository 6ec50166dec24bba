"""Reading real folders: what becomes a document, what is passed over by name, what is refused."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from reviewer.corpus import Corpus, read_corpus
from reviewer.errors import CorpusError


def write(root: Path, files: dict[str, str | bytes]) -> Path:
    """Put files below `root` and give it."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return root


def reasons(corpus: Corpus) -> dict[str, str]:
    """Give what was passed over, by path."""
    return {one.path: one.reason for one in corpus.passed_over}


def test_documents_are_named_by_their_path_and_sorted(tmp_path: Path) -> None:
    """Ids are paths below the root; the order does not depend on the disk."""
    write(tmp_path, {"b.md": "# B", "a/z.txt": "z", "a/README.md": "a", "b/README.md": "b", "a.md": "x"})
    corpus = read_corpus(tmp_path)
    assert list(corpus.documents) == ["a.md", "a/README.md", "a/z.txt", "b.md", "b/README.md"]
    assert [one.format for one in corpus] == ["markdown", "markdown", "text", "markdown", "markdown"]


def test_reading_twice_gives_equal_corpora(tmp_path: Path) -> None:
    """Nothing but the files decides: not the clock, not the order of creation."""
    one = write(tmp_path / "one", {"a.md": "# A\n", "b.md": "B"})
    two = write(tmp_path / "two", {"b.md": "B", "a.md": "# A\n"})
    assert read_corpus(one) == read_corpus(two)
    assert read_corpus(one).fingerprint == read_corpus(two).fingerprint


def test_line_ends_and_byte_order_mark_do_not_change_a_fingerprint(tmp_path: Path) -> None:
    """An editor that rewrites line ends or adds a mark leaves every label valid."""
    write(tmp_path, {"a.md": b"# A\nx\n", "b.md": b"\xef\xbb\xbf# A\r\nx\r\n"})
    corpus = read_corpus(tmp_path)
    assert corpus["a.md"].fingerprint == corpus["b.md"].fingerprint
    assert corpus["a.md"].text == corpus["b.md"].text


def test_code_knows_its_language(tmp_path: Path) -> None:
    """Code files are told by suffix."""
    write(tmp_path, {"a.py": "x = 1\n", "b.unknown": "b", "LICENSE": "c"})
    corpus = read_corpus(tmp_path)
    assert corpus["a.py"].metadata == {"language": "python", "path": "a.py"}
    assert [one.format for one in corpus] == ["text", "code", "text"]


def test_what_is_no_text_is_passed_over_with_its_reason(tmp_path: Path) -> None:
    """Hidden and binary files and other encodings are named, not read."""
    write(
        tmp_path,
        {
            "a.md": "a",
            ".hidden.md": "h",
            ".git/config": "g",
            "pic.PNG": b"\x89PNG",
            "data": b"a\0b",
            "utf16.txt": "fee".encode("utf-16"),
            "x.docx": b"PK",
        },
    )
    corpus = read_corpus(tmp_path)
    assert list(corpus.documents) == ["a.md"]
    assert reasons(corpus) == {
        ".git": "hidden",
        ".hidden.md": "hidden",
        "data": "binary (NUL byte)",
        "pic.PNG": "binary (.png)",
        "utf16.txt": "UTF-16, not UTF-8",
        "x.docx": "binary (.docx)",
    }


def test_only_what_was_asked_for_is_named(tmp_path: Path) -> None:
    """Files outside the globs are neither read nor listed."""
    write(tmp_path, {"docs/a.md": "a", "docs/pic.png": b"p", "src/.env": "x", "src/b.bin": b"\0"})
    corpus = read_corpus(tmp_path, include=["docs/**/*.md"], exclude=["docs/drafts/**"])
    assert list(corpus.documents) == ["docs/a.md"]
    assert corpus.passed_over == ()


def test_empty_documents_are_kept_and_named(tmp_path: Path) -> None:
    """A document without a visible character is in the corpus, and the corpus says which."""
    write(tmp_path, {"a.md": "a", "blank.md": " \n\t\n", "empty.md": ""})
    corpus = read_corpus(tmp_path)
    assert len(corpus) == 3
    assert corpus.empty == ("blank.md", "empty.md")


def test_a_folder_without_documents_says_what_was_looked_for(tmp_path: Path) -> None:
    """The globs and what was there instead stand in the error."""
    write(tmp_path, {"a.png": b"p", "b.txt": "b"})
    with pytest.raises(CorpusError, match=r"looked for \*\.png without x/\*\*; passed over: 1 binary \(\.png\)"):
        read_corpus(tmp_path, include=["*.png"], exclude=["x/**"])


@pytest.mark.parametrize("name", ["missing", "file.md"])
def test_a_root_that_is_no_folder_is_refused(tmp_path: Path, name: str) -> None:
    """A wrong root is named."""
    write(tmp_path, {"file.md": "x"})
    with pytest.raises(CorpusError, match=f"{name} is not a folder"):
        read_corpus(tmp_path / name)


def test_links_out_of_the_root_are_refused_by_name(tmp_path: Path) -> None:
    """A link to a file or folder elsewhere would let a pull request read it."""
    outside = write(tmp_path / "outside", {"secret.md": "s"})
    root = write(tmp_path / "root", {"a.md": "a"})
    (root / "leak.md").symlink_to(outside / "secret.md")
    with pytest.raises(CorpusError, match=r"the link leak\.md leads out of .*root to .*outside.secret\.md"):
        read_corpus(root)
    (root / "leak.md").unlink()
    (root / "folder").symlink_to(outside)
    with pytest.raises(CorpusError, match="the link folder leads out"):
        read_corpus(root)
    assert list(read_corpus(root, exclude=["folder/**"]).documents) == ["a.md"]


def test_links_inside_the_root_are_passed_over(tmp_path: Path) -> None:
    """The target is read under its own name, so nothing is ingested twice and no circle is walked."""
    root = write(tmp_path, {"docs/a.md": "a"})
    (root / "b.md").symlink_to("docs/a.md")
    (root / "docs" / "up").symlink_to("..")
    (root / "gone.md").symlink_to("nowhere.md")
    (root / "loop.md").symlink_to("loop.md")
    corpus = read_corpus(root)
    assert list(corpus.documents) == ["docs/a.md"]
    assert reasons(corpus) == {
        "b.md": "link to docs/a.md",
        "docs/up": "link to .",
        "gone.md": "link to nowhere.md",
        "loop.md": "link to loop.md",
    }


def test_a_root_that_is_a_link_is_read(tmp_path: Path) -> None:
    """Only links below the root count as leaving it."""
    real = write(tmp_path / "real", {"a.md": "a"})
    (tmp_path / "alias").symlink_to(real)
    assert list(read_corpus(tmp_path / "alias").documents) == ["a.md"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems compose or refuse such names")
def test_names_that_differ_only_in_unicode_form_are_refused(tmp_path: Path) -> None:
    """Two files cannot share an id."""
    write(tmp_path, {"caf\u00e9.md": "one", "cafe\u0301.md": "two"})
    with pytest.raises(CorpusError, match=r"'cafe\\u0301\.md' and 'caf\\xe9\.md' are one name"):
        read_corpus(tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems compose or refuse such names")
def test_ids_are_composed(tmp_path: Path) -> None:
    """A name stored with separate accents is found under the composed id."""
    write(tmp_path, {"cafe\u0301.md": "one"})
    assert read_corpus(tmp_path)["caf\u00e9.md"].text == "one"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux stores such names")
def test_names_that_are_no_text_are_refused(tmp_path: Path) -> None:
    """A name that cannot be written as UTF-8 cannot be an id."""
    write(tmp_path, {"a.md": "a"})
    path = os.fsencode(tmp_path) + b"/caf\xe9.md"
    with open(path, "wb"):  # noqa: PTH123 # pathlib knows no names in bytes
        pass
    with pytest.raises(CorpusError, match=r"the file name 'caf\\udce9\.md' is not UTF-8"):
        read_corpus(tmp_path)


def test_every_unusable_file_is_named_at_once(tmp_path: Path) -> None:
    """Nobody has to fix one encoding, run, and find the next."""
    write(tmp_path, {"a.md": b"caf\xe9", "b.md": b"ok\n\xff", "c.md": "fine"})
    with pytest.raises(CorpusError, match=r"2 files cannot be used: a\.md: byte 3 .*; b\.md: byte 3 "):
        read_corpus(tmp_path)


def test_a_pipe_is_passed_over_and_never_opened(tmp_path: Path) -> None:
    """Opening one would wait forever."""
    write(tmp_path, {"a.md": "a"})
    os.mkfifo(tmp_path / "pipe.md")
    assert reasons(read_corpus(tmp_path)) == {"pipe.md": "not a regular file"}


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not bind the superuser")
def test_unreadable_files_and_folders_are_named(tmp_path: Path) -> None:
    """A missing permission is an error that names the place."""
    write(tmp_path, {"a.md": "a", "locked/b.md": "b", "c.md": "c"})
    (tmp_path / "locked").chmod(0)
    (tmp_path / "c.md").chmod(0)
    try:
        with pytest.raises(CorpusError, match=r"c\.md cannot be read: .*; locked/ cannot be read: "):
            read_corpus(tmp_path)
    finally:
        (tmp_path / "locked").chmod(0o700)
