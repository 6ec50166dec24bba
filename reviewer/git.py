"""Git asked by plumbing: no checkout, hook, filter, pager or replaced object, no shell, and bounded answers."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from time import monotonic
from typing import IO

FOLDERS = ("/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin")
"""Where git is looked for before the folders that a caller names, who may have been made to name his own git."""

_OFF = (
    f"core.hooksPath={os.devnull}",
    "core.fsmonitor=false",
    "core.pager=cat",
    f"core.attributesFile={os.devnull}",
    "gc.auto=0",
    "maintenance.auto=false",
    "submodule.recurse=false",
    "fetch.recurseSubmodules=false",
    "credential.helper=",
    "protocol.ext.allow=never",
)
_QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1"}
_NETWORK = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
_KEPT = (*_NETWORK, *map(str.lower, _NETWORK), "SYSTEMROOT", "TMPDIR")
_CERTIFICATES = {"GIT_SSL_CAINFO": "SSL_CERT_FILE", "GIT_SSL_CAPATH": "SSL_CERT_DIR"}
"""Git's own names for what other programs know by OpenSSL's."""

_STEP = 0.2
_MOST_SAID = 65_536


class TooLongError(subprocess.SubprocessError):
    """Git answers with more bytes than there is room for; it was stopped."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What git ended with and printed, and what it said besides."""

    code: int
    output: bytes
    said: str


def ask(
    arguments: Sequence[str], environment: Mapping[str, str], *, most: int, seconds: float, given: bytes = b""
) -> Answer:
    """Run a git command to its end.

    Args:
        arguments: Of git, its options for all commands first.
        environment: All variables that git sees; see `own` and `isolated`.
        most: Bytes of the answer there is room for.
        seconds: How long it may take.
        given: What git reads on standard input.

    Raises:
        TooLongError: The answer is longer than `most`.
        subprocess.TimeoutExpired: It takes longer than `seconds`.
        OSError: Git is not there, or cannot be started.

    """
    with TemporaryFile() as questions, TemporaryFile() as output, TemporaryFile() as said:
        questions.write(given)
        questions.seek(0)
        with subprocess.Popen(  # noqa: S603  # our own arguments, no shell
            _command(arguments), stdin=questions, stdout=output, stderr=said, env=environment
        ) as process:
            try:
                code = _wait(process, output, most, seconds)
            except BaseException:
                process.kill()
                raise
        said.seek(0)
        told = said.read(_MOST_SAID).decode("utf-8", "replace")
        output.seek(0)
        return Answer(code, output.read(), told)


def converse(arguments: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start a git command that is asked through its pipes."""
    return subprocess.Popen(  # noqa: S603  # our own arguments, no shell
        _command(arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    )


def own() -> dict[str, str]:
    """Give our environment, with the person's own settings, without what could point git at another repository."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_") or "CONFIG" in key}
    return {**kept, **_QUIET, "LC_ALL": "C"}


def isolated(*, trusted_path: bool = False) -> dict[str, str]:
    """Give an environment without anybody's settings: of the caller's only programs, proxies and certificates.

    With `trusted_path` git is looked for where the caller looks for programs, else first where systems keep it.
    """
    given = os.environ
    callers = [one for one in given.get("PATH", "").split(os.pathsep) if Path(one).is_absolute()]
    folders = (*callers, *FOLDERS) if trusted_path else (*FOLDERS, *callers)
    kept = {name: given[name] for name in _KEPT if given.get(name)}
    certificates = {name: given.get(name) or given.get(other, "") for name, other in _CERTIFICATES.items()}
    return {
        **kept,
        **{name: value for name, value in certificates.items() if value},
        **_QUIET,
        "PATH": os.pathsep.join(dict.fromkeys(folders)),
        "HOME": "/nonexistent",
        "LC_ALL": "C.UTF-8",
        "GIT_CONFIG_GLOBAL": os.devnull,
    }


def _command(arguments: Sequence[str]) -> Sequence[str]:
    options = [part for one in _OFF for part in ("-c", one)]
    return ("git", "--no-pager", "--no-replace-objects", "--literal-pathspecs", *options, *arguments)


def _wait(process: subprocess.Popen[bytes], output: IO[bytes], most: int, seconds: float) -> int:
    """Wait for the end, looking now and then at how much was printed."""
    end = monotonic() + seconds
    code = None
    while code is None:
        try:
            code = process.wait(_STEP)
        except subprocess.TimeoutExpired:
            if monotonic() > end:
                raise
        if os.fstat(output.fileno()).st_size > most:
            message = f"over {most:,} bytes"
            raise TooLongError(message)
    return code
