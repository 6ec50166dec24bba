"""A splitter held to its promises over many texts, in processes that are ended when they hang."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from queue import Empty, Queue
from types import TracebackType
from typing import IO, Self

from reviewer.chunks.chunk import Setting
from reviewer.chunks.conformance.measuring import Measured, Tally
from reviewer.chunks.conformance.worker import Answer, Failure, Ready, document_as_is, packed
from reviewer.chunks.foreign.program import end
from reviewer.corpus import Document
from reviewer.corpus.units import Fallen
from reviewer.errors import SplitError
from reviewer.fingerprint import Plain

STARTING = 120.0
"""Seconds that a library may take to be imported."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What became of one text: measures, or why there are none."""

    name: str
    tally: Tally = field(default_factory=Tally)
    examples: tuple[str, ...] = ()
    repeats: bool = True
    failure: Failure | None = None
    hung: bool = False

    @property
    def broken(self) -> bool:
        """Tell whether a promise is broken here."""
        return self.tally.broken or self.hung or self.failure is not None or not self.repeats

    def to_plain(self) -> dict[str, Plain]:
        """Give everything by name."""
        failure = None if self.failure is None else {"message": self.failure.message, "hint": self.failure.hint}
        told: dict[str, Plain] = {"name": self.name, "broken": self.broken, "repeats": self.repeats, "hung": self.hung}
        return {**told, "failure": failure, "examples": list(self.examples), **self.tally.to_plain()}


@dataclass(frozen=True, slots=True)
class Checked:
    """A splitter's identity in short, and a row a text."""

    ready: Ready
    rows: tuple[Row, ...]

    @property
    def tally(self) -> Tally:
        """The sum over all texts."""
        whole = Tally()
        for row in self.rows:
            whole += row.tally
        return whole

    @property
    def unit(self) -> str:
        """What its offsets seem to count instead of code points, told by places beyond a text or within words."""
        beyond = [row.failure.unit for row in self.rows if row.failure is not None and row.failure.unit]
        return beyond[0] if beyond else self.tally.unit

    @property
    def broken(self) -> bool:
        """Tell whether any promise is broken."""
        return any(row.broken for row in self.rows) or bool(self.unit)

    def to_plain(self) -> dict[str, Plain]:
        """Give the splitter, the verdict, the sum and every row."""
        one = self.ready
        splitter: dict[str, Plain] = {
            "name": one.name,
            "version": one.version,
            "unit": one.unit,
            "size": one.size,
            "overlap": one.overlap,
        }
        rows = [row.to_plain() for row in self.rows]
        found: dict[str, Plain] = {"splitter": splitter, "broken": self.broken, "unit": self.unit or None}
        return {**found, "total": self.tally.to_plain(), "texts": rows}


def check_splitter(
    settings: Mapping[str, Setting],
    texts: Iterable[Document | tuple[str, str]],
    seconds: float,
    advance: Callable[[int], None] = lambda _: None,
) -> Checked:
    """Hold a splitter to its promises.

    Args:
        settings: As in a configuration.
        texts: Documents as a run reads them, or names and texts, which are handed over as they are.
        seconds: The longest that one text may take; a library's import is not counted.
        advance: Told how many texts are done.

    Raises:
        SplitError: The splitter cannot be made from these settings.

    """
    rows: list[Row] = []
    with _Worker(settings, "0", seconds) as first, _Worker(settings, "1", seconds) as second:
        ready = first.ready()
        for done, one in enumerate(texts, start=1):
            document = one if isinstance(one, Document) else document_as_is(*one)
            rows.append(_row(document, first, second))
            advance(done)
    return Checked(ready, tuple(rows))


