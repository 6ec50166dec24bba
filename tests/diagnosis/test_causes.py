"""For each cause a corpus where it is the truth: the diagnosis names it, and the remedy's arm recovers the query."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from reviewer.chunks import Cut, SplitterIdentity
from reviewer.chunks.words import WordSplitter
from reviewer.corpus import Document
from reviewer.diagnosis import Cause, Diagnosis, TwoArms, by_document, rescorer
from reviewer.diagnosis.arm import as_passages
from reviewer.queries import EvidenceItem, Query
from tests.diagnosis.making import Extras, SendHeaders, World, diagnosed, filler, is_matched
from tests.diagnosis.treatments import cap, collapse, expand, one_of_each

EVIDENCE = " ".join(["If a parcel arrives late then the courier refunds the whole fee unless", filler("proof", 8)])
ASKED = "parcel late courier refunds fee proof1 proof6"


def _one(two: TwoArms, query: Query) -> Diagnosis:
    """Give the only diagnosis; the item was lost."""
    (found,) = diagnosed(two, query)
    assert found.change == "lost"
    return found


def _windows(size: int, overlap: int) -> WordSplitter:
    return WordSplitter(size=size, overlap=overlap)


def _long(k: int) -> tuple[World, Query]:
    """Put twenty-odd words of evidence over the edge at word 40, where windows without overlap cut."""
    text = f"{filler('lead', 30)} {EVIDENCE} {filler('tail', 30)}"
    world = World({"a.txt": text, "b.txt": filler("other", 60)}, k=k)
    return world, world.query(ASKED, EVIDENCE)


def test_split_names_the_boundary_and_the_overlap_that_cannot_split_it() -> None:
    """Twenty words over a boundary: half is in each chunk; the overlap that the diagnosis names recovers the query."""
    world, query = _long(k=1)
    two = world.two(world.arm("overlap-20", _windows(40, 20), query), world.arm("overlap-0", _windows(40, 0), query))
    found = _one(two, query)
    assert found.cause is Cause.SPLIT
    assert found.sentence.startswith("the best chunk begins 10 tokens after the evidence does; ")
    assert "; best share of a chunk 1.00 → 0.5" in found.sentence
    assert found.numbers["tokens_before"] == 10
    assert found.remedy.arm == "overlap-13"
    recovered = world.arm("overlap-13", _windows(40, 13), query)
    assert is_matched(two, query, recovered)


def test_split_with_both_halves_inside_k_is_put_right_by_growing_hits() -> None:
    """With both halves inside k the cheaper remedy is to grow hits, and it recovers the query."""
    world, query = _long(k=3)
    two = world.two(world.arm("overlap-20", _windows(40, 20), query), world.arm("overlap-0", _windows(40, 0), query))
    found = _one(two, query)
    assert (found.cause, found.remedy.arm) == (Cause.SPLIT, "expand")
    assert found.numbers["union_share"] == 1.0
    grow = expand(120, {one.id: len(one.text) for one in world.corpus})
    assert is_matched(two, query, world.arm("expand", _windows(40, 0), query, Extras(treat=grow, treatment="expand")))


def test_evidence_longer_than_a_chunk_is_split_on_both_sides() -> None:
    """No window of this size can hold it: the sentence says what the best chunk lacks at both ends."""
    world, query = _long(k=3)
    two = world.two(world.arm("size-60", _windows(60, 40), query), world.arm("size-8", _windows(8, 0), query))
    found = _one(two, query)
    assert found.cause is Cause.SPLIT
    assert "lacks the first 10 and the last 3" in found.sentence


TABLE = """# Limits

Every plan has limits.

