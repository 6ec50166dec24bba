"""Any program in any language: `{name: command, command: [node, split.js, "{size}"], size: 400}`.

It is started once a document, without a shell, in the folder where `reviewer` was started. On standard input it gets
the canonical text in UTF-8; on standard output it writes a chunk a line as JSON: a text, `[start, end]`,
`[text, start, end]` or an object with `text`, `start` and `end`. Offsets are code points.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

from reviewer import fingerprint
from reviewer.chunks.chunk import Setting, SplitterIdentity
from reviewer.chunks.foreign.adapter import ForeignSplitter
from reviewer.chunks.foreign.options import OWN, Measure, Options
from reviewer.chunks.foreign.pieces import SHAPES, Piece, counted, piece_of
from reviewer.chunks.foreign.program import Limits, Program
from reviewer.corpus import Document
from reviewer.errors import SplitError

TIMEOUT, OUTPUT_MB = 60.0, 64.0
PASSED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "JAVA_HOME", "NODE_PATH")
"""Variables that the program gets; others, such as keys, only where `environment` names them."""


class Command(ForeignSplitter):
    """A program that cuts.

    `{size}` and `{overlap}` in its arguments stand for the settings of those names, and `unit` says what they count.
    `timeout` is in seconds a document, `output_limit` in MB; `environment` lists further variables that it gets.
    """

    name = "command"

    def __init__(self, **settings: Setting) -> None:
        """Find the program.

        Raises:
            SplitError: There is none, or a setting is unknown.

        """
        options = Options(self.name, settings)
        super().__init__(options)
        self._template = options.texts("command")
        self._limits = Limits(
            options.number("timeout", TIMEOUT), int(options.number("output_limit", OUTPUT_MB) * 2**20)
        )
        self._environment = options.texts("environment")
        self._version = options.text("version")
        self._measure = options.measured() if options.has("unit") or options.has("tokenizer") else OWN
        self._size, self._overlap = options.whole("size"), options.whole("overlap")
        options.rest(())
        values = {"{size}": self._size, "{overlap}": self._overlap}
        self._arguments = [_filled(one, values) for one in self._template]
        if not self._template or not shutil.which(self._template[0]):
            named = self._template[0] if self._template else ""
            raise SplitError(
                f"splitter command: there is no program {named!r}",
                'Write `command: [program, "argument"]`.',
                setting="command",
            )

    @property
    def measure(self) -> Measure:
        """What `unit` says."""
        return self._measure

    @property
    def identity(self) -> SplitterIdentity:
        """Its arguments, and the bytes of each that is a file; a program that reads more is told apart by `version`."""
        files = tuple(f"{one} {fingerprint.of_file(Path(one))}" for one in self._arguments[1:] if os.path.isfile(one))  # noqa: PTH113  # Path.is_file raises for a text too long for a name
        own: dict[str, Setting] = {"command": self._template, "files": (*_binary(self._arguments[0]), *files)}
        return self.identified({**own, "version": self._version}, self._size, self._overlap)

    def pieces(self, document: Document) -> Sequence[Piece]:
        """Run the program on one document.

        Raises:
            SplitError: It failed, took too long, wrote too much, or wrote what is no chunk.

        """
        variables = {name: os.environ[name] for name in (*PASSED_ON, *self._environment) if name in os.environ}
        told = {"REVIEWER_DOCUMENT": document.id, "REVIEWER_FORMAT": document.format}
        program = Program(tuple(self._arguments), {**variables, **told}, self._limits)
        lines = enumerate(StringIO(program.run(document.id, document.text), newline="\n"), start=1)
        return counted(document, (_piece(document.id, number, line) for number, line in lines if line.strip()))


def _filled(argument: str, values: dict[str, int | None]) -> str:
    for mark, value in values.items():
        if mark in argument:
            if value is None:
                hint = f"Set `{mark.strip('{}')}`."
                raise SplitError(f"splitter command: {mark} is used and not set", hint, setting="command")
            argument = argument.replace(mark, str(value))
    return argument


def _binary(program: str) -> tuple[str, ...]:
    """Fingerprint a program of the project's own (named by a path); one of the system is known by its name."""
    return (f"{program} {fingerprint.of_file(Path(program))}",) if os.sep in program else ()


def _piece(document: str, number: int, line: str) -> Piece:
    where = f"{document}: line {number} of the splitter's output"
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise SplitError(f"{where} is no JSON: {line.rstrip()[:60]!r}", f"Write a chunk a line: {SHAPES}.") from error
    return piece_of(value, where)
