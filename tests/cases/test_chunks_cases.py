"""Public cases of cutting, run through the splitters and the measuring functions.

Answers in words: cases that name `sentence` or `structure` run on the splitters by units, whose sizes they mean;
Markdown cases of cover run on the recursive splitter, which cuts at lines and therefore keeps a table row whole where
it fits, and repeats no header. The table case runs on the splitters by structure, too, at size 54: there the
header goes along as a place, and takes half a chunk at most.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reviewer.chunks import (
    Chunk,
    Cut,
    Tokenizer,
    load_tokenizer,
    lost_tokens,
    make_splitter,
    overlaps,
    realised_overlap,
)
from reviewer.chunks.characters import CharacterSplitter
from reviewer.chunks.chunk import Splitter
from reviewer.chunks.recursive import SEPARATORS, RecursiveSplitter
from reviewer.chunks.sliding import Window, slide
from reviewer.chunks.tokens import TokenSplitter
from reviewer.chunks.units import token_units, trimmed
from reviewer.chunks.words import WordSplitter
from reviewer.corpus import Document, document_from_text
from reviewer.errors import SplitError

FOLDER = Path(__file__).parent
Case = dict[str, Any]


def cases(*ops: str) -> list[Any]:
    """Give the cases of these operations, each under its id."""
    loaded = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))]
    return [pytest.param(one, id=one["id"]) for one in loaded if one["input"]["op"] in ops]


def document(text: str) -> Document:
    """Give the text as a document."""
    return Document(id="case.md", text=text, fingerprint="", format="markdown")


def splitters(given: Case) -> list[Splitter]:
    """Give each splitter that the case names and that there is."""
    size, overlap = given["size"], given.get("overlap", 0)
    separators = tuple(given.get("separators", SEPARATORS))
    makers: dict[str, Callable[[], Splitter]] = {
        "char": lambda: CharacterSplitter(size=size, overlap=overlap),
        "word": lambda: WordSplitter(size=size, overlap=overlap),
        "token": lambda: TokenSplitter(size=size, overlap=overlap),
        "recursive": lambda: RecursiveSplitter(size=size, overlap=overlap, unit="characters", separators=separators),
    }
    made = [makers[name]() for name in given["chunkers"] if name in makers]
    assert made
    return made


def hold_invariants(names: Sequence[str], text: str, cuts: Sequence[Cut], size: int | None = None) -> None:
    """Check the invariants that the case names; SLICE holds because a cut has no text of its own."""
    if "BOUNDS" in names:
        assert all(0 <= cut.start < cut.end <= len(text) for cut in cuts)
    if "STARTS_INC" in names:
        assert all(one.start < other.start for one, other in itertools.pairwise(cuts))
    if "ENDS_INC" in names:
        assert all(one.end < other.end for one, other in itertools.pairwise(cuts))
    if "COVER" in names:
        held = {position for cut in cuts for position in range(cut.start, cut.end)}
        assert all(char.isspace() or position in held for position, char in enumerate(text))
    if "MAXSIZE" in names and size is not None:
        assert all(cut.end - cut.start <= size for cut in cuts)


def hold_boundaries(expect: Case, cuts: Sequence[Cut]) -> None:
    """Check where no chunk may begin or end."""
    edges = {edge for cut in cuts for edge in (cut.start, cut.end)}
    assert not [(low, high) for low, high in expect.get("no_boundary_inside", []) if edges & set(range(low + 1, high))]
    assert not edges & set(expect.get("no_boundary_at", []))


@pytest.mark.parametrize("case", cases("char_windows"))
def test_character_windows(case: Case) -> None:
    """Fixed windows of code points, stopping at the end."""
    given, expect = case["input"], case["expect"]
    cuts = CharacterSplitter(size=given["size"], overlap=given["overlap"]).split(document(given["text"]))
    assert [[cut.start, cut.end] for cut in cuts] == expect["spans"]
    hold_invariants(expect["invariants"], given["text"], cuts)


@pytest.mark.parametrize("case", cases("word_windows"))
def test_word_windows(case: Case) -> None:
    """Overlap counted in words, places in code points."""
    given, expect = case["input"], case["expect"]
    cuts = WordSplitter(size=given["size"], overlap=given["overlap"]).split(document(given["text"]))
    assert [list(trimmed(given["text"], cut.start, cut.end)) for cut in cuts] == expect["trimmed_spans"]
    hold_invariants(expect["invariants"], given["text"], cuts)


@pytest.mark.parametrize("case", cases("chunk_any"))
def test_any_splitter(case: Case) -> None:
    """Only the properties count."""
    given, expect = case["input"], case["expect"]
    for splitter in splitters(given):
        cuts = splitter.split(document(given["text"]))
        size = given["size"] if splitter.identity.unit == "characters" else None
        hold_invariants(expect["invariants"], given["text"], cuts, size)
        hold_boundaries(expect, cuts)
        assert len(cuts) <= expect.get("max_chunks", len(given["text"]))
        held = {position for cut in cuts for position in range(cut.start, cut.end)}
        for needle in expect.get("cover_needles", []):
            assert given["text"].startswith(needle["needle"], needle["start"])
            assert held.issuperset(range(needle["start"], needle["start"] + len(needle["needle"])))


@pytest.mark.parametrize("case", cases("chunk_many"))
def test_many_texts(case: Case) -> None:
    """Empty and blank documents give no chunk."""
    given, expect = case["input"], case["expect"]
    for splitter in splitters(given):
        found = [splitter.split(document(text)) for text in given["texts"]]
        assert [len(cuts) for cuts in found] == expect["n_chunks"]
        assert [[cut.start, cut.end] for cut in found[-1]] == expect["spans_of_last"]


@pytest.mark.parametrize("case", cases("token_groups"))
def test_token_groups(case: Case) -> None:
    """Windows over given offsets: by place, never by decoding."""
    given, expect = case["input"], case["expect"]
    text = given["text"]
    units = token_units(np.array(given["token_offsets"], dtype=np.int32), len(text))
    cuts = slide(text, units, Window(size=given["size"], overlap=given["overlap"]))
    assert [list(trimmed(text, cut.start, cut.end)) for cut in cuts] == expect["trimmed_spans"]
    hold_invariants(expect["invariants"], text, cuts)
    hold_boundaries(expect, cuts)
    assert expect.get("forbidden_substring", "\0") not in "".join(text[cut.start : cut.end] for cut in cuts)


@pytest.mark.parametrize("case", cases("validate_config"))
def test_settings(case: Case) -> None:
    """Sizes that cannot move forward are refused by every splitter before a document is read."""
    makers: list[Callable[..., Splitter]] = [CharacterSplitter, WordSplitter, TokenSplitter, RecursiveSplitter]
    for maker, (given, accepted) in itertools.product(
        makers, zip(case["input"]["configs"], case["expect"]["accepted"], strict=True)
    ):
        if accepted:
            maker(**given)
        else:
            with pytest.raises(SplitError) as caught:
                maker(**given)
            assert str(given["size"]) in caught.value.message
            assert str(given["overlap"]) in caught.value.message


@pytest.mark.parametrize("case", cases("measure_overlap"))
def test_overlap_is_measured_on_places(case: Case) -> None:
    """A gap counts as none, and an overlap that was never applied is seen."""
    for number, places in enumerate(case["input"]["chunk_lists"]):
        chunks = [Chunk(id=f"{start}", document="a", start=start, end=end) for start, end in places]
        assert list(overlaps(chunks)) == case["expect"]["per_boundary"][number]
        assert realised_overlap(chunks).applied is not case["expect"]["not_applied"][number]


@pytest.mark.parametrize("case", cases("truncation_report"))
def test_lost_tokens(case: Case) -> None:
    """The limit in content tokens is the model's length less its special tokens."""
    given, expect = case["input"], case["expect"]
    lost = lost_tokens(given["content_tokens"], given["max_seq_length"] - given["special_tokens"])
    assert list(lost) == expect["lost_tokens"]
    assert [count > 0 for count in lost] == expect["truncated"]


