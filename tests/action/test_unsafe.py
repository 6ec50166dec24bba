"""Code of a repository is refused wherever a configuration names it, and every setting that differs is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.action.notices import changed_settings
from reviewer.action.sides import Side, Sides
from reviewer.action.unsafe import refuse_code, refuse_local_files, refuse_other_places
from reviewer.errors import ActionError
from reviewer.experiment.configuration import Configuration, read_configuration

SPLITTER = "splitter: {name: tokens, size: 240, overlap: 40}"


def read(folder: Path, splitter: str = SPLITTER, rest: str = "") -> Configuration:
    """Read a configuration with this splitter."""
    folder.mkdir(exist_ok=True)
    path = folder / "reviewer.yaml"
    path.write_text(f"version: 1\ncorpus: {{root: docs}}\nlabels: labels/main\n{splitter}\n{rest}", encoding="utf-8")
    return read_configuration(path)


@pytest.mark.parametrize(
    "splitter",
    [
        "splitter: {name: python, python: 'evil:cut'}",
        "splitter: {name: ' command', size: 1}",
        "splitter: {name: command, command: [sh, evil.sh]}",
        "splitter: {name: by-format, formats: {markdown: {name: python, python: 'evil:cut'}}}",
        "splitter: {name: by-format, formats: {markdown: command}}",
        "splitter: {name: by-format, blocks: {table: {name: tokens, python: 'evil:cut'}}}",
        "splitter: {name: by-format, formats: {markdown: {name: by-format, formats: {code: 'python:evil'}}}}",
    ],
)
def test_code_is_refused_however_deep_it_is_named(tmp_path: Path, splitter: str) -> None:
    """Routes hold splitters of their own, which are held to the same."""
    with pytest.raises(ActionError, match="runs code of the repository") as refused:
        refuse_code(read(tmp_path, splitter), "head")
    assert "baseline: ./handed" in refused.value.hint
    refuse_code(read(tmp_path), "head")


def test_paths_and_other_weights_are_refused_in_routes_too(tmp_path: Path) -> None:
    """A tokenizer of one route is as dangerous as that of the whole."""
    route = "splitter: {{name: by-format, formats: {{markdown: {{name: tokens, size: 9, tokenizer: {}}}}}}}"
    with pytest.raises(ActionError, match=r"formats\.markdown\.tokenizer` is a path"):
        refuse_local_files(read(tmp_path, route.format("./laid")), "head")
    with pytest.raises(ActionError, match="differs between base and head"):
        refuse_other_places(read(tmp_path / "b", route.format("a/b")), read(tmp_path / "h", route.format("c/d")))


def test_treatments_and_routes_that_differ_are_named(tmp_path: Path) -> None:
    """A change of treatments alone is no unchanged pipeline."""
    before = read(tmp_path / "b")
    head = read(tmp_path / "h", rest="treatments: [{name: cap, per_document: 2}]\n")
    sides = [Side(commit=name * 40, folder=tmp_path, configuration=one) for name, one in (("a", before), ("b", head))]
    changed = changed_settings(Sides(head=sides[1], before=sides[0], rules=sides[0]))
    assert [(name, old) for name, old, _ in changed] == [("treatments", "–")]
    assert changed[0][2].startswith("cap(")
    routed = "splitter: {{name: by-format, formats: {{markdown: {{name: tokens, size: {}}}}}}}"
    sides = [
        Side(commit="c" * 40, folder=tmp_path, configuration=read(tmp_path / str(size), routed.format(size)))
        for size in (240, 120)
    ]
    changed = changed_settings(Sides(head=sides[1], before=sides[0], rules=sides[0]))
    assert changed == (("splitter.formats.markdown.size", "240", "120"),)


@pytest.mark.parametrize(
    ("before", "head", "told"),
    [
        ("", "index: {name: pgvector, dsn_env: GITHUB_TOKEN}\n", r"index\.dsn_env"),
        ("", "index: {name: qdrant, url: 'https://evil.example'}\n", r"index\.url"),
        ("", "index: {name: hybrid, parts: [bm25, {name: qdrant, key_env: X}]}\n", r"index\.parts\[1\]\.key_env"),
        ("url: 'https://a.example'", "url: 'https://evil.example'", r"embedder\.url"),
        ("key_env: KEY", "key_env: GITHUB_TOKEN", r"embedder\.key_env"),
        ("insecure: false", "insecure: true", r"embedder\.insecure"),
    ],
)
def test_addresses_keys_and_stores_come_from_the_base(tmp_path: Path, before: str, head: str, told: str) -> None:
    """A pull request could send a secret, or documents, elsewhere."""
    served = "embedder: {{name: openai, model: m, {}}}\n"
    sides = [one if one.startswith("index") or not one else served.format(one) for one in (before, head)]
    with pytest.raises(ActionError, match=rf"`{told}` differs between base and head"):
        refuse_other_places(read(tmp_path / "b", rest=sides[0]), read(tmp_path / "h", rest=sides[1]))
