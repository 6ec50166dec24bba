"""Sections in, as many bytes as a place takes out: detail goes in a declared order, what must stay stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from reviewer.reports.escaping import sentence

COMMENT_BYTES = 65_000
"""Under every limit known for comments and check runs: 65,535 bytes, 65,536 characters."""

SUMMARY_BYTES = 1_000_000
"""Under the 1 MiB at which a job summary is dropped whole."""

_GAP = "\n\n"
_ELLIPSIS = "…"


def left_out(count: int) -> str:
    """Say how many rows are missing, as a line of prose."""
    return f"{_ELLIPSIS} {count:,} more left out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a page: `head`, whole `rows`, `tail`; sections with the lowest `rank` give way first.

    `rank` None never gives way. `head` and `tail` stand and fall together, so that what the head opens (a fold, a
    fence, a table) the tail closes. `more` words the line that stands for rows left out.
    """

    head: str
    rows: tuple[str, ...] = ()
    tail: str = ""
    rank: int | None = None
    least: int = 0
    more: Callable[[int], str] = left_out
    shown: int | None = None

    @property
    def text(self) -> str:
        """The section as markdown, with a line for the rows left out."""
        kept = self.rows if self.shown is None else self.rows[: self.shown]
        missing = len(self.rows) - len(kept)
        lines = [self.head, *kept, *((self.more(missing),) if missing else ()), self.tail]
        return "\n".join(line for line in lines if line)


def size(text: str) -> int:
    """Count the UTF-8 bytes of a text."""
    return len(text.encode("utf-8"))


def fit(sections: Sequence[Section], limit: int, dropped: Callable[[int], str] | None = None) -> str:
    """Join the sections to a text of at most `limit` bytes.

    First rows go, section by section in the order of rank, each down to its `least`; then whole sections in the same
    order, for which the line of `dropped` stands at the end; what may not give way is cut only if it alone is too long.
    """
    kept: list[Section] = [one for one in sections if one.text]
    order = sorted({one.rank for one in kept if one.rank is not None})
    for at in sorted((at for at, one in enumerate(kept) if one.rank is not None), key=lambda at: kept[at].rank or 0):
        kept[at] = _shorten(kept, at, limit)
    gone = 0
    for rank in order:
        if size(_joined(kept, gone, dropped)) <= limit:
            break
        gone += sum(one.rank == rank for one in kept)
        kept = [one for one in kept if one.rank != rank]
    return clip(_joined(kept, gone, dropped), limit)


def clip(text: str, limit: int) -> str:
    """Cut a text at a code point so that it takes at most `limit` bytes, with an ellipsis where it was cut."""
    data = text.encode("utf-8")
    if len(data) <= limit:
        return text
    room = limit - size(_ELLIPSIS)
    return data[: max(room, 0)].decode("utf-8", "ignore") + (_ELLIPSIS if room >= 0 else "")


def clipped(text: str, limit: int) -> str:
    """Give a sentence as markdown of at most `limit` bytes: cut before it is written, so that no code is left open."""
    written, room = sentence(text), size(text)
    while size(written) > limit and room:
        room = min(room - 1, room * limit // size(written))
        written = sentence(clip(text, room))
    return written


def _joined(sections: Sequence[Section], gone: int, dropped: Callable[[int], str] | None) -> str:
    texts = [one.text for one in sections]
    return _GAP.join([*texts, dropped(gone)] if gone and dropped else texts)


def _shorten(sections: Sequence[Section], at: int, limit: int) -> Section:
    """Give the section at `at` with as many rows as let the whole page fit, but its least."""
    section = sections[at]
    others = size(_GAP.join(one.text for index, one in enumerate(sections) if index != at)) + size(_GAP)
    room = limit - others
    if size(section.text) <= room or not section.rows:
        return section
    low, high = min(section.least, len(section.rows)), len(section.rows)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if size(replace(section, shown=middle).text) <= room else (low, middle - 1)
    return replace(section, shown=low)
