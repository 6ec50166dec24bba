"""The built image on the handbook, run as a runner would run it: `python -m tests.action.check_image IMAGE`.

Overlap 120 to 40 fails with comment, summary, outputs and artefact; 40 back to 120 updates the same comment; a fork's
run keeps its verdict; two jobs at once leave one comment; a hostile workspace changes nothing. Needs root, buildah and
an image made by docker/build-stand-in; takes minutes, and prints what each run took.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from tests.action.double import Double, Reply, Seen, serve
from tests.action.histories import Repository, new_repository
from tests.action.runner import pull_request, read_file_commands, variables, write_event

ROOT = Path(__file__).parents[2]
OWNER = 1001


@dataclass
class Ran:
    """What one container left behind."""

    code: int
    printed: str
    outputs: dict[str, str]
    folder: Path
    seconds: float
    worked: float


@dataclass
class Bench:
    """Runs containers of one image on one repository."""

    image: str
    folder: Path
    repository: Repository
    double: Double
    runs: int = 0

    def pull(self, head: str, *, fork: bool = False, cache: Path | None = None, **given: str) -> Ran:
        """Run the job of a pull request whose head is `head`."""
        self.runs += 1
        folder = self.folder / f"run-{self.runs}"
        folder.mkdir()
        self.double.pull(7, head, owner="somebody" if fork else "octo")
        base = self.repository.git("rev-parse", "main")
        host = variables(folder, {})
        write_event(host, pull_request(head, base, fork=fork))
        self._check_out(head, folder / "workspace")
        if cache is not None and cache.is_dir():
            shutil.copytree(cache, folder / "temp" / "reviewer-cache")
        return self._run(folder, {**self._inside(folder, host), **given})

    def _check_out(self, head: str, workspace: Path) -> None:
        """Clone with all history, as the runner's user, and leave traps that an import of the workspace would run."""
        shutil.rmtree(workspace)
        self.repository.git("clone", "--quiet", "--no-checkout", self.repository.url, str(workspace))
        Repository(workspace).git("checkout", "--quiet", "--detach", head)
        for trap in ("sitecustomize.py", "usercustomize.py", "yaml.py", "reviewer/__init__.py", "numpy/__init__.py"):
            path = workspace / trap
            path.parent.mkdir(exist_ok=True)
            path.write_text("print('TRAPPED')\nraise SystemExit(99)\n", encoding="utf-8")
        for path in (workspace, *workspace.rglob("*")):
            os.chown(path, OWNER, OWNER, follow_symlinks=False)

    def _inside(self, folder: Path, host: dict[str, str]) -> dict[str, str]:
        """Give the environment as the container sees it."""
        moved = {
            name: value.replace(f"{folder}/temp", "/github/runner_temp").replace(str(folder), "/github")
            for name, value in host.items()
        }
        address = self.double.url
        urls = {"GITHUB_SERVER_URL": address, "GITHUB_API_URL": address, "GITHUB_GRAPHQL_URL": f"{address}/graphql"}
        del moved["PATH"]
        return {**moved, **urls, "GITHUB_RUN_ID": str(100 + self.runs), "INPUT_GITHUB-TOKEN": "token"}

    def _run(self, folder: Path, environment: dict[str, str]) -> Ran:
        began, worked = time.perf_counter(), _worked()
        given = [f"{name}={value}" for name, value in environment.items()]
        done = subprocess.run(
            [str(ROOT / "docker" / "run-stand-in"), self.image, str(folder), *given],
            capture_output=True,
            text=True,
            check=False,
        )
        seconds = time.perf_counter() - began
        outputs = read_file_commands((folder / "file_commands" / "output").read_bytes()) if done.stdout else {}
        return Ran(done.returncode, done.stdout + done.stderr, outputs, folder, seconds, _worked() - worked)


def serve_git(repository: Repository, double: Double) -> None:
    """Have the stand-in serve the repository's refs and objects as files, as a plain web server would."""

    def answer(seen: Seen) -> Reply | None:
        path, _, _ = seen.path.partition("?")
        if not path.startswith("/octo/handbook/"):
            return None
        file = repository.folder / ".git" / path.removeprefix("/octo/handbook/")
        return Reply(200, file.read_bytes()) if file.is_file() else Reply(404, b"")

    double.faults.append(answer)


