"""What a configuration may not ask of a container that holds tokens, however deep it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.action.unsafe import refuse_code, refuse_local_files
from reviewer.errors import ActionError
from reviewer.experiment.configuration import Configuration, read_configuration

HEAD = "version: 1\ncorpus: {root: docs}\nlabels: labels\nsplitter: "


def configured(folder: Path, splitter: str) -> Configuration:
    """Read a configuration with this splitter."""
    (folder / "reviewer.yaml").write_text(f"{HEAD}{splitter}\n", encoding="utf-8")
    return read_configuration(folder / "reviewer.yaml")


@pytest.mark.parametrize(
    ("splitter", "named"),
    [
        ("{name: 'python:splitters.mine', size: 9}", "splitter.name"),
        ("{name: python, function: 'splitters:mine'}", "splitter.name"),
        ("{name: command, command: ./cut}", "splitter.name"),
        ("{name: by-format, size: 9, formats: {text: command}}", "splitter.formats.text"),
        ("{name: by-format, size: 9, blocks: {table: {name: 'python:mine'}}}", "splitter.blocks.table.name"),
    ],
)
def test_code_of_the_repository_is_refused_wherever_it_stands(tmp_path: Path, splitter: str, named: str) -> None:
    """Under the splitter's name, and under a route's."""
    with pytest.raises(ActionError, match=f"head: `{named}` runs code"):
        refuse_code(configured(tmp_path, splitter), "head")


def test_a_tokenizer_at_a_path_is_refused_in_a_route_too(tmp_path: Path) -> None:
    """A pull request could lay one."""
    splitter = "{name: by-format, size: 9, formats: {text: {name: tokens, tokenizer: ./mine}}}"
    with pytest.raises(ActionError, match=r"`splitter.formats.text.tokenizer` is a path"):
        refuse_local_files(configured(tmp_path, splitter), "head")


def test_our_own_splitters_run(tmp_path: Path) -> None:
    """Routes and all."""
    configuration = configured(tmp_path, "{name: by-format, size: 9, formats: {text: words}, blocks: {table: rows}}")
    refuse_code(configuration, "head")
    refuse_local_files(configuration, "head")