| Plan | Requests | Exports |
| --- | --- | --- |
""" + "\n".join(f"| plan{at} | {at * 100} | {at * 7} |" for at in range(1, 40))


def test_heading_lost_where_a_row_was_cut_from_its_header() -> None:
    """A row and its header are needed together: whole rows sent with the header recover the query."""
    world = World({"limits.md": TABLE, "b.txt": filler("other", 60)})
    query = world.query("plan30 requests exports", "| Plan | Requests | Exports |", "| plan30 | 3000 | 210 |")
    two = world.two(world.arm("whole", _windows(400, 0), query), world.arm("cut", _windows(40, 0), query))
    found = _one(two, query)
    assert (found.cause, found.structure, found.remedy.arm) == (Cause.HEADING_LOST, "table", "rows")
    assert found.numbers["proof"] == "cut"
    assert is_matched(two, query, world.arm("rows", SendHeaders(), query))


def _sections() -> tuple[World, Query]:
    """Give one section whose title alone says what the question asks for, and decoys that say some of it."""
    rule = "Whoever asks within ten days gets everything back and pays nothing"
    section = f"# Guide\n\n## Cancelled voyages\n\n{filler('lead', 20)} {rule} {filler('tail', 12)}\n"
    decoys = {f"d{at}.txt": f"ten days back {filler(f'decoy{at}x', 22)}" for at in range(6)}
    world = World({"guide.md": section, **decoys})
    return world, world.query("cancelled voyages ten days back", rule)


@pytest.mark.parametrize("rescore", [True, False])
def test_heading_lost_where_only_the_title_says_what_is_asked(*, rescore: bool) -> None:
    """The chunk holds the rule but no longer its title; sent with its heading it is found again."""
    world, query = _sections()
    extras = Extras(rescore=rescore)
    two = world.two(
        world.arm("whole", _windows(60, 0), query, extras), world.arm("cut", _windows(24, 8), query, extras)
    )
    found = _one(two, query)
    assert (found.cause, found.remedy.arm) == (Cause.HEADING_LOST, "sections")
    assert found.numbers["proof"] == ("score" if rescore else "words")
    assert is_matched(two, query, world.arm("sections", SendHeaders(), query, Extras(embed_context=True)))


def test_a_lost_heading_that_would_not_help_is_not_blamed() -> None:
    """With scores at hand, a heading that would not bring the chunk back is no cause."""
    world, query = _sections()
    plain = Query(id=query.id, text="ten days back", evidence=query.evidence)
    extras = Extras(rescore=True)
    two = world.two(
        world.arm("whole", _windows(60, 0), plain, extras), world.arm("cut", _windows(24, 8), plain, extras), k=4
    )
    assert all(one.cause is not Cause.HEADING_LOST for one in diagnosed(two, plain))


def test_just_below_where_a_near_match_is_inside_k_and_no_boundary_is_to_blame() -> None:
    """Most of it is inside k, the chunk that holds all is not in depth: grown hits recover the query."""
    text = f"parcel late courier refunds {filler('lead', 20)} {EVIDENCE} {filler('tail', 30)}"
    world = World({"a.txt": text, "b.txt": filler("other", 60)}, k=1, depth=1)
    query = world.query("parcel late courier refunds fee", EVIDENCE)
    two = world.two(world.arm("size-60", _windows(60, 0), query), world.arm("size-40", _windows(40, 25), query))
    found = _one(two, query)
    assert (found.cause, found.remedy.arm) == (Cause.JUST_BELOW, "expand")
    assert found.sentence == "the passage at rank 1 holds 0.72 of it, under the threshold of 0.8"
    grow = expand(120, {one.id: len(one.text) for one in world.corpus})
    assert is_matched(two, query, world.arm("expand", _windows(40, 25), query, Extras(treat=grow)))


def test_crowded_out_by_hits_that_repeat_each_other() -> None:
    """Windows of one document take every place; with those that repeat left out the right chunk is inside k."""
    rule = f"parcel late {filler('rule', 12)}"
    crowd = f"{filler('lead', 20)} parcel late courier {filler('tail', 20)}"
    world = World({"a.txt": crowd, "b.txt": rule, "c.txt": filler("other", 40)})
    query = world.query("parcel late courier", rule)
    two = world.two(world.arm("overlap-0", _windows(20, 0), query), world.arm("overlap-15", _windows(20, 15), query))
    found = _one(two, query)
    assert (found.cause, found.remedy.arm) == (Cause.CROWDED_OUT, "collapse")
    assert found.sentence == "rank 5: 2 of the 4 hits before it repeat text already sent, without them it stands at 3"
    assert is_matched(two, query, world.arm("collapse", _windows(20, 15), query, Extras(treat=collapse)))


CLAUSE = "An invoice is payable within {days} days and a reminder adds a fee of {days} euros unless the bank was closed"


def _clauses() -> tuple[World, Query]:
    """Give six products one clause each that differs in a number, and say the product only far above it."""
    pages = {
        f"p{at}.md": f"# Product{at}\n\n{filler(f'intro{at}x', 22)}\n\n{CLAUSE.format(days=10 + at)}\n"
        for at in range(6)
    }
    world = World(pages)
    return world, world.query("product5 invoice payable reminder fee", CLAUSE.format(days=15))


def test_boilerplate_where_like_clauses_of_other_documents_stand_before_the_right_one() -> None:
    """Five near-copies outrank the right clause; told apart by their headings it is found again."""
    world, query = _clauses()
    two = world.two(world.arm("whole", _windows(60, 0), query), world.arm("cut", _windows(24, 0), query))
    found = _one(two, query)
    assert (found.cause, found.remedy.arm) == (Cause.BOILERPLATE, "sections")
    assert found.numbers["near_copies"] == found.numbers["documents"] == 5
    assert Cause.HEADING_LOST in found.secondary
    assert is_matched(two, query, world.arm("sections", SendHeaders(), query, Extras(embed_context=True)))


def test_boilerplate_where_copies_of_another_text_take_the_places() -> None:
    """The same footer of many documents stands before the right chunk; one of each is enough."""
    footer = f"late parcel courier desk {filler('footer', 6)}"
    pages = {f"a{at}.txt": f"{filler(f'page{at}x', 50)} {footer}" for at in range(5)}
    rule = f"late parcel {filler('rule', 8)}"
    world = World({**pages, "z.txt": rule}, depth=30)
    query = world.query("late parcel courier", rule)
    two = world.two(world.arm("whole", _windows(60, 0), query), world.arm("cut", _windows(10, 0), query))
    found = _one(two, query)
    assert (found.cause, found.remedy.arm) == (Cause.BOILERPLATE, "mmr")
    texts = {one.id: one.text for one in world.corpus}
    assert is_matched(two, query, world.arm("mmr", _windows(10, 0), query, Extras(treat=one_of_each(texts))))


def _diluted(depth: int) -> tuple[World, Query]:
    """Give decoys that say all that is asked far apart, and the rule in a long text."""
    rule = f"parcel late courier refunds {filler('rule', 8)}"
    words = ("parcel", "late", "courier", "refunds")
    decoys = {f"d{at}.txt": " ".join(f"{word} {filler(f'decoy{at}{word}', 14)}" for word in words) for at in range(4)}
    world = World({**decoys, "z.txt": f"{rule} {filler('tail', 120)}"}, depth=depth)
    return world, world.query("parcel late courier refunds", rule)


def test_outranked_by_other_documents_inside_depth() -> None:
    """Four documents stand before the right chunk and none repeats another: a larger k takes it in."""
    world, query = _diluted(depth=10)
    two = world.two(world.arm("size-20", _windows(20, 0), query), world.arm("size-120", _windows(120, 0), query))
    found = _one(two, query)
    assert (found.cause, found.remedy.arm) == (Cause.OUTRANKED, "k-5")
    assert found.numbers["documents"] == 4
    assert is_matched(world.two(two.baseline, two.candidate, k=5), query, two.candidate)


def test_not_in_depth_where_the_right_chunk_is_not_in_the_list() -> None:
    """The chunk that holds it is not among the first three: smaller chunks are."""
    world, query = _diluted(depth=3)
    two = world.two(world.arm("size-20", _windows(20, 0), query), world.arm("size-80", _windows(80, 0), query))
    found = _one(two, query)
    assert (found.cause, found.remedy.arm) == (Cause.NOT_IN_DEPTH, "size-40")
    assert found.sentence == "none of the first 3 hits holds it; chunks that hold it 1 → 1, the best whole"
    assert is_matched(two, query, world.arm("size-40", _windows(40, 0), query))


def test_cut_by_embedder_where_the_model_stops_before_the_evidence() -> None:
    """The evidence lies behind the thirtieth word, and the model reads thirty: chunks of thirty recover it."""
    text = f"{filler('lead', 32)} {EVIDENCE} {filler('tail', 7)}"
    decoys = {f"d{at}.txt": f"parcel {filler(f'decoy{at}x', 40)}" for at in range(4)}
    world = World({"z.txt": text, **decoys})
    query = world.query(ASKED, EVIDENCE)
    extras = Extras(limit=30)
    baseline = world.arm("size-30", _windows(30, 28), query, extras)
    two = world.two(baseline, world.arm("size-60", _windows(60, 0), query, extras))
    found = _one(two, query)
    assert (found.cause, found.remedy.arm) == (Cause.CUT_BY_EMBEDDER, "size-30")
    assert found.sentence == "the model reads 30 tokens and the chunk has 60; it read 1.00 → 0.00 of the evidence"
    assert is_matched(two, query, world.arm("size-30", _windows(30, 25), query, extras))


def test_ann_miss_where_exact_search_finds_it() -> None:
    """The approximate index does not reach the right chunk; exact search does."""
    world, query = _long(k=1)
    baseline = world.arm("exact", _windows(40, 20), query)
    edge = query.evidence[0].spans[0]
    unseen = Extras(unseen=lambda chunk: chunk.start <= edge.start and edge.end <= chunk.end)
    two = world.two(baseline, world.arm("approximate", _windows(40, 20), query, unseen))
    found = _one(two, query)
    assert (found.cause, found.remedy.arm) == (Cause.ANN_MISS, "exact")
    assert found.sentence == "exact search finds it at rank 1, the approximate index does not"
    assert is_matched(two, query, world.arm("exact", _windows(40, 20), query))


def test_removed_by_treatment_names_it_and_what_took_the_place() -> None:
    """One hit a document is let through, and the right chunk is the second of its document."""
    rule = f"parcel late {filler('rule', 8)}"
    text = f"parcel late courier {filler('lead', 7)} {rule} {filler('tail', 10)}"
    world = World({"a.txt": text, "b.txt": f"parcel {filler('other', 9)}", "c.txt": filler("more", 9)}, k=2)
    query = world.query("parcel late courier", rule)
    extras = Extras(treat=cap(1), treatment="cap(per_document=1)")
    two = world.two(world.arm("raw", _windows(10, 0), query), world.arm("cap", _windows(10, 0), query, extras))
    found = _one(two, query)
    assert (found.cause, found.remedy.arm) == (Cause.REMOVED_BY_TREATMENT, "raw")
    assert found.sentence == ("rank 2 before cap(per_document=1), absent after; its place went to the hit of rank 3")
    assert is_matched(two, query, world.arm("raw", _windows(10, 0), query))


def test_filtered_out_where_metadata_was_attached_differently() -> None:
    """The query asks for one product, and the candidate's chunks carry another."""
    rule = f"parcel late {filler('rule', 8)}"
    page = f"---\nproduct: vault\n---\n\n{rule}\n"
    world = World({"a.md": page, "b.txt": filler("other", 30)})
    query = world.query("parcel late", rule, filters={"product": "vault"})
    two = world.two(
        world.arm("page", _windows(20, 0), query),
        world.arm("folder", _windows(20, 0), query, Extras(metadata={"product": "core"})),
    )
    found = _one(two, query)
    assert (found.cause, found.remedy.arm) == (Cause.FILTERED_OUT, "metadata")
    assert "1 of 1 values differ" in found.sentence
    assert is_matched(two, query, world.arm("metadata", _windows(20, 0), query, Extras(metadata={"product": "vault"})))