def handbook(folder: Path) -> Repository:
    """Make a repository of the handbook, its labels and a configuration with gates, on overlap 120."""
    repository = new_repository(folder)
    shutil.copytree(ROOT / "labels" / "handbook", folder / "labels" / "handbook")
    repository.commit({"reviewer.yaml": (ROOT / "reviewer.yaml").read_text(encoding="utf-8")}, "handbook")
    return repository


def with_overlap(repository: Repository, overlap: int) -> str:
    """Commit another overlap and give the commit."""
    text = (ROOT / "reviewer.yaml").read_text(encoding="utf-8")
    assert text.count("overlap: 120}") == 1
    head = repository.commit({"reviewer.yaml": text.replace("overlap: 120}", f"overlap: {overlap}}}")}, f"{overlap}")
    repository.git("update-server-info")
    return head


def check(bench: Bench) -> None:
    """Run the acceptance in its order."""
    repository, double = bench.repository, bench.double
    repository.branch("feature")
    lower = with_overlap(repository, 40)
    first = bench.pull(lower)
    tell("120 to 40, cold", first)
    assert first.code == 1, first.printed
    assert first.outputs["verdict"] == "failed"
    assert "TRAPPED" not in first.printed
    results = first.folder / "workspace" / first.outputs["results"]
    assert {path.stat().st_uid for path in results.parent.iterdir()} == {OWNER}
    assert (first.folder / "file_commands" / "summary").stat().st_size > 1000
    (body,) = [one["body"] for one in double.comments.values()]
    assert "> [!CAUTION]" in body
    cached = bench.pull(lower, cache=first.folder / "temp" / "reviewer-cache")
    tell("the same, with the cache", cached)
    assert (
        json.loads((cached.folder / "workspace" / cached.outputs["results"]).read_text())["verdict"]
        == json.loads(results.read_text())["verdict"]
    )
    back = bench.pull(with_overlap(repository, 120), cache=first.folder / "temp" / "reviewer-cache")
    tell("40 back to 120", back)
    assert (back.code, back.outputs["comment-url"]) == (0, first.outputs["comment-url"]), back.printed
    double.comments.clear()
    double.read_only.add("token")
    fork = bench.pull(lower, fork=True, cache=first.folder / "temp" / "reviewer-cache")
    tell("a fork's run", fork)
    assert (fork.code, double.comments) == (1, {}), fork.printed
    assert "workflow_run" in fork.printed
    double.read_only.clear()
    at_once(bench, lower, first.folder / "temp" / "reviewer-cache")


def at_once(bench: Bench, head: str, cache: Path) -> None:
    """Run two jobs of one pull request at the same time."""
    jobs = [threading.Thread(target=bench.pull, args=(head,), kwargs={"cache": cache}) for _ in range(2)]
    for job in jobs:
        job.start()
        time.sleep(0.5)
    for job in jobs:
        job.join()
    print(f"two jobs at once: {len(bench.double.comments)} comment")  # noqa: T201  # a script prints
    assert len(bench.double.comments) == 1


def _worked() -> float:
    """Give the seconds of processor time that ended children took, whoever else used the machine."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def tell(what: str, ran: Ran) -> None:
    """Print what a run took and said."""
    took = f"{ran.seconds:.1f} s by the clock, {ran.worked:.1f} s of work"
    print(f"{what}: exit {ran.code} in {took}, {ran.outputs}", flush=True)  # noqa: T201  # a script prints


def main() -> None:
    """Check the image named on the command line."""
    with tempfile.TemporaryDirectory() as made, serve(Double()) as double:
        repository = handbook(Path(made) / "source")
        serve_git(repository, double)
        check(Bench(sys.argv[1], Path(made), repository, double))
        keep = os.environ.get("REVIEWER_KEEP")
        if keep:
            bodies = "\n".join(one["body"] for one in double.comments.values())
            Path(keep).write_text(bodies, encoding="utf-8")
    assert double.problems == []


if __name__ == "__main__":
    main()
