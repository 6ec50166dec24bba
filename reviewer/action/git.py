"""Git asked by plumbing on full object names: no checkout, no hooks, no links or submodules followed."""

from __future__ import annotations

import base64
import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from reviewer import git
from reviewer.errors import ActionError

SECONDS = 300
MOST_LISTED_BYTES = 100_000_000
"""Of names and paths; trees that hold each other grow without end when they are listed."""

MOST_READ_BYTES = 10_000_000
"""Of a single file that is read into memory, such as a configuration."""
DEPTHS = (50, 500)
"""How far a shallow history is deepened before all of it is fetched."""

_NAME = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_HEADER = 100
"""Bytes that stand before and behind a content, at most."""

_REGULAR = ("100644", "100755", "100664")
_SHALLOW_HINT = "Add `fetch-depth: 0` below `with:` of the `actions/checkout` step, and no `filter`."


@dataclass(frozen=True, slots=True)
class Entry:
    """A regular file of a commit: its path, the name of its content, and its bytes, where the content is here."""

    path: str
    blob: str
    size: int | None


@dataclass(frozen=True, slots=True)
class Tree:
    """The files of a commit below some paths, and the links and submodules among them, which are not read."""

    entries: tuple[Entry, ...]
    passed_over: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Git:
    """A bare repository of our own in `folder`, which borrows the workspace's objects and fetches from `remote`.

    Nothing is written into the workspace, and none of its settings or hooks is read. `whole` says that the borrowed
    history is not cut off.
    """

    folder: Path
    remote: str
    token: str = field(default="", repr=False)
    whole: bool = False
    environment: Mapping[str, str] = field(default_factory=git.isolated, repr=False)

    def has(self, commit: str) -> bool:
        """Tell whether a commit with its content is here."""
        return self._run("cat-file", "-e", f"{_checked(commit)}^{{commit}}").code == 0

    def resolve(self, name: str) -> str:
        """Give the commit that a full name, a branch or a tag of the remote means, fetching it."""
        if _NAME.fullmatch(name):
            return self.fetch(name)
        return self.tip(name, ("refs/heads/{}", "refs/tags/{}^{{}}", "refs/tags/{}"))

    def tip(self, name: str, patterns: Sequence[str] = ("refs/heads/{}",)) -> str:
        """Fetch the newest commit of a branch (or tag) of the remote and give its name."""
        wanted = [pattern.format(name) for pattern in patterns]
        listed = self._remote("ls-remote", "--end-of-options", self.remote, *wanted)
        pairs = [line.split("\t", 1) for line in listed.output.decode("utf-8", "replace").splitlines()]
        found = {ref: commit for commit, ref in (pair for pair in pairs if len(pair) == 2)}  # noqa: PLR2004  # a pair
        commit = next((found[ref] for ref in wanted if ref in found), "")
        if listed.code != 0 or _NAME.fullmatch(commit) is None:
            reason = _why(listed) if listed.code else "there is none of that name"
            raise ActionError(f"{name!r} cannot be read from {self.remote}: {reason}", "Check the name and the token.")
        return self.fetch(commit)

    def fetch(self, commit: str) -> str:
        """Have a commit here, fetching it alone where it is missing; give its name."""
        if not self.has(commit):
            done = self._fetch(*(() if self.whole else ("--depth=1",)), _checked(commit))
            if done.code != 0 or not self.has(commit):
                raise ActionError(
                    f"the commit {commit[:12]} is not here and cannot be fetched: {_why(done)}", _SHALLOW_HINT
                )
        return commit

    def merge_base(self, one: str, other: str) -> str | None:
        """Give the commit where two histories part, fetching what a shallow clone lacks; None if they never met."""
        self.fetch(one)
        self.fetch(other)
        found = self._merge_base(one, other)
        for deepening in (*(f"--depth={depth}" for depth in DEPTHS), "--unshallow"):
            if found is not None or not self.is_shallow():
                return found
            done = self._fetch(deepening, one, other)
            if done.code != 0:
                raise ActionError(f"the clone is shallow and cannot be deepened: {_why(done)}", _SHALLOW_HINT)
            found = self._merge_base(one, other)
        return found

    def is_shallow(self) -> bool:
        """Tell whether history is cut off."""
        return self._run("rev-parse", "--is-shallow-repository").output.strip() == b"true"

    def tree(self, commit: str, paths: Sequence[str]) -> Tree:
        """List the regular files of a commit at or below `paths` (relative to the root; none means all)."""
        entries, passed_over = [], []
        for name, (mode, kind, blob, size) in self._listed(commit, paths):
            if kind == "blob" and mode in _REGULAR:
                entries.append(Entry(name, blob, int(size) if size.isdigit() else None))
            else:
                passed_over.append(name)
        return Tree(tuple(entries), tuple(passed_over))

    def read(self, commit: str, path: str) -> bytes | None:
        """Give a regular file's content at a commit, or None if there is none."""
        found = [entry for entry in self.tree(commit, [path]).entries if entry.path == path]
        if found and (found[0].size or 0) > MOST_READ_BYTES:
            raise ActionError(f"{path} has {found[0].size:,} bytes at {commit[:12]}", f"At most {MOST_READ_BYTES:,}.")
        return next(iter(self.contents(found)))[1] if found else None

    def contents(self, entries: Sequence[Entry]) -> Iterator[tuple[Entry, bytes]]:
        """Give the content of each entry, asked for in one go, all of it in memory."""
        asked = "".join(f"{entry.blob}\n" for entry in entries).encode("ascii")
        most = sum((entry.size or 0) + _HEADER for entry in entries)
        data = self._run("cat-file", "--batch", given=asked, most=most).output
        at = 0
        for entry in entries:
            end = data.find(b"\n", at)
            header = data[at:end].split(b" ")
            if end < 0 or len(header) != 3 or header[1] != b"blob":  # noqa: PLR2004  # name, kind, size
                raise ActionError(f"{entry.path}: its content is not in the clone", _SHALLOW_HINT)
            size = int(header[2])
            yield entry, data[end + 1 : end + 1 + size]
            at = end + 1 + size + 1

    def changed(self, one: str, other: str, paths: Sequence[str] = ()) -> tuple[str, ...]:
        """Name the paths at or below `paths` that differ between two commits, sorted."""
        # Two lists, and no diff: git holds all of that in memory, however long it is.
        before, after = (dict(self._listed(commit, paths)) for commit in (one, other))
        return tuple(sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path)))

    def _listed(self, commit: str, paths: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Give every path below some paths of a commit, with mode, kind, name and size of what stands there."""
        done = self._run("ls-tree", "-r", "-l", "-z", "--full-tree", "--end-of-options", _checked(commit), *paths)
        if done.code != 0:
            raise ActionError(f"the files of {commit[:12]} cannot be listed: {_why(done)}", _SHALLOW_HINT)
        for record in done.output.split(b"\0")[:-1]:
            facts, path = record.split(b"\t", 1)
            yield path.decode("utf-8", "surrogateescape"), tuple(facts.decode("ascii").split())

    def _merge_base(self, one: str, other: str) -> str | None:
        text = self._run("merge-base", _checked(one), _checked(other)).output.decode("ascii", "replace").strip()
        return text if _NAME.fullmatch(text) else None

    def _fetch(self, *given: str) -> git.Answer:
        options = [one for one in given if one.startswith("--")]
        commits = [one for one in given if not one.startswith("--")]
        quiet = ("--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--no-auto-maintenance")
        return self._remote("fetch", *quiet, *options, "--end-of-options", self.remote, *commits)

    def _remote(self, *arguments: str) -> git.Answer:
        """Ask the remote; the token goes by environment, never by argument."""
        return self._run(*arguments, extra=_authorization(self.remote, self.token))

    def _run(
        self, *arguments: str, given: bytes = b"", extra: Mapping[str, str] | None = None, most: int | None = None
    ) -> git.Answer:
        environment = {**self.environment, **(extra or {})}
        return _git([f"--git-dir={self.folder}", *arguments], environment, given, most)


def open_repository(
    workspace: Path, scratch: Path, remote: str, token: str = "", environment: Mapping[str, str] | None = None
) -> Git:
    """Make a repository in `scratch` that borrows what the workspace's clone holds, which may be nothing."""
    seen = git.isolated() if environment is None else environment
    asked = [*_in(workspace), "rev-parse", "--show-object-format", "--git-common-dir"]
    found = _git(asked, seen) if workspace.is_dir() else git.Answer(1, b"", "")
    is_clone = found.code == 0
    names, _, place = found.output.decode("utf-8", "surrogateescape").partition("\n")
    named = [f"--object-format={names}"] if is_clone else []
    done = _git(["init", "--quiet", "--bare", "--template=", *named, str(scratch)], seen)
    if done.code != 0:
        raise ActionError(f"{scratch}: no repository can be made: {_why(done)}", "Check the rights of RUNNER_TEMP.")
    if not is_clone:
        return Git(folder=scratch, remote=remote, token=token, environment=seen)
    clone = workspace / place.removesuffix("\n")
    (scratch / "objects" / "info" / "alternates").write_text(f"{clone / 'objects'}\n", encoding="utf-8")
    shallow = clone / "shallow"
    if shallow.is_file():
        (scratch / "shallow").write_bytes(shallow.read_bytes())
    return Git(folder=scratch, remote=remote, token=token, whole=not shallow.is_file(), environment=seen)


def working_tree(folder: Path, environment: Mapping[str, str]) -> Path:
    """Give the root of the working tree that a folder lies in."""
    done = _git([*_in(folder), "rev-parse", "--show-toplevel"], environment)
    if done.code != 0:
        raise ActionError(
            f"{folder}: not in a git repository ({_why(done)})", "Stand in a clone, or leave out the ref."
        )
    return Path(done.output.decode("utf-8", "surrogateescape").removesuffix("\n"))


def commit_of(root: Path, name: str, environment: Mapping[str, str]) -> str:
    """Give the commit that a name means in a working tree: a branch, a tag, `HEAD~1`, an object."""
    asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"]
    done = _git([*_in(root), *asked], environment)
    found = done.output.decode("ascii", "replace").strip()
    if done.code != 0 or _NAME.fullmatch(found) is None:
        raise ActionError(f"{name!r} is no commit of {root}", "Name a branch, a tag or a commit that is here.")
    return found


def _in(folder: Path) -> tuple[str, ...]:
    """Have git work in a folder, whoever owns it."""
    return ("-c", f"safe.directory={folder}", "-C", str(folder))


def _git(
    arguments: Sequence[str], environment: Mapping[str, str], given: bytes = b"", most: int | None = None
) -> git.Answer:
    try:
        room = MOST_LISTED_BYTES if most is None else most
        return git.ask(arguments, environment, given=given, most=room, seconds=SECONDS)
    except FileNotFoundError as error:
        raise ActionError("git is not installed", "Use the Action's image, or install git.") from error
    except OSError as error:
        raise ActionError(f"git cannot be run: {error.strerror}", "Use the Action's image, or install git.") from error
    except subprocess.TimeoutExpired as error:
        raise ActionError(f"git took over {SECONDS} seconds", _SHALLOW_HINT) from error
    except git.TooLongError as error:
        raise ActionError(f"git answers with {error}", "Name a smaller corpus.") from error


def _authorization(remote: str, token: str) -> dict[str, str]:
    """Give the header for the remote's own host as configuration in the environment."""
    if not token or not remote.startswith(("https://", "http://")):
        return {}
    pair = base64.b64encode(f"x-access-token:{token}".encode()).decode()
    host = "/".join(remote.split("/")[:3])
    return {
        "GIT_CONFIG_COUNT": "2",
        "GIT_CONFIG_KEY_0": f"http.{host}/.extraheader",
        "GIT_CONFIG_VALUE_0": "",
        "GIT_CONFIG_KEY_1": f"http.{host}/.extraheader",
        "GIT_CONFIG_VALUE_1": f"AUTHORIZATION: basic {pair}",
    }


def _checked(commit: str) -> str:
    """Let only full object names through, which can be no option and no revision expression."""
    if _NAME.fullmatch(commit) is None:
        raise ActionError(f"{commit!r} is not a full commit name")
    return commit


def _why(done: git.Answer) -> str:
    lines = done.said.strip().splitlines()
    said = [line.removeprefix("fatal: ") for line in lines if line.startswith("fatal: ")] or lines[-1:]
    return said[0] if said else f"git ended with {done.code}"
