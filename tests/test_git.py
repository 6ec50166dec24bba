"""Git as it is asked everywhere: what it sees of its surroundings, how long it may take and how much it may say."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path
from threading import Thread

import pytest

from reviewer import git
from reviewer.action.against import Wanted, run_against
from reviewer.action.git import open_repository
from reviewer.errors import ActionError
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.progress import Silent
from reviewer.experiment.store import Store
from tests.action.histories import new_repository


@pytest.fixture
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that a `git` in the first folder of PATH makes when it is run."""
    folder, ran = tmp_path / "programs", tmp_path / "ran"
    folder.mkdir()
    program = folder / "git"
    program.write_text(f'#!/bin/sh\ntouch {ran}\nexec /usr/bin/env PATH=/usr/local/bin:/usr/bin:/bin git "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return ran


def test_a_person_s_own_git_is_used(trap: Path, tmp_path: Path) -> None:
    """Nix, conda and Homebrew keep it where nobody else does: `run --against` looks where the person's shell does."""
    made = new_repository(tmp_path / "project")
    made.commit({"docs/a.md": "x"})
    (made.folder / "reviewer.yaml").write_text(
        "version: 1\ncorpus: {root: docs}\nlabels: labels/a\nsplitter: {name: tokens, size: 9}\n"
    )
    wanted = Wanted(ref="nowhere")
    with pytest.raises(ActionError, match="'nowhere' is no commit"):
        run_against(read_configuration(made.folder / "reviewer.yaml"), wanted, Store(tmp_path / "store"), Silent())
    assert trap.exists()


def test_the_action_runs_no_git_that_an_earlier_step_laid_before_the_system_s(trap: Path, tmp_path: Path) -> None:
    """A pull request's own packages may put programs on the PATH of later steps."""
    made = new_repository(tmp_path / "project")
    head = made.commit({"docs/a.md": "x"})
    assert open_repository(made.folder, tmp_path / "scratch", made.url).read(head, "docs/a.md") == b"x"
    assert not trap.exists()


def test_folders_of_the_path_that_move_with_us_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty or relative one means wherever we stand."""
    monkeypatch.setenv("PATH", f".{os.pathsep}{os.pathsep}bin{os.pathsep}/opt/odd")
    assert git.isolated()["PATH"].split(os.pathsep) == [*git.FOLDERS, "/opt/odd"]
    assert git.isolated(trusted_path=True)["PATH"].split(os.pathsep) == ["/opt/odd", *git.FOLDERS]


@pytest.mark.parametrize("name", ["HTTPS_PROXY", "https_proxy"])
def test_a_proxy_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Behind it nothing else can be reached."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(60)
        for one in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy"):
            monkeypatch.delenv(one, raising=False)
        monkeypatch.setenv(name, f"http://127.0.0.1:{server.getsockname()[1]}")
        asked: list[bytes] = []
        answering = Thread(target=_refuse, args=(server, asked))
        answering.start()
        with pytest.raises(ActionError, match="cannot be read from"):
            open_repository(tmp_path / "none", tmp_path / "scratch", "https://git.corp.example/o/r").tip("main")
        answering.join(10)
    assert asked[0].startswith(b"CONNECT git.corp.example:443 ")


def _refuse(server: socket.socket, asked: list[bytes]) -> None:
    """Answer one request of a proxy's with a refusal."""
    connection, _ = server.accept()
    with connection:
        asked.append(connection.recv(4096))
        connection.sendall(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")


def test_certificates_go_by_git_s_own_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenSSL's say nothing to it; a name of git's own that is set stays."""
    monkeypatch.setenv("SSL_CERT_FILE", "/corp/all.pem")
    monkeypatch.delenv("GIT_SSL_CAINFO", raising=False)
    assert git.isolated()["GIT_SSL_CAINFO"] == "/corp/all.pem"
    monkeypatch.setenv("GIT_SSL_CAINFO", "/git/own.pem")
    assert git.isolated()["GIT_SSL_CAINFO"] == "/git/own.pem"


def test_nothing_else_of_the_caller_s_reaches_git(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys least of all; nor what points it at another repository, in a person's own surroundings either."""
    for name in ("GITHUB_TOKEN", "GIT_DIR", "GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND"):
        monkeypatch.setenv(name, "x")
    assert not {"GITHUB_TOKEN", "GIT_DIR", "GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND"} & git.isolated().keys()
    assert not {"GIT_DIR", "GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND"} & git.own().keys()


def test_answers_and_time_are_bounded(tmp_path: Path) -> None:
    """What does not end is stopped."""
    made = new_repository(tmp_path / "project")
    made.commit({"a.md": "x" * 3_000})
    asked = ("-C", str(made.folder), "cat-file", "blob", "HEAD:a.md")
    assert git.ask(asked, git.isolated(), most=3_000, seconds=60).output == b"x" * 3_000
    with pytest.raises(git.TooLongError, match="over 2,999 bytes"):
        git.ask(asked, git.isolated(), most=2_999, seconds=60)
    endless = ("-c", "alias.wait=!sleep 60", "wait")
    with pytest.raises(subprocess.TimeoutExpired):
        git.ask(endless, git.isolated(), most=10, seconds=0.3)
