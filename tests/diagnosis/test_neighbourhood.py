"""The neighbourhood of a query as data: places, shares, repeats and tokens, and never a text."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from reviewer.chunks.words import WordSplitter
from reviewer.diagnosis import Arm, Neighbourhood, TwoArms, neighbourhood
from reviewer.passages import raw_passages
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.runs import Hit
from tests.diagnosis.making import Extras, SendHeaders, World, diagnosed, matches

CASES = Path(__file__).parents[1] / "cases"


def _appeals() -> tuple[World, Query]:
    """Give 118 words of evidence from word 161 on: windows of 240 with overlap 40 hold 79 of them each."""
    text = " ".join(f"w{at:04}" for at in range(700))
    world = World({"appeals.md": text, "faq.md": " ".join(f"x{at:04}" for at in range(300))}, k=5)
    start, end = 161 * 6, (161 + 118) * 6 - 1
    item = EvidenceItem(((EvidenceSpan("appeals.md", start, end),),))
    return world, Query(id="appeal-window-closes", text="w0165 w0200 w0270", evidence=(item,))


def _two() -> tuple[TwoArms, Query]:
    world, query = _appeals()
    baseline = world.arm("overlap-120", WordSplitter(size=240, overlap=120), query)
    return world.two(baseline, world.arm("overlap-40", WordSplitter(size=240, overlap=40), query)), query


def test_the_boundary_is_measured_from_the_evidence() -> None:
    """The best chunk holds the first 79 of 118 words; the sentence says how far off its end is."""
    two, query = _two()
    (found,) = diagnosed(two, query)
    assert found.sentence == "the best chunk ends 39 tokens before the evidence does; best share of a chunk 1.00 → 0.67"


def test_both_arms_chunks_stand_around_the_evidence() -> None:
    """The window shows the chunks of both arms, the overlap each shares with the one before, and what it would hold."""
    two, query = _two()
    (window,) = neighbourhood(two, query, window=300).surroundings
    assert (window.document, window.start, window.end) == ("appeals.md", 966 - 300, 1673 + 300)
    assert [(one.item, one.alternative, one.tokens) for one in window.evidence] == [(0, 0, 118)]
    assert [(one.start // 6, one.overlap_tokens) for one in window.candidate] == [(0, 0), (200, 40)]
    assert [(one.start // 6, one.overlap_tokens) for one in window.baseline] == [(0, 0), (120, 120), (240, 120)]
    assert [round(one.shares[0], 2) for one in window.candidate] == [0.67, 0.67]
    assert [one.tokens for one in window.candidate] == [240, 240]
    assert all(one.read_to is None for one in window.candidate)


def test_ranked_lists_say_share_repeats_and_matches() -> None:
    """Each passage has its share of each item, what was read before, and its tokens; ranks are the match table's."""
    two, query = _two()
    around = neighbourhood(two, query)
    for arm, listed in ((two.baseline, around.baseline), (two.candidate, around.candidate)):
        rows = matches(two, query, arm)
        assert listed.ranks == tuple(row.rank for row in rows)
        assert listed.best_shares == tuple(row.best_share for row in rows)
        assert [one.rank for one in listed.passages] == list(range(1, len(listed.passages) + 1))
    first, second = around.baseline.passages[:2]
    assert (first.matches, first.repeated, first.duplicate) == ((0,), 0.0, False)
    assert (second.matches, second.duplicate) == ((), True)
    assert second.repeated == 0.5
    assert first.tokens == 240


def test_hits_that_repeat_one_chunk_are_duplicates() -> None:
    """The same chunk three times: two of three places are duplicates, and evidence is held once."""
    case = json.loads((CASES / "cov-duplicate-hits.json").read_text(encoding="utf-8"))
    world = World({"d1.txt": "x" * 60}, k=case["input"]["k"])
    items = tuple(EvidenceItem(((EvidenceSpan("d1.txt", start, end),),)) for _, start, end in case["input"]["gold"])
    query = Query(id="asked", text="", evidence=items)
    hits = [
        Hit(rank=rank, document="d1.txt", start=start, end=end, score=1 / rank)
        for rank, (_, start, end) in enumerate(case["input"]["retrieved"], start=1)
    ]
    arm = Arm(name="doubled", chunks={}, passages={query.id: raw_passages(hits)})
    passages = neighbourhood(world.two(arm, arm), query).baseline.passages
    inside = passages[: case["input"]["k"]]
    assert sum(one.duplicate for one in inside) == case["expect"]["duplicate_slots"]
    assert [one.matches for one in passages] == [(0,), (0,), (0,), (1,)]
    assert passages[3].repeated == 0.0


def test_what_the_embedder_does_not_read_is_marked() -> None:
    """Each chunk longer than the limit says where reading stops."""
    world, query = _appeals()
    arm = world.arm("overlap-40", WordSplitter(size=240, overlap=40), query, Extras(limit=100))
    (window,) = neighbourhood(world.two(arm, arm), query, window=10).surroundings
    assert [(one.read_to or 0) - one.start for one in window.candidate] == [599, 599]


def test_places_far_apart_have_windows_of_their_own_and_context_is_kept() -> None:
    """A header and a row far below it are two windows; the row's chunk says what it would send along."""
    rows = "\n".join(f"| plan{at:03} | {at} |" for at in range(200))
    world = World({"limits.md": f"| Plan | Requests |\n| --- | --- |\n{rows}\n"})
    query = world.query("plan150 requests", "| Plan | Requests |", "| plan150 | 150 |")
    arm = world.arm("rows", SendHeaders(), query)
    first, second = neighbourhood(world.two(arm, arm), query, window=40).surroundings
    assert first.end < second.start
    assert [len(one.evidence) for one in (first, second)] == [1, 1]
    holding = [one for one in second.candidate if one.shares[0] == 1.0]
    assert [len(one.context) for one in holding] == [1]


def test_a_query_without_evidence_has_lists_and_no_surroundings() -> None:
    """Not answerable: nothing to draw around, and the lists are there all the same."""
    world, query = _appeals()
    bare = Query(id=query.id, text=query.text, answerable=False)
    arm = world.arm("overlap-40", WordSplitter(size=240, overlap=40), query)
    around = neighbourhood(world.two(arm, arm), bare)
    assert around.surroundings == ()
    assert around.candidate.ranks == ()
    assert around.candidate.passages


def test_no_text_is_among_the_data() -> None:
    """Nothing of document, question or quote is in a neighbourhood or a diagnosis."""
    two, query = _two()
    written = json.dumps([asdict(neighbourhood(two, query)), *(one.to_plain() for one in diagnosed(two, query))])
    assert "w0" not in written
    assert "appeals.md" in written
    assert isinstance(neighbourhood(two, query), Neighbourhood)
