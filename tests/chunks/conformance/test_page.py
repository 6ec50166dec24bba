"""The committed pages about libraries: made by their scripts, with versions and a date, complete."""

from __future__ import annotations

import re
from pathlib import Path

from reviewer.chunks.foreign.catalogue import DISTRIBUTIONS

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "splitter-conformance.md").read_text(encoding="utf-8")
TESTED = (DOCS / "adapters-tested.md").read_text(encoding="utf-8")


def rows() -> list[list[str]]:
    """Give the cells of every row under the headings."""
    lines = [line for line in PAGE.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_page_says_when_and_with_which_versions_it_was_made() -> None:
    """Of every library that has an adapter."""
    (made,) = re.findall(r"^Made on (\d{4}-\d\d-\d\d) with (.+?)\.\n\n", PAGE, re.MULTILINE | re.DOTALL)
    told = dict(one.rsplit(" ", 1) for one in " ".join(made[1].split()).split(", "))
    assert set(DISTRIBUTIONS.values()) <= told.keys()
    assert all(re.fullmatch(r"\d+\.\d+[\w.]*", version) for version in told.values())


def test_every_row_has_every_cell_and_every_library_its_rows() -> None:
    """In both tables."""
    head, *rest = rows()
    assert head[:4] == ["splitter", "settings", "chunks", "true offsets"]
    assert {len(row) for row in rest} == {len(head)}
    named = [row[0].split()[0] for row in rest if row[0] not in {"splitter", "---"}]
    assert {name: named.count(name) % 2 for name in DISTRIBUTIONS} == dict.fromkeys(DISTRIBUTIONS, 0)
    assert set(DISTRIBUTIONS) <= set(named)


def test_the_faults_that_were_known_stand_in_it() -> None:
    """LangChain's -1, Chonkie's rebuilt text, LlamaIndex's wrong copies, and none of semchunk's."""
    found = {(row[0], row[1].split(",")[0]): row for row in rows()[: len(rows()) // 2]}
    langchain = found["langchain RecursiveCharacterTextSplitter", "unit tokens"]
    assert int(langchain[4]) > 0
    assert found["chonkie TokenChunker", "tokenizer all-MiniLM-L6-v2"][3] == "0.0%"
    llama = found["llama-index SentenceSplitter", "unit words"]
    assert (int(llama[4]), int(llama[5]) > 0) == (0, True)
    assert found["semchunk", "unit words"][3] == "100.0%"
    assert found["tokens", "size 150"][3] == "100.0%"


def test_the_adapters_last_test_is_told_for_every_library() -> None:
    """With its versions, and nothing failed or skipped."""
    assert re.search(r"Tested on \d{4}-\d\d-\d\d with Python 3\.\d+\.\d+: \d+ passed, 0 failed, 0 skipped\.", TESTED)
    for extra, library in DISTRIBUTIONS.items():
        assert re.search(rf"\| `{extra}` \| {library} \| \d+\.\d+[\w.]* \|", TESTED)
