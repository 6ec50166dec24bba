"""Raw passages: one a hit, with the context its chunk sends."""

from reviewer.chunks import Chunk
from reviewer.passages import context_places, raw_passages
from reviewer.runs import Hit
from reviewer.spans import Place, Span

TABLE = Chunk(id="c1", document="limits.md", start=80, end=120, context=(Span(0, 10), Span(40, 60)))
PLAIN = Chunk(id="c2", document="limits.md", start=120, end=160)


def _hits() -> list[Hit]:
    return [
        Hit(rank=1, document="limits.md", start=80, end=120, score=0.9),
        Hit(rank=2, document="limits.md", start=120, end=160, score=0.8),
    ]


def test_a_hit_becomes_one_passage_with_its_rank_and_score() -> None:
    """A hit becomes one passage with its rank and score."""
    passages = raw_passages(_hits())
    assert [one.rank for one in passages] == [1, 2]
    assert [one.hits for one in passages] == [(1,), (2,)]
    assert [one.score for one in passages] == [0.9, 0.8]
    assert passages[0].places == (Place("limits.md", 80, 120),)


def test_context_is_sent_before_the_chunk_in_its_own_document() -> None:
    """Context is sent before the chunk in its own document."""
    passages = raw_passages(_hits(), context_places([TABLE, PLAIN]))
    assert passages[0].places == (
        Place("limits.md", 0, 10),
        Place("limits.md", 40, 60),
        Place("limits.md", 80, 120),
    )
    assert passages[1].places == (Place("limits.md", 120, 160),)


def test_chunks_without_context_cost_no_entry() -> None:
    """Chunks without context cost no entry."""
    assert list(context_places([TABLE, PLAIN])) == [TABLE.place]


def test_no_hits_give_no_passages() -> None:
    """No hits give no passages."""
    assert raw_passages([]) == ()
