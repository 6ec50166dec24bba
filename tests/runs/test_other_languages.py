"""The page for other languages: each writer, run for real, writes what our reader reads."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from reviewer.runs import read_run
from tests.runs.writers import DOCUMENT, EXPECTED, PROGRAMS, TEXT, WORDS, is_there, written


@pytest.mark.parametrize("language", PROGRAMS)
def test_a_writer_converts_to_code_points(language: str, tmp_path: Path) -> None:
    """Behind an emoji, UTF-16 units and bytes are other numbers than code points; the writer gives the latter."""
    if not is_there(language):
        pytest.skip(f"{PROGRAMS[language][0]} is not installed")
    path = written(language, tmp_path)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line if line["rank"] else {key: line[key] for key in ("query_id", "rank")} for line in lines] == EXPECTED
    run = read_run(path, arm="other")
    assert run.hits["nothing"] == ()
    assert [TEXT[hit.start : hit.end] for hit in run.hits["q-1"]] == list(WORDS)


def test_the_text_tells_the_units_apart() -> None:
    """Else the test above could not fail: in UTF-16 and in UTF-8 each word begins elsewhere."""
    assert unicodedata.is_normalized("NFC", TEXT)
    assert unicodedata.is_normalized("NFC", DOCUMENT)
    for word in WORDS:
        before = TEXT[: TEXT.index(word)]
        assert len({len(before), len(before.encode("utf-16-le")) // 2, len(before.encode())}) == 3
