"""A corpus cut into chunks."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from reviewer import ids
from reviewer.chunks import Cut, SplitterIdentity, Tokenizer, chunk_corpus
from reviewer.chunks.characters import CharacterSplitter
from reviewer.chunks.tokens import TokenSplitter
from reviewer.corpus import Corpus, Document, document_from_text
from reviewer.errors import SplitError
from reviewer.spans import Span

CORPUS = Corpus({name: document_from_text(name, "Fees are due. " * 4) for name in ("a.md", "b.md")})


class Foreign:
    """Someone else's splitter: places as they come, with context."""

    identity = SplitterIdentity(name="foreign", unit="own", size=None, overlap=None)

    def __init__(self, cuts: Sequence[Cut]) -> None:
        """Give the same cuts for every document."""
        self.cuts = cuts

    def split(self, document: Document) -> Sequence[Cut]:
        """Give them."""
        assert document.text
        return self.cuts


def test_equal_text_in_two_places_stays_two_chunks() -> None:
    """Ids cover corpus, document, places and version."""
    chunks = chunk_corpus(CORPUS, CharacterSplitter(size=14), "1")
    assert len(chunks) == 8
    assert len({chunk.id for chunk in chunks}) == 8
    assert chunks[0].id == ids.chunk_id(CORPUS.fingerprint, "a.md", ((0, 13),), "1")
    assert not {chunk.id for chunk in chunks} & {
        chunk.id for chunk in chunk_corpus(CORPUS, CharacterSplitter(size=14), "2")
    }


def test_tokens_are_counted_on_the_chunks_own_text(minilm: Tokenizer) -> None:
    """Where the splitter has a tokenizer; else there is no number."""
    chunks = chunk_corpus(CORPUS, TokenSplitter(size=4, tokenizer=minilm), "1")
    assert [chunk.tokens for chunk in chunks] == [4] * 8
    assert chunk_corpus(CORPUS, CharacterSplitter(size=14), "1")[0].tokens is None


def test_foreign_cuts_come_in_the_order_of_their_places_with_their_context() -> None:
    """Context is kept, and is part of the id."""
    cuts = (Cut(14, 27, (Span(0, 4),)), Cut(0, 13))
    chunks = chunk_corpus(CORPUS, Foreign(cuts), "1")
    assert [(chunk.document, chunk.start, chunk.context) for chunk in chunks[:2]] == [
        ("a.md", 0, ()),
        ("a.md", 14, (Span(0, 4),)),
    ]
    assert chunks[1].id == ids.chunk_id(CORPUS.fingerprint, "a.md", ((14, 27), (0, 4)), "1")


def test_foreign_places_out_of_bounds_are_refused() -> None:
    """The document is named."""
    with pytest.raises(SplitError, match=r"a\.md: cut 0 is at \[-1, 12\)"):
        chunk_corpus(CORPUS, Foreign((Cut(-1, 12),)), "1")
