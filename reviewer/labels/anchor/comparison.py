"""Two texts of a document, read once for all labels that point into it."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.labels.anchor.difference import Difference, difference
from reviewer.labels.anchor.index import GramIndex, index
from reviewer.labels.anchor.tokens import Tokens, lex


@dataclass(frozen=True, slots=True)
class Comparison:
    """The index of the new text, and the diff if the old text is known."""

    new: GramIndex
    old: Tokens | None = None
    diff: Difference | None = None

    @property
    def note(self) -> str:
        """Say which stretches were too large to be compared word by word; empty if none was."""
        coarse = () if self.diff is None else self.diff.coarse
        if not coarse:
            return ""
        tokens = sum(gap.old_stop - gap.old for gap in coarse)
        return f"{tokens} tokens of the old text changed so much that they were not compared word by word"


def prepare(old_text: str | None, new_text: str) -> Comparison:
    """Compare two texts of a document; without the old one, only the new one is indexed."""
    new = lex(new_text)
    if old_text is None:
        return Comparison(index(new))
    old = lex(old_text)
    return Comparison(index(new), old, difference(old, new))
