"""Anyone's function: `{name: python, python: "package.module:function", …}`; other settings are its keywords."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path

from reviewer import fingerprint
from reviewer.chunks.chunk import Setting, SplitterIdentity
from reviewer.chunks.foreign.adapter import ForeignSplitter
from reviewer.chunks.foreign.failing import raised_at
from reviewer.chunks.foreign.options import OWN, Measure, Options, given
from reviewer.chunks.foreign.pieces import SHAPES, Piece, pieces_of
from reviewer.corpus import Document
from reviewer.errors import SplitError

_HINT = 'Write `python: "package.module:function"`, importable from the folder where `reviewer` is started.'

_BY_NAME = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class PythonFunction(ForeignSplitter):
    """A function that takes a text and gives chunks: texts, places, texts with places, or objects that have them.

    `size` and `overlap`, where they are set, are handed over like all other settings, and `unit` says what they count.
    A function of identical bytes whose imports changed is not told apart: name a `version` when they do.
    """

    name = "python"

    def __init__(self, **settings: Setting) -> None:
        """Import the function.

        Raises:
            SplitError: It cannot be imported, or does not take a setting.

        """
        options = Options(self.name, settings)
        super().__init__(options)
        self._named = options.text("python") or ""
        self._version = options.text("version")
        self._measure = options.measured() if options.has("unit") or options.has("tokenizer") else OWN
        self._function = _function(self._named)
        self.source = _file(self._function)
        parameters = list(inspect.signature(self._function).parameters.values())
        takes_any = any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters)
        known = {one.name for one in parameters[1:] if one.kind in _BY_NAME}
        self._settings = options.rest_of_any() if takes_any else options.rest(known)

    @property
    def measure(self) -> Measure:
        """What `unit` says."""
        return self._measure

    @property
    def identity(self) -> SplitterIdentity:
        """Its name, the bytes of its source file, its settings and the version that was named."""
        rest = {key: value for key, value in self._settings.items() if key not in {"size", "overlap"}}
        size, overlap = self._settings.get("size"), self._settings.get("overlap")
        own: dict[str, Setting] = {
            "python": self._named,
            "source": fingerprint.of_file(self.source) if self.source else "",
            "version": self._version,
        }
        return self.identified(
            {**rest, **own}, size if type(size) is int else None, overlap if type(overlap) is int else None
        )

    def pieces(self, document: Document) -> Sequence[Piece]:
        """Give what the function gives for the canonical text."""
        made = self._function(document.text, **given(self._settings))
        if isinstance(made, str | bytes | Mapping) or not isinstance(made, Iterable):
            raise SplitError(
                f"{document.id}: {self._named} gave {type(made).__name__}", f"A list: each chunk is {SHAPES}."
            )
        return pieces_of(document, made)


def _function(named: str) -> Callable[..., object]:
    module, colon, attribute = named.partition(":")
    if not colon or not all(part.isidentifier() for part in (*module.split("."), *attribute.split("."))):
        raise SplitError(f"splitter python: {named!r} names no function", _HINT, setting=PythonFunction.name)
    here = str(Path.cwd())
    if here not in sys.path:  # the command `reviewer` does not put its folder there, `python -m` does
        sys.path.append(here)
    try:
        with redirect_stdout(sys.stderr):
            found: object = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (Exception, SystemExit) as error:
        raise SplitError(
            f"splitter python: {named} cannot be imported ({type(error).__name__}: {error})"[:300] + raised_at(error),
            _HINT,
            setting=PythonFunction.name,
        ) from error
    if not callable(found):
        raise SplitError(f"splitter python: {named} is no function", _HINT, setting=PythonFunction.name)
    return found


def _file(function: Callable[..., object]) -> Path | None:
    """Give the file in which the function stands; of one without a file only the name is known."""
    try:
        path = inspect.getsourcefile(inspect.unwrap(function))
    except TypeError:
        return None
    return Path(path) if path and Path(path).is_file() else None
