"""Public cases of span coverage, run through the match table and the measures.

Answers in words: `per_gold` is the best share of the union rule; `recall_at_k` is `recall(match=union)` at the case's
threshold; `repeat_ratio` and `repeated_chars` are `redundancy` as value and part; a duplicate slot is a passage that
adds nothing to what is read. Precision of an empty list is 0, not undefined (DESIGN §4.5); no case expects otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from reviewer.passages import Passage
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.scores import Context, CorpusLine, Score, match_items, parse_measure, score_all
from reviewer.spans import Place

FOLDER = Path(__file__).parent
Case = dict[str, Any]
Triple = Sequence[Any]


def _cases(op: str) -> list[Any]:
    loaded = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("cov-*.json"))]
    return [pytest.param(one, id=one["id"]) for one in loaded if one["input"]["op"] == op]


def _line(*spans: Triple) -> CorpusLine:
    """Give a corpus in which every named span exists."""
    ends: dict[str, int] = {}
    for document, _, end in spans:
        ends[document] = max(ends.get(document, 0), end)
    return CorpusLine({document: "x" * end for document, end in ends.items()})


def _query(gold: Sequence[Triple], name: str = "q") -> Query:
    return Query(id=name, text="", evidence=tuple(EvidenceItem(((EvidenceSpan(*span),),)) for span in gold))


def _passages(spans: Sequence[Triple]) -> list[Passage]:
    return [
        Passage(rank=rank, places=(Place(*span),), hits=(rank,), score=0.0) for rank, span in enumerate(spans, start=1)
    ]


def _shares(gold: Sequence[Triple], hits: Sequence[Triple], match: str, line: CorpusLine) -> list[float]:
    return [row.best_share for row in match_items(_query(gold), _passages(hits), line, arm="arm", match=match)]


def _scores(names: Sequence[str], gold: Sequence[Triple], hits: Sequence[Triple], line: CorpusLine) -> dict[str, Score]:
    scored = score_all(
        [parse_measure(name) for name in names],
        [_query(gold)],
        {"q": _passages(hits)},
        Context(arm="arm", line=line, depth=max(len(hits), 10)),
    )
    return {name: next(iter(by_query.values())) for name, by_query in scored.scores.items()}


def _duplicate_slots(gold: Sequence[Triple], hits: Sequence[Triple], line: CorpusLine) -> int:
    """Count the passages all of whose characters were read before."""
    names = [f"redundancy@{k}" for k in range(1, len(hits) + 1)]
    repeated = [_scores([name], gold, hits, line)[name].part for name in names]
    added = [now - before for before, now in zip([0.0, *repeated], repeated, strict=False)]
    return sum(more == end - start for more, (_, start, end) in zip(added, hits, strict=True))


@pytest.mark.parametrize("case", _cases("coverage"))
def test_coverage(case: Case) -> None:
    """Coverage works on unions of half-open spans per document; duplicates are pressure, not hits."""
    given, expect = case["input"], case["expect"]
    gold, hits, k = given["gold"], given["retrieved"][: given["k"]], given["k"]
    line = _line(*gold, *hits)
    recall = f"recall(match=union,min_coverage={given['threshold']:g})@{k}"
    named = {
        "char_recall": f"char_recall@{k}",
        "char_precision": f"char_precision@{k}",
        "iou": f"iou@{k}",
        "repeat_ratio": f"redundancy@{k}",
        "recall_at_k": recall,
    }
    scores = _scores(list(named.values()), gold, hits, line)
    got: dict[str, Any] = {key: scores[name].value for key, name in named.items()}
    got["repeated_chars"] = scores[f"redundancy@{k}"].part
    got["per_gold"] = _shares(gold, hits, "union", line)
    got["duplicate_slots"] = _duplicate_slots(gold, hits, line)
    assert {key: got[key] for key in expect} == {key: pytest.approx(value, abs=1e-6) for key, value in expect.items()}


@pytest.mark.parametrize("case", _cases("coverage_runs"))
def test_coverage_runs(case: Case) -> None:
    """Evidence cut by a boundary is covered by both passages together and by neither alone; both are shown."""
    given, expect = case["input"], case["expect"]
    gold = given["gold"]
    for at, run in enumerate(given["runs"]):
        hits = run["retrieved"][: run["k"]]
        line = _line(*gold, *hits)
        assert _shares(gold, hits, "union", line) == pytest.approx([expect["union"][at]])
        assert _shares(gold, hits, "single", line) == pytest.approx([expect["best_single"][at]])
        name = f"recall(match=union,min_coverage={given['threshold']:g})@{run['k']}"
        assert _scores([name], gold, hits, line)[name].value == pytest.approx(expect["recall_at_k"][at])


@pytest.mark.parametrize("case", _cases("coverage_text"))
def test_coverage_text(case: Case) -> None:
    """What is found counts characters that are not blank; character measures count them all."""
    given, expect = case["input"], case["expect"]
    line = CorpusLine({"text": given["text"]})
    gold, hits = [("text", *given["gold"])], [("text", *chunk) for chunk in given["chunks"]]
    assert _shares(gold, hits, "union", line) == pytest.approx([expect["nonspace"]], abs=1e-6)
    assert _scores(["char_recall@10"], gold, hits, line)["char_recall@10"].value == pytest.approx(
        expect["raw"], abs=1e-6
    )


@pytest.mark.parametrize("case", _cases("coverage_set"))
def test_coverage_set(case: Case) -> None:
    """A query without evidence is null and left out of the mean; one without hits scores 0."""
    given, expect = case["input"], case["expect"]
    name = f"recall(match=union,min_coverage={given['threshold']:g})@{given['k']}"
    spans = [span for query in given["queries"] for span in (*query["gold"], *query["retrieved"])]
    scored = score_all(
        [parse_measure(name)],
        [_query(query["gold"], query["id"]) for query in given["queries"]],
        {query["id"]: _passages(query["retrieved"]) for query in given["queries"]},
        Context(arm="arm", line=_line(*spans), depth=10),
    ).scores[name]
    values = {query: score.value for query, score in scored.items()}
    assert values == expect["recall"]
    judged = [value for value in values.values() if value is not None]
    assert sum(judged) / len(judged) == expect["mean_recall"]
    assert (len(judged), len(values) - len(judged)) == (expect["scored"], expect["unscored"])
    json.dumps([(score.part, score.whole, score.value) for score in scored.values()], allow_nan=False)
