"""One traced hit in, its place in the corpus out, or why it has none."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reviewer.runs.formats.known import Known
from reviewer.runs.run import Hit

OFFSETS, CHUNK_MAP, TEXT = "offsets", "the chunk map", "text"
WAYS = (OFFSETS, CHUNK_MAP, TEXT)

DOCUMENTS = ("document", "document_id", "doc_id", "source", "file_path", "file", "path", "url", "file_name", "filename")
STARTS = ("start", "start_index", "start_offset", "start_char", "split_idx_start")
ENDS = ("end", "end_index", "end_offset", "end_char")
CHUNKS = ("chunk_id", "id", "_id")
"""Under which names places are kept: LangChain's `start_index`, Haystack's `split_idx_start`.

LlamaIndex's `start_char_idx` is not believed: it is where the text stands first, whichever copy was cut.
"""

NOT_FOUND = -1
"""What LangChain writes as `start_index` where it did not find its own chunk again."""

NO_DOCUMENT = "no document is named"
UNKNOWN = "the document named is not in the corpus"
NO_OFFSETS = "no offsets, no id of the chunk map and no text"
BEYOND = "offsets outside the document"
OTHER_TEXT = "offsets that do not hold the hit's text (other units than code points, or another text than the corpus's)"
ABSENT = "no offsets, and the text does not stand in its document"
REPEATED = "no offsets, and the text stands more than once in its document"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A traced hit as it was written; `place` names file, search and rank."""

    place: str
    id: str = ""
    text: str = ""
    score: float | None = None
    metadata: Mapping[str, object] = field(default_factory=dict)


class Placing:
    """Places hits one by one; `ways` counts how, `failed` why not, and `first` names the first of each."""

    def __init__(self, known: Known) -> None:
        """Take what hits are looked up in."""
        self._known = known
        self._chunks = {chunk.id: chunk for chunk in known.chunks or ()}
        self.ways: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.first: dict[str, str] = {}

    def place(self, found: Found) -> Hit | None:
        """Give the place of a hit, with rank and score still open; None where it cannot be placed."""
        start, chunk = _integer(found, STARTS), self._chunk(found)
        if start is not None and start != NOT_FOUND:
            return self._by_offsets(found, start)
        if chunk is not None:
            return self._placed(CHUNK_MAP, *chunk)
        return self._by_text(found)

    def _chunk(self, found: Found) -> tuple[str, int, int] | None:
        ids = (found.id, *(found.metadata.get(name) for name in CHUNKS))
        chunk = next((self._chunks[one] for one in ids if isinstance(one, str) and one in self._chunks), None)
        return None if chunk is None else (chunk.document, chunk.start, chunk.end)

    def _by_offsets(self, found: Found, start: int) -> Hit | None:
        document = self._document(found)
        if document is None:
            return None
        text, own = self._known.texts[document], _canonical(found.text)
        end = _integer(found, ENDS)
        end = start + len(own) if end is None else end
        if not 0 <= start < end <= len(text):
            return self._fail(BEYOND, found)
        if own and text[start:end].strip() != own.strip():
            return self._fail(OTHER_TEXT, found)
        return self._placed(OFFSETS, document, start, end)

    def _by_text(self, found: Found) -> Hit | None:
        own = _canonical(found.text)
        if not own.strip():
            return self._fail(NO_OFFSETS, found)
        document = self._document(found)
        if document is None:
            return None
        text = self._known.texts[document]
        start = text.find(own)
        if start < 0:
            return self._fail(ABSENT, found)
        if text.find(own, start + 1) >= 0:
            return self._fail(REPEATED, found)
        return self._placed(TEXT, document, start, start + len(own))

    def _document(self, found: Found) -> str | None:
        """Give the document that is named; where several names are, the first that is in the corpus."""
        names = [one for key in DOCUMENTS if isinstance(one := found.metadata.get(key), str)] + [found.id]
        document = next((one for one in map(self._known.document, filter(None, names)) if one), None)
        if document is None:
            self._fail(UNKNOWN if any(names) else NO_DOCUMENT, found)
        return document

    def _placed(self, way: str, document: str, start: int, end: int) -> Hit:
        self.ways[way] += 1
        return Hit(rank=0, document=document, start=start, end=end, score=0.0)

    def _fail(self, why: str, found: Found) -> Hit | None:
        self.failed[why] += 1
        self.first.setdefault(why, found.place)
        return None


def _integer(found: Found, names: Sequence[str]) -> int | None:
    given = (found.metadata.get(name) for name in names)
    return next((int(one) for one in given if _is_whole(one)), None)  # type: ignore[call-overload]  # told by _is_whole


def _is_whole(value: object) -> bool:
    if isinstance(value, float):
        return value.is_integer()  # tables turn whole numbers into floats where one is missing
    return isinstance(value, int) and not isinstance(value, bool)


def _canonical(text: str) -> str:
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
