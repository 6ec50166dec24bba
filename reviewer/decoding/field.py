"""A value with its place in a file, read by what the reader expects of it."""

from __future__ import annotations

import difflib
import json
import math
import re
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from reviewer.errors import ConfigurationError, ReviewerError

MAX_DEPTH = 64
"""Deeper nesting is refused; no file of ours needs ten levels, and hostile ones want thousands."""

MAX_DIGITS = 18
"""Longer integers are refused; all counts, offsets and seeds fit."""

NULLS = frozenset({"", "~", "null", "Null", "NULL"})
"""What YAML reads as nothing, where it stands without quotes."""

Content: TypeAlias = "str | list[Field] | dict[str, Field]"

_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(r"[-+]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_FLAG = re.compile("true|false")
_BARE_KEY = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)


class Style(Enum):
    """How a value was written: `typed` is JSON's number, flag or null, which is never read as text."""

    PLAIN = "plain"
    QUOTED = "quoted"
    TYPED = "typed"
    LIST = "list"
    MAPPING = "mapping"


class Source(NamedTuple):
    """The file that is read, and the family of the errors found in it."""

    file: str
    family: type[ReviewerError]


@dataclass(slots=True, eq=False, kw_only=True)  # not frozen: a large label set makes a hundred thousand
class Field:
    """A value with its place in a file: `path` is dotted (`gates[2].max_drop`), `line` counts from 1, 0 is unknown."""

    path: str
    line: int
    style: Style
    source: Source
    content: Content = field(repr=False)

    @property
    def file(self) -> str:
        """The name of the file, as errors show it."""
        return self.source.file

    @property
    def is_text(self) -> bool:
        """Whether `text()` would succeed."""
        return self.style is Style.QUOTED or (self.style is Style.PLAIN and not self.is_null)

    @property
    def is_null(self) -> bool:
        """Whether nothing was written here (`key:`, `~`, `null`)."""
        return self.style in (Style.PLAIN, Style.TYPED) and self.content in NULLS

    @property
    def is_list(self) -> bool:
        """Whether `items()` would succeed."""
        return self.style is Style.LIST

    @property
    def is_mapping(self) -> bool:
        """Whether `mapping()` would succeed."""
        return self.style is Style.MAPPING

    @property
    def place(self) -> str:
        """File, line and path, as errors name them."""
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.path}" if self.path else where

    def fail(self, message: str, hint: str = "") -> ReviewerError:
        """Give an error of the file's family that names file, line and path; the caller raises it."""
        return self.source.family(f"{self.place}: {message}" if message else self.place, hint)

    def text(self) -> str:
        """Give the text as it was written; nothing where text is expected is an error."""
        if not self.is_text or not isinstance(self.content, str):
            hint = "A value that begins with # is a comment: put it in quotes." if self.is_null else ""
            raise self.fail(f"expected text, got {self._shown()}", hint)
        return self.content

    def integer(self, least: int | None = None, most: int | None = None) -> int:
        """Give a whole number between `least` and `most`, both allowed."""
        written = self._unquoted("an integer", _INTEGER)
        if len(written) > MAX_DIGITS:
            raise self.fail(f"expected an integer of at most {MAX_DIGITS} digits, got {self._shown()}")
        value = int(written)
        self._check_range(value, least, most)
        return value

    def number(self, least: float | None = None, most: float | None = None) -> float:
        """Give a finite number between `least` and `most`, both allowed."""
        value = float(self._unquoted("a number", _NUMBER))
        if not math.isfinite(value):
            raise self.fail(f"expected a finite number, got {self._shown()}")
        self._check_range(value, least, most)
        return value

    def flag(self) -> bool:
        """Give `true` or `false`; no other word is a flag."""
        return self._unquoted("true or false", _FLAG) == "true"

    def value(self) -> bool | float | str | tuple[str, ...]:
        """Give what is written where its kind is open: a number, `true` or `false`, a text, or a list of texts."""
        if self.is_list:
            return tuple(one.text() for one in self.items())
        if self.style is Style.PLAIN:
            for read in (self.integer, self.number, self.flag):
                with suppress(ReviewerError):
                    return read()
        return self.text()

    def choice(self, names: Collection[str]) -> str:
        """Give the text, which must be one of `names`; an error suggests the nearest."""
        value = self.text()
        if value not in names:
            raise self.fail(f"expected one of {', '.join(names)}, got {_shorten(value)}", _nearest(value, names))
        return value

    def items(self) -> list[Field]:
        """Give the items of a list."""
        if not isinstance(self.content, list):
            raise self.fail(f"expected a list, got {self._shown()}")
        return self.content

    def mapping(self) -> Mapping[str, Field]:
        """Give the entries of a mapping whose keys are open."""
        if not isinstance(self.content, dict):
            raise self.fail(f"expected a mapping, got {self._shown()}")
        return self.content

    def entries(self, required: Collection[str] = (), optional: Collection[str] = ()) -> dict[str, Field]:
        """Give the entries of a mapping whose keys are known; unknown and missing ones are errors."""
        found = dict(self.mapping())
        for key, value in found.items():
            if key not in required and key not in optional:
                raise value.fail("unknown key", _nearest(key, [*required, *optional]))
        missing = [key for key in required if key not in found]
        if missing:
            raise self.fail(f"{' and '.join(missing)} missing")
        return found

    def _unquoted(self, expected: str, pattern: re.Pattern[str]) -> str:
        """Give a scalar that stands without quotes and matches `pattern`."""
        if not isinstance(self.content, str):
            raise self.fail(f"expected {expected}, got {self._shown()}")
        fits = pattern.fullmatch(self.content) is not None
        if self.style is Style.QUOTED or not fits:
            hint = "Remove the quotes." if fits else ""
            raise self.fail(f"expected {expected}, got {self._shown()}", hint)
        return self.content

    def _check_range(self, value: float, least: float | None, most: float | None) -> None:
        """Refuse what lies outside the bounds."""
        if least is not None and value < least:
            raise self.fail(f"expected at least {least}, got {value}")
        if most is not None and value > most:
            raise self.fail(f"expected at most {most}, got {value}")

    def _shown(self) -> str:
        """Name the value for an error."""
        if not isinstance(self.content, str):
            return f"a {self.style.value}"
        if self.is_null:
            return "nothing"
        return self.content if self.style is Style.TYPED else _shorten(self.content)


