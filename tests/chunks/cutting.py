"""What a splitter makes of a text, as texts."""

from __future__ import annotations

from typing import Any, NamedTuple

from reviewer.chunks import findings, make_splitter
from reviewer.corpus import document_from_text


class Piece(NamedTuple):
    """A chunk's text, with the texts that are embedded and sent along."""

    text: str
    embedded: list[str]
    sent: list[str]


def cut(name: str, text: str, *, document: str = "a.md", unit: str = "words", **settings: object) -> list[Piece]:
    """Cut a canonical text, and see that all promises are kept."""
    given: dict[str, Any] = {"name": name, "unit": unit, **settings}
    made = document_from_text(document, text)
    cuts = make_splitter(given).split(made)
    assert not findings(made, cuts).total
    return [
        Piece(
            made.text[one.start : one.end],
            [made.text[span.start : span.end] for span in one.embedded],
            [made.text[span.start : span.end] for span in one.context],
        )
        for one in cuts
    ]


def texts(name: str, text: str, **settings: Any) -> list[str]:  # noqa: ANN401 # settings as a user types them
    """Give the chunks' own texts."""
    return [one.text for one in cut(name, text, **settings)]
