"""Likeness, units, repeats and inflation on lists small enough to count by hand."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.chunks import Chunk
from reviewer.corpus import Document, document_from_text
from reviewer.errors import ScoreError
from reviewer.passages import Passage
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.runs import Hit, Run
from reviewer.scores import (
    Context,
    CorpusLine,
    HitVectors,
    PromptTokens,
    Score,
    StructuralUnits,
    hit_vectors,
    parse_measure,
    score,
)
from reviewer.scores.coverage import Spans
from reviewer.spans import Place

MANUAL = "Preface.\n\n# Fees\n\nTen euros.\n\n## Late\n\nTwelve euros.\n\n# Appeals\n\nIn 14 days.\n"
CODE = "import os\n\n\nclass Bank:\n    fee = 1\n\n    def pay(self):\n        return 1\n\n    limit = 2\n"
DOCUMENTS = {name: document_from_text(name, text) for name, text in (("manual.md", MANUAL), ("bank.py", CODE))}
LINE = CorpusLine({name: one.text for name, one in DOCUMENTS.items()})
QUERY = Query(id="q", text="", evidence=(EvidenceItem(((EvidenceSpan("manual.md", 0, 7),),)),))
HITS = tuple(
    Hit(rank=rank, document="manual.md", start=10 * rank, end=10 * rank + 10, score=1 / rank, chunk=f"c{rank}")
    for rank in range(1, 5)
)
RUN = Run(arm="a", fingerprint="", depth=10, hits={"q": HITS})
CHUNKS = [Chunk(id=one.chunk or "", document=one.document, start=one.start, end=one.end) for one in HITS]


def raw(*ranks: int) -> list[Passage]:
    """Send the chunks of those hits as they are."""
    return [
        Passage(rank=at, places=(HITS[rank - 1].place,), hits=(rank,), score=0.0)
        for at, rank in enumerate(ranks, start=1)
    ]


def letters(document: str) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Count every character as a token."""
    length = len(DOCUMENTS[document].text)
    return np.stack([np.arange(length), np.arange(length) + 1], axis=1)


def scored(name: str, passages: list[Passage], vectors: HitVectors | None = None) -> Score:
    """Score one list."""
    context = Context(
        arm="a",
        line=LINE,
        depth=10,
        tokens=PromptTokens(LINE, letters),
        hits=RUN.hits,
        units=StructuralUnits(LINE, DOCUMENTS.__getitem__),
        vectors=vectors,
    )
    return score([parse_measure(name)], QUERY, passages, context)[name]


def vectors(*rows: tuple[float, float]) -> HitVectors:
    """Give the hits these vectors."""
    return hit_vectors(RUN, CHUNKS, np.array(rows, dtype=np.float32))


NEAR = vectors((1.0, 0.0), (0.96, 0.28), (0.0, 1.0), (0.0, 0.0))


def test_pairs_above_the_cosine_are_similar() -> None:
    """The first two have a cosine of 0.96; a zero vector is like nothing, not even itself."""
    assert scored("similar_pairs@4", raw(1, 2, 3, 4), NEAR) == Score(1.0, 6.0)
    assert scored("similar_pairs@2", raw(1, 3, 2), NEAR) == Score(0.0, 1.0)
    assert scored("similar_pairs(cosine=0.96)@4", raw(1, 2, 3, 4), NEAR) == Score(0.0, 6.0)
    assert scored("similar_pairs(cosine=0.25)@4", raw(1, 2, 3, 4), NEAR) == Score(2.0, 6.0)
    assert scored("similar_pairs@4", raw(4, 4), NEAR) == Score(0.0, 1.0)


