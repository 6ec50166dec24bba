"""What a splitter did to one document."""

from __future__ import annotations

import json

from reviewer.chunks import Chunk, Tokenizer
from reviewer.chunks.account import Stretch, account, stretches
from reviewer.chunks.tokens import TokenSplitter
from reviewer.corpus import document_from_text


def chunk(start: int, end: int) -> Chunk:
    """Give a chunk named by its place."""
    return Chunk(id=f"{start}-{end}", document="a", start=start, end=end)


def test_the_account_names_places_tokens_and_overlap(minilm: Tokenizer) -> None:
    """And holds no text, so that it may leave the machine."""
    document = document_from_text("a.md", "Fees are due at once. " * 3)
    plain = account(document, TokenSplitter(size=8, overlap=2, tokenizer=minilm)).to_plain()
    assert plain["fingerprint"] == document.fingerprint
    assert plain["chunks"] == [
        {"start": 0, "end": 30, "tokens": 8},
        {"start": 22, "end": 52, "tokens": 8},
        {"start": 44, "end": 65, "tokens": 6},
    ]
    assert "Fees" not in json.dumps(plain)


def test_stretches_part_a_text_at_every_boundary() -> None:
    """Two chunks that share [3, 5), a gap, and a chunk that ends with the text."""
    assert stretches(12, [chunk(0, 5), chunk(3, 8), chunk(9, 12)]) == (
        Stretch(0, 3, (), (1,), (1,)),
        Stretch(3, 5, (), (2,), (1, 2)),
        Stretch(5, 8, (1,), (), (2,)),
        Stretch(8, 9, (2,), (), ()),
        Stretch(9, 12, (), (3,), (3,)),
        Stretch(12, 12, (3,), (), ()),
    )
    assert stretches(0, []) == ()
    assert stretches(2, []) == (Stretch(0, 2, (), (), ()),)
