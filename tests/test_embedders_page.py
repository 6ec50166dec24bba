"""The page about embedders and stores names everything that can be named in a configuration."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

from reviewer import registry

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "embedders-and-stores.md").read_text(encoding="utf-8")
OWN = [
    (group, name)
    for group in ("embedders", "indexes")
    for name in registry.names(group)
    if registry.home(group, name).startswith("reviewer.")
]


@pytest.mark.parametrize(("group", "name"), OWN)
def test_every_embedder_and_index_has_its_row_and_settings(group: str, name: str) -> None:
    """A row in a table, and each setting of an own section in code."""
    assert re.search(rf"^\| `{name}`", PAGE, re.MULTILINE)
    factory = registry.load(group, name)
    assert callable(factory)
    settings = set(inspect.signature(factory).parameters) - {"threads", "dtype", "connectivity"}
    code = set(re.findall(r"[a-z_0-9]+", " ".join(re.findall(r"```.*?```|`[^`]+`", PAGE, re.DOTALL))))
    assert not {one for one in settings if not one.startswith("expansion")} - code


def test_every_row_is_an_embedder_or_index_that_is_registered() -> None:
    """Nothing is promised that cannot be named."""
    rows = set(re.findall(r"^\| `([a-z0-9-]+)`(?: \(the default\))? \|.*\|.*\|$", PAGE, re.MULTILINE))
    settings = {"name", "url", "model", "dimensions", "limit", "revision", "timeout"}
    assert rows - settings == {name for _, name in OWN}
