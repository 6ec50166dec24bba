"""JSON (RFC 8259) with the places of its strings, which are decoded only where they are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from reviewer.corpus.offsets import MappedText
from reviewer.errors import CorpusError

_TOKEN = re.compile(
    r"""[ \t\n\r]*+(?:
        (?P<string>"(?:[^"\\\n]|\\.)*+")
      | (?P<sign>[{}\[\]:,])
      | (?P<other>-?(?:[0-9][0-9.eE+-]*+|Infinity)|NaN|true|false|null)
      | (?P<end>\Z))""",
    re.VERBOSE,
)
_PIECE = re.compile(
    r"[^\\]++|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[\"\\/bfnrt]|\\"
)
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_ENDS = {"{": "}", "[": "]"}
_PAIR = 12


@dataclass(frozen=True, slots=True)
class Text:
    """A string by its place in the file, without the quotes."""

    start: int
    end: int

    def of(self, source: str) -> str:
        """Give the decoded string."""
        return "".join(piece for piece, _, _ in decoded(source, self))


Value: TypeAlias = "dict[str, Any] | list[Any] | Text | str"
"""Objects, arrays, strings by their places, and everything else as it is written."""


def parse(source: str) -> Value:
    """Read a JSON text; what is none is refused with its place."""
    stack: list[tuple[dict[str, Any] | list[Any], str | None]] = []
    key: str | None = None
    tokens = _tokens(source)
    for kind, token in tokens:
        written = token[kind]
        if kind == "sign" and written in _ENDS:
            stack.append(({} if written == "{" else [], key))
            key = None
            continue
        if kind == "sign" and written == ",":
            continue
        if kind == "sign" and stack and written == _ENDS["{" if isinstance(stack[-1][0], dict) else "["]:
            value: Value = stack[-1][0]
            key = stack.pop()[1]
        elif kind == "string":
            value = Text(token.start(kind) + 1, token.end(kind) - 1)
            if stack and isinstance(stack[-1][0], dict) and key is None:
                key = value.of(source)
                _expect_colon(source, tokens)
                continue
        elif kind == "other" and not (stack and isinstance(stack[-1][0], dict) and key is None):
            value = written
        else:
            raise _refusal(source, token.start(kind))
        if not stack:
            _expect_end(source, tokens)
            return value
        _put(stack[-1][0], key, value)
        key = None
    raise _refusal(source, len(source))


def write(source: str, text: Text, out: MappedText) -> None:
    """Write a string decoded, each escape led back to its place."""
    for piece, start, end in decoded(source, text):
        if len(piece) == end - start:
            out.copy(piece, start)
        else:
            out.replace(piece, start, end)


def decoded(source: str, text: Text) -> Iterator[tuple[str, int, int]]:
    """Cut a string into its runs and escapes, decoded, with their places."""
    for match in _PIECE.finditer(source, text.start, text.end):
        piece = match[0]
        if piece == "\\":
            raise _refusal(source, match.start())
        if piece[0] == "\\":
            piece = _unescaped(piece)
        yield piece, match.start(), match.end()


def _unescaped(piece: str) -> str:
    if piece[1] != "u":
        return _ESCAPES[piece[1]]
    code = int(piece[2:6], 16)
    if len(piece) == _PAIR:
        code = 0x10000 + ((code - 0xD800) << 10) + int(piece[8:12], 16) - 0xDC00
    return chr(code)


def _tokens(source: str) -> Iterator[tuple[str, re.Match[str]]]:
    at = 0
    while True:
        token = _TOKEN.match(source, at)
        if token is None or token.lastgroup is None:
            raise _refusal(source, at + len(source[at:]) - len(source[at:].lstrip()))
        yield token.lastgroup, token
        at = token.end()


def _put(holder: dict[str, Any] | list[Any], key: str | None, value: Value) -> None:
    if isinstance(holder, list):
        holder.append(value)
    elif key is not None:
        holder[key] = value


def _expect_colon(source: str, tokens: Iterator[tuple[str, re.Match[str]]]) -> None:
    kind, token = next(tokens)
    if token[kind] != ":":
        raise _refusal(source, token.start(kind))


def _expect_end(source: str, tokens: Iterator[tuple[str, re.Match[str]]]) -> None:
    kind, token = next(tokens)
    if kind != "end":
        raise _refusal(source, token.start(kind))


def _refusal(source: str, at: int) -> CorpusError:
    line = source.count("\n", 0, at) + 1
    return CorpusError(f"character {at} (line {line}) is not JSON", "Save the notebook again, or exclude it.")
