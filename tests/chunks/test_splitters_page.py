"""`docs/splitters.md` names every splitter there is, with every setting of ours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from reviewer import registry
from reviewer.chunks.by_format import FOREIGN, STANDARD
from reviewer.chunks.settings import keywords
from reviewer.corpus import FORMATS
from reviewer.experiment.configuration import read_configuration

PAGE = Path(__file__).parents[2] / "docs" / "splitters.md"
NAMES = registry.names("splitters")


def ours() -> list[str]:
    """Give the names of our own splitters."""
    homes = {name: registry.home("splitters", name) for name in NAMES}
    return [
        name for name, home in homes.items() if home.startswith("reviewer.chunks.") and not home.startswith(FOREIGN)
    ]


@pytest.mark.parametrize("name", ours())
def test_each_splitter_has_a_row_with_its_settings(name: str) -> None:
    """In the order in which they are taken, nothing more and nothing less."""
    (row,) = re.findall(rf"^\| `{re.escape(name)}` \| ([^|]*) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", row)) == sorted(keywords(name))


def test_other_splitters_are_named() -> None:
    """With a pointer to what they promise."""
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in NAMES)
    assert "foreign-splitters.md" in page


def test_standard_routes_are_those_of_the_page() -> None:
    """Formats that can be read have one, by name or by default."""
    page = PAGE.read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in (*FORMATS, *STANDARD, *STANDARD.values()))


def test_the_examples_are_configurations(tmp_path: Path) -> None:
    """What a reader copies is read without a complaint."""
    head = "version: 1\ncorpus: {root: docs}\nlabels: labels\n"
    examples = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        path = tmp_path / "reviewer.yaml"
        path.write_text(head + example, encoding="utf-8")
        assert read_configuration(path).base.splitter["size"] == 240
