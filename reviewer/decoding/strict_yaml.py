"""YAML without its guesses: events become fields, and what has two readings is refused."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from reviewer.decoding.field import MAX_DEPTH, NULLS, Content, Field, Source, Style, join
from reviewer.errors import ConfigurationError, ReviewerError

# YAML refuses control characters, and silently folds raw NEL, LS and PS into blanks: a quote would change.
_UNREADABLE = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_LOADER: type[Any] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def read_yaml(path: Path, family: type[ReviewerError] = ConfigurationError) -> Field:
    """Give the root of a YAML file; what cannot be read is an error of `family`."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise family(f"{path}: cannot be read: {error.strerror}") from error
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"{path}:{line}: byte {error.start} (0x{data[error.start]:02x}) is not UTF-8"
        raise family(message, "Save the file as UTF-8.") from error
    return parse_yaml(text, str(path), family)


def parse_yaml(text: str, file: str, family: type[ReviewerError] = ConfigurationError) -> Field:
    """Give the root of YAML text; `file` names it in errors, which are of `family`."""
    # A byte order mark given to libyaml as text shifts every place by one.
    text = text.removeprefix("\ufeff")
    source = Source(file, family)
    bad = _UNREADABLE.search(text)
    if bad is not None:
        message = f"{_place(text, bad.start(), file)}: unreadable character U+{ord(bad.group()):04X}"
        raise family(message, "Write it as an escape in double quotes.")
    try:
        return _Builder(source).build(yaml.parse(text, Loader=_LOADER))
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(error, text, source) from error


def is_yaml_mapping(text: str) -> bool:
    """Tell whether `text` is one YAML document whose root is a mapping, be it written strictly or not."""
    try:
        kinds = [type(event) for event in yaml.parse(text, Loader=_LOADER)]
    except (yaml.YAMLError, UnicodeError):
        return False
    return kinds[2:3] == [yaml.MappingStartEvent] and kinds.count(yaml.DocumentStartEvent) == 1


class _Open:
    """A list or mapping whose end has not been read yet."""

    __slots__ = ("entries", "items", "key", "key_line", "path")

    def __init__(self, opened: Field) -> None:
        self.path = opened.path
        self.items = opened.content if isinstance(opened.content, list) else None
        self.entries = opened.content if isinstance(opened.content, dict) else {}
        self.key: str | None = None
        self.key_line = 0

    @property
    def wants_key(self) -> bool:
        """Whether the next value is a key."""
        return self.items is None and self.key is None

    @property
    def next_path(self) -> str:
        """The path of the value that comes next."""
        if self.items is not None:
            return f"{self.path}[{len(self.items)}]"
        return self.path if self.key is None else join(self.path, self.key)


