"""A hit with all that it would send, as lines to read; and the reader's own editor at the line of the evidence."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from reviewer.diagnosis import RankedPassage
from reviewer.errors import ReportError
from reviewer.experiment.closer import Closer
from reviewer.spans import Place
from reviewer.tui import glyphs, ranked
from reviewer.tui.line_list import Line


def hit_lines(closer: Closer, arm: str, one: RankedPassage, *, with_text: bool) -> list[str | Line]:
    """Give a hit's places and figures, then its text where that may be shown."""
    places = ", ".join(f"{place.document} {place.start}–{place.end}" for place in one.places)
    tokens = f" · {one.tokens} tokens" if closer.has_text else ""
    held = ranked.share_words(one, closer.result.min_coverage) or "nothing of the evidence"
    facts = f"score {one.score:.3f}{tokens} · {held}"
    lines: list[str | Line] = [Line(((arm, "heading"), (f"  {places} · {facts}", "plain")))]
    if with_text:
        for place in one.places:
            lines += glyphs.several_lines(closer.two.text(place)).split("\n")
    return [*lines, ""]


def editor_at(closer: Closer, place: Place | None) -> list[str]:
    """Give the command that opens a document at a place's line.

    Raises:
        ReportError: The document is not at hand, or no editor is named.

    """
    root = closer.corpus_root
    if root is None or place is None:
        raise ReportError("The document is not at hand.")
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor:
        raise ReportError("No editor is named: set $EDITOR.")
    line = closer.two.corpus[place.document].text.count("\n", 0, place.start) + 1
    try:
        return [*shlex.split(editor), f"+{line}", str(Path(root) / place.document)]
    except ValueError as error:
        raise ReportError(f"The editor cannot be started: {error}") from error
