"""Old texts come from git by their fingerprint, wherever they stood, and git does nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reviewer import fingerprint
from reviewer.corpus import canonicalise
from reviewer.review import History
from tests.review.making import RULES, Project, git


def of(text: str) -> str:
    """Give the fingerprint that a label carries for a raw text."""
    return fingerprint.short(fingerprint.of_text(canonicalise(text).text))


def test_a_text_is_found_with_the_newest_commit_that_holds_it(tmp_path: Path) -> None:
    """The commit told is the last one before the text changed."""
    project = Project(tmp_path)
    project.write(a="first\n")
    project.commit()
    project.write(b="beside\n")
    newest = project.commit()
    project.write(a="second\n")
    project.commit()
    found = History(project.set / "corpus").find("a.md", of("first\n"))
    assert found is not None
    assert (found.document.text, found.document.id, found.commit) == ("first\n", "a.md", newest)


def test_a_text_is_found_under_another_name_and_with_other_line_ends(tmp_path: Path) -> None:
    """A renamed document, and one committed with CRLF, have the same canonical text."""
    project = Project(tmp_path)
    project.write(a="# One\r\ntext\r\n")
    project.commit()
    git(project.root, "mv", "labels/handbook/corpus/a.md", "labels/handbook/corpus/b.md")
    project.commit()
    project.write(b="changed\n")
    project.commit()
    history = History(project.set / "corpus")
    for name in ("a.md", "b.md"):
        found = history.find(name, of("# One\ntext\n"))
        assert found is not None
        assert found.document.text == "# One\ntext\n"


def test_what_was_never_committed_is_not_found(tmp_path: Path) -> None:
    """Without the text, without commits, without git: nothing is found and nothing breaks."""
    project = Project(tmp_path)
    project.write(a="only here\n")
    assert History(project.set / "corpus").find("a.md", of("only here\n")) is None
    git(project.root, "init", "-q")
    assert History(project.set / "corpus").find("a.md", of("only here\n")) is None
    project.commit()
    assert History(project.set / "corpus").find("a.md", of("never written\n")) is None
    assert History(tmp_path / "nowhere").find("a.md", of("only here\n")) is None


def test_files_that_are_no_text_and_odd_names_are_passed_over(tmp_path: Path) -> None:
    """Bytes that are not UTF-8, blanks, quotes and letters of other scripts in names do no harm."""
    project = Project(tmp_path)
    project.write(**{"ä ‘b’": "first\n"})
    (project.set / "corpus" / "broken.md").write_bytes(b"\xff\xfe\x00")
    (project.set / "corpus" / '-x "y".md').write_text("odd\n")
    project.commit()
    project.write(**{"ä ‘b’": "second\n"})
    history = History(project.set / "corpus")
    found = history.find("ä ‘b’.md", of("first\n"))
    assert found is not None
    assert history.find('-x "y".md', of("odd\n")) is not None


def test_git_runs_no_hook_monitor_or_filter_and_writes_nothing(project: Project, tmp_path: Path) -> None:
    """Whatever the repository is configured to run, looking for a text runs none of it."""
    trap = tmp_path / "trap.sh"
    sprung = tmp_path / "sprung"
    trap.write_text(f"#!/bin/sh\ntouch '{sprung}'\ncat\n")
    trap.chmod(0o755)
    for name, value in (
        ("core.fsmonitor", str(trap)),
        ("core.pager", str(trap)),
        ("filter.trap.smudge", str(trap)),
        ("diff.trap.textconv", str(trap)),
    ):
        git(project.root, "config", name, value)
    (project.root / ".git/info/attributes").write_text("*.md filter=trap diff=trap\n")
    before = _state(project.root)
    assert History(project.set / "corpus").find("rules.md", of(RULES)) is not None
    assert not sprung.exists()
    assert _state(project.root) == before


def _state(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def test_another_repository_in_the_environment_is_not_asked(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """`GIT_DIR`, which hooks set, points elsewhere and is not followed."""
    monkeypatch.setitem(os.environ, "GIT_DIR", "/nonexistent")
    assert History(project.set / "corpus").find("rules.md", of(RULES)) is not None


def test_a_shallow_clone_gives_what_it_has(project: Project, tmp_path: Path) -> None:
    """History that was not fetched is not there, and is not fetched now."""
    project.commit("edited")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--depth=1", project.root.resolve().as_uri(), str(clone))
    assert History(clone / "labels/handbook/corpus").find("rules.md", of(RULES)) is None