def test_a_passage_of_several_hits_is_as_alike_as_its_most_alike_chunk() -> None:
    """A pair counts once, however many of its chunks are alike; chunks of one passage make no pair."""
    place = Place("manual.md", 0, 30)
    grown = [
        Passage(rank=1, places=(place,), hits=(1, 3), score=0.0),
        Passage(rank=2, places=(place,), hits=(2,), score=0.0),
    ]
    assert scored("similar_pairs@2", grown, NEAR) == Score(1.0, 1.0)
    same = vectors((1.0, 0.0), (1.0, 0.0), (1.0, 0.0), (1.0, 0.0))
    assert scored("similar_pairs@2", grown, same) == Score(1.0, 1.0)


def test_lists_without_a_pair_have_no_similar_one() -> None:
    """A single passage, and none."""
    assert scored("similar_pairs@4", raw(1), NEAR).value == 0.0
    assert scored("similar_pairs@4", [], NEAR).value == 0.0


def test_without_vectors_similarity_is_not_available() -> None:
    """It is null, which no mean counts; it is not zero."""
    assert scored("similar_pairs@4", raw(1, 2)).value is None


def test_units_are_sections_and_symbols() -> None:
    """Text before the first heading is a unit; blanks of a section that is only touched do not count."""

    def units(document: str, *spans: tuple[int, int]) -> float | None:
        places = tuple(Place(document, start, end) for start, end in spans)
        return scored("unique_units@1", [Passage(rank=1, places=places, hits=(1,), score=0.0)]).value

    fees, late = MANUAL.index("# Fees"), MANUAL.index("## Late")
    assert units("manual.md", (0, 8)) == 1
    assert units("manual.md", (0, fees + 1)) == 2
    assert units("manual.md", (fees, late), (fees + 3, fees + 9)) == 1
    assert units("manual.md", (0, len(MANUAL))) == 4
    pay = CODE.index("def pay")
    assert units("bank.py", (0, 9)) == 1
    assert units("bank.py", (pay, pay + 20)) == 1
    assert units("bank.py", (CODE.index("fee"), pay + 3)) == 2
    assert units("bank.py", (CODE.index("fee"), CODE.index("fee") + 3), (len(CODE) - 4, len(CODE))) == 1
    assert units("bank.py", (0, len(CODE))) == 3


def test_a_document_without_structure_is_one_unit() -> None:
    """Its text is, however long."""
    plain = {"a.txt": Document(id="a.txt", text="x" * 50, fingerprint="", format="text")}
    units = StructuralUnits(CorpusLine({"a.txt": "x" * 50}), plain.__getitem__)
    row, unit = units.reached(np.array([0, 0]), spans((0, 5), (10, 50)))
    assert row.tolist() == [0, 1]
    assert unit.tolist() == [0, 0]


def spans(*pairs: tuple[int, int]) -> Spans:
    """Give spans as columns."""
    return Spans(np.array([one[0] for one in pairs]), np.array([one[1] for one in pairs]))


def test_repeated_characters_are_those_sent_again() -> None:
    """Ten characters sent twice are ten repeated ones."""
    assert scored("repeated_characters@4", raw(1, 2, 1)) == Score(10.0, 1.0)
    assert scored("redundancy@4", raw(1, 2, 1)) == Score(10.0, 30.0)


def test_inflation_is_what_is_sent_for_what_was_ranked() -> None:
    """Chunks as they are cost what they are; a region of 40 around two chunks of 10 doubles that."""
    assert scored("prompt_inflation@4", raw(1, 2)).value == 1.0
    region = [Passage(rank=1, places=(Place("manual.md", 5, 45),), hits=(1, 2), score=0.0)]
    assert scored("prompt_inflation@4", region) == Score(40.0, 20.0)
    assert scored("prompt_inflation@1", [*region, *raw(1, 3)[1:]]) == Score(40.0, 20.0)
    assert scored("prompt_inflation@4", []).value == 0.0


@pytest.mark.parametrize("name", ["prompt_inflation@2", "unique_units@2"])
def test_what_a_measure_lacks_is_named(name: str) -> None:
    """Scoring without hits or structure is refused where a measure needs them."""
    with pytest.raises(ScoreError, match="needs"):
        score([parse_measure(name)], QUERY, raw(1), Context(arm="a", line=LINE, depth=10))
