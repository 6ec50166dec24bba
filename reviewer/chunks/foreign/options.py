"""Settings of a foreign splitter: taken one by one, the rest held to the library's own constructor."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import metadata
from types import ModuleType
from typing import Any

from reviewer.chunks.chunk import Setting
from reviewer.chunks.tokenizer import DEFAULT_TOKENIZER, load_tokenizer
from reviewer.errors import SplitError

UNITS = ("characters", "words", "tokens")


@dataclass(frozen=True, slots=True)
class Measure:
    """What a splitter's size counts: the unit's name, how one text is counted, and the tokenizer's fingerprint."""

    unit: str
    count: Callable[[str], int] | None = None
    fingerprint: str | None = None


CHARACTERS = Measure("characters", len)
WORDS = Measure("words", lambda text: len(text.split()))
BLANK_WORDS = Measure("words between blanks", lambda text: sum(map(bool, text.split(" "))))
OWN = Measure("own")


class Options:
    """The settings under one splitter's name; what is taken is gone, and the rest must be known to the library."""

    def __init__(self, name: str, settings: Mapping[str, Setting]) -> None:
        """Copy the settings."""
        self.name = name
        self.settings = dict(settings)
        self._rest = dict(settings)
        self._taken: set[str] = set()
        self._written: dict[str, str] = {}

    def choice(self, key: str, known: Sequence[str], default: str) -> str:
        """Take one of a few words."""
        value = self._take(key, default)
        if value not in known:
            raise self.refused(key, f"is {value!r}", f"Known: {', '.join(known)}.")
        return str(value)

    def text(self, key: str) -> str | None:
        """Take a text, or None where there is none."""
        value = self._take(key)
        if value is not None and not isinstance(value, str):
            raise self.refused(key, f"is {value!r}", "Give a text.")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """Take a list of texts; none where there is none."""
        value = self._take(key, ())
        if not isinstance(value, tuple):
            hint = f"Write `{key}: [{', '.join(str(value).split())}]`."
            raise self.refused(key, f"is {value!r}, not a list of texts", hint)
        found = tuple(one for one in value if isinstance(one, str))
        if len(found) < len(value):
            at, one = next((at, one) for at, one in enumerate(value) if not isinstance(one, str))
            raise self.refused(f"{key}[{at}]", f"is {one!r}, not a text", f"Give a list of texts as `{key}`.")
        return found

    def number(self, key: str, default: float) -> float:
        """Take a number over 0."""
        value = self._take(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < float("inf"):
            raise self.refused(key, f"is {value!r}", "Give a number over 0.")
        return value

    def whole(self, key: str) -> int | None:
        """Take a whole number from 0 up, or None where there is none."""
        value = self._take(key)
        if value is not None and (type(value) is not int or value < 0):
            raise self.refused(key, f"is {value!r}", "Give a whole number.")
        return value

    def refused(self, key: str, why: str, hint: str) -> SplitError:
        """Give the error of one setting; the caller raises it."""
        return SplitError(f"splitter {self.name}: {key} {why}", hint, setting=key.partition("[")[0])

    def _take(self, key: str, default: Setting = None) -> Setting:
        self._taken.add(key)
        return self._rest.pop(key, default)

    def has(self, key: str) -> bool:
        """Tell whether a setting is still there."""
        return key in self._rest

    def renamed(self, ours: str, theirs: str) -> None:
        """Let our word for a setting (`size`, `overlap`) stand for the library's."""
        if ours in self._rest:
            if theirs in self._rest:
                raise self.refused(ours, f"and {theirs} are the same", f"Give one of them, such as `{ours}`.")
            self._rest[theirs] = self._rest.pop(ours)
            self._written[theirs] = ours

    def measured(self, default: str = "characters") -> Measure:
        """Take `unit`, `tokenizer` and `revision`: a function that counts what the library shall count."""
        unit = self.choice("unit", UNITS, "tokens" if self.has("tokenizer") else default)
        name, revision = self.text("tokenizer"), self.text("revision")
        if unit != "tokens":
            if name or revision:
                key = "tokenizer" if name else "revision"
                raise SplitError(
                    f"splitter {self.name}: a tokenizer counts no {unit}", "Set `unit: tokens`.", setting=key
                )
            return CHARACTERS if unit == "characters" else WORDS
        tokenizer = load_tokenizer(name or DEFAULT_TOKENIZER, revision)
        return Measure("tokens", tokenizer.count, tokenizer.fingerprint)

    def rest(self, known: Collection[str]) -> dict[str, Setting]:
        """Give what was not taken, or refuse the first that the library does not know."""
        every = {*known, *self._taken}
        for key in self._rest:
            if key not in known:
                written = self._written.get(key, key)
                near = get_close_matches(written, every, n=1)
                hint = f"Did you mean {near[0]}?" if near else f"Known: {', '.join(sorted(every))}."
                also = f" ({key})" if written != key else ""
                raise SplitError(f"splitter {self.name}: no setting {written!r}{also}", hint, setting=written)
        return dict(self._rest)

    def rest_of_any(self) -> dict[str, Setting]:
        """Give what was not taken, whatever it is called."""
        return dict(self._rest)


def keywords(factory: Callable[..., object], hidden: Collection[str] = ()) -> dict[str, inspect.Parameter]:
    """Give what a constructor can be given by name, with those of its bases where it passes the rest on to them.

    Args:
        factory: A class or function of the library.
        hidden: Names that no configuration can give (functions, objects).

    """
    bases = inspect.getmro(factory) if inspect.isclass(factory) else ()
    layers: list[Callable[..., object]] = [one for one in bases if one is factory or "__init__" in vars(one)]
    found: dict[str, inspect.Parameter] = {}
    for layer in layers or [factory]:
        parameters = _parameters(layer)
        for one in parameters:
            if one.kind in {inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD}:
                found.setdefault(one.name, one)
        if not any(one.kind is inspect.Parameter.VAR_KEYWORD for one in parameters):
            break
    return {name: one for name, one in found.items() if name not in hidden}


def _parameters(factory: Callable[..., object]) -> list[inspect.Parameter]:
    """Give a signature's parameters; a class whose metaclass hides them shows them on its `__init__`."""
    variadic = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    shown = list(inspect.signature(factory).parameters.values())
    own = vars(factory).get("__init__") if inspect.isclass(factory) else None
    if own and shown and all(one.kind in variadic for one in shown):
        shown = list(inspect.signature(own).parameters.values())[1:]
    return shown


def given(settings: Mapping[str, Setting]) -> dict[str, object]:
    """Give settings as a library expects them: lists for our tuples."""
    return {key: list(value) if isinstance(value, tuple) else value for key, value in settings.items()}


def library(name: str, module: str) -> ModuleType:
    """Import a library when it is first needed, or name what installs it."""
    try:
        with redirect_stdout(sys.stderr):
            return importlib.import_module(module)
    except ImportError as error:
        raise SplitError(
            f"splitter {name}: {error.name or module} is not installed", f'pip install "overlap-reviewer[{name}]"'
        ) from error
    except Exception as error:
        told = str(error).strip().partition("\n")[0][:200]
        raise SplitError(
            f"splitter {name}: {module} cannot be imported ({type(error).__name__}: {told})",
            f"Repair its installation; `python -c 'import {module}'` shows the whole error.",
        ) from error


def made(name: str, factory: Callable[..., Any], /, **arguments: object) -> Any:  # noqa: ANN401  # a library's own type
    """Call a library's constructor; whatever it raises becomes an error that names the splitter.

    Raises:
        SplitError: It refused its settings, or lacks something that it needs besides.

    """
    try:
        with redirect_stdout(sys.stderr):
            return factory(**arguments)
    except Exception as error:
        told = " ".join(line for line in str(error).split("\n") if line.strip(" *"))[:200] or type(error).__name__
        raise SplitError(
            f"splitter {name}: {getattr(factory, '__name__', 'it')} refuses its settings or lacks something ({told})",
            "Check the settings, and what the library downloads or needs for them.",
        ) from error


def classes(name: str, module: ModuleType, chosen: str, kind: type) -> type:
    """Give the class `chosen` of a library, which must be of `kind`."""
    found = getattr(module, chosen, None)
    if not (inspect.isclass(found) and issubclass(found, kind)):
        known = sorted(one for one, value in vars(module).items() if inspect.isclass(value) and issubclass(value, kind))
        near = get_close_matches(chosen, known, n=1)
        raise SplitError(
            f"splitter {name}: no class {chosen!r}",
            f"Did you mean {near[0]}?" if near else f"Known: {', '.join(known)}.",
            setting="class",
        )
    return found


def versions(*distributions: str) -> str:
    """Give the installed versions, such as `chonkie 1.7.0`."""
    return ", ".join(f"{one} {metadata.version(one)}" for one in distributions)


def number_of(value: object, parameter: inspect.Parameter | None) -> int | None:
    """Give a size or overlap as a whole number: as set, else the library's default; None for shares and functions."""
    told = parameter.default if value is None and parameter is not None else value
    return told if type(told) is int else None
