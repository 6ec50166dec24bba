"""Source code is cut at symbols, and what is cut apart keeps the signatures above it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.chunks import Cut, make_splitter
from reviewer.corpus import document_from_text
from reviewer.errors import SplitError
from tests.chunks.test_structural import assert_as_promised, made, sizes

GOLDEN = Path(__file__).parent.parent / "corpus" / "golden" / "code"
BANK = '''\
import os

LIMIT = 3


# Opens.
def open_account(name):
    """Open one."""
    return Account(name)


class Account:
    """Holds money."""

    currency = "EUR"

    @property
    def balance(self):
        """Give what is left."""
        return sum(self.rows)

    def close(self, force=False):
        """Close it for good."""
        if force:
            self.rows.clear()
            self.log("forced")
        for row in self.rows:
            self.pay(row)
            self.log(row)
        return self.name
'''
PIECES = [
    "class A:\n",
    "    def f(self):\n        return 1\n",
    "        if x:\n            y()\n        else:\n            z()\n",
    "def g(a,\n      b):\n    pass\n",
    "@decorated\n",
    "# comment\n",
    '    """Doc é→."""\n',
    "x = (\n    1,\n    2,\n)\n",
    "s = '''\n\n def no(): pass\n'''\n",
    "}\n{\n",
    "\n\n",
    "    ",
    "e\u0301\u0301",
    "\U0001f469\u200d\U0001f4bb",
    "\x00",
    "function k() { if (a) {\n b(); }\n}\n",
    "longnamewithoutanyblank",
]


def cut(text: str, document: str = "bank.py", **given: object) -> list[str]:
    """Give the chunks' texts, in characters."""
    one = document_from_text(document, text)
    return [one.text[at.start : at.end] for at in made("code", "characters", **given).split(one)]


def test_a_symbol_is_not_parted_while_it_fits() -> None:
    """A function with its comment, the head of a class, and each method with its decorator are kept whole."""
    function, account, balance, close, *rest = cut(BANK, size=120)
    assert function.endswith('# Opens.\ndef open_account(name):\n    """Open one."""\n    return Account(name)')
    assert account == 'class Account:\n    """Holds money."""\n\n    currency = "EUR"'
    assert balance.startswith("@property\n    def balance")
    assert close.startswith("def close(self, force=False):")
    assert rest[-1].endswith("return self.name")


def test_small_symbols_of_one_parent_are_joined() -> None:
    """With room enough the function goes with what stands before it, and the class is whole."""
    first, second = cut(BANK, size=500)
    assert first.endswith("return Account(name)")
    assert second.startswith("class Account:")
    assert len(cut(BANK, size=1000)) == 1
    assert [one.split("\n")[0] for one in cut(BANK, size=1000, join=False)] == [
        "import os",
        "# Opens.",
        "class Account:",
        "@property",
        "def close(self, force=False):",
    ]


def test_a_long_function_is_cut_between_its_outer_statements() -> None:
    """The signature stays with the first of them; an `if` is not torn from its body."""
    pieces = cut(BANK, size=160)[-2:]
    assert pieces[0].endswith('self.log("forced")')
    assert pieces[1].startswith("for row in self.rows:")


def test_signatures_around_a_chunk_go_along() -> None:
    """They are places before the chunk: embedded and sent, or not, as set."""
    document = document_from_text("bank.py", BANK)

    def context(at: Cut) -> list[str]:
        return [BANK[one.start : one.end] for one in at.embedded]

    last = made("code", "characters", size=160).split(document)[-1]
    assert context(last) == ["class Account:", "def close(self, force=False):"]
    assert last.context == last.embedded
    assert not made("code", "characters", size=160, embed=[], send=[]).split(document)[-1].places[1:]
    assert context(made("code", "characters", size=160).split(document)[1]) == []


def test_brackets_go_with_what_they_close_and_comments_with_what_follows() -> None:
    """No chunk is a lone bracket, and a heading in comments leads its function."""
    first = "class A {\n  void f() { one(); }\n\n  void g() { two(); }\n}\n\n"
    text = f"{first}// part two\n// begins\n\nclass B {{ void h() {{}} }}\n"
    assert cut(text, "A.java", size=40, embed=[]) == [
        "class A {\n  void f() { one(); }",
        "void g() { two(); }\n}",
        "// part two\n// begins",
        "class B { void h() {} }",
    ]


