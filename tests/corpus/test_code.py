"""Symbols of source code: what is read, in every language, and that nothing it is given breaks it."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.corpus import Block, Document, document_from_text, extractor_version, path_at
from reviewer.corpus.code_grammars import GRAMMARS
from reviewer.corpus.code_statements import statement_starts
from reviewer.corpus.code_trees import installed, query
from reviewer.errors import CorpusError

GOLDEN = sorted((Path(__file__).parent / "golden" / "code").glob("*.txt"))
HOSTILE = {
    "minified": ("a.js", "!function(e,t){for(var n=0;n<t.length;n++){var r={a:function(){return 1}}}}(a,b);" * 12_000),
    "parentheses": ("a.py", "x = " + "(" * 10_000 + ")" * 10_000),
    "open parentheses": ("a.py", "(" * 200_000),
    "open braces": ("a.js", "{" * 200_000),
    "nested functions": ("a.js", "function a(){" * 10_000 + "}" * 10_000),
    "open functions": ("a.js", "function a(){" * 10_000),
    "nested templates": ("a.cpp", "template<class T>class A{" * 5_000 + "};" * 5_000),
    "NULs": ("a.py", "def f():\n  return '\0'\n\0\ndef g(): pass\n"),
    "empty": ("a.py", ""),
    "blank": ("a.py", " \n\n"),
    "marks": ("a.py", "\u0301" * 2000),
    "comments": ("a.c", "/*a*/\n" * 20_000 + "int f(void){}\n"),
}


def of_kind(document: Document, kind: str) -> list[Block]:
    """Give the blocks of a kind."""
    return [block for block in document.blocks if block.kind == kind]


def described(document: Document) -> list[dict[str, object]]:
    """Give each symbol as a golden file holds it."""
    parts = {(one.attribute("symbol"), one.kind, one.start): one for one in document.blocks}
    found: list[dict[str, object]] = []
    for symbol in of_kind(document, "symbol"):
        name = symbol.attribute("symbol")
        inside = [
            one
            for (own, _, start), one in parts.items()
            if own == name and symbol.start <= start and one.end <= symbol.end
        ]
        texts = {one.kind: document.text[one.start : one.end] for one in reversed(inside) if one.kind != "symbol"}
        place = {"symbol": name, "kind": symbol.attribute("kind"), "span": [symbol.start, symbol.end]}
        found.append({**place, **{kind: texts[kind] for kind in ("signature", "doc-comment") if kind in texts}})
    return found


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_symbols(path: Path) -> None:
    """Names, kinds, places in characters, signatures and doc comments are those that were read and checked."""
    document = document_from_text(path.stem, path.read_text(encoding="utf-8"))
    assert described(document) == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_blocks_of_symbols_nest(path: Path) -> None:
    """Blocks are sorted, parts lie in their symbol, symbols in those that their path names."""
    document = document_from_text(path.stem, path.read_text(encoding="utf-8"))
    assert list(document.blocks) == sorted(document.blocks, key=lambda one: (one.start, -one.end))
    symbols = of_kind(document, "symbol")
    assert symbols
    for symbol in symbols:
        assert symbol.attribute("symbol") == ".".join(symbol.path)
        name = symbol.path[-1].lstrip("~#")
        assert name in document.text[symbol.start : symbol.end] or name == "Companion"
    for part in document.blocks:
        if part.kind in ("signature", "doc-comment", "body"):
            assert any(one.path == part.path and one.span.holds(part.span) for one in symbols)


def test_a_place_has_the_names_around_it() -> None:
    """A method's line is under its class and itself; what stands behind the method is under the class again."""
    text = "# é\n\nclass Account:\n    def close(self):\n        return 1\n\n    limit = 3\n\nFEE = 40\n"
    document = document_from_text("bank.py", text)
    assert path_at(document, text.index("return")) == ("Account", "close")
    assert path_at(document, text.index("limit")) == ("Account",)
    assert path_at(document, text.index("FEE")) == path_at(document, 0) == ()
    assert [one.path for one in of_kind(document, "paragraph")] == [(), ("Account",), ("Account",), ()]


def test_a_document_tells_its_path_and_language() -> None:
    """Both can be filtered by."""
    assert document_from_text("src/bank.py", "x = 1\n").metadata == {"path": "src/bank.py", "language": "python"}


def test_the_version_names_every_grammar() -> None:
    """Two machines that read other symbols have other manifests."""
    for name, number in installed().items():
        assert f"{name.removeprefix('tree-sitter-')}-{number}" in extractor_version("code")


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_every_grammar_fits_its_query(grammar: str) -> None:
    """A wheel whose trees have other names fails here, not on a user's file."""
    assert query(grammar).pattern_count > 0


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_code_ends_in_time(name: str) -> None:
    """No recursion, no crash, no long wait; the text stays as it is."""
    document, text = HOSTILE[name]
    begin = time.perf_counter()
    read = document_from_text(document, text)
    statement_starts(read)
    assert read.text == text
    assert time.perf_counter() - begin < 20


def test_what_is_not_read_for_the_time_it_would_take_is_told() -> None:
    """Signs in a row that nothing closes: a few thousand cost no symbol, more cost all of them, and metadata say so."""
    function = "def f():\n    return 1\n\n"
    short, long = (document_from_text("a.py", function + "(" * count) for count in (1_000, 20_000))
    assert [one.attribute("symbol") for one in of_kind(short, "symbol")] == ["f"]
    assert "symbols" not in short.metadata
    assert of_kind(long, "symbol") == []
    assert long.metadata["symbols"] == "not read"


def test_time_alone_never_changes_where_code_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """A parser that ends once and is too slow the next time is an error that names the file, not other cuts."""
    document = document_from_text("slow.py", "def f():\n    return 1\n\n" * 5_000)
    assert of_kind(document, "symbol")
    monkeypatch.setattr("reviewer.corpus.code_trees.PATIENCE", -100.0)
    with pytest.raises(CorpusError, match=r"slow\.py") as refused:
        statement_starts(document)
    assert "Run it again" in (refused.value.hint or "")
    unread = document_from_text("slow.py", document.text)
    assert unread.metadata["symbols"] == "not read"
    assert not any(statement_starts(unread))


@settings(max_examples=60, deadline=None)
@given(
    text=st.lists(
        st.sampled_from(
            ["class A {", "def f(é):\n", "}", "\n", "  ", "fn g() {", "# →\n", "/*", "👩", "(", "'", "@x\n", ";"]
        ),
        max_size=30,
    ).map("".join),
    suffix=st.sampled_from(
        [".py", ".js", ".ts", ".c", ".cpp", ".cs", ".java", ".go", ".rs", ".rb", ".php", ".swift", ".kt"]
    ),
)
def test_broken_code_gives_what_could_be_read(text: str, suffix: str) -> None:
    """Every block lies in the text and is not empty, and offsets never part a character."""
    document = document_from_text(f"a{suffix}", text)
    assert all(0 <= one.start < one.end <= len(document.text) for one in document.blocks)
    for one in of_kind(document, "symbol"):
        assert document.text[one.start : one.end].strip()
