"""Git on real repositories: what is missing is fetched, and nothing of the workspace is touched or run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reviewer.action.git import Git, open_repository
from reviewer.errors import ActionError
from tests.action.histories import Repository, clone, new_repository

NOWHERE = "0" * 40


@pytest.fixture
def source(tmp_path: Path) -> Repository:
    """A history of twelve commits, in which a branch left main after the sixth."""
    repository = new_repository(tmp_path / "source")
    for at in range(6):
        repository.commit({"a.md": f"text {at}"}, f"main {at}")
    repository.branch("feature")
    repository.commit({"docs/b.md": "new", "docs/ü b.md": "ümlaut\n"}, "feature")
    repository.go("main")
    for at in range(6, 12):
        repository.commit({"a.md": f"text {at}"}, f"main {at}")
    return repository


def opened(source: Repository, workspace: Path, scratch: Path) -> Git:
    """Open what a job would open."""
    return open_repository(workspace, scratch, source.url)


def test_a_whole_clone_gives_the_merge_base_without_a_remote(source: Repository, tmp_path: Path) -> None:
    """Nothing has to be fetched where all is there."""
    git = open_repository(source.folder, tmp_path / "scratch", "file:///nowhere")
    main, feature = source.git("rev-parse", "main"), source.git("rev-parse", "feature")
    assert git.merge_base(main, feature) == source.git("merge-base", "main", "feature")


@pytest.mark.parametrize("depth", [1, 3])
def test_a_shallow_clone_is_deepened_aside_until_the_histories_meet(
    source: Repository, tmp_path: Path, depth: int
) -> None:
    """The workspace's own clone stays as shallow as it was."""
    feature = source.git("rev-parse", "feature")
    workspace = clone(source, tmp_path / "workspace", feature, depth)
    before = sorted(os.walk(workspace.folder / ".git"))
    git = opened(source, workspace.folder, tmp_path / "scratch")
    assert git.is_shallow()
    assert git.merge_base(git.tip("main"), feature) == source.git("merge-base", "main", "feature")
    assert sorted(os.walk(workspace.folder / ".git")) == before


