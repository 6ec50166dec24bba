"""What a reader of one loss sees: places, texts, shares, lists and measured facts, and nothing of the tool's answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from losses import K, Loss

from reviewer.diagnosis import TwoArms, neighbourhood
from reviewer.diagnosis.headings import bare, text_with_headers
from reviewer.diagnosis.loss import Loss as Examined
from reviewer.diagnosis.loss import examine
from reviewer.diagnosis.neighbourhood import NearbyChunk, RankedList, RankedPassage, Surroundings
from reviewer.diagnosis.rescoring import rescored
from reviewer.diagnosis.structure import headers_of
from reviewer.spans import Place

IN_FULL = 15
"""Hits of the candidate whose texts stand in the sheet itself; the others' stand in the file beside it."""


def sheet(loss: Loss, two: TwoArms) -> tuple[str, str]:
    """Give the sheet of a loss, and the texts of the hits far down both lists."""
    around = neighbourhood(two, loss.as_query, window=900)
    examined = examine(two, loss.as_query, 0, "lost")
    last = max(IN_FULL, min(around.candidate.ranks[0] or 0, 50))
    parts = [
        f"# LOSS {loss.id}",
        f"**Question:** {loss.question}",
        "\n".join(_evidence(loss, two)),
        "\n".join(_facts(two, examined)),
        *(_surroundings(two, one) for one in around.surroundings),
        _listed("Candidate's list", two, around.candidate, last),
        _listed("Baseline's list", two, around.baseline, K),
    ]
    rest = [
        f"# LOSS {loss.id}: the texts of the other hits",
        *_texts("candidate", two, around.candidate.passages[last:]),
        *_texts("baseline", two, around.baseline.passages[K:]),
    ]
    return "\n\n".join(parts) + "\n", "\n\n".join(rest) + "\n"


def _evidence(loss: Loss, two: TwoArms) -> Iterator[str]:
    yield "## Evidence"
    for number, group in enumerate(loss.evidence):
        if len(loss.evidence) > 1:
            yield f"\nAlternative {number + 1} of {len(loss.evidence)} (any one serves):"
        if len(group) > 1:
            first, last = min(one[1] for one in group), max(one[2] for one in group)
            tokens = two.count(Place(group[0][0], first, last))
            yield f"\n{len(group)} places, needed together in one passage; they span {tokens} tokens:"
        for document, start, end, _ in group:
            place = Place(document, start, end)
            yield f"\n`{document}` [{start}, {end}), {two.count(place)} tokens:\n{_quoted(two.text(place))}"


def _facts(two: TwoArms, examined: Examined) -> Iterator[str]:
    yield "## Facts"
    yield f"- k {two.k}, depth {two.depth}, threshold {two.min_coverage:g} of the non-blank characters"
    for role, arm in (("baseline", two.baseline), ("candidate", two.candidate)):
        safe = arm.windows.longest_safe(two.min_coverage) if arm.windows else 0
        overlap = arm.name.removeprefix("overlap-")
        yield f"- {role}: windows of 240 tokens with overlap {overlap}; none splits a place of up to {int(safe)}"
    ranks = f"baseline rank {examined.has_match.rank}, candidate rank {examined.lacks_match.rank or 'none'}"
    yield f"- first match: {ranks}"
    best = f"{examined.best:.4f}"
    yield f"- best share of any chunk of the candidate: {best}; chunks that reach the threshold: {len(examined.right)}"
    yield f"- chunks of the baseline that reach it: {_count(examined)}"
    yield "- the embedder reads 254 tokens: every chunk of both arms is read whole"
    yield from _headings(examined)


def _count(examined: Examined) -> int:
    return sum(one.held.least >= examined.threshold for one in examined.holders_before)