def test_label_stale_goes_before_every_other_cause() -> None:
    """Offsets that were read from another text prove nothing; the reviewed label is matched."""
    world, query = _long(k=3)
    two = world.two(
        world.arm("overlap-20", _windows(40, 20), query),
        world.arm("overlap-0", _windows(40, 0), query),
        stale={query.id},
    )
    found = _one(two, query)
    assert (found.cause, found.remedy.arm) == (Cause.LABEL_STALE, None)
    assert Cause.SPLIT in found.secondary
    reviewed = world.query(ASKED, EVIDENCE[: len(EVIDENCE) // 4])
    assert is_matched(two, reviewed, two.candidate)


def test_a_gain_is_the_mirror_image_and_needs_no_remedy() -> None:
    """What the candidate gains is explained by what the baseline lacked."""
    world, query = _long(k=1)
    two = world.two(world.arm("overlap-0", _windows(40, 0), query), world.arm("overlap-20", _windows(40, 20), query))
    (found,) = diagnosed(two, query)
    assert (found.change, found.cause, found.remedy.arm) == ("gained", Cause.SPLIT, None)
    assert found.sentence.startswith("in the baseline: the best chunk begins 10 tokens after the evidence does")
    assert "→ 1.00" in found.sentence


def test_outranked_says_where_a_boundary_that_split_nothing_is_to_blame() -> None:
    """The chunk holds enough to match, but not the words that are asked for: held whole it would be within k."""
    rule = f"parcel late courier refunds {filler('rule', 18)}"
    decoys = {f"d{at}.txt": f"parcel late {filler(f'decoy{at}x', 18)}" for at in range(4)}
    world = World({**decoys, "z.txt": f"{filler('lead', 17)} {rule} {filler('tail', 18)}"}, depth=12)
    query = world.query("parcel late courier refunds", rule)
    extras = Extras(rescore=True)
    two = world.two(
        world.arm("size-60", _windows(60, 0), query, extras), world.arm("size-20", _windows(20, 0), query, extras)
    )
    candidate = world.arm("size-38", _windows(32, 11), query, extras)
    found = _one(world.two(two.baseline, candidate), query)
    assert found.cause is Cause.OUTRANKED
    assert found.sentence.endswith("the best 0.80 of it; held whole it would stand at rank 2")
    assert found.remedy.arm == "overlap-22"
    assert is_matched(two, query, world.arm("overlap-22", _windows(32, 22), query))


def test_scores_are_asked_of_the_arms_own_embedder() -> None:
    """What a text would score is the cosine of its vector with the question's."""

    class TwoWords:
        """Embeds a text by the words it has of two."""

        def embed_documents(self, texts: Sequence[str]) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
            rows = np.array([["late" in text, "fee" in text] for text in texts], dtype=np.float32)
            return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)

        embed_queries = embed_documents

    scores = rescorer(TwoWords())(Query(id="asked", text="late"), ["late", "late fee", "fee"])  # type: ignore[arg-type] # a part of one
    assert [round(score, 3) for score in scores] == [1.0, 0.707, 0.0]


class LeavingOut:
    """Whole paragraphs, but for the words from one to another, which are in no chunk."""

    def __init__(self, first: str, last: str) -> None:
        """Name them."""
        self._first, self._last = first, last

    @property
    def identity(self) -> SplitterIdentity:
        """A name is enough for a test."""
        return SplitterIdentity(name="leaving-out", unit="words", size=None, overlap=None)

    def split(self, document: Document) -> Sequence[Cut]:
        """Cut around the gap."""
        start = document.text.find(self._first)
        if start < 0:
            return [Cut(0, len(document.text))]
        return [Cut(0, start), Cut(document.text.index(self._last) + len(self._last), len(document.text))]


def test_what_no_chunk_holds_is_not_said_to_be_split() -> None:
    """A table that leaves text out has no boundary to move: the characters are named, and no cutting is advised."""
    world, query = _long(k=3)
    two = world.two(
        world.arm("whole", _windows(90, 0), query), world.arm("gap", LeavingOut("refunds", "proof2"), query)
    )
    found = _one(two, query)
    text = world.corpus["a.txt"].text
    start, end = text.index("refunds"), text.index("proof2") + len("proof2")
    assert found.cause is Cause.SPLIT
    assert found.sentence.startswith(f"no chunk of the candidate holds characters {start} to {end} of its document; ")
    assert (found.numbers["left_out_start"], found.numbers["left_out_end"]) == (start, end)
    assert found.remedy.arm is None
    assert "leave no text out" in found.remedy.sentence


def test_a_little_that_is_left_out_is_no_cause_where_a_boundary_is() -> None:
    """All chunks together hold enough: then it is the boundary that parts them."""
    world, query = _long(k=3)
    two = world.two(world.arm("whole", _windows(90, 0), query), world.arm("gap", LeavingOut("fee", "fee"), query))
    found = _one(two, query)
    assert found.cause is Cause.SPLIT
    assert "left_out" not in found.numbers
    assert "tokens" in found.sentence


def test_a_blank_alternative_that_no_chunk_holds_leaves_out_nothing() -> None:
    """A label may name blanks, which lint says; no text of theirs is missing, and the cause is told all the same."""
    world, query = _long(k=3)
    ((whole,),) = query.evidence[0].alternatives
    blank = replace(whole, start=whole.end, end=whole.end + 1)
    either = replace(query, evidence=(EvidenceItem(((blank,), (whole,))),))
    gap = LeavingOut(EVIDENCE, EVIDENCE)
    found = _one(world.two(world.arm("whole", _windows(90, 0), either), world.arm("gap", gap, either)), either)
    assert found.cause is Cause.SPLIT
    assert "left_out" not in found.numbers


@pytest.mark.parametrize("k", [1, 3])
def test_without_all_chunks_nothing_is_said_of_boundaries(k: int) -> None:
    """Of a run alone only what was hit is known; a chunk that was not may hold it all."""
    world, query = _long(k=k)
    every = world.arm("hit", _windows(40, 0), query)
    others = every.chunks["b.txt"]
    alone = replace(every, chunks=by_document(others), passages={query.id: as_passages(others)}, whole=False)
    found = _one(world.two(world.arm("whole", _windows(90, 0), query), alone), query)
    assert found.cause is Cause.NOT_IN_DEPTH
    assert found.sentence.endswith("hits holds it; which chunks there are besides is not known")
    assert "Hand over all its chunks" in found.remedy.sentence
    assert Cause.SPLIT not in found.secondary
    assert Cause.HEADING_LOST not in found.secondary
