"""A document: canonical text, its structure, and the way back to the raw file."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from reviewer import fingerprint
from reviewer.errors import CorpusError
from reviewer.spans import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A piece of structure: what kind, where, and under which headings.

    Kinds: `heading`, `paragraph`, `list`, `list-item`, `table`, `table-header`, `table-row`, `table-cell`, `code`,
    `symbol` with its `doc-comment`, `signature` and `body`, `page`, `quote`, `html`, `front-matter` (and `section`,
    which only `sections()` gives). Blocks nest by their spans; they are sorted by (start, -end). `path` is the list of
    titles of the headings above (a heading's own title is its last element), in code of the symbols around it.
    `attributes` are what else its kind has: of tables `table` (from 1), `row` and `column` (from 0), of cells also
    `rows` and `columns` (covered, if more than one) and `headers` (places `row,column`), of code `language`, of symbols
    and their parts `symbol` (dotted) and `kind`, of pages `page`.
    """

    kind: str
    start: int
    end: int
    path: tuple[str, ...] = ()
    level: int | None = None
    attributes: tuple[tuple[str, str], ...] = ()

    @property
    def span(self) -> Span:
        """The block's place in the canonical text."""
        return Span(self.start, self.end)

    def attribute(self, name: str) -> str | None:
        """Give the attribute of that name, if the block has it."""
        return dict(self.attributes).get(name)


@dataclass(frozen=True, slots=True)
class Structure:
    """What an extractor reads out of a canonical text: blocks sorted by (start, -end), and metadata to filter by."""

    blocks: tuple[Block, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OffsetMap:
    """Pairs of (canonical offset, raw offset in code points) at which the two run in step again.

    Between two anchors the texts advance one to one; canonical offsets rise strictly, raw ones never fall
    (several characters that one raw piece became all begin where it begins). The first anchor is
    (0, first raw offset); `length` is that of the raw text. `gaps` are raw places `(start, end)`, sorted and apart,
    that came to no character although text stands on both sides (tags inside a word): a span that ends before one
    does not hold it.
    """

    anchors: tuple[tuple[int, int], ...]
    length: int
    gaps: tuple[tuple[int, int], ...] = ()

    def raw(self, offset: int) -> int:
        """Give the raw offset at which canonical `offset` begins."""
        at = self._anchor(offset)
        canonical, raw = self.anchors[at]
        limit = self.anchors[at + 1][1] if at + 1 < len(self.anchors) else self.length
        return min(raw + offset - canonical, limit)

    def raw_span(self, span: Span) -> Span:
        """Give the raw characters that `span` of the canonical text came from, whole pieces always."""
        start, last, end = self.raw(span.start), self.raw(span.end - 1), self.raw(span.end)
        if end <= last:
            later = range(self._anchor(span.end) + 1, len(self.anchors))
            end = next((self.anchors[at][1] for at in later if self.anchors[at][1] > last), self.length)
        return Span(start, max(self._before_gap(last, end), start + 1))

    def _before_gap(self, last: int, end: int) -> int:
        """Give `end`, or where the gap before it begins if the character at `last` stands before that gap."""
        at = bisect_left(self.gaps, (end,)) - 1
        is_gap = at >= 0 and last < self.gaps[at][0] and end <= self.gaps[at][1]
        return self.gaps[at][0] if is_gap else end

    def _anchor(self, offset: int) -> int:
        """Give the row of the last anchor at or before `offset`."""
        return bisect_right(self.anchors, (offset, self.length + 1)) - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """What a reader takes out of a file whose text it rewrites (HTML, notebooks, PDF): text, structure, the way back.

    Attributes:
        text: Need not be canonical; it is made so afterwards, with blocks and map carried along.
        source: From `text` to the code points of the raw text that was read, or of a PDF to the characters of its
            text layer, page after page in reading order.
        blocks: In offsets of `text`, sorted by (start, -end).
        metadata: To filter by.

    """

    text: str
    source: OffsetMap
    blocks: tuple[Block, ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A source file as canonical text; `id` is its path below the corpus root, with forward slashes."""

    id: str
    text: str
    fingerprint: str
    format: str
    blocks: tuple[Block, ...] = ()
    source: OffsetMap = field(default=OffsetMap(((0, 0),), 0), repr=False)
    metadata: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unread:
    """A file, or (ending in a slash) a folder, that cannot be read, and why."""

    path: str
    error: CorpusError


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A file that was left out, and the reason in a few words."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """Documents by id, sorted, with the files that were passed over."""

    documents: Mapping[str, Document]
    passed_over: tuple[PassedOver, ...] = ()

    def __iter__(self) -> Iterator[Document]:
        """Give the documents in the order of their ids."""
        return iter(self.documents.values())

    def __len__(self) -> int:
        """Give the number of documents."""
        return len(self.documents)

    def __getitem__(self, document: str) -> Document:
        """Give a document, or say that there is none of that id."""
        if document not in self.documents:
            raise CorpusError(f"no document {document!r} in the corpus", "Check `corpus.root` and its globs.")
        return self.documents[document]

    @property
    def empty(self) -> tuple[str, ...]:
        """Ids of the documents without a character that is not blank; they are kept, and no chunk can come of them."""
        return tuple(one.id for one in self if not one.text or one.text.isspace())

    @property
    def fingerprint(self) -> str:
        """Cover every id and every canonical text."""
        return fingerprint.of_plain({one.id: one.fingerprint for one in self})
