"""Public cases about labels: spans that cannot be, and YAML that would become something else."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest

from reviewer import fingerprint
from reviewer.corpus import Corpus, document_from_text
from reviewer.errors import LabelError
from reviewer.labels import State, check, read_set

CASES = Path(__file__).parent


def case(name: str) -> Any:  # noqa: ANN401 # JSON of another project
    """Read a case."""
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


def is_valid(folder: Path, text: str, label: dict[str, Any]) -> bool:
    """Write a label as YAML, read it, and compare it with its document."""
    document = document_from_text("fees.md", text)
    quote = "" if label["quote"] is None else f", quote: {json.dumps(label['quote'])}"
    start, end = label["span"]
    print_ = fingerprint.short(document.fingerprint)
    evidence = f"[{{document: fees.md, fingerprint: {print_}, start: {start}, end: {end}{quote}}}]"
    content = f"version: 1\nqueries: [{{id: q, query: Fee, evidence: {evidence}}}]\n"
    (folder / "x.yaml").write_text(content, encoding="utf-8")
    try:
        labels = read_set(folder)
    except LabelError:
        return False
    return check(labels, Corpus({"fees.md": document})).labels[0].state is State.FRESH


def test_invalid_labels(tmp_path: Path) -> None:
    """Empty, reversed and negative spans are load errors; too far and another quote are `mismatched`."""
    given = case("cov-invalid-labels")
    found = [is_valid(tmp_path, given["input"]["text"], label) for label in given["input"]["labels"]]
    assert found == given["expect"]["valid"]


def load_with(folder: Path, field: str, scalar: str) -> str:
    """Read a label whose `field` is written as `scalar`, and give what was read."""
    lines = {"id": "q", "query": "What?", field: scalar}
    entries = "".join(f"    {key}: {value}\n" for key, value in lines.items())
    text = f"version: 1\nqueries:\n  -\n{entries}    answerable: false\n"
    (folder / "x.yaml").write_text(text, encoding="utf-8")
    query = read_set(folder).labels[0].query
    return query.id if field == "id" else query.text


@pytest.mark.parametrize(("name", "field"), [("yaml-id-scalars", "id"), ("yaml-null-and-comment", "query")])
def test_scalars_stay_text_or_are_refused_with_their_line(tmp_path: Path, name: str, field: str) -> None:
    """`-1` and `.inf` are refused as ids, since an id begins with a letter or digit; all else is read as written."""
    given = case(name)
    loaded: list[bool] = []
    for one in given["expect"]["results"]:
        try:
            read = load_with(tmp_path, field, one["scalar"])
        except LabelError as error:
            named = re.search(r"x\.yaml:\d+: ", error.message) is not None
            loaded.append(False)
        else:
            named = read in one["allowed_values"]
            loaded.append(True)
        assert named, one["scalar"]
    last = 2 if given["expect"].get("last_two_must_load") else 1
    assert all(loaded[-last:])
    if field == "id":
        refused = [one["scalar"] for one, read in zip(given["expect"]["results"], loaded, strict=True) if not read]
        assert refused == ["-1", ".inf"]


@pytest.mark.parametrize("name", ["yaml-alias-bomb", "yaml-tab-line-number"])
def test_files_that_must_be_refused(tmp_path: Path, name: str) -> None:
    """As label files they are refused at once, with the line where one is expected."""
    given = case(name)
    lines = given["expect"].get("error_line_1based", [None] * len(given["input"]["files"]))
    started = time.perf_counter()
    for text, line in zip(given["input"]["files"], lines, strict=True):
        (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
        with pytest.raises(LabelError, match=rf"x\.yaml:{line or ''}"):
            read_set(tmp_path)
    assert time.perf_counter() - started < given["expect"].get("max_seconds", 2)
