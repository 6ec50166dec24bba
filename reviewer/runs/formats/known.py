"""What a run of another system is read against: documents, questions, and its chunk map."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reviewer.chunks import Chunk


@dataclass(frozen=True, slots=True)
class Known:
    """The canonical texts by document id, the questions by query id, and the chunks, where there is a chunk map."""

    texts: Mapping[str, str] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)
    chunks: Sequence[Chunk] | None = None

    def document(self, name: str) -> str | None:
        """Give the document that a path, URL or id names: itself, or the longest id that is the end of the path."""
        name = name.replace("\\", "/")
        if name in self.texts:
            return name
        parts = name.split("/")
        ends = ("/".join(parts[at:]) for at in range(1, len(parts)))
        return next((one for one in ends if one in self.texts), None)

    def queries(self) -> dict[str, list[str]]:
        """Give the ids of the queries by their question's words."""
        found: dict[str, list[str]] = {}
        for query, text in self.questions.items():
            found.setdefault(words(text), []).append(query)
        return found


def words(text: str) -> str:
    """Give a text in NFC with single blanks, in which two copies of it agree."""
    return " ".join(unicodedata.normalize("NFC", text).split())
