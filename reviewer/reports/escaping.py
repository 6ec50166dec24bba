"""Foreign text in, markdown that shows it as written out: no mention, link, tag, cell or command comes out of data.

GitHub reads a comment twice: a markdown parser makes HTML, then filters look in its text for mentions, issue numbers,
addresses and emoji names. Signs of the first reading become character references; the second sees through those, so
a zero-width space parts what it looks for.
"""

from __future__ import annotations

import json
import re

from reviewer.fingerprint import Plain
from reviewer.visible import visible, visible_lines

BREAK = "&#8203;"
"""A zero-width space: invisible, and no filter reads across it."""

_BLANKS = re.compile(r"\s+")
_SIGNS = re.compile(r"[&<>\\`*\[\]|~$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_LINE_START = re.compile(r"[-+=#]|[0-9]{1,9}(?=[.)](?: |$))")
_SEEN_LATER = re.compile(
    r"(?<![A-Za-z0-9_])@|@(?=[\w-]+\.)|(?i:\bwww)|(?i:\bGH-)(?=[0-9])|#(?=[0-9])|:(?=//|[\w+-]+:)|(?i:\b(?:mailto|xmpp):)"
)
_CODE = re.compile(r"(?<!`)`(\s*[^`\s][^`]*)`(?!`)")
_BOUND = r"[+−±][0-9]+(?:\.[0-9])?"
_INTERVAL = re.compile(rf"&#91;({_BOUND}, {_BOUND})&#93;(?![(:\[]|&#91;)")
"""An interval as escaping leaves it; what could make a link of its brackets must not follow."""
_FENCE_RUNS = re.compile(r"`+")
_INFO = re.compile(r"[a-z]{0,20}")
_HIDDEN_NAME = re.compile(r"[a-z]+(?:[-:][a-z]+)*")


def inline(text: str) -> str:
    """Give `text` as one line of prose; line ends and runs of blanks become one blank."""
    inert = _inert(_line(text))
    return _LINE_START.sub(_reference, inert, count=1) if _LINE_START.match(inert) else inert


def cell(text: str) -> str:
    """Give `text` for a cell of a table; an empty one stays a cell."""
    return _inert(_line(text)) or " "


def sentence(text: str) -> str:
    """Give a sentence of our own as one line: between two backticks code, intervals as they are, else like `inline`."""
    told = _told(text)
    return _LINE_START.sub(_reference, told, count=1) if _LINE_START.match(told) else told


def sentence_cell(text: str) -> str:
    """Give a sentence of our own for a cell of a table; an empty one stays a cell."""
    return _told(text) or " "


def by_code(text: str) -> list[str]:
    """Part a sentence: every second part stood between two backticks, and is code."""
    return _CODE.split(text)


def code(text: str) -> str:
    """Give `text` as code in a line or a cell; a pipe, which no code span can hold in both, takes a tag instead."""
    line = _line(text)
    if not line:
        return " "
    if "|" in line:
        return f"<code>{_inert(line)}</code>"
    ticks = "`" * (_longest_run(line) + 1)
    pad = " " if line.startswith("`") or line.endswith("`") else ""
    return f"{ticks}{pad}{line}{pad}{ticks}"


def fence(text: str, info: str = "") -> str:
    """Give `text` as one code block whose fence is longer than any run of backticks in it."""
    if _INFO.fullmatch(info) is None:
        raise ValueError(f"not an info string: {info!r}")
    ticks = "`" * max(3, _longest_run(text) + 1)
    lines = visible_lines(text)
    return f"{ticks}{info}\n{lines}\n{ticks}"


def link(shown: str, address: str) -> str:
    """Give a link; `shown` is markdown already, of `address` every sign that could end it is percent-encoded."""
    safe = "".join(char if _stays(char) else _percent(char) for char in address)
    return f"[{shown}]({safe})"


def details(summary: str, body: str) -> str:
    """Fold markdown `body` under a line that shows the text `summary`."""
    return f"<details><summary>{inline(summary)}</summary>\n\n{body.strip()}\n\n</details>"


def hidden(payload: Plain, name: str = "state") -> str:
    """Give an HTML comment that holds `payload` as JSON and can only end where it ends."""
    if _HIDDEN_NAME.fullmatch(name) is None:
        raise ValueError(f"not a name: {name!r}")
    text = json.dumps(payload, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return f"<!-- reviewer:{name} {text.replace('--', _DASHES)} -->"


def read_hidden(body: str, name: str = "state") -> Plain:
    """Give what `hidden` wrote on a line of its own in `body`, or None; what is not JSON counts as nothing."""
    for found in re.finditer(rf"^<!-- reviewer:{re.escape(name)} (.*) -->$", body, re.MULTILINE):
        try:
            value: Plain = json.loads(found.group(1))
        except (ValueError, RecursionError):
            continue
        return value
    return None


_DASHES = "\\u002d\\u002d"


def _line(text: str) -> str:
    return visible(_BLANKS.sub(" ", text).strip(" "))


def _told(text: str) -> str:
    """Leave code and intervals readable; whatever names, quotes and data may hold in them and beside stays inert."""
    parts = enumerate(by_code(_line(text)))
    return "".join(code(part) if at % 2 else _INTERVAL.sub(r"[\1]", _inert(part)) for at, part in parts)


def _inert(line: str) -> str:
    """Take the meaning from every sign, first for the filters, then for the parser."""
    parts = [_SIGNS.sub(_reference, part) for part in _parted(line)]
    return BREAK.join(parts)


def _parted(line: str) -> list[str]:
    """Cut a line after each place that a later filter looks for."""
    parts, start = [], 0
    for found in _SEEN_LATER.finditer(line):
        parts.append(line[start : found.end()])
        start = found.end()
    return [*parts, line[start:]]


def _reference(found: re.Match[str]) -> str:
    """Give the first sign found as a character reference, the rest as it is."""
    text = found.group()
    return f"&#{ord(text[0])};{text[1:]}"


def _longest_run(text: str) -> int:
    return max((len(run) for run in _FENCE_RUNS.findall(text)), default=0)


def _stays(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char in "-._~:/?#@!$&+,=%")


def _percent(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "replace"))
