"""Public cases of changing a ranked list after retrieval: maximal marginal relevance, collapsing, expanding.

An answer in words: in a tie for lambda the earlier hit wins, since hits come best first.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reviewer.corpus import document_from_text
from reviewer.errors import PassageError
from reviewer.passages import collapse, expand_to_section, merge_places, mmr_order
from reviewer.spans import Place, Span

FOLDER = Path(__file__).parent
Case = dict[str, Any]


def _cases(op: str) -> list[Any]:
    loaded = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))]
    return [pytest.param(one, id=one["id"]) for one in loaded if one["input"]["op"] == op]


def _order(given: Case, k: int, weight: float) -> list[str]:
    names = list(given["items"])
    rows = mmr_order(np.array(given["query"]), np.array(list(given["items"].values())), k, weight)
    return [names[row] for row in rows]


@pytest.mark.parametrize("case", _cases("mmr"))
def test_mmr(case: Case) -> None:
    """The penalty is the largest likeness to any hit chosen."""
    given = case["input"]
    assert _order(given, given["k"], given["lambda"]) == case["expect"]["order"]


@pytest.mark.parametrize("case", _cases("mmr_many"))
def test_mmr_many(case: Case) -> None:
    """Lambda 1 is relevance, 0 diversity; k beyond the hits gives all of them once; a bad lambda is refused."""
    given, expect = case["input"], case["expect"]
    assert [_order(given, run["k"], run["lambda"]) for run in given["runs"]] == expect["orders"]
    for weight in given["bad_lambda"]:
        with pytest.raises(PassageError):
            _order(given, 2, weight)


@pytest.mark.parametrize("case", _cases("collapse_sections"))
def test_collapse_sections(case: Case) -> None:
    """Sections are collapsed before the list is cut."""
    given, expect = case["input"], case["expect"]
    hits = [tuple(hit) for hit in given["hits"]]
    collapsed = collapse(hits, given["k"])
    assert [list(hits[group[0]]) for group in collapsed.groups] == expect["sections"]
    assert collapsed.swallowed == expect["swallowed"]


@pytest.mark.parametrize("case", _cases("merge_spans"))
def test_merge_spans(case: Case) -> None:
    """Places that meet or touch become one, also through a later bridge; documents never mix."""
    merged = merge_places(Place(*span) for span in case["input"]["spans"])
    assert [[one.document, one.start, one.end] for one in merged] == case["expect"]["merged"]


@pytest.mark.parametrize("case", _cases("expand_to_section"))
def test_expand_to_section(case: Case) -> None:
    """A hit expands within its own document."""
    given = case["input"]
    expanded = []
    for name, start, end in given["hits"]:
        document = document_from_text(name, given["docs"][name])
        place = expand_to_section(document, Span(start, end))
        part = document.text[place.start : place.end]
        expanded.append(
            [place.document, place.start + len(part) - len(part.lstrip()), place.start + len(part.rstrip())]
        )
    assert expanded == case["expect"]["expanded_trimmed"]
