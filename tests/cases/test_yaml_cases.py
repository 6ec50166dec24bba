"""The public cases about YAML: identifiers stay what was written, and what is ambiguous is refused in time."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from reviewer.decoding import parse_yaml
from reviewer.errors import LabelError

CASES = Path(__file__).parent

Part: TypeAlias = dict[str, Any]


def cases(op: str) -> Iterator[Any]:
    """Give the public cases of an op, by their ids."""
    for path in sorted(CASES.glob("yaml-*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        if case["input"]["op"] == op:
            yield pytest.param(case["input"], case["expect"], id=case["id"])


def load(text: str) -> None:
    """Read a whole file of labels down to its texts."""
    root = parse_yaml(text, "labels.yaml", LabelError)
    for record in root.items() if root.is_list else [root]:
        for value in record.mapping().values():
            value.text()


@pytest.mark.parametrize(("given", "expected"), cases("yaml_scalars"))
def test_scalars(given: Part, expected: Part) -> None:
    """Each loads as the text that was written, or fails naming its line."""
    for scalar, result in zip(given["scalars"], expected["results"], strict=True):
        text = f"version: 1\nqueries:\n  - {given['field']}: {scalar}\n    other: x\n"
        try:
            value = parse_yaml(text, "labels.yaml", LabelError).mapping()["queries"].items()[0].mapping()
            assert value[given["field"]].text() in result["allowed_values"]
        except LabelError as error:
            assert not result["allowed_values"], "ours reads every scalar that may be read"
            assert error.message.startswith("labels.yaml:3: ")  # noqa: PT017 # either way may be right


@pytest.mark.parametrize(("given", "expected"), cases("yaml_load_many"))
def test_files_to_refuse(given: Part, expected: Part) -> None:
    """Bombs, circles, tags and broken syntax are refused in time, with the line where one is known."""
    lines = expected.get("error_line_1based", [None] * len(given["files"]))
    began = time.perf_counter()
    for text, refused, line in zip(given["files"], expected["errors"], lines, strict=True):
        assert refused, "every public case of this op is to be refused"
        with pytest.raises(LabelError, match=rf"^labels\.yaml:{line or '[0-9]+'}: "):
            load(text)
    assert time.perf_counter() - began < expected.get("max_seconds", 2)
