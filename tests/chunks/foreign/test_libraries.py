"""The adapters of light libraries, held to the real ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from reviewer.chunks import Setting, check, chunk_corpus, findings, make_splitter
from reviewer.chunks.foreign import ForeignSplitter, Watch
from reviewer.chunks.foreign.catalogue import DISTRIBUTIONS
from reviewer.chunks.foreign.naming import OWN_NAMES, in_our_words
from reviewer.chunks.foreign.options import library
from reviewer.chunks.foreign.placing import place
from reviewer.corpus import Corpus, document_from_text
from reviewer.errors import SplitError

MINILM = "sentence-transformers/all-MiniLM-L6-v2"
CLAUSE = "Fees that were paid are returned within ten days, unless the form was sent late. "
TEXT = "\n\n".join(f"## Branch {n}\n\n{CLAUSE * 3}\n\nThe branch {n} keeps records." for n in range(1, 13))
DOCUMENT = document_from_text("branches.md", TEXT)

LIGHT: list[dict[str, Setting]] = [
    {"name": "langchain", "chunk_size": 200, "chunk_overlap": 50},
    {"name": "langchain", "size": 40, "overlap": 10, "unit": "words"},
    {"name": "langchain", "size": 40, "overlap": 10, "unit": "tokens"},
    {"name": "langchain", "class": "MarkdownTextSplitter", "size": 200, "overlap": 0},
    {"name": "langchain", "size": 200, "overlap": 0, "language": "markdown"},
    {"name": "semchunk", "size": 40, "unit": "words"},
    {"name": "semchunk", "chunk_size": 40, "overlap": 0.25, "unit": "tokens"},
    {"name": "chonkie", "class": "SentenceChunker", "size": 40, "overlap": 10, "tokenizer": "word"},
    {"name": "chonkie", "class": "TokenChunker", "size": 200, "overlap": 50},
    {"name": "chonkie", "size": 40, "overlap": 10, "tokenizer": "word"},
]


def made(settings: dict[str, Setting]) -> ForeignSplitter:
    """Make an adapter."""
    splitter = make_splitter(settings)
    assert isinstance(splitter, ForeignSplitter)
    return splitter


@pytest.mark.parametrize(
    "settings", LIGHT, ids=lambda one: f"{one['name']}-{one.get('class', '')}-{one.get('unit', '')}"
)
def test_every_chunk_gets_the_place_that_it_was_cut_from(settings: dict[str, Setting]) -> None:
    """In order, with all text covered, though each clause stands twelve times three."""
    splitter = made(settings)
    cuts = splitter.split(DOCUMENT)
    check(DOCUMENT, cuts)
    found = findings(DOCUMENT, cuts)
    assert (found.starts, found.ends, found.uncovered) == (0, 0, 0)
    texts = [piece.text for piece in splitter.handed(DOCUMENT) if (piece.text or "").strip()]
    assert [TEXT[cut.start : cut.end].strip() for cut in cuts] == [(text or "").strip() for text in texts]


@pytest.mark.parametrize(
    ("settings", "kind"),
    [
        ({"name": "langchain", "size": 40, "overlap": 10, "unit": "words"}, "false"),
        ({"name": "chonkie", "size": 40, "overlap": 10, "tokenizer": "word"}, "false"),
        ({"name": "semchunk", "size": 40, "overlap": 10, "unit": "words"}, "none"),
    ],
)
def test_the_faults_that_were_measured_are_seen(settings: dict[str, Setting], kind: str) -> None:
    """LangChain's -1 with lengths in words, Chonkie's refinery, and none in semchunk."""
    splitter = made(settings)
    placed = place(TEXT, splitter.handed(DOCUMENT), believed=splitter.believed)
    assert bool(placed.lies) is (kind == "false")


def test_a_tokenizer_that_changes_text_is_refused_or_marked() -> None:
    """Chonkie's TokenChunker rebuilds text from ids: in lower case, with blanks between signs."""
    settings: dict[str, Setting] = {"name": "chonkie", "class": "TokenChunker", "tokenizer": MINILM, "size": 40}
    with pytest.raises(SplitError, match=r"branches\.md: .* wrote text that is not in the document") as caught:
        made(settings).split(DOCUMENT)
    assert "rewritten: mark" in caught.value.hint
    splitter = made(settings | {"rewritten": "mark"})
    watch = Watch(splitter)
    chunk_corpus(Corpus({DOCUMENT.id: DOCUMENT}), splitter, "1", watch)
    assert watch.counts["rewritten"] > 0
    (sentence,) = watch.sentences("candidate")
    assert sentence.startswith("candidate: of its splitter chonkie: ")
    assert "chunks with other text than the document" in sentence
    assert "branches.md" in sentence


def test_a_header_splitter_s_lost_headings_are_counted() -> None:
    """MarkdownHeaderTextSplitter gives no offsets and drops headings."""
    splitter = made({"name": "langchain", "class": "MarkdownHeaderTextSplitter", "headers_to_split_on": ("#", "##")})
    watch = Watch(splitter)
    chunk_corpus(Corpus({DOCUMENT.id: DOCUMENT}), splitter, "1", watch)
    assert "characters that no chunk holds" in watch.sentences("head")[0]