def _headings(examined: Examined) -> Iterator[str]:
    """Say which headings the matching passage held, and what the right chunk would score with those it lacks."""
    document = examined.document
    blocks = dict.fromkeys(block for span in examined.group for block in headers_of(document, span.span))
    if not blocks:
        yield "- no heading or table header is known above the evidence"
    for block in blocks:
        place = Place(document.id, block.start, block.end)
        held = "held" if _holds(examined.found.places, place) else "not held"
        rights = ["held" if _holds(one.places, place) else "not held" for one in examined.right]
        candidate = f"; by the candidate's right chunk: {', '.join(rights)}" if rights else ""
        yield f"- {block.kind} [{block.start}, {block.end}): by the baseline's matching passage: {held}{candidate}"
    found = bare(examined)
    scores = rescored(examined, [(one.holder, text_with_headers(examined, one)) for one in found])
    for one, new in zip(found, scores, strict=True):
        chunk = one.holder.chunk
        yield (
            f"- measured: the right chunk [{chunk.start}, {chunk.end}) with those headings put before it would score "
            f"{new.score:.4f} and stand at rank {new.rank}"
        )


def _holds(places: Sequence[Place], block: Place) -> bool:
    return any(
        place.document == block.document and place.start <= block.start and block.end <= place.end for place in places
    )


def _surroundings(two: TwoArms, window: Surroundings) -> str:
    lines = [f"## Chunks around the evidence in `{window.document}` [{window.start}, {window.end})", ""]
    lines += ["| chunk | place | tokens | shares with the one before | holds |", "| --- | --- | ---: | ---: | ---: |"]
    for letter, chunks in (("B", window.baseline), ("C", window.candidate)):
        lines += [_row(letter, number, chunk) for number, chunk in enumerate(chunks, start=1)]
    lines += ["", "The text, with ⟦ ⟧ where chunks and the evidence begin and end:", "", _quoted(_marked(two, window))]
    return "\n".join(lines)


def _row(letter: str, number: int, chunk: NearbyChunk) -> str:
    place = f"[{chunk.start}, {chunk.end})"
    return f"| {letter}{number} | {place} | {chunk.tokens} | {chunk.overlap_tokens} | {chunk.shares[0]:.4f} |"


def _marked(two: TwoArms, window: Surroundings) -> str:
    marks: list[tuple[int, int, str]] = []
    for one in window.evidence:
        marks += [(one.start, 1, "⟦EVIDENCE begins⟧"), (one.end, 0, "⟦EVIDENCE ends⟧")]
    for letter, chunks in (("B", window.baseline), ("C", window.candidate)):
        for number, chunk in enumerate(chunks, start=1):
            marks += [(chunk.start, 1, f"⟦{letter}{number} begins⟧"), (chunk.end, 0, f"⟦{letter}{number} ends⟧")]
    text, at, pieces = two.corpus[window.document].text, window.start, []
    for offset, _, mark in sorted(one for one in marks if window.start <= one[0] <= window.end):
        pieces += [text[at:offset], mark]
        at = offset
    return "".join([*pieces, text[at : window.end]])


def _listed(title: str, two: TwoArms, listed: RankedList, full: int) -> str:
    lines = [f"## {title}", "", "| rank | document | place | score | holds | sent before by better hits |"]
    lines.append("| ---: | --- | --- | ---: | ---: | ---: |")
    lines += [_hit(one) + (" ← k" if one.rank == two.k else "") for one in listed.passages]
    return "\n\n".join(["\n".join(lines), *_texts(title, two, listed.passages[:full])])


def _hit(one: RankedPassage) -> str:
    place = one.places[-1]
    where = f"{one.rank} | {place.document} | [{place.start}, {place.end})"
    return f"| {where} | {one.score:.4f} | {one.shares[0]:.4f} | {one.repeated:.4f} |"


def _texts(title: str, two: TwoArms, passages: Sequence[RankedPassage]) -> Iterator[str]:
    for one in passages:
        place = one.places[-1]
        yield f"### {title}, rank {one.rank}: `{place.document}` [{place.start}, {place.end})\n\n" + _quoted(
            two.text(place)
        )


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))