def test_a_document_without_symbols_is_cut_like_recursive_does() -> None:
    """Prose, data and languages without a grammar."""
    for name, text in (("a.md", BANK), ("a.sql", BANK), ("a.py", "x = 1\n\ny = 2\n" * 20)):
        document = document_from_text(name, text)
        plain = make_splitter({"name": "recursive", "size": 50, "overlap": 9, "unit": "words"})
        assert made("code", "words", size=50, overlap=9).split(document) == plain.split(document)


@pytest.mark.parametrize("unit", ["characters", "words", "tokens"])
@settings(max_examples=60, deadline=None)
@given(
    text=st.lists(st.sampled_from(PIECES), max_size=20).map("".join),
    chosen=sizes(),
    name=st.sampled_from(["a.py", "a.js", "a.cpp"]),
    switches=st.tuples(st.booleans(), st.booleans()),
)
def test_every_code_is_cut_as_promised(
    unit: str, text: str, chosen: dict[str, int], name: str, switches: tuple[bool, bool]
) -> None:
    """Whatever the code, broken or not."""
    document = document_from_text(name, text)
    join, along = switches
    kinds = ["headings"] if along else []
    splitter = made("code", unit, **chosen, join=join, embed=kinds, send=kinds)
    assert_as_promised(document, splitter.split(document), unit, chosen["size"])


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
@pytest.mark.parametrize("size", [60, 200, 600])
def test_golden_files_are_cut_as_promised(path: Path, size: int) -> None:
    """In every language, with overlap."""
    document = document_from_text(path.stem, path.read_text(encoding="utf-8"))
    assert_as_promised(
        document, made("code", "characters", size=size, overlap=size // 5).split(document), "characters", size
    )


def test_time_is_linear() -> None:
    """Eight times the code takes about eight times as long, also without a line break."""
    splitter = made("code", "characters", size=400, overlap=40)
    for text in (BANK, "!function(e,t){for(var n=0;n<9;n++){var r={a:function(){return 1}}}}(a,b);"):

        def seconds(times: int, text: str = text) -> float:
            begin = time.perf_counter()
            splitter.split(document_from_text("a.js" if text is not BANK else "a.py", text * times))
            return time.perf_counter() - begin

        seconds(10)
        assert seconds(800) < 30 * max(seconds(100), 0.02)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", "def f():\n    pass\n" + "# " * 20_000 + "\nx = 1\ndef g():\n    pass\n"),
        ("a.js", "function a(){}//" + "#/-*}" * 20_000),
        ("a.js", "function a(){}" + "\n//" * 20_000 + " x\ny()\nfunction b(){}"),
        ("a.c", "int f(void){}" + " \n" * 20_000 + "int g(void){}"),
    ],
    ids=["marks", "brackets", "comments", "blanks"],
)
def test_what_stands_between_symbols_takes_no_time(name: str, text: str) -> None:
    """However many comments, brackets or blanks."""
    document = document_from_text(name, text)
    begin = time.perf_counter()
    made("code", "characters", size=400).split(document)
    assert time.perf_counter() - begin < 10


def test_without_grammars_the_splitter_says_what_to_install() -> None:
    """Asked for by name it refuses; the splitter by format takes the one for text, and says so in its identity."""
    code = """
import importlib.metadata as metadata
real = metadata.version
def version(name):
    if name.startswith("tree-sitter"):
        raise metadata.PackageNotFoundError(name)
    return real(name)
metadata.version = version
from reviewer.chunks import make_splitter
from reviewer.corpus import document_from_text, extractor_version
from reviewer.errors import SplitError
print(extractor_version("code"))
print([block.kind for block in document_from_text("a.py", "def f(): pass").blocks])
print(make_splitter({"name": "by-format", "size": 9, "unit": "words"}).identity.settings["formats"]["code"]["name"])
try:
    make_splitter({"name": "code", "size": 9, "unit": "words"})
except SplitError as error:
    print(error.hint)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "code-2+no-symbols",
        "['code', 'paragraph']",
        "recursive",
        "Run: pip install 'overlap-reviewer[code]', or take the splitter recursive.",
    ]


def test_what_cannot_be_meant_is_refused() -> None:
    """Like every splitter by structure."""
    with pytest.raises(SplitError, match="embed is"):
        made("code", "words", size=9, embed=["symbols"])
    assert (
        made("code", "words", size=9).identity.settings != made("code", "words", size=9, join=False).identity.settings
    )