class _Builder:
    """Turn YAML events into fields, keeping a stack of open collections instead of recursing."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.stack: list[_Open] = []
        self.root: Field | None = None

    def build(self, events: Iterable[yaml.Event]) -> Field:
        """Read all events; nothing at all is a null."""
        for event in events:
            if isinstance(event, yaml.ScalarEvent):
                self._scalar(event)
            elif isinstance(event, yaml.CollectionStartEvent):
                self._open(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                self.stack.pop()
            elif isinstance(event, yaml.AliasEvent):
                raise self._refuse(event, f"alias *{event.anchor} is not allowed", "Write the value out.")
            elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
                raise self._refuse(event, "a second document is not allowed", "Give each document its own file.")
        if self.root is None:
            return Field(path="", line=1, style=Style.PLAIN, source=self.source, content="")
        return self.root

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        """Take a scalar as a key, where one is due, or as a value."""
        if event.anchor is not None or event.tag is not None:
            raise self._marked(event)
        # libyaml refuses half of a pair written as an escape, the parser in Python lets it pass.
        if not event.value.isascii() and _SURROGATE.search(event.value):
            raise self._refuse(
                event, "an escape gives half a character", "Write the character itself, or as \\UXXXXXXXX."
            )
        # libyaml writes the plain style as an empty text, the parser in Python as None.
        style = Style.QUOTED if event.style else Style.PLAIN
        top = self.stack[-1] if self.stack else None
        if top is not None and top.items is None and top.key is None:
            self._take_key(top, event, style)
        else:
            self._add(event, style, event.value)

    def _take_key(self, top: _Open, event: yaml.ScalarEvent, style: Style) -> None:
        """Remember a key until its value comes."""
        if style is Style.PLAIN and event.value in NULLS:
            raise self._refuse(event, "a key is empty", "Put the key in quotes.")
        top.key, top.key_line = event.value, _line(event)
        if top.key in top.entries:
            raise self._refuse(event, f"given twice, first on line {top.entries[top.key].line}")

    def _open(self, event: yaml.CollectionStartEvent) -> None:
        """Begin a list or a mapping."""
        if event.anchor is not None or event.tag is not None:
            raise self._marked(event)
        if len(self.stack) >= MAX_DEPTH:
            raise self._refuse(event, f"nested deeper than {MAX_DEPTH} levels")
        if self.stack and self.stack[-1].wants_key:
            raise self._refuse(event, "a key must be text", "Put a key that begins with [ or { in quotes.")
        if isinstance(event, yaml.SequenceStartEvent):
            self.stack.append(_Open(self._add(event, Style.LIST, [])))
        else:
            self.stack.append(_Open(self._add(event, Style.MAPPING, {})))

    def _add(self, event: yaml.Event, style: Style, content: Content) -> Field:
        """Hang a value into the open collection; an entry's line is that of its key."""
        line = _line(event)
        if not self.stack:
            self.root = Field(path="", line=line, style=style, source=self.source, content=content)
            return self.root
        top = self.stack[-1]
        if top.key is not None:
            line = top.key_line
        added = Field(path=top.next_path, line=line, style=style, source=self.source, content=content)
        if top.items is not None:
            top.items.append(added)
        elif top.key is not None:
            top.entries[top.key] = added
            top.key = None
        return added

    def _marked(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> ReviewerError:
        """Refuse an anchor or a tag."""
        if event.anchor is not None:
            remedy = "Write the value out where it is used."
            return self._refuse(event, f"anchor &{event.anchor} is not allowed", remedy)
        return self._refuse(event, f"tag {event.tag} is not allowed", "Write the value without a tag.")

    def _refuse(self, event: yaml.Event, message: str, hint: str = "") -> ReviewerError:
        """Give an error at an event."""
        path = self.stack[-1].next_path if self.stack else ""
        place = f"{self.source.file}:{_line(event)}"
        return self.source.family(": ".join(filter(None, (place, path, message))), hint)


def _line(event: yaml.Event) -> int:
    """Give the line of an event, counted from 1; the parsers always set it."""
    return event.start_mark.line + 1 if event.start_mark is not None else 0


def _syntax_error(error: yaml.MarkedYAMLError, text: str, source: Source) -> ReviewerError:
    """Translate a parser's error into the line and a remedy."""
    mark = error.problem_mark or error.context_mark
    line = mark.line + 1 if mark is not None else 1
    lines = text.splitlines()
    written = lines[line - 1] if line <= len(lines) else ""
    problem = error.problem or error.context or "not YAML"
    if written.lstrip(" ").startswith("\t"):
        hint = "YAML does not allow tabs as indentation: use blanks."
    elif "mapping values" in problem or "cannot start any token" in problem:
        hint = "Put a text that holds ': ' or begins with a sign such as @ in quotes."
    else:
        hint = ""
    return source.family(f"{source.file}:{line}: {problem}", hint)


def _place(text: str, offset: int, file: str) -> str:
    """Name file, line and column (both from 1) of an offset."""
    begin = text.rfind("\n", 0, offset) + 1
    return f"{file}:{text.count(chr(10), 0, offset) + 1}:{offset - begin + 1}"
