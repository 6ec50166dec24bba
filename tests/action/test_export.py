"""Files of a commit written aside: how much there is stands before any of it is read, and no forged tree does harm."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from reviewer.action import export as module
from reviewer.action.export import export
from reviewer.action.git import Entry, Git, open_repository
from reviewer.errors import ActionError
from tests.action.histories import IDENTITY, Repository, new_repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """An empty one."""
    return new_repository(tmp_path / "source")


def opened(repository: Repository, scratch: Path) -> Git:
    """Open what a job would open."""
    return open_repository(repository.folder, scratch / "repository", repository.url)


def test_files_are_written_in_parts_that_memory_has_room_for(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By number and by bytes; a file larger than a part is one of its own."""
    texts = {f"docs/{at}.md": "x" * (at * 37 % 200) for at in range(40)}
    head = repository.commit(texts)
    monkeypatch.setattr(module, "FILES_AT_ONCE", 3)
    monkeypatch.setattr(module, "BYTES_AT_ONCE", 150)
    parts: list[list[int]] = []
    contents = Git.contents

    def seen(git: Git, part: Sequence[Entry]) -> Iterator[tuple[Entry, bytes]]:
        parts.append([one.size or 0 for one in part])
        return contents(git, part)

    monkeypatch.setattr(Git, "contents", seen)
    assert export(opened(repository, tmp_path), head, ["docs"], tmp_path / "out") == ()
    written = {
        path.relative_to(tmp_path / "out").as_posix(): path.read_text() for path in (tmp_path / "out").rglob("*.md")
    }
    assert written == texts
    assert all(len(part) <= 3 and (sum(part) <= 150 or len(part) == 1) for part in parts)


def test_too_much_is_refused_before_any_of_it_is_read(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is held in memory, and nothing is written."""
    head = repository.commit({f"docs/{at}.md": "x" * 100 + str(at) for at in range(5)})
    monkeypatch.setattr(module, "MOST_BYTES", 500)
    monkeypatch.setattr(Git, "contents", lambda *_: pytest.fail("read"))
    with pytest.raises(ActionError, match="505 bytes to read, at most 500"):
        export(opened(repository, tmp_path), head, ["docs"], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_a_file_that_is_read_whole_is_bounded(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A configuration of a gigabyte is none."""
    head = repository.commit({"reviewer.yaml": "x" * 50})
    monkeypatch.setattr("reviewer.action.git.MOST_READ_BYTES", 49)
    with pytest.raises(ActionError, match=r"reviewer\.yaml has 50 bytes") as caught:
        opened(repository, tmp_path).read(head, "reviewer.yaml")
    assert "At most 49" in caught.value.hint


def hash_tree(repository: Repository, *entries: tuple[str, str, str]) -> str:
    """Write a tree object as anybody can forge one."""
    data = b"".join(f"{mode} {name}\0".encode() + bytes.fromhex(of) for mode, name, of in entries)
    asked = ["git", "-C", str(repository.folder), "hash-object", "-t", "tree", "-w", "--literally", "--stdin"]
    done = subprocess.run(asked, input=data, env=IDENTITY, capture_output=True, check=True)
    return done.stdout.decode().strip()


def test_trees_that_grow_without_end_are_stopped(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten trees that each hold the next ten times are ten thousand million files in a few kilobytes."""
    repository.commit({"a.md": "x"})
    blob = repository.git("rev-parse", "HEAD:a.md")
    tree = hash_tree(repository, *(("100644", f"f{at}", blob) for at in range(10)))
    for _ in range(9):
        tree = hash_tree(repository, *(("40000", f"d{at}", tree) for at in range(10)))
    head = repository.git("commit-tree", tree, "-m", "bomb")
    monkeypatch.setattr("reviewer.action.git.MOST_LISTED_BYTES", 1_000_000)
    git = opened(repository, tmp_path)
    with pytest.raises(ActionError, match="over 1,000,000 bytes"):
        export(git, head, ["."], tmp_path / "out")
    with pytest.raises(ActionError, match="over 1,000,000 bytes"):
        git.changed(repository.git("rev-parse", "HEAD"), head)


@pytest.mark.parametrize("name", ["x" * 300 + ".md", "a.md/b.md"])
def test_paths_that_no_file_can_have_are_one_clear_error(repository: Repository, tmp_path: Path, name: str) -> None:
    """A file that is a folder too, or a name longer than any file system's."""
    repository.commit({"a.md": "x"})
    blob = repository.git("rev-parse", "HEAD:a.md")
    entries = [("100644", "a.md", blob)]
    if "/" in name:
        entries.append(("40000", "a.md", hash_tree(repository, ("100644", "b.md", blob))))
    else:
        entries.append(("100644", name, blob))
    head = repository.git("commit-tree", hash_tree(repository, *entries), "-m", "forged")
    with pytest.raises(ActionError, match="cannot be written") as caught:
        export(opened(repository, tmp_path), head, ["."], tmp_path / "out")
    assert len(caught.value.message) < 300
