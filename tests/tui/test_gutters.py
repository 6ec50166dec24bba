"""A document between two gutters: rows break where chunks do, and only what is a gap in the text looks like one."""

from __future__ import annotations

from reviewer.diagnosis import NearbyChunk, Surroundings
from reviewer.diagnosis.neighbourhood import EvidencePlace
from reviewer.tui.gutters import Row, rows

TEXT = "The mandate may be sent.\n\nIt ends\nwith the month."


def chunk(start: int, end: int) -> NearbyChunk:
    """Give a chunk without figures."""
    return NearbyChunk(start=start, end=end, tokens=1, shares=(1.0,), overlap=0, overlap_tokens=0)


def evidence(item: int, words: str) -> EvidencePlace:
    """Give the evidence that some words are."""
    start = TEXT.index(words)
    return EvidencePlace(item=item, alternative=0, document="a.md", start=start, end=start + len(words), tokens=1)


def drawn(*ends: tuple[str, str], changed: tuple[int, ...] = (), text: str | None = TEXT) -> tuple[Row, ...]:
    """Draw the text under a candidate's chunks, each from some words to others."""
    chunks = tuple(chunk(TEXT.index(first), TEXT.index(last) + len(last)) for first, last in ends)
    around = Surroundings(
        document="a.md",
        start=0,
        end=len(TEXT),
        evidence=(evidence(0, "The mandate"), evidence(1, "It ends\nwith")),
        baseline=(chunk(0, len(TEXT)),),
        candidate=chunks,
    )
    known = {(one.start, one.end): at for at, one in enumerate(chunks, start=1)}
    return rows(around, text, 80, baseline={(0, len(TEXT)): 1}, candidate=known, changed=changed)


def middles(found: tuple[Row, ...]) -> list[str]:
    """Give what stands between the gutters."""
    return ["".join(part for part, _ in row.middle).rstrip() for row in found]


def test_the_blank_between_two_chunks_takes_no_row_and_indents_none() -> None:
    """One line end between words is a blank too; an empty line of the text stays a row."""
    found = drawn(("The", "may"), ("be sent", "It ends"), ("with", "month."))
    assert middles(found) == ["▶The mandate◀", " may", " be sent.", "", "▶It ends", " with◀", " the month."]
    signs = ["".join(part for part, _ in row.right).split()[-2:] for row in found]
    assert ["┌", "C1"] in signs
    assert ["└", "C1"] in signs
    assert ["┌", "C2"] in signs
    assert sum(row.end - row.start for row in found) >= len(TEXT) - 4


def test_without_text_every_stretch_keeps_its_row() -> None:
    """What a blank is cannot be told from offsets, and must not be."""
    assert any("1 character" in one for one in middles(drawn(("The", "may"), ("be sent", "month."), text=None)))


def test_evidence_that_changed_is_told_from_the_other() -> None:
    """Full marks around what was lost, hollow ones around the rest; full ones where nothing changed."""
    found = drawn(("The", "month."), changed=(1,))
    assert middles(found)[0] == "▷The mandate◁"
    assert [row.is_changed for row in found if row.is_evidence] == [False, True, True]
    assert "▶It ends" in middles(found)
    assert middles(drawn(("The", "month.")))[0] == "▶The mandate◀"
