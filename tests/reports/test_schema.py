"""The schema file in the package is what the types say."""

from __future__ import annotations

import json
from pathlib import Path

import reviewer.reports
from reviewer.reports.schema import results_schema


def test_the_schema_file_is_that_of_the_types() -> None:
    """Whoever changes a type of the result changes the schema file with it."""
    file = Path(reviewer.reports.__file__).with_name("results.schema.json")
    assert json.loads(file.read_text(encoding="utf-8")) == results_schema()
