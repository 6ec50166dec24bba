"""Where a setting stands in a configuration, for an annotation."""

from __future__ import annotations

from reviewer.action.sides import Side
from reviewer.chunks.foreign.naming import our_word
from reviewer.decoding import read_yaml


def overlap_line(side: Side) -> int:
    """Give the line of `splitter.overlap` in a side's configuration, else of `splitter`, else 1."""
    if side.configuration is None:
        return 1
    splitter = read_yaml(side.configuration.file).mapping().get("splitter")
    if splitter is None or not splitter.is_mapping:
        return 1
    settings = splitter.mapping()
    name = settings["name"].text() if "name" in settings else ""
    overlap = next((one for key, one in settings.items() if our_word(name, key) == "overlap"), None)
    return splitter.line if overlap is None else overlap.line