def test_deepening_goes_on_until_all_is_fetched(
    source: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps that do not reach far enough are followed by the rest of the history."""
    monkeypatch.setattr("reviewer.action.git.DEPTHS", (2, 3))
    feature = source.git("rev-parse", "feature")
    workspace = clone(source, tmp_path / "workspace", feature, 1)
    git = opened(source, workspace.folder, tmp_path / "scratch")
    assert git.merge_base(git.tip("main"), feature) == source.git("merge-base", "main", "feature")
    assert not git.is_shallow()


def test_without_a_clone_everything_is_fetched(source: Repository, tmp_path: Path) -> None:
    """A workflow that forgot its checkout step works all the same."""
    (tmp_path / "empty").mkdir()
    git = opened(source, tmp_path / "empty", tmp_path / "scratch")
    feature = git.resolve("feature")
    assert git.merge_base(feature, git.tip("main")) == source.git("merge-base", "main", "feature")
    assert git.read(feature, "docs/ü b.md") == "ümlaut\n".encode()


def test_a_shallow_clone_that_cannot_be_deepened_names_the_line_to_add(source: Repository, tmp_path: Path) -> None:
    """The remedy is one line of the workflow."""
    feature = source.git("rev-parse", "feature")
    workspace = clone(source, tmp_path / "workspace", feature, 1)
    git = open_repository(workspace.folder, tmp_path / "scratch", f"file://{tmp_path}/gone")
    with pytest.raises(ActionError, match="cannot be fetched") as caught:
        git.merge_base(source.git("rev-parse", "main"), feature)
    assert "fetch-depth: 0" in caught.value.hint


def test_histories_that_never_met_have_no_merge_base(source: Repository, tmp_path: Path) -> None:
    """None, not a guess."""
    source.git("checkout", "--quiet", "--orphan", "other")
    other = source.commit({"c.md": "alone"})
    git = open_repository(source.folder, tmp_path / "scratch", source.url)
    assert git.merge_base(other, source.git("rev-parse", "main")) is None


def test_a_commit_that_is_nowhere_is_an_error(source: Repository, tmp_path: Path) -> None:
    """Its first digits are named."""
    git = opened(source, source.folder, tmp_path / "scratch")
    with pytest.raises(ActionError, match="000000000000"):
        git.fetch(NOWHERE)


@pytest.mark.parametrize("name", ["--upload-pack=touch x", "HEAD", "main~1", "", "a" * 39, "../x"])
def test_only_full_commit_names_reach_git(source: Repository, tmp_path: Path, name: str) -> None:
    """Options and revision expressions are refused."""
    git = opened(source, source.folder, tmp_path / "scratch")
    with pytest.raises(ActionError):
        git.tree(name, [])


def test_tags_and_branches_of_the_remote_are_resolved(source: Repository, tmp_path: Path) -> None:
    """An annotated tag gives its commit; an unknown name is an error that repeats it."""
    source.git("tag", "-a", "v1", "-m", "one", "feature")
    git = opened(source, source.folder, tmp_path / "scratch")
    assert git.resolve("v1") == git.resolve("feature") == source.git("rev-parse", "feature")
    with pytest.raises(ActionError, match="'nope' cannot be read"):
        git.resolve("nope")


def test_links_and_submodules_are_named_and_not_read(source: Repository, tmp_path: Path) -> None:
    """A link to a secret gives nothing."""
    (source.folder / "link.md").symlink_to("/etc/passwd")
    source.git("update-index", "--add", "--cacheinfo", f"160000,{source.git('rev-parse', 'HEAD')},sub")
    head = source.commit({})
    git = opened(source, source.folder, tmp_path / "scratch")
    tree = git.tree(head, [])
    assert set(tree.passed_over) >= {"link.md"}
    assert [entry.path for entry in tree.entries] == ["a.md"]
    assert git.read(head, "link.md") is None


def test_no_hook_filter_or_fsmonitor_of_the_workspace_runs(source: Repository, tmp_path: Path) -> None:
    """Settings that an earlier step left in the clone start nothing."""
    trap = tmp_path / "ran"
    script = tmp_path / "trap.sh"
    script.write_text(f"#!/bin/sh\ntouch {trap}\n")
    script.chmod(0o755)
    for name in ("core.fsmonitor", "core.sshCommand", "core.pager", "filter.x.smudge", "uploadpack.packObjectsHook"):
        source.git("config", name, str(script))
    workspace = source.folder
    (workspace / ".git" / "hooks" / "post-checkout").write_text(script.read_text())
    git = open_repository(workspace, tmp_path / "scratch", f"file://{tmp_path}/gone")
    head = source.git("-c", "core.fsmonitor=false", "rev-parse", "main")
    assert git.read(head, "a.md") == b"text 11"
    assert not trap.exists()


def test_paths_that_look_like_patterns_are_names(source: Repository, tmp_path: Path) -> None:
    """A configured `*` matches nothing but itself."""
    head = source.commit({"docs/[a].md": "x", "docs/a.md": "y"})
    git = opened(source, source.folder, tmp_path / "scratch")
    assert [entry.path for entry in git.tree(head, ["docs/[a].md"]).entries] == ["docs/[a].md"]


def test_changed_paths_are_named(source: Repository, tmp_path: Path) -> None:
    """Between two commits, whatever lies between them."""
    git = opened(source, source.folder, tmp_path / "scratch")
    assert git.changed(source.git("rev-parse", "main"), source.git("rev-parse", "feature")) == (
        "a.md",
        "docs/b.md",
        "docs/ü b.md",
    )
    assert git.changed(source.git("rev-parse", "main"), source.git("rev-parse", "feature"), ["docs/"]) == (
        "docs/b.md",
        "docs/ü b.md",
    )


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a workspace to somebody else")
def test_a_workspace_of_another_owner_is_read(source: Repository, tmp_path: Path) -> None:
    """No dubious ownership, whatever HOME is: the container's root reads the runner's clone."""
    feature = source.git("rev-parse", "feature")
    for path in (source.folder, *source.folder.rglob("*")):
        os.chown(path, 1001, 1001, follow_symlinks=False)
    git = opened(source, source.folder, tmp_path / "scratch")
    assert git.whole
    assert git.read(feature, "docs/b.md") == b"new"


def test_a_clone_whose_objects_have_longer_names_is_read(tmp_path: Path) -> None:
    """GitHub has none, and `run --against` meets them on other hosts."""
    made = Repository(tmp_path / "source")
    made.folder.mkdir()
    made.git("init", "--quiet", "--object-format=sha256")
    head = made.commit({"a.md": "x"})
    assert len(head) == 64
    assert open_repository(made.folder, tmp_path / "scratch", made.url).read(head, "a.md") == b"x"


def test_the_token_is_in_no_repr() -> None:
    """Neither of the git client nor of its settings."""
    assert "hush" not in repr(Git(folder=Path("x"), remote="https://h.example/o/r", token="hush"))  # noqa: S106  # not a secret
