"""What all foreign splitters have in common: pieces become places, and what is no place is refused or marked."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path

from reviewer.chunks.chunk import Cut, Setting, SplitterIdentity
from reviewer.chunks.foreign.failing import check_command, raised_at
from reviewer.chunks.foreign.options import Measure, Options
from reviewer.chunks.foreign.pieces import Piece
from reviewer.chunks.foreign.placing import Fate, Placed, place
from reviewer.corpus import Document
from reviewer.errors import ReviewerError, SplitError

RULE = "aligned-1"
POLICIES = ("refuse", "mark")
_SHOWN = 60


class ForeignSplitter(ABC):
    """A splitter that someone else wrote.

    Attributes:
        name: Its name in the configuration.
        believed: Whether a place it claims is taken where it holds the text. A library that searches for its own chunks
            can have found another copy, so its places are aligned anew.
        source: The file of what is called, where that is somebody's own.
        placed: By document, what became of the pieces of each `split`, until a watch takes it.

    """

    name: str
    believed: bool = True
    source: Path | None = None

    def __init__(self, options: Options) -> None:
        """Take what is the same for all; `rewritten` says what is done with text that is not the document's.

        Raises:
            SplitError: `rewritten` is neither `refuse` nor `mark`.

        """
        self.rewritten = options.choice("rewritten", POLICIES, "refuse")
        self._check = check_command(options.name, options.settings)
        self.placed: defaultdict[str, list[Placed]] = defaultdict(list)

    @property
    @abstractmethod
    def identity(self) -> SplitterIdentity:
        """Name, sizes, and every setting and version that decides where it cuts."""

    @property
    @abstractmethod
    def measure(self) -> Measure:
        """What its size and overlap count."""

    @abstractmethod
    def pieces(self, document: Document) -> Sequence[Piece]:
        """Give what it hands over for one document, unjudged.

        Raises:
            SplitError: It failed, or handed over what is no chunk.

        """

    def handed(self, document: Document) -> Sequence[Piece]:
        """Give the pieces; whatever else it raises becomes an error that names document and splitter."""
        try:
            with redirect_stdout(sys.stderr):  # what it prints is no part of our output
                return self.pieces(document)
        except ReviewerError:
            raise
        except (Exception, SystemExit) as error:
            first = (str(error).strip() or type(error).__name__).splitlines()[0][:200]
            raise SplitError(
                f"{document.id}: the splitter {self.name} failed ({type(error).__name__}: {first})"
                f"{raised_at(error, self.source)}",
                self._check,
            ) from error

    def split(self, document: Document) -> Sequence[Cut]:
        """Cut one document; see the policy `rewritten` for text that stands nowhere in it."""
        pieces = self.handed(document)
        placed = place(document.text, pieces, believed=self.believed)
        odd = placed.first(Fate.REWRITTEN, Fate.UNPLACED)
        if odd is not None and self.rewritten == "refuse":
            raise _refusal(document, self.name, pieces, placed, odd)
        _refuse_twice(document, self.name, placed)
        self.placed[document.id].append(placed)
        return placed.cuts

    def identified(self, settings: Mapping[str, Setting], size: int | None, overlap: int | None) -> SplitterIdentity:
        """Make the identity of settings in which size and overlap do not stand again."""
        return SplitterIdentity(
            name=self.name,
            unit=self.measure.unit,
            size=size,
            overlap=overlap,
            tokenizer=self.measure.fingerprint,
            settings={**settings, "rewritten": self.rewritten, "rule": RULE},
        )


def _refuse_twice(document: Document, name: str, placed: Placed) -> None:
    """Refuse a document without a chunk, and a place that stands twice, where the splitter can still be named."""
    if not placed.cuts and document.text.strip():
        raise SplitError(
            f"{document.id}: the splitter {name} gave no chunk of {len(document.text)} characters",
            "Give at least one, or leave the document out by `corpus.exclude`.",
        )
    numbers: dict[tuple[int, int], int] = {}
    for number, where in enumerate(placed.places, start=1):
        if where is not None and numbers.setdefault(where, number) != number:
            raise SplitError(
                f"{document.id}: the splitter {name} gave [{where[0]}, {where[1]}) twice "
                f"(chunks {numbers[where]} and {number})",
                "Give each place once; where two chunks are equal texts of two places, give them in order.",
            )


def _refusal(document: Document, name: str, pieces: Sequence[Piece], placed: Placed, odd: int) -> SplitError:
    count = sum(fate in {Fate.REWRITTEN, Fate.UNPLACED} for fate in placed.fates)
    text = " ".join((pieces[odd].text or "").split())
    shown = f"{text[:_SHOWN]}…" if len(text) > _SHOWN else text
    return SplitError(
        f"{document.id}: the splitter {name} wrote text that is not in the document ({count} of {len(pieces)} chunks; "
        f"first: chunk {odd + 1}, {shown!r})",
        "Switch off what rewrites text, or set `rewritten: mark` to score the place that is nearest, and say so.",
    )
