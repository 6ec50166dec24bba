"""A program run on one text: no shell, a limit of time and of output, and nothing of it is left running."""

from __future__ import annotations

import os
import re
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from reviewer.errors import SplitError

_ERRORS_KEPT = 4000
"""Bytes of its beginning, where most languages say the error, and as many of its end."""

_SHOWN_LINES = 5
_SAYS = re.compile(r"(^|\s)[\w.$]*(error|exception|panic|panicked|fatal)( \[\w+\]| at \S+)?:", re.IGNORECASE)
"""What a line has that says an error, as Node.js, Java, PHP, Go and Rust write it above where in the program it was."""

_BLOCK = 2**16
_PAUSE = 0.02
"""Seconds after which is asked anew whether a silent program has ended."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds a document, and bytes of output."""

    seconds: float
    output: int


@dataclass(frozen=True, slots=True)
class Program:
    """Arguments, the whole environment, and limits."""

    arguments: tuple[str, ...]
    environment: Mapping[str, str]
    limits: Limits

    def run(self, document: str, text: str) -> str:
        """Give what it writes for `text`.

        Raises:
            SplitError: Names the document; it cannot be started, failed, ran into a limit, or wrote no UTF-8.

        """
        try:
            child = subprocess.Popen(  # noqa: S603  # arguments are a list from the user's own configuration, no shell
                self.arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=dict(self.environment),
                start_new_session=True,
            )
        except OSError as error:
            raise SplitError(
                f"{document}: {self.arguments[0]} cannot be started ({error.strerror})", "Check its path and rights."
            ) from error
        talk = _Talk(child, text.encode("utf-8", "replace"), self.limits.output)
        try:
            ended = talk.hold(self.limits.seconds)
        finally:
            end(child)
        return self._judged(document, talk, ended=ended, code=child.returncode)

    def _judged(self, document: str, talk: _Talk, *, ended: bool, code: int) -> str:
        name = f"{document}: the splitter {self.arguments[0]}"
        if talk.too_much:
            limit = self.limits.output / 2**20
            raise SplitError(
                f"{name} wrote more than {limit:g} MB", "Set a higher `output_limit` (MB), if that is right."
            )
        if not ended:
            raise SplitError(
                f"{name} did not end within {self.limits.seconds:g} s{talk.told}",
                "Set a longer `timeout` (seconds a document), or end its output and exit.",
            )
        if code:
            raise SplitError(f"{name} failed with exit code {code}{talk.told}", "Run it by hand on this document.")
        try:
            return talk.written.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise SplitError(f"{name} wrote bytes that are no UTF-8 (at {error.start})", "Write UTF-8.") from error


class _Talk:
    """What goes in and comes out of a child, read and written together so that neither side waits for the other."""

    def __init__(self, child: subprocess.Popen[bytes], text: bytes, limit: int) -> None:
        self._child, self._text, self._limit = child, memoryview(text), limit
        self.written, self._begun, self._errors = bytearray(), bytearray(), bytearray()
        self.too_much = False

    @property
    def told(self) -> str:
        """Give the end of its standard error, and the line that says the error where that stands above it.

        Control characters are escaped where errors are shown.
        """
        written = (self._begun + self._errors).decode("utf-8", "replace")
        lines = [line.rstrip() for line in written.splitlines() if line.strip()]
        above, shown = lines[:-_SHOWN_LINES], lines[-_SHOWN_LINES:]
        said = [] if any(map(_SAYS.search, shown)) else [line.strip() for line in above if _SAYS.search(line)]
        return f": {' / '.join([*said[:1], *shown]).strip()}" if shown else ""

    def hold(self, seconds: float) -> bool:
        """Talk until the child has ended, whatever it leaves running; tell whether it did in time."""
        deadline = time.monotonic() + seconds
        with selectors.DefaultSelector() as selector:
            for stream, event in self._streams():
                os.set_blocking(stream.fileno(), False)
                selector.register(stream, event)
            while selector.get_map():
                ended = self._child.poll() is not None  # asked first: what it wrote before it ended is there by now
                ready = selector.select(0 if ended else _PAUSE)
                if ended and not ready:
                    return True
                if time.monotonic() >= deadline or self.too_much:
                    return False
                for key, _ in ready:
                    if not self._move(key.fileobj):  # type: ignore[arg-type]  # we registered streams alone
                        selector.unregister(key.fileobj)
        try:
            self._child.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True

    def _streams(self) -> list[tuple[IO[bytes], int]]:
        child = self._child
        assert child.stdin and child.stdout and child.stderr  # noqa: S101, PT018  # asked for when it was started
        return [
            (child.stdin, selectors.EVENT_WRITE),
            (child.stdout, selectors.EVENT_READ),
            (child.stderr, selectors.EVENT_READ),
        ]

    def _move(self, stream: IO[bytes]) -> bool:
        """Move what can be moved; tell whether more may come."""
        if stream is self._child.stdin:
            return self._send(stream)
        data = os.read(stream.fileno(), _BLOCK)
        if stream is self._child.stderr:
            begins = _ERRORS_KEPT - len(self._begun)
            self._begun += data[:begins]
            self._errors = (self._errors + data[begins:])[-_ERRORS_KEPT:]
        else:
            self.written += data
            self.too_much = len(self.written) > self._limit
        return bool(data)

    def _send(self, stream: IO[bytes]) -> bool:
        try:
            self._text = self._text[os.write(stream.fileno(), self._text[:_BLOCK]) :]
        except BrokenPipeError:  # it reads no more, which is its right
            self._text = self._text[:0]
        if not self._text:
            stream.close()
            return False
        return True


def end(child: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    """End the child's own process group, whatever of it is still there, and close its pipes."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)  # its group is its own session: nobody else is in it
    child.wait()
    for stream in (child.stdin, child.stdout, child.stderr):
        if stream is not None:
            stream.close()
