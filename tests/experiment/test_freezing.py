"""`reviewer freeze` and `run --locked`: what moved is named, and nothing runs on it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from reviewer.errors import ConfigurationError
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.freezing import LOCK
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, freeze, run
from reviewer.experiment.store import Store
from reviewer.reports import Result
from tests.experiment.conftest import write_project

Reconfigured = Callable[[str, str], Path]


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Freeze a project once: a lock holds no path, so it is that of every copy."""
    folder = write_project(tmp_path_factory.mktemp("frozen"))
    return freeze(read_configuration(folder / "reviewer.yaml"), Store(folder / ".reviewer")).path.read_bytes()


@pytest.fixture
def lock(project: Path, content: bytes) -> Path:
    """Give the lock of the project."""
    path = project / LOCK
    path.write_bytes(content)
    return path


def locked(project: Path) -> Result:
    """Run the project under its lock."""
    asked = Asked(locked=True)
    return run(read_configuration(project / "reviewer.yaml"), asked, Store(project / ".reviewer"), Silent())[0]


def refusal(project: Path) -> str:
    """Give what is said of the run that is refused."""
    with pytest.raises(ConfigurationError) as refused:
        locked(project)
    assert "reviewer freeze" in refused.value.hint
    assert not list((project / ".reviewer").glob("runs/*"))
    return refused.value.message


def test_the_lock_holds_all_that_an_evaluation_stands_on(content: bytes) -> None:
    """Versions, weights, tokenizers, documents, labels, rules and gates; and no text."""
    text = content.decode("utf-8")
    lock = json.loads(text)
    assert {"arms", "corpus", "documents", "gates", "labels", "libraries", "prompt_tokenizer", "rules"} <= set(lock)
    assert lock["arms"]["overlap-0"]["embedder"]["weights"].startswith("sha256:")
    assert lock["arms"]["overlap-0"]["splitter"]["tokenizer"].startswith("sha256:")
    assert set(lock["labels"]["main"]) == {
        "window-closes",
        "setup-fee",
        "pro-limit",
        "appeal-cost",
        "refund-days",
        "moon",
    }
    assert lock["gates"]["1. all success@2"]["max_lost"] == 0
    assert "appeal costs" not in text


def test_a_run_that_holds_to_the_lock_says_so(project: Path, content: bytes) -> None:
    """And freezing elsewhere gives the same bytes."""
    path = freeze(read_configuration(project / "reviewer.yaml"), Store(project / ".reviewer")).path
    assert path.read_bytes() == content
    result = locked(project)
    assert result.integrity.lock.startswith("sha256:")
    assert result.integrity.configuration.startswith("sha256:")


def test_without_a_lock_nothing_is_held_to(project: Path) -> None:
    """The remedy is to freeze."""
    assert "there is no lock" in refusal(project)


def test_a_document_that_moved_is_named(project: Path, lock: Path) -> None:
    """By its id, with both fingerprints."""
    path = project / "docs" / "policies" / "refunds.md"
    path.write_text(path.read_text(encoding="utf-8") + "More.\n", encoding="utf-8")
    told = refusal(project)
    assert "reviewer.lock: 1 thing moved since it was frozen:\ndocuments.policies/refunds.md.text: sha256:" in told
    assert "queries" not in told  # those of its labels, now stale, are merely not asked


@pytest.mark.parametrize(
    ("change", "moved"),
    [
        (("max_lost: 0", "max_lost: 1"), "gates.1. all success@2.max_lost: 0 against 1"),
        (("budget: 100", "budget: 200"), "rules.budget: 100 against 200"),
        (("k: 2", "k: 3"), "k: 2 against 3"),
        (("depth: 6", "min_coverage: 0.9\ndepth: 6"), "rules.min_coverage: 0.8 against 0.9"),
        (("overlaps: [30, 0]", "overlaps: [30, 10]"), "arms.overlap-0"),
        (("overlap: 30}", "overlap: 20}"), "arms.baseline.splitter.overlap: 30 against 20"),
        (("overlaps: [30, 0]", "overlaps: [30, 0]\nfactor: splitter"), "factor"),
        (("k: 2", "protected: [control]\nk: 2"), "rules.protected"),
    ],
)
def test_whatever_moved_in_the_configuration_is_named(
    project: Path, lock: Path, reconfigured: Reconfigured, change: tuple[str, str], moved: str
) -> None:
    """Gates, measuring rules and arms; a comment may change."""
    reconfigured(*change)
    assert moved in refusal(project)


def test_a_comment_in_the_configuration_moves_nothing(project: Path, lock: Path, reconfigured: Reconfigured) -> None:
    """The content is held to, not the bytes."""
    reconfigured("version: 1", "# why we do this\nversion: 1")
    assert locked(project).integrity.lock


def test_a_label_that_moved_is_named(project: Path, lock: Path) -> None:
    """By its id; the others are not."""
    path = project / "labels" / "main" / "labels.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("boundary: table-row", "boundary: list-item"), encoding="utf-8")
    told = refusal(project)
    assert "labels.main.pro-limit" in told
    assert "appeal-cost" not in told


def test_documents_and_labels_are_named_before_what_is_configured(
    project: Path, lock: Path, reconfigured: Reconfigured
) -> None:
    """What a person edited last is read first."""
    reconfigured("budget: 100", "budget: 200")
    path = project / "docs" / "policies" / "refunds.md"
    path.write_text(path.read_text(encoding="utf-8") + "More.\n", encoding="utf-8")
    told = [line.partition(":")[0] for line in refusal(project).splitlines()[1:]]
    assert told[0] == "documents.policies/refunds.md.text"
    assert "rules.budget" in told


def test_another_version_of_a_library_is_named(project: Path, lock: Path) -> None:
    """With both versions."""
    held = json.loads(lock.read_text(encoding="utf-8"))
    held["libraries"]["numpy"] = "0.1"
    lock.write_text(json.dumps(held), encoding="utf-8")
    assert "libraries.numpy: 0.1 against" in refusal(project)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 2}', "{", "\udcff"])
def test_what_is_no_lock_is_refused(project: Path, text: str) -> None:
    """With its path, and never with a traceback."""
    (project / LOCK).write_bytes(text.encode("utf-8", "surrogateescape"))
    assert f"{LOCK}: not a lock" in refusal(project)


def test_an_arm_that_was_not_frozen_is_refused(project: Path, lock: Path) -> None:
    """An overlap that is only named on the command line is not held by the lock."""
    assert lock.is_file()
    configuration = read_configuration(project / "reviewer.yaml")
    asked = Asked(locked=True, overlaps=(30, 10))
    with pytest.raises(ConfigurationError, match="overlap-10 is not in the lock"):
        run(configuration, asked, Store(project / ".reviewer"), Silent())