def _row(document: Document, first: _Worker, second: _Worker) -> Row:
    name = document.id
    given = first.ask(document, measured=True)
    if not isinstance(given, Answer):
        return Row(name=name, failure=given, hung=given is None)
    row = Row(name=name, tally=given.measured.tally, examples=given.measured.examples, repeats=given.repeats)
    again = second.ask(document, measured=False)
    if not isinstance(again, Answer):
        return replace(row, failure=again, hung=again is None)
    return replace(row, repeats=row.repeats and given.digest == again.digest)


class _Worker:
    """A process that cuts; started when it is first asked, ended when it hangs, and then started anew.

    `seed` is that of Python's hashes: a splitter that depends on their order differs between two of them.
    """

    def __init__(self, settings: Mapping[str, Setting], seed: str, seconds: float) -> None:
        self._settings, self._seed, self._seconds = settings, seed, seconds
        self._child: subprocess.Popen[str] | None = None
        self._lines: Queue[str] = Queue()
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  # closed with the worker

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self._stop()
        self._errors.close()

    def ready(self) -> Ready:
        """Start it, and give what it made."""
        told = self._start()
        if isinstance(told, Ready):
            return told
        why = told or Failure("the splitter could not be made: it hangs", "Try its import by hand.")
        raise SplitError(why.message, why.hint)

    def ask(self, document: Document, *, measured: bool) -> Answer | Failure | None:
        """Give its answer, its failure, or None where it took too long."""
        if self._child is None:
            told = self._start()
            if not isinstance(told, Ready):
                return told
        self._send({"document": packed(document), "measured": measured})
        line = self._line(self._seconds)
        if line is None:
            self._stop()
            return None
        if not line:
            return self._crashed(document.id)
        plain = json.loads(line)
        if "failure" in plain:
            return Failure(**plain["failure"])
        return _answer(plain["answer"])

    def _start(self) -> Ready | Failure | None:
        self._lines = Queue()
        self._child = child = subprocess.Popen(
            [sys.executable, "-P", "-c", "from reviewer.chunks.conformance.worker import main; main()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONHASHSEED": self._seed},
            start_new_session=True,
        )
        threading.Thread(target=_read, args=(child.stdout, self._lines), daemon=True).start()
        self._send(self._settings)
        line = self._line(STARTING)
        if line is None:
            self._stop()
            return None
        if not line:
            return self._crashed("before the first text")
        plain = json.loads(line)
        return Ready(**plain["ready"]) if "ready" in plain else Failure(**plain["failure"])

    def _send(self, value: object) -> None:
        assert self._child is not None and self._child.stdin is not None  # noqa: S101, PT018  # it was started
        try:
            self._child.stdin.write(json.dumps(value) + "\n")
            self._child.stdin.flush()
        except BrokenPipeError:
            return  # it has ended, which is told when its answer is waited for

    def _line(self, seconds: float) -> str | None:
        try:
            return self._lines.get(timeout=seconds)
        except Empty:
            return None

    def _crashed(self, name: str) -> Failure:
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        code = self._stop()
        said = f": {lines[-1][:200]}" if lines else ""
        return Failure(
            f"{name}: the splitter ended its process (exit code {code}){said}", "Run it by hand on this text."
        )

    def _stop(self) -> int | None:
        child, self._child = self._child, None
        if child is None:
            return None
        end(child)
        return child.returncode


def _read(stream: IO[str], lines: Queue[str]) -> None:
    """Hand on what comes; an empty line is the end."""
    try:
        for line in stream:
            lines.put(line)
    except ValueError:
        return  # closed with its process
    finally:
        lines.put("")


def _answer(plain: Mapping[str, object]) -> Answer:
    measured = plain["measured"]
    assert isinstance(measured, Mapping)  # noqa: S101  # written by our own side
    told = measured["tally"]
    units = tuple(Fallen(**one) for one in told["units"])
    tally = {**told, "overlaps": tuple(told["overlaps"]), "units": units}
    examples: Sequence[str] = measured["examples"]
    return Answer(
        measured=Measured(Tally(**tally), tuple(examples)), digest=str(plain["digest"]), repeats=bool(plain["repeats"])
    )
