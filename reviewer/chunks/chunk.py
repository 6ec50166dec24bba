"""Cuts and chunks: places in a document, never text of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from reviewer import fingerprint
from reviewer.corpus import Document
from reviewer.fingerprint import Plain
from reviewer.spans import Place, Span

Setting = str | int | float | bool | None | tuple["str | Mapping[str, Setting]", ...] | Mapping[str, "Setting"]
"""A setting's value; a mapping holds settings of its own, as those of a splitter for one format."""


def pairs(spans: Sequence[Span]) -> tuple[tuple[int, int], ...]:
    """Give spans as pairs of start and end."""
    return tuple((one.start, one.end) for one in spans)


@dataclass(frozen=True, slots=True)
class Cut:
    """What a splitter hands over: a place, plus places of its context in the same document.

    Attributes:
        start: The first character.
        end: One behind the last.
        context: Sent along with the chunk, and scored.
        embedded: Read by the embedder before the chunk's own text; never scored for that alone.

    """

    start: int
    end: int
    context: tuple[Span, ...] = ()
    embedded: tuple[Span, ...] = ()

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Its own place, then those sent along and those embedded along."""
        return ((self.start, self.end), *pairs((*self.context, *self.embedded)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A cut with its id and document; `tokens` counts its own text in the splitter's tokenizer where it has one."""

    id: str
    document: str
    start: int
    end: int
    context: tuple[Span, ...] = ()
    embedded: tuple[Span, ...] = ()
    tokens: int | None = None

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Its own place, then those sent along and those embedded along."""
        return ((self.start, self.end), *pairs((*self.context, *self.embedded)))

    @property
    def place(self) -> Place:
        """The chunk's place without its context."""
        return Place(self.document, self.start, self.end)

    def text(self, canonical: str) -> str:
        """Cut the chunk's text from its document's canonical text."""
        return canonical[self.start : self.end]

    def embedded_text(self, canonical: str) -> str:
        """Give what the embedder reads: the places embedded along, a line each, then the chunk's own text."""
        own = canonical[self.start : self.end]
        return "\n".join([*(canonical[one.start : one.end].strip() for one in self.embedded), own])


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitterIdentity:
    """All of a splitter that decides where it cuts; `unit` names what size and overlap count.

    `tokenizer` is the fingerprint of the tokenizer that the unit refers to. `settings` holds whatever
    else changes the cuts (separators, version of the rule).
    """

    name: str
    unit: str
    size: int | None
    overlap: int | None
    tokenizer: str | None = None
    settings: Mapping[str, Setting] | None = None

    @property
    def fingerprint(self) -> str:
        """Cover everything that decides where it cuts."""
        return fingerprint.of_plain(self.to_plain())

    def to_plain(self) -> dict[str, Plain]:
        """Give every part by its name."""
        return {
            "name": self.name,
            "unit": self.unit,
            "size": self.size,
            "overlap": self.overlap,
            "tokenizer": self.tokenizer,
            "settings": dict(self.settings or {}),
        }


class Splitter(Protocol):
    """A rule that cuts documents into places."""

    @property
    def identity(self) -> SplitterIdentity:
        """What decides where it cuts; two splitters of equal identity cut alike."""

    def split(self, document: Document) -> Sequence[Cut]:
        """Cut one document.

        Args:
            document: Its `text` is the only coordinate system; `blocks` may guide the cuts.

        Returns:
            Cuts in document order that obey `0 <= start < end <= len(document.text)`.

        Raises:
            SplitError: The document cannot be cut by this rule.

        """
