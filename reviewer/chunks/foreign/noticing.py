"""What must be said of a foreign splitter in a run's report: counted over its documents, told in one sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from reviewer.chunks.chunk import Cut, Splitter
from reviewer.chunks.conform import findings
from reviewer.chunks.foreign.adapter import ForeignSplitter
from reviewer.corpus import Document

_WORDS = {
    "false_offsets": "offsets that do not hold their chunk's text (placed by alignment instead)",
    "respaced": "chunks with other white space than the document",
    "rewritten": "chunks with other text than the document (the nearest place is embedded and scored)",
    "unplaced": "chunks left out, because they stand nowhere in the document",
    "starts": "chunks that begin no later than the one before",
    "ends": "chunks that end no later than the one before",
    "blank": "blank chunks",
    "clusters": "boundaries inside what a reader sees as one sign",
    "uncovered": "characters that no chunk holds",
}
_NAMED = 3
_PLACED = ("false_offsets", "respaced", "rewritten", "unplaced", "blank")


class Watch:
    """Counts what a splitter breaks while a corpus is cut; our own keep their promises and are not counted."""

    def __init__(self, splitter: Splitter) -> None:
        """Take the splitter that is watched."""
        self._splitter = splitter
        self.counts: Counter[str] = Counter()
        self.documents: list[str] = []

    def __call__(self, document: Document, cuts: Sequence[Cut]) -> None:
        """Count the findings of one document; its places were checked."""
        if not _is_foreign(self._splitter):
            return
        broken = Counter({name: int(str(count)) for name, count in findings(document, cuts).to_plain().items()})
        handed = self._splitter.placed if isinstance(self._splitter, ForeignSplitter) else {}
        for placed in handed.pop(document.id, ()):
            told = placed.to_plain()
            broken.update({name: int(str(told[name])) for name in _PLACED})
        if broken.total():
            self.counts += broken
            self.documents.append(document.id)

    def sentences(self, arm: str) -> tuple[str, ...]:
        """Say it for an arm, or nothing where nothing is broken."""
        told = [f"{self.counts[name]} {words}" for name, words in _WORDS.items() if self.counts[name]]
        if not told:
            return ()
        more = len(self.documents) - _NAMED
        named = ", ".join(self.documents[:_NAMED]) + (f" and {more} more" if more > 0 else "")
        return (f"{arm}: of its splitter {self._splitter.identity.name}: {'; '.join(told)} (in {named})",)


def _is_foreign(splitter: Splitter) -> bool:
    """Tell whether somebody else's code cuts."""
    return isinstance(splitter, ForeignSplitter) or not type(splitter).__module__.startswith("reviewer.")
