"""Public cases of searching and ranking: ties, rows of zeros, padded answers of a graph.

An answer in words: what a case calls flagged is not searchable; an index counts its searchable rows and names the
others, and the gates refuse an arm that has any.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reviewer.chunks import Chunk
from reviewer.index import Neighbours
from reviewer.index.exact import ExactIndex
from reviewer.index.scoring import cut
from reviewer.runs import rank

FOLDER = Path(__file__).parent
Case = dict[str, Any]


def _cases(op: str) -> list[Any]:
    loaded = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))]
    return [pytest.param(one, id=one["id"]) for one in loaded if one["input"]["op"] == op]


@pytest.mark.parametrize("case", _cases("rank_cosine"))
def test_rank_cosine(case: Case) -> None:
    """A row of zeros is never found, is named, and brings no NaN."""
    given, names = case["input"], list(case["input"]["items"])
    index = ExactIndex()
    index.add(np.array(list(given["items"].values()), np.float32), [{}] * len(names))
    query = np.array([given["query"]], np.float32)
    assert [names[row] for row in index.search(query, given["k"])[0].rows] == case["expect"]["top"]
    assert [names[row] for row in index.unsearchable] == case["expect"]["flagged"]
    assert np.isfinite(index.search(query, len(names))[0].scores).all() == case["expect"]["no_nan"]


@pytest.mark.parametrize("case", _cases("rank_scores"))
def test_rank_scores(case: Case) -> None:
    """Ties stand by document and start, whatever the order the hits came in."""
    assert case["expect"]["same_for_every_input_order"]
    for hits in itertools.permutations(case["input"]["hits"]):
        chunks = [
            Chunk(id=str(n), document=hit["doc"], start=hit["start"], end=hit["start"] + 1)
            for n, hit in enumerate(hits)
        ]
        scores = np.array([hit["score"] for hit in hits], np.float32)
        ranked = rank(Neighbours(np.arange(len(hits)), scores), chunks)
        assert [[hit.document, hit.start] for hit in ranked[: case["input"]["k"]]] == case["expect"]["top"]


@pytest.mark.parametrize("case", _cases("ann_rows"))
def test_ann_rows(case: Case) -> None:
    """Padding is cut off by the count; row 0 is a real row where the count says so."""
    found = cut(case["input"]["keys"], case["input"]["counts"])
    assert [rows.tolist() for rows in found] == case["expect"]["hits"]
