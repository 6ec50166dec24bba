"""What a foreign splitter hands over for one chunk, read strictly: a text, a place it claims, or both."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from numbers import Integral

from reviewer.corpus import Document
from reviewer.errors import SplitError

SHAPES = "a text, [start, end], [text, start, end], or an object with text, start and end"
MOST = 1000
"""Chunks that any document may have; a longer one may have as many as it has characters."""

_TEXTS = ("text", "page_content", "content")
_STARTS = ("start", "start_index", "start_char_idx")
_ENDS = ("end", "end_index", "end_char_idx")


@dataclass(frozen=True, slots=True)
class Piece:
    """One chunk as it was handed over; `text` or both offsets are there. Offsets are claims, not yet believed."""

    text: str | None
    start: int | None = None
    end: int | None = None

    @property
    def claims(self) -> bool:
        """Tell whether a place is claimed, even a wrong one."""
        return self.start is not None

    def is_true(self, text: str) -> bool:
        """Tell whether the claimed place lies in `text` and holds exactly this chunk's text, where it has one."""
        if self.start is None or self.end is None or not 0 <= self.start < self.end <= len(text):
            return False
        return self.text is None or text[self.start : self.end] == self.text


def pieces_of(document: Document, values: Iterable[object]) -> list[Piece]:
    """Read the chunks of one document, each of which errors name by its number; see `piece_of` and `counted`."""
    return counted(document, (piece_of(one, f"{document.id}: chunk {at}") for at, one in enumerate(values, start=1)))


def counted(document: Document, pieces: Iterable[Piece]) -> list[Piece]:
    """Take pieces while they can be a document's.

    Raises:
        SplitError: There are more of them than it has characters, so that no end may be in sight.

    """
    most = max(MOST, len(document.text))
    found = list(islice(pieces, most + 1))
    if len(found) > most:
        raise SplitError(
            f"{document.id}: more than {most} chunks of {len(document.text)} characters", "Give each chunk once."
        )
    return found


def piece_of(value: object, where: str) -> Piece:
    """Read one chunk in any of the shapes that are understood.

    Args:
        value: A text, a pair of offsets, a text with two offsets, a mapping, or an object with such attributes
            (LangChain's `page_content` and `metadata["start_index"]` among them).
        where: Names document and chunk in errors.

    Raises:
        SplitError: It is none of these, or an offset is no whole number.

    """
    if isinstance(value, Piece):
        return value
    if isinstance(value, str):
        return Piece(value)
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return _of_sequence(value, where)
    if isinstance(value, Mapping):
        return _of_parts(value, where)
    metadata = getattr(value, "metadata", None)
    known = metadata if isinstance(metadata, Mapping) else {}
    claimed: dict[object, object] = {name: known[name] for name in ("start_index", "end_index") if name in known}
    names = (*_TEXTS, *_STARTS, *_ENDS)
    own: dict[object, object] = {name: getattr(value, name) for name in names if hasattr(value, name)}
    if not own:
        raise _unreadable(value, where)
    return _of_parts({**claimed, **own}, where)


def _of_sequence(value: Sequence[object], where: str) -> Piece:
    match list(value):
        case [str(text), start, end]:
            return Piece(text, _offset(start, where), _offset(end, where))
        case [str(text), start]:
            return _of_parts({"text": text, "start": start}, where)
        case [start, end]:
            return Piece(None, _offset(start, where), _offset(end, where))
    raise _unreadable(value, where)


def _of_parts(parts: Mapping[object, object], where: str) -> Piece:
    text = next((parts[name] for name in _TEXTS if parts.get(name) is not None), None)
    start = next((parts[name] for name in _STARTS if parts.get(name) is not None), None)
    end = next((parts[name] for name in _ENDS if parts.get(name) is not None), None)
    if text is not None and not isinstance(text, str):
        raise _unreadable(parts, where)
    begin = None if start is None else _offset(start, where)
    stop = None if end is None else _offset(end, where)
    if text is not None and begin is not None and stop is None:
        stop = begin + len(text)
    if text is None and (begin is None or stop is None):
        raise _unreadable(parts, where)
    return Piece(text, begin, stop)


def _offset(value: object, where: str) -> int:
    hint = "Give code points of the canonical text as whole numbers, or the texts alone."
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise SplitError(f"{where}: an offset is {value!r:.40}, not a whole number", hint)
    whole = int(value)
    if abs(whole) > sys.maxsize:
        raise SplitError(f"{where}: an offset is beyond any text", hint)
    return whole


def _unreadable(value: object, where: str) -> SplitError:
    shown = repr(value)
    return SplitError(f"{where}: {shown[:60]}{'…' if len(shown) > 60 else ''} is no chunk", f"Each chunk is {SHAPES}.")  # noqa: PLR2004  # a line's worth
