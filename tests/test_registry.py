"""Plugins by name: what is not there, or not as it should be, is said with a way out."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer import registry
from reviewer.errors import EmbeddingError, IndexingError
from reviewer.index import make_index
from reviewer.vectors import load_embedder


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"name": "annoy"}, "no index is called 'annoy'"),
        ({"name": "bm25", "stem": True}, "index bm25: no setting 'stem'"),
        ({"name": "pgvector"}, "index pgvector: its settings are refused"),
        ({"metric": "dot"}, "index exact: no setting 'metric'"),
    ],
)
def test_an_index_that_cannot_be_made_is_said(settings: dict[str, object], told: str) -> None:
    """By its name and the setting."""
    with pytest.raises(IndexingError, match=told) as caught:
        make_index(settings)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"name": "cohere"}, "no embedder is called 'cohere'"),
        ({"modell": "x"}, "embedder transformer: no setting 'modell'"),
        ({"name": "openai"}, "embedder openai: its settings are refused"),
    ],
)
def test_an_embedder_that_cannot_be_made_is_said(settings: dict[str, object], told: str) -> None:
    """Likewise."""
    with pytest.raises(EmbeddingError, match=told) as caught:
        load_embedder(settings)
    assert caught.value.hint


def test_a_setting_that_is_missing_is_named_in_the_remedy() -> None:
    """It has no type that could be checked."""
    with pytest.raises(EmbeddingError, match=r"embedder openai: its settings are refused \(no ") as caught:
        load_embedder({"name": "openai", "url": "https://models.example/v1", "dimensions": 8})
    assert caught.value.hint == "Give model."


def install(folder: Path, name: str, embedders: str, module: str = "") -> None:
    """Write a distribution with a module and the embedders that it registers, one a line."""
    told = folder / f"{name}-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (told / "entry_points.txt").write_text(f"[reviewer.embedders]\n{embedders}\n", encoding="utf-8")
    (folder / f"{name}.py").write_text(module, encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder that distributions are found in, besides those installed."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("module", "told"),
    [
        ("import no_such_module_anywhere", "ModuleNotFoundError: No module named 'no_such_module_anywhere'"),
        ("x = 1", "AttributeError: .*has no attribute 'load'"),
        ("1 / 0", "ZeroDivisionError"),
    ],
)
def test_a_plugin_that_cannot_be_imported_is_said(site: Path, module: str, told: str) -> None:
    """Somebody's package, whose own needs are not installed, or that is broken."""
    name = f"broken_{told[:4].lower()}"
    install(site, name, f"theirs = {name}:load", module)
    with pytest.raises(EmbeddingError, match=f"embedder theirs: cannot be imported \\({told}") as caught:
        load_embedder({"name": "theirs"})
    assert f"{name}:load of {name}" in caught.value.hint


def test_two_plugins_of_one_name_are_refused(site: Path) -> None:
    """Else the order of installation would decide the numbers, and another's code could stand in for ours."""
    install(site, "second_openai", "openai = second_openai:load", "def load(): raise AssertionError")
    assert registry.names("embedders").count("openai") == 1
    assert registry.home("embedders", "openai") == ""
    with pytest.raises(EmbeddingError, match="2 embedders are called 'openai'") as caught:
        load_embedder({"name": "openai"})
    assert "reviewer.vectors.openai:load_openai of overlap-reviewer" in caught.value.message
    assert "second_openai:load of second_openai" in caught.value.message


def test_one_plugin_that_two_installations_register_is_one(site: Path) -> None:
    """As where a package is installed and lies in the source folder, too."""
    install(site, "again", "openai = reviewer.vectors.openai:load_openai")
    assert registry.home("embedders", "openai") == "reviewer.vectors.openai"
    assert callable(registry.load("embedders", "openai"))


def test_a_plugin_may_take_any_settings(site: Path) -> None:
    """What it makes of them is its own affair."""
    install(site, "open_minded", "any = open_minded:load", "def load(**settings):\n    return settings\n")
    made: object = load_embedder({"name": "any", "colour": "red"})
    assert made == {"colour": "red"}