@pytest.mark.parametrize("settings", [LIGHT[0], LIGHT[5], LIGHT[7]], ids=lambda one: str(one["name"]))
def test_the_identity_covers_class_version_and_settings(settings: dict[str, Setting]) -> None:
    """And size and overlap stand in it once, so that they can be the factor."""
    identity = made(settings).identity
    assert str(identity.settings and identity.settings["version"]).startswith(("langchain", "semchunk", "chonkie"))
    assert not {"chunk_size", "chunk_overlap", "size", "overlap"} & set(identity.settings or {})
    size = {key: value for key, value in settings.items() if key not in {"chunk_size", "size"}} | {"size": 61}
    assert made(size).identity.fingerprint != identity.fingerprint
    assert made(size).identity.size == 61


@pytest.mark.parametrize(
    ("settings", "told", "hint"),
    [
        ({"name": "langchain", "chunk_sise": 5}, "no setting 'chunk_sise'", "chunk_size"),
        ({"name": "langchain", "class": "Recursive"}, "no class 'Recursive'", "RecursiveCharacterTextSplitter"),
        ({"name": "langchain", "class": "Document"}, "no class 'Document'", "Known"),
        ({"name": "langchain", "size": 5, "chunk_size": 5}, "are the same", "one of them"),
        ({"name": "langchain", "size": 5, "overlap": 9}, "Got a larger chunk overlap", "settings"),
        ({"name": "langchain", "unit": "bytes"}, "unit is 'bytes'", "tokens"),
        ({"name": "langchain", "unit": "words", "tokenizer": MINILM}, "counts no words", "unit: tokens"),
        ({"name": "langchain", "language": "klingon"}, "no language 'klingon'", "python"),
        ({"name": "langchain", "rewritten": "ignore"}, "rewritten is 'ignore'", "refuse, mark"),
        ({"name": "semchunk"}, "size is missing", "size"),
        ({"name": "chonkie", "class": "Chunk"}, "no class 'Chunk'", "Chunker"),
    ],
)
def test_settings_that_a_library_does_not_know_are_refused_by_name(
    settings: dict[str, Setting], told: str, hint: str
) -> None:
    """Before any document is read."""
    with pytest.raises(SplitError) as caught:
        make_splitter(settings)
    assert told in caught.value.message
    assert hint in caught.value.hint


def test_sizes_in_the_library_s_words_and_in_ours_are_one_arm() -> None:
    """A configuration may write either; both at once stay what they are, and are refused."""
    theirs: dict[str, Setting] = {"name": "langchain", "chunk_size": 200, "chunk_overlap": 50}
    ours = in_our_words(theirs)
    assert ours == {"name": "langchain", "size": 200, "overlap": 50}
    assert made(theirs).identity == made(ours).identity
    assert in_our_words({"split_overlap": 80}, "haystack") == {"overlap": 80}
    assert in_our_words({"chunk_size": 80}, "tokens") == {"chunk_size": 80}
    with pytest.raises(SplitError, match="size and chunk_size are the same"):
        make_splitter(in_our_words(theirs | {"size": 100}))


def test_every_library_s_words_are_known() -> None:
    """And the installed ones know them too."""
    assert OWN_NAMES.keys() == DISTRIBUTIONS.keys()
    for settings in LIGHT:
        own = OWN_NAMES[str(settings["name"])]
        given = {key: value for key, value in settings.items() if key not in own} | {own["size"]: 401}
        assert made(given).identity.size == 401


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("langchain", "langchain_text_splitters"),
        ("llama-index", "llama_index.core.node_parser"),
        ("haystack", "haystack.components.preprocessors"),
        ("chonkie", "chonkie"),
        ("semchunk", "semchunk"),
        ("docling", "docling_core.transforms.chunker"),
    ],
)
def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch, name: str, module: str) -> None:
    """The command that installs it is the hint."""
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(SplitError, match="is not installed") as caught:
        make_splitter({"name": name, "size": 10})
    assert caught.value.hint == f'pip install "overlap-reviewer[{name}]"'


def test_no_library_is_imported_until_it_is_named() -> None:
    """Neither by the package, nor by looking at what there is."""
    code = (
        "import sys, reviewer.experiment.run; from reviewer.chunks.foreign.catalogue import listed; listed();"
        "print([one for one in ('langchain_core', 'langchain_text_splitters', 'chonkie', 'semchunk', 'llama_index',"
        " 'haystack', 'docling_core', 'pydantic') if one in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_library_that_breaks_while_it_is_imported_is_one_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one built for another version of what it needs does; it is installed, and no command installs it."""
    (tmp_path / "broken_library.py").write_text("raise RuntimeError('built for numpy 1')", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(SplitError, match=r"broken_library cannot be imported \(RuntimeError: built for numpy 1\)"):
        library("langchain", "broken_library")
