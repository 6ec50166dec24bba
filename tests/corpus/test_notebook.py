"""Notebooks: cells as text with structure, and the way back through JSON's escapes."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.corpus import canonicalise, document_from_bytes, document_from_text
from reviewer.errors import CorpusError
from reviewer.spans import Span

sources = st.text(st.sampled_from('ab\n\t"\\/ \u00e9e\u0301\U0001f600\ud800#`-|\r\x00'), max_size=20)


def notebook(*cells: dict[str, Any], **metadata: object) -> dict[str, Any]:
    """Give a notebook of the fourth format."""
    return {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def cell(kind: str, source: str | list[str]) -> dict[str, Any]:
    """Give a cell."""
    return {"cell_type": kind, "metadata": {}, "source": source}


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["markdown", "code", "raw"]), sources, st.booleans()), max_size=4),
    st.booleans(),
    st.sampled_from([None, 1]),
)
def test_any_notebook_holds_its_sources(cells: list[tuple[str, str, bool]], ascii_only: bool, indent: int) -> None:  # noqa: FBT001 # drawn
    """The text is that of the cells that are not blank, and each character leads to its escape or itself."""
    written = [cell(kind, text.splitlines(keepends=True) if split else text) for kind, text, split in cells]
    raw = json.dumps(notebook(*written), ensure_ascii=ascii_only, indent=indent)
    document = document_from_text("a.ipynb", raw)
    texts = [text for _, text, _ in cells if text.strip()]
    assert document.text == canonicalise("\n\n".join(texts)).text
    assert all(0 <= block.start < block.end <= len(document.text) for block in document.blocks)
    for at, char in enumerate(document.text):
        source = document.source.raw_span(Span(at, at + 1))
        piece = raw[source.start : source.end]
        assert char.isspace() or char == "\ufffd" or char in canonicalise(json.loads(f'"{piece}"')).text


def test_an_accent_joins_no_escape() -> None:
    """A line end before a combining mark is an escape before the mark, and stays a line end."""
    raw = json.dumps(notebook(cell("code", "a\r\u0301b e\u0301")), ensure_ascii=False)
    document = document_from_text("a.ipynb", raw)
    assert document.text == "a\n\u0301b \u00e9"
    place = document.source.raw_span(Span(5, 6))
    assert raw[place.start : place.end] == "e\u0301"


def test_headings_stand_above_the_cells_that_follow() -> None:
    """A section goes on from cell to cell until the next heading."""
    cells = [cell("markdown", "# A\n## B"), cell("code", "x"), cell("markdown", "y\n\n## C"), cell("code", "z")]
    document = document_from_text("a.ipynb", json.dumps(notebook(*cells)))
    found = [(document.text[one.start : one.end], one.path) for one in document.blocks if one.kind != "heading"]
    assert found == [("x", ("A", "B")), ("y", ("A", "B")), ("z", ("A", "C"))]


def test_a_fence_that_is_not_closed_ends_with_its_cell() -> None:
    """Cells are read one by one, as Jupyter shows them."""
    cells = [cell("markdown", "```\nopen"), cell("markdown", "# A"), cell("markdown", "---\na: 1\n---")]
    document = document_from_text("a.ipynb", json.dumps(notebook(*cells)))
    assert [one.kind for one in document.blocks][:2] == ["code", "heading"]
    assert "front-matter" not in [one.kind for one in document.blocks]


@pytest.mark.parametrize(
    ("metadata", "source", "language"),
    [
        ({"language_info": {"name": "R"}}, "x", "r"),
        ({"kernelspec": {"language": "julia"}}, "x", "julia"),
        ({"kernelspec": {"language": "python"}}, "%%bash\nls", "bash"),
        ({"kernelspec": {"language": "python"}}, "%%time\nx", "python"),
        ({}, "x", None),
        ({"kernelspec": []}, "x", None),
    ],
)
def test_code_is_in_the_kernels_language(metadata: dict[str, Any], source: str, language: str | None) -> None:
    """A cell magic of another language wins."""
    document = document_from_text("a.ipynb", json.dumps(notebook(cell("code", source), **metadata)))
    assert document.blocks[0].attribute("language") == language


def test_outputs_are_left_out() -> None:
    """What a run prints is not what the author wrote."""
    code = {**cell("code", "print(1)"), "outputs": [{"output_type": "stream", "text": ["printed"]}]}
    assert document_from_text("a.ipynb", json.dumps(notebook(code))).text == "print(1)"


@pytest.mark.parametrize(
    "raw", ["", "\n", "{}", '{"cells": []}', '{"cells": null, "worksheets": 3}', '{"cells": [1, "a", {}]}']
)
def test_a_notebook_without_text_is_an_empty_document(raw: str) -> None:
    """It is kept and named as empty, like any other file."""
    assert document_from_text("a.ipynb", raw).text == ""


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ('{"cells": [', r"a\.ipynb: character 11 \(line 1\) is not JSON"),
        ('{\n"cells" 1}', r"a\.ipynb: character 10 \(line 2\) is not JSON"),
        ('{"cells": []} x', r"a\.ipynb: character 14 \(line 1\) is not JSON"),
        ("version https://git-lfs.github.com/spec/v1", r"a\.ipynb: character 0 \(line 1\) is not JSON"),
        ('{"cells": [{"source": "\\x"}]}', r"a\.ipynb: character 23 \(line 1\) is not JSON"),
        ("[]", r"a\.ipynb: this is no notebook"),
        ("{1: 2}", r"a\.ipynb: character 1 \(line 1\) is not JSON"),
    ],
)
def test_what_is_no_notebook_is_refused_with_its_place(raw: str, message: str) -> None:
    """The file and the place stand in the error."""
    with pytest.raises(CorpusError, match=message):
        document_from_bytes("a.ipynb", raw.encode())


def test_depth_and_size_of_json_cost_no_more_than_their_length() -> None:
    """Nothing recurses, and pictures in outputs are passed over."""
    started = time.process_time()
    with pytest.raises(CorpusError, match="is not JSON"):
        document_from_text("a.ipynb", "[" * 100_000)
    picture = {**cell("code", "x"), "outputs": [{"data": {"image/png": "A" * 5_000_000}}]}
    assert document_from_text("a.ipynb", json.dumps(notebook(picture))).text == "x"
    assert time.process_time() - started < 5
