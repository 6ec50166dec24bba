"""The adapters of heavy libraries, held to the real ones where they are installed (`make test-adapters`)."""

from __future__ import annotations

import pytest

from reviewer.chunks import Setting, check, findings, make_splitter
from reviewer.chunks.foreign import ForeignSplitter
from reviewer.chunks.foreign.placing import wrong_copies
from reviewer.corpus import document_from_text
from reviewer.errors import SplitError

CLAUSE = "Fees that were paid are returned within ten days, unless the form was sent late. "
TEXT = "\n\n".join(f"## Branch {n}\n\n{CLAUSE * 3}\n\nThe branch {n} keeps records." for n in range(1, 13))
DOCUMENT = document_from_text("branches.md", TEXT)
SEPARATORS = ("\n\n", "\n", ". ", " ")

LLAMA_INDEX: list[dict[str, Setting]] = [
    {"name": "llama-index", "size": 40, "overlap": 10, "unit": "words"},
    {"name": "llama-index", "chunk_size": 60, "chunk_overlap": 15},
    {"name": "llama-index", "class": "TokenTextSplitter", "size": 40, "overlap": 10},
    {"name": "llama-index", "class": "MarkdownNodeParser"},
    {"name": "llama-index", "class": "SentenceWindowNodeParser"},
]
HAYSTACK: list[dict[str, Setting]] = [
    {"name": "haystack", "size": 40, "overlap": 10, "separators": SEPARATORS},
    {"name": "haystack", "split_length": 200, "split_overlap": 50, "split_unit": "char", "separators": SEPARATORS},
    {"name": "haystack", "class": "DocumentSplitter", "size": 40, "overlap": 10},
]


def made(settings: dict[str, Setting]) -> ForeignSplitter:
    """Make an adapter, or skip where its library is not installed."""
    modules = {"llama-index": "llama_index.core", "haystack": "haystack", "docling": "docling_core"}
    pytest.importorskip(modules[str(settings["name"])])
    splitter = make_splitter(settings)
    assert isinstance(splitter, ForeignSplitter)
    return splitter


def test_settings_of_a_class_that_declares_them_as_fields_are_known() -> None:
    """Most of LlamaIndex's parsers have no constructor of their own."""
    asked: dict[str, Setting] = {"name": "llama-index", "class": "SentenceWindowNodeParser", "window_size": 2}
    assert made(asked).identity != made({**asked, "window_size": 3}).identity
    with pytest.raises(SplitError, match="no setting 'window_sice'") as caught:
        make_splitter({**asked, "window_sice": 2})
    assert caught.value.hint == "Did you mean window_size?"


@pytest.mark.parametrize("settings", [*LLAMA_INDEX, *HAYSTACK], ids=lambda one: f"{one['name']}-{one.get('class', '')}")
def test_every_chunk_gets_the_place_that_it_was_cut_from(settings: dict[str, Setting]) -> None:
    """In order, with all text covered, though each clause stands twelve times three."""
    splitter = made(settings)
    cuts = splitter.split(DOCUMENT)
    check(DOCUMENT, cuts)
    assert findings(DOCUMENT, cuts).uncovered == 0
    starts = [cut.start for cut in cuts]
    assert starts == sorted(starts)  # Haystack can begin a chunk where the one before began, and says so in its log
    texts = [piece.text for piece in splitter.handed(DOCUMENT) if (piece.text or "").strip()]
    assert ["".join(TEXT[cut.start : cut.end].split()) for cut in cuts] == [
        "".join((one or "").split()) for one in texts
    ]


def test_wrong_copies_of_llama_index_are_seen() -> None:
    """Its nodes' offsets hold their text, and are another copy's."""
    pieces = made(LLAMA_INDEX[0]).handed(DOCUMENT)
    assert all(piece.is_true(TEXT) for piece in pieces)
    line = document_from_text("lines.txt", "Nothing to report today.\n" * 200)
    assert wrong_copies(line.text, made(LLAMA_INDEX[0]).handed(line))


def test_haystack_sends_nothing_to_its_makers() -> None:
    """Its telemetry is off before it is imported."""
    import os

    made(HAYSTACK[0])
    assert os.environ["HAYSTACK_TELEMETRY_ENABLED"] == "False"


@pytest.mark.parametrize("name", ["HybridChunker", "HierarchicalChunker"])
def test_docling_chunks_our_blocks_with_their_headings_embedded_along(name: str) -> None:
    """All text but the headings is in a chunk, and each chunk is read under its own heading."""
    settings: dict[str, Setting] = {"name": "docling", "class": name}
    splitter = made(settings | ({"max_tokens": 40} if name == "HybridChunker" else {}))
    cuts = splitter.split(DOCUMENT)
    check(DOCUMENT, cuts)
    headings = [block for block in DOCUMENT.blocks if block.kind == "heading"]
    assert findings(DOCUMENT, cuts).uncovered == sum(
        len("".join(TEXT[one.start : one.end].split())) for one in headings
    )
    for cut in cuts:
        above = max((one for one in headings if one.start < cut.start), key=lambda one: one.start)
        assert [(one.start, one.end) for one in cut.embedded] == [(above.start, above.end)]


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"name": "llama-index", "chunk_sise": 5}, "no setting 'chunk_sise'"),
        ({"name": "llama-index", "class": "Sentence"}, "no class 'Sentence'"),
        ({"name": "haystack", "split_len": 5}, "no setting 'split_len'"),
        ({"name": "haystack", "class": "TextCleaner"}, "no class 'TextCleaner'"),
        ({"name": "docling"}, "max_tokens is missing"),
        ({"name": "docling", "class": "PageChunker"}, "class is 'PageChunker'"),
    ],
)
def test_settings_that_a_library_does_not_know_are_refused_by_name(settings: dict[str, Setting], told: str) -> None:
    """Before any document is read."""
    with pytest.raises(SplitError) as caught:
        made(settings)
    assert told in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("settings", [LLAMA_INDEX[0], HAYSTACK[0], {"name": "docling", "size": 40}])
def test_the_identity_covers_version_and_settings(settings: dict[str, Setting]) -> None:
    """Size and overlap stand in it once, so that they can be the factor."""
    identity = made(settings).identity
    assert identity.size == 40
    assert identity.settings is not None
    assert " " in str(identity.settings["version"])
    assert made(settings | {"size": 41}).identity.fingerprint != identity.fingerprint
