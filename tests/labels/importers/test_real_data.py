"""Public data sets, whole; they are no part of the project, and their folder is named by REVIEWER_DATA."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reviewer.errors import LabelError
from reviewer.labels.importers import Imported, bind, load

DATA = Path(os.environ.get("REVIEWER_DATA", "nowhere"))

pytestmark = pytest.mark.skipif(
    not DATA.is_dir(), reason="REVIEWER_DATA names no folder with chroma/, cuad/, covid_qa/ and xquad/"
)


def alternatives(imported: Imported) -> dict[str, int]:
    """Count the items with alternatives by corpus."""
    counts: dict[str, int] = {}
    for label in imported.labels:
        several = sum(len(item.alternatives) > 1 for item in label.query.evidence)
        name = label.query.tags["corpus"]
        counts[name] = counts.get(name, 0) + several
    return counts


def test_chroma() -> None:
    """790 of 790 spans hold their text; 97 stand elsewhere too, 96 of them in the finance corpus."""
    imported = bind(load("chroma", [DATA / "chroma"]), equal_text=True)
    assert (len(imported.documents), len(imported.labels), imported.spans) == (5, 472, 790)
    assert alternatives(imported) == {
        "state_of_the_union": 0,
        "wikitexts": 0,
        "chatlogs": 1,
        "finance": 96,
        "pubmed": 0,
    }


def test_cuad() -> None:
    """2,780 of 2,780 clauses with inclusive ends, and none with exclusive ones."""
    sources = sorted((DATA / "cuad").glob("*.jsonl"))
    imported = bind(load("cuad", sources))
    assert (len(imported.documents), imported.spans) == (104, 2780)
    with pytest.raises(LabelError, match="2780 of 2780 spans do not hold") as caught:
        bind(load("cuad", sources, inclusive=False))
    assert "--ends inclusive" in caught.value.hint


@pytest.mark.parametrize(("name", "wrong", "spans"), [("200423", 234, 1380), ("200421", 229, 1327)])
def test_covid_qa(name: str, wrong: int, spans: int) -> None:
    """As shipped it is refused with every wrong span named; all of them can be kept."""
    material = load("squad", [DATA / f"covid_qa/{name}_covidQA.json"])
    with pytest.raises(LabelError, match=rf"^{wrong} of {spans} spans") as caught:
        bind(material)
    assert len(caught.value.message.split("\n")) == wrong + 1
    assert len(bind(material, keep_mismatched=True).broken) == wrong


def test_xquad() -> None:
    """1,190 questions in each of five languages, all exact, told apart by language."""
    imported = bind(load("squad", sorted((DATA / "xquad").glob("*.json"))))
    assert (len(imported.documents), len(imported.labels)) == (240, 5950)
