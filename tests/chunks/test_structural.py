"""The promises of cutting, for every splitter by structure and every document."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.chunks import Cut, Splitter, Tokenizer, chunk_corpus, findings, make_splitter
from reviewer.chunks.structural import StructuralSplitter
from reviewer.chunks.units import Characters, Units, token_units, word_units
from reviewer.corpus import Corpus, Document, document_from_text
from reviewer.errors import SplitError
from tests.chunks.test_sliding import BYTES, SIGNS

HANDBOOK = Path(__file__).parents[2] / "labels" / "handbook" / "corpus"
NAMES = ("sections", "rows", "clauses", "qa", "paragraphs", "sentences", "by-format")
PIECES = [
    "# A\n",
    "## Is it so?\n",
    "### C\n\n",
    "Setext\n===\n",
    "| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n",
    "```\ncode x\n\ny = 1\n```\n",
    "~~~ open\n",
    "- item\n  - inner\n",
    "> quoted\n",
    "1. First. ",
    "1.1 Term\n",
    "(a) one; (b) two.\n",
    "Article 2 Fees\n",
    "**Why?** Because.\n",
    "Q: What? A: That.\n",
    "An appeal is made. It is free.\n",
    "as follows:\n",
    "---\nkey: v\n---\n",
    "<div>\n",
    "<!-- # no -->\n",
    "\n\n",
    "   ",
    "\t",
    "e\u0301. \u0301x",
    "\U0001f469\u200d\U0001f4bb",
    "中文。好的。",
    "สวัสดี ครับ",
    "longwordwithoutanyblank",
    "a\r\nb",
]

texts = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=25).map("".join),
    st.text("#|-`>*1.a ?:\n", max_size=60),
    st.text(SIGNS + " \n.", max_size=50),
    st.sampled_from(["", " ", "\n\n", "x", "# \n# \n", "\u0301" * 20, "a" * 60]),
)


@st.composite
def sizes(draw: st.DrawFn) -> dict[str, int]:
    """Give any size and overlap that is allowed."""
    size = draw(st.integers(1, 40))
    return {"size": size, "overlap": draw(st.integers(0, size - 1))}


def units(unit: str, text: str) -> Units:
    """Give what a size counts."""
    if unit == "tokens":
        return token_units(BYTES.offsets(text), len(text))
    return word_units(text) if unit == "words" else Characters(len(text))


def made(name: str, unit: str, **settings: object) -> Splitter:
    """Give a splitter whose tokens, if it counts them, are those of a small tokenizer."""
    given: dict[str, Any] = {"name": name, "unit": unit, "tokenizer": BYTES, **settings}
    return make_splitter(given)


def assert_as_promised(document: Document, cuts: Sequence[Cut], unit: str, size: int) -> None:
    """Assert all that DESIGN demands of places, and that size holds with what is embedded along."""
    text, counted = document.text, units(unit, document.text)
    assert all(0 <= start < end <= len(text) for cut in cuts for start, end in cut.places)
    assert all(one.start < other.start and one.end < other.end for one, other in itertools.pairwise(cuts))
    held = {position for cut in cuts for position in range(cut.start, cut.end)}
    assert all(char.isspace() or position in held for position, char in enumerate(text))
    assert all(text[cut.start : cut.end].strip() for cut in cuts)
    for cut in cuts:
        along = sum(_count(unit, text[one.start : one.end].strip() + "\n") for one in cut.embedded)
        assert counted.begun(cut.end) - counted.holding(cut.start) + along <= size
        assert all(one.end <= cut.start for one in (*cut.embedded, *cut.context))
    for start, end in (match.span() for match in regex.finditer(r"\X", text)):
        parted = any(start < edge < end for cut in cuts for edge in (cut.start, cut.end))
        assert not parted or counted.begun(end) - counted.holding(start) > size


def _count(unit: str, text: str) -> int:
    if unit == "tokens":
        return BYTES.count(text)
    return len(text.split()) if unit == "words" else len(text)


@st.composite
def kinds(draw: st.DrawFn) -> tuple[str, str, tuple[str, ...]]:
    """Give a unit, a format, and what goes along."""
    return (
        draw(st.sampled_from(["characters", "words", "tokens"])),
        draw(st.sampled_from(["markdown", "text", "code"])),
        draw(st.sampled_from([(), ("headings", "header")])),
    )


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40, deadline=None)
@given(text=texts, chosen=sizes(), kind=kinds())
def test_every_document_is_cut_as_promised(
    name: str, text: str, chosen: dict[str, int], kind: tuple[str, str, tuple[str, ...]]
) -> None:
    """Places rise, hold every non-blank character, keep sizes and clusters, and context lies before the chunk."""
    unit, written_as, along = kind
    document = document_from_text("a.md", text, written_as)
    cuts = made(name, unit, **chosen, embed=along, send=along).split(document)
    assert_as_promised(document, cuts, unit, chosen["size"])


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=15, deadline=None)
@given(text=texts, chosen=sizes())
def test_text_that_no_corpus_canonicalised_is_cut_too(name: str, text: str, chosen: dict[str, int]) -> None:
    """A document need not have blocks, and may have any line ends."""
    document = Document(id="a.md", text=text, fingerprint="", format="markdown")
    assert_as_promised(document, made(name, "characters", **chosen).split(document), "characters", chosen["size"])


@settings(max_examples=50, deadline=None)
@given(
    text=texts,
    chosen=sizes(),
    table=st.sampled_from(["rows", "sentences", "recursive", "words"]),
    prose=st.sampled_from([{"name": "sections", "join": False}, {"name": "paragraphs"}, {"name": "recursive"}]),
)
def test_blocks_with_a_route_of_their_own_are_cut_as_promised(
    text: str, chosen: dict[str, int], table: str, prose: dict[str, object]
) -> None:
    """Whatever cuts the parts, they make one cutting of the document."""
    document = document_from_text("a.md", text)
    blocks = {"table": table, "code": "recursive"}
    splitter = made("by-format", "words", **chosen, formats={"markdown": prose}, blocks=blocks)
    assert_as_promised(document, splitter.split(document), "words", chosen["size"])


@pytest.mark.parametrize("name", ["sections", "rows", "by-format"])
def test_the_embedder_reads_no_more_than_the_size(name: str, minilm: Tokenizer) -> None:
    """Headings, header and chunk together, in tokens of the real tokenizer, over the handbook's longest pages."""
    splitter = make_splitter({"name": name, "size": 120, "overlap": 20})
    pages = sorted(HANDBOOK.rglob("*.md"), key=lambda page: -page.stat().st_size)[:8]
    documents = {page.name: document_from_text(page.name, page.read_text(encoding="utf-8")) for page in pages}
    chunks = chunk_corpus(Corpus(documents), splitter, "1")
    assert max(minilm.counts([one.embedded_text(documents[one.document].text) for one in chunks])) <= 120
    assert sum(bool(one.embedded) for one in chunks) > len(chunks) / 2
    assert not any(findings(one, splitter.split(one)).total for one in documents.values())


