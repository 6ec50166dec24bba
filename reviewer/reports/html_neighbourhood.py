"""A query's neighbourhood in HTML: evidence and both arms' chunks as bars on one scale, and both ranked lists."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.diagnosis import NearbyChunk, Neighbourhood, RankedList, RankedPassage, Surroundings
from reviewer.reports.html_page import text

WIDTH, LANE, LANES, TOP = 900.0, 13, 3, 8
BESIDE = 2
"""Ranks shown beyond k."""


def drawn(found: Neighbourhood) -> str:
    """Give every window as a picture with its words, and the first ranks of both lists."""
    return "".join([*(_window(one, found) for one in found.surroundings), _lists(found)])


def _window(around: Surroundings, found: Neighbourhood) -> str:
    """Draw a window: baseline above, evidence across, candidate below."""
    scale = WIDTH / max(around.end - around.start, 1)
    middle = TOP + LANES * LANE + 6
    height = middle + LANES * LANE + TOP

    def x(offset: int) -> float:
        return (min(max(offset, around.start), around.end) - around.start) * scale

    evidence = "".join(_bar("ev", x(one.start), x(one.end), 2, height - 4) for one in around.evidence)
    bars = "".join(
        _bar(kind, x(chunk.start), x(chunk.end), top + LANE * (at % LANES), LANE - 4)
        for kind, top, chunks in (("left", TOP, around.baseline), ("right", middle, around.candidate))
        for at, chunk in enumerate(chunks)
    )
    above, below = text(found.baseline.arm), text(found.candidate.arm)
    told = text(_in_words(around, found))
    return (
        f'<p class="soft"><span class="id">{text(around.document)}</span> {around.start}–{around.end} · '
        f'<span class="above">{above} above</span>, <span class="below">{below} below</span></p>'
        f'<svg class="draw" viewBox="0 0 {WIDTH:.0f} {height}" preserveAspectRatio="none" role="img"'
        f' aria-label="{told}">{evidence}{bars}</svg>'
    )


def _bar(kind: str, start: float, end: float, top: int, height: int) -> str:
    return f'<rect class="{kind}" x="{start:.0f}" y="{top}" width="{max(end - start, 2):.0f}" height="{height}"/>'


def _in_words(around: Surroundings, found: Neighbourhood) -> str:
    """Say the picture in words, for those who cannot see it."""
    evidence = ", ".join(f"{one.start}–{one.end}" for one in around.evidence)
    chunks = f"{_told(found.baseline.arm, around.baseline)}; {_told(found.candidate.arm, around.candidate)}"
    return f"{around.document} {around.start}–{around.end}; evidence {evidence}; {chunks}"


def _told(arm: str, chunks: Sequence[NearbyChunk]) -> str:
    holding = [(chunk, max(chunk.shares, default=0.0)) for chunk in chunks]
    places = ", ".join(f"{chunk.start}–{chunk.end} holds {share:.2f}" for chunk, share in holding if share)
    return f"chunks of {arm}: {places}"


def _lists(found: Neighbourhood) -> str:
    rows = []
    for rank in range(1, min(found.k + BESIDE, max(map(_length, (found.baseline, found.candidate)), default=0)) + 1):
        kind = "k" if rank == found.k else ("beyond" if rank > found.k else "")
        cells = "".join(_hit(_at(one, rank)) for one in (found.baseline, found.candidate))
        rows.append(f'<tr{f" class={kind}" if kind else ""}><th scope="row" class="n">{rank}</th>{cells}</tr>')
    head = "".join(f'<th scope="col">{text(arm)}</th>' for arm in (found.baseline.arm, found.candidate.arm))
    caption = f"Ranks; the double line is k = {found.k}. ● holds the evidence, ◐ part of it, ≈ mostly sent before"
    header = f'<thead><tr><th scope="col">rank</th>{head}</tr></thead>'
    return f'<div class="wide"><table><caption>{caption}</caption>{header}<tbody>{"".join(rows)}</tbody></table></div>'


def _length(one: RankedList) -> int:
    return len(one.passages)


def _at(one: RankedList, rank: int) -> RankedPassage | None:
    return one.passages[rank - 1] if rank <= len(one.passages) else None


def _hit(one: RankedPassage | None) -> str:
    if one is None:
        return "<td></td>"
    best = max(one.shares, default=0.0)
    sign = "● " if one.matches else ("◐ " if best > 0 else "")
    place = one.places[-1]
    share = f" · share {int(best * 100 + 1e-9) / 100:.2f}" if best > 0 else ""
    again = " ≈" if one.duplicate else ""
    return f"<td>{sign}{text(place.document)} {place.start}–{place.end}{again} · {one.score:.3f}{share}</td>"
