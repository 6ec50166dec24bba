"""What all splitters by structure share: their settings, what they count, and the way from a document to its cuts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from reviewer.chunks.along import HEADER, HEADINGS, Along, kinds
from reviewer.chunks.chunk import Cut, Setting, SplitterIdentity
from reviewer.chunks.counting import CountingSplitter
from reviewer.chunks.outline import Outline
from reviewer.chunks.packing import RULE, Kinds, Packer
from reviewer.chunks.rungs import Rungs
from reviewer.chunks.sliding import Window
from reviewer.chunks.tokenizer import DEFAULT_TOKENIZER, Tokenizer
from reviewer.chunks.units import Units
from reviewer.corpus import Block, Document
from reviewer.errors import SplitError

BOTH = (HEADINGS, HEADER)
"""Headings and the table header: embedded and sent along unless settings say otherwise."""

Stretch = tuple[int, int]


@runtime_checkable
class SplitsParts(Protocol):
    """A splitter that can cut parts of a document with the structure of the whole."""

    def split_parts(self, document: Document, parts: Sequence[Stretch]) -> Sequence[Cut]:
        """Cut the parts [start, end), which rise and lie apart, each on its own."""


class StructuralSplitter(CountingSplitter, ABC):
    """Cuts at structure; what differs between splitters is the outline, the rungs and the settings they start from.

    Attributes:
        joining: Whether it joins small neighbours unless settings say otherwise.
        along: What it embeds and sends along unless settings say otherwise.

    """

    joining: bool = True
    along: tuple[str, ...] = BOTH

    def __init__(
        self,
        *,
        size: int,
        overlap: int = 0,
        unit: str = "tokens",
        join: bool | None = None,
        embed: Sequence[str] | None = None,
        send: Sequence[str] | None = None,
        tokenizer: str | Tokenizer = DEFAULT_TOKENIZER,
        revision: str | None = None,
    ) -> None:
        """Refuse settings that cannot be meant.

        Args:
            size: The most units of a chunk, with what is embedded along.
            overlap: The most units that neighbours of one section share.
            unit: What both count.
            join: Whether small neighbours are joined while they fit; None is `joining`.
            embed: What the embedder reads along: `headings`, `header`; None is `along`.
            send: What is sent along, and scored; the same.
            tokenizer: Whose tokens are counted.
            revision: The hub's full commit of the tokenizer.

        Raises:
            SplitError: Not `size > overlap >= 0`, an unknown unit or kind of context, `join` that is no flag, or what
                reads the structure is not installed.

        """
        self._refuse_where_blind()
        self._window = Window(size=size, overlap=overlap)
        super().__init__(unit, tokenizer, revision)
        if not isinstance(join, bool | None):
            raise SplitError(f"splitter {self.name}: join is {join!r}", "Write true or false.", setting="join")
        self._joins = self.joining if join is None else join
        embedded, sent = (self.along if one is None else one for one in (embed, send))
        self._kinds = Kinds(kinds("embed", embedded, self.name), kinds("send", sent, self.name))

    @property
    def identity(self) -> SplitterIdentity:
        """Name, unit, sizes, what is joined, embedded and sent, the version of the rule and the tokenizer."""
        tokenizer = self.tokenizer
        settings: dict[str, Setting] = {
            "join": self._joins,
            "embed": self._kinds.embed,
            "send": self._kinds.send,
            "rule": RULE,
            **self._rules(),
        }
        return SplitterIdentity(
            name=self.name,
            unit=self._unit,
            size=self._window.size,
            overlap=self._window.overlap,
            tokenizer=tokenizer.fingerprint if tokenizer else None,
            settings=settings,
        )

    def split(self, document: Document) -> Sequence[Cut]:
        """Cut one document."""
        return self.split_parts(document, [(0, len(document.text))])

    def split_parts(self, document: Document, parts: Sequence[Stretch]) -> Sequence[Cut]:
        """Cut parts of a document, each on its own; headings above and headers are those of the whole."""
        outline = self._outline(document)
        rungs = self._rungs(document, outline)
        tables = tuple(_tables(document.blocks))
        along = Along(document.text, outline, tables, self._cost, self._window.size // 2)
        packer = Packer(self._counted(document, rungs), self._window, rungs, along, self._kinds)
        divided = self._divided(document, parts)
        if self._joins:
            return packer.cuts(_headed(divided, rungs), 0)
        return packer.cuts(_apart(divided, self._seams(rungs)), rungs.inner)

    def _refuse_where_blind(self) -> None:
        """Refuse to be asked for where what reads its structure is not installed."""
        return

    @abstractmethod
    def _outline(self, document: Document) -> Outline:
        """Give what opens the sections of a document."""

    @abstractmethod
    def _rungs(self, document: Document, outline: Outline) -> Rungs:
        """Give where a document may be cut."""

    def _divided(self, _document: Document, parts: Sequence[Stretch]) -> Sequence[Stretch]:
        """Give the parts again, parted where two neighbours never share a chunk."""
        return parts

    def _seams(self, rungs: Rungs) -> Sequence[int]:
        """Give the edges that are always cut at where nothing is joined."""
        return rungs.outline[-1] if rungs.outline else ()

    def _rules(self) -> Mapping[str, Setting]:
        """Give what else decides the cuts, for the identity."""
        return {}

    def _counted(self, document: Document, _rungs: Rungs) -> Units:
        """Give the units that sizes count."""
        return self._units_of(document.text)

    def _cost(self, texts: Sequence[str]) -> Sequence[int]:
        """Count the units of texts that are embedded along, each with the line end behind it."""
        tokenizer = self.tokenizer
        if tokenizer:
            return tokenizer.counts([f"{text.strip()}\n" for text in texts])
        if self._unit == "words":
            return [len(text.split()) for text in texts]
        return [len(text.strip()) + 1 for text in texts]


def _tables(blocks: Iterable[Block]) -> Iterable[tuple[Block, Block]]:
    """Give each table that has a header with it, in document order."""
    table: Block | None = None
    for block in blocks:
        if block.kind == "table":
            table = block
        elif block.kind == "table-header" and table is not None and block.end <= table.end:
            yield table, block
            table = None


def _headed(parts: Iterable[Stretch], rungs: Rungs) -> Iterable[Stretch]:
    """Part stretches that begin inside a section where the next begins, so that its rest is joined to no other."""
    openings = rungs.outline[-1] if rungs.outline else []
    for start, end in parts:
        at = bisect_left(openings, start)
        begun = start
        if start and at < len(openings) and start < openings[at] < end:
            yield start, openings[at]
            begun = openings[at]
        yield begun, end


def _apart(parts: Iterable[Stretch], seams: Iterable[int]) -> Iterable[Stretch]:
    """Part stretches at every seam inside them; both rise."""
    left = iter(seams)
    seam = next(left, None)
    for start, end in parts:
        begun = start
        while seam is not None and seam < end:
            if seam > begun:
                yield begun, seam
                begun = seam
            seam = next(left, None)
        yield begun, end