@pytest.mark.parametrize("case", cases("structure_cover"))
def test_cover(case: Case) -> None:
    """Every non-blank character is in a chunk, as it stands in the source."""
    given, expect = case["input"], case["expect"]
    splitter = RecursiveSplitter(size=given.get("size") or expect.get("size", 200), unit="characters")
    for number, text in enumerate(given["texts"]):
        cuts = splitter.split(document(text))
        hold_invariants(expect["invariants"], text, cuts)
        assert len(cuts) >= expect.get("min_chunks", [0] * len(given["texts"]))[number]
        pieces = [text[cut.start : cut.end] for cut in cuts]
        for needle in expect.get("must_appear_inside_one_chunk", []):
            assert any(needle in piece for piece in pieces)


@pytest.mark.parametrize("case", cases("table_chunks"))
def test_table_rows(case: Case) -> None:
    """No row is parted, and no span holds a repeated header."""
    given, expect = case["input"], case["expect"]
    splitter = RecursiveSplitter(size=given["size"], overlap=given["overlap"], unit="characters")
    cuts = splitter.split(document(given["text"]))
    hold_invariants(expect["invariants"], given["text"], cuts)
    hold_boundaries(expect, cuts)
    assert sum("plan" in given["text"][cut.start : cut.end] for cut in cuts) == 1


@pytest.mark.parametrize("name", ["sections", "rows", "by-format"])
@pytest.mark.parametrize("case", cases("table_chunks"))
def test_table_rows_by_structure(case: Case, name: str) -> None:
    """The header goes along with later rows as a place of its own, and is in no span but the first."""
    given, expect = case["input"], case["expect"]
    made = make_splitter({"name": name, "size": 54, "overlap": given["overlap"], "unit": "characters"})
    read = document_from_text("a.md", given["text"])
    cuts = made.split(read)
    hold_invariants(expect["invariants"], given["text"], cuts)
    hold_boundaries(expect, cuts)
    start, end = given["header_span"]
    later = [cut for cut in cuts if cut.start >= end]
    assert later
    assert all(cut.end <= end or cut.start <= start or cut in later for cut in cuts)
    assert {given["text"][one.start : one.end] for cut in later for one in cut.embedded} == {
        given["text"][start : end - 1]
    }


def test_special_text_is_read_as_plain_text() -> None:
    """`tok-literal-special-text` on the tokenizer itself: each sign of it is inside some token."""
    tokenizer: Tokenizer = load_tokenizer()
    (case,) = (one.values[0] for one in cases("chunk_any") if one.id == "tok-literal-special-text")
    text = case["input"]["text"]
    held = {position for start, end in tokenizer.offsets(text).tolist() for position in range(start, end)}
    assert all(char.isspace() or position in held for position, char in enumerate(text))