def from_plain(value: object, file: str, family: type[ReviewerError] = ConfigurationError, line: int = 0) -> Field:
    """Give the root of decoded JSON; `line` is that of a JSON Lines record, if there is one."""
    return _plain_field(value, "", line, Source(file, family))


def _plain_field(value: object, path: str, line: int, source: Source, depth: int = 0) -> Field:
    """Wrap a plain value and all it holds."""
    if depth > MAX_DEPTH:
        raise source.family(f"{source.file}: {path[:60]}…: nested deeper than {MAX_DEPTH} levels")

    def inner(one: object, place: str) -> Field:
        return _plain_field(one, place, line, source, depth + 1)

    content: Content
    if isinstance(value, str):
        style, content = Style.QUOTED, value
    elif isinstance(value, Mapping):
        style, content = Style.MAPPING, {str(key): inner(one, join(path, str(key))) for key, one in value.items()}
    elif isinstance(value, list | tuple):
        style, content = Style.LIST, [inner(one, f"{path}[{at}]") for at, one in enumerate(value)]
    elif value is None or isinstance(value, bool | int | float):
        style, content = Style.TYPED, json.dumps(value)
    else:
        raise source.family(f"{source.file}: {path}: {type(value).__name__} is not plain data")
    return Field(path=path, line=line, style=style, source=source, content=content)


def join(path: str, key: str) -> str:
    """Extend a path by a key; a key that is no plain word is quoted."""
    step = _step(key)
    return f"{path}{step}" if path or step[0] == "[" else key


@lru_cache(maxsize=1024)  # a file of ten thousand labels has a hundred thousand keys, of a dozen names
def _step(key: str) -> str:
    return f".{key}" if _BARE_KEY.fullmatch(key) else f"[{_shorten(key)}]"


def _nearest(name: str, known: Iterable[str]) -> str:
    """Suggest the known name that looks most like `name`, else list them all."""
    known = list(known)
    near = difflib.get_close_matches(name, known, n=1)
    return f"Did you mean {near[0]}?" if near else f"Known: {', '.join(known)}." if known else ""


def _shorten(text: str, limit: int = 60) -> str:
    """Quote a text for an error: control characters escaped, a long one cut."""
    return repr(text) if len(text) <= limit else f"{text[:limit]!r}…"