@pytest.mark.parametrize("name", NAMES)
def test_equal_documents_are_cut_alike(name: str) -> None:
    """Two splitters of equal settings have one fingerprint, and one cutting."""
    document = document_from_text("a.md", "".join(PIECES) * 3)
    one, other = made(name, "words", size=12, overlap=3), made(name, "words", size=12, overlap=3)
    assert one.identity.fingerprint == other.identity.fingerprint
    assert one.split(document) == other.split(document)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"size": 8, "overlap": 8}, "size 8 with overlap 8"),
        ({"size": 0}, "size 0 with overlap 0"),
        ({"size": 8, "overlap": -1}, "size 8 with overlap -1"),
        ({"size": 8, "unit": "bytes"}, "no unit 'bytes'"),
        ({"size": 8, "embed": ["titles"]}, "embed is"),
        ({"size": 8, "send": 3}, "send is 3"),
    ],
)
def test_settings_that_cannot_be_meant_are_refused_when_made(name: str, given: dict[str, Any], told: str) -> None:
    """Before any text is read, and before a tokenizer is loaded."""
    with pytest.raises(SplitError) as caught:
        make_splitter({"name": name, "tokenizer": "./missing", **given})
    assert told in caught.value.message


@pytest.mark.parametrize("name", NAMES)
def test_the_identity_covers_what_goes_along(name: str) -> None:
    """What is embedded and what is sent are told apart in the fingerprint."""
    prints = {
        made(name, "words", size=20, embed=embed, send=send).identity.fingerprint
        for embed in ((), ("headings",), ("header",), ("headings", "header"))
        for send in ((), ("headings",))
    }
    assert len(prints) == 8


HOSTILE: dict[str, Callable[[int], str]] = {
    "dots": lambda n: "." * n,
    "blanks": lambda n: "a" + " " * n + "b",
    "blank lines": lambda n: "a" + "\n" * n + "b",
    "code lines": lambda n: "```\n" + "x = 1\n\n" * (n // 7) + "```\n",
    "headings": lambda n: "# A\n" * (n // 4),
    "deeper headings": lambda n: "".join(f"{'#' * (at % 6 + 1)} A\n" for at in range(n // 5)),
    "one line": lambda n: "An appeal is free. " * (n // 19),
    "rows": lambda n: "| a | b |\n| - | - |\n" + "| 1 | 2 |\n" * (n // 10),
    "small tables": lambda n: "| a |\n| - |\n| 1 |\n\ntext\n\n" * (n // 24),
    "questions": lambda n: "Q: Why?\n" * (n // 8),
    "clauses": lambda n: "".join(f"{at % 900}. Fees. " for at in range(n // 9)),
    "stars": lambda n: "* " * (n // 2),
    "marks": lambda n: "\u0301" * n,
    "no blank": lambda n: "中" * n,
}


@pytest.mark.parametrize("shape", HOSTILE)
def test_time_grows_with_the_text_and_no_faster(shape: str) -> None:
    """Four times the text costs about four times the time, whatever the text is made of."""
    for name in ("sections", "clauses", "qa", "by-format"):
        spent = []
        for length in (10_000, 40_000):
            text = HOSTILE[shape](length)
            document = document_from_text("a.md", text) if shape not in {"marks", "stars"} else _bare(text)
            splitter = made(name, "characters", size=200, overlap=40)
            cuts = splitter.split(document)
            assert not findings(document, cuts).uncovered
            spent.append(min(_seconds(splitter, document) for _ in range(3)))  # what else runs can only add
        assert spent[1] < 10 * spent[0] + 0.1, (name, spent)


def _seconds(splitter: Splitter, document: Document) -> float:
    began = time.process_time()
    splitter.split(document)
    return time.process_time() - began


def _bare(text: str) -> Document:
    return Document(id="a.md", text=text, fingerprint="", format="markdown")


def test_a_splitter_of_its_own_needs_an_outline_and_rungs() -> None:
    """The shared part is no splitter."""
    with pytest.raises(TypeError, match="abstract"):
        StructuralSplitter(size=10)  # type: ignore[abstract] # that is what is tested
