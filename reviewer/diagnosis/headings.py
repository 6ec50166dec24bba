"""The cause `heading lost`: the other arm's passage held the heading or table header, this arm's does not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from reviewer.corpus import Block
from reviewer.diagnosis.cause import Cause, Finding
from reviewer.diagnosis.cutting import can_be_split, evidence_tokens
from reviewer.diagnosis.loss import Holder, Loss
from reviewer.diagnosis.rescoring import can_rescore, rescored
from reviewer.diagnosis.shares import share_of
from reviewer.diagnosis.structure import headers_of, is_header
from reviewer.queries import EvidenceSpan
from reviewer.spans import Place

_WORD = re.compile(r"\w{4,}")
_STEM = 5
"""Words that begin with the same letters, this many, are taken for forms of one word."""


class Bare(NamedTuple):
    """A right chunk, and the headers of the evidence that the other arm's passage held and it does not."""

    holder: Holder
    headers: tuple[Block, ...]


def header_cut_off(loss: Loss) -> Finding | None:
    """Prove that a chunk holds all of the item but its header: heading and text, or header and row, were cut apart."""
    document = loss.document
    body = [span for span in loss.group if not is_header(document, span.span)]
    held = bool(loss.right) or loss.rank is not None  # by a chunk, or by what a treatment grew
    held = held or not loss.lacks.whole  # or, for all that is known, by a chunk that was not hit
    if held or not body or len(body) == len(loss.group) or not can_be_split(loss):
        return None
    shares = [min(share_of(span, one.places, loss.two.line) for span in body) for one in loss.holders]
    if max(shares, default=0.0) < loss.threshold:
        return None
    tokens = evidence_tokens(loss)
    sentence = f"a chunk holds all but the header, which was cut off; together they span {tokens} tokens"
    return Finding(
        Cause.HEADING_LOST,
        sentence,
        {"proof": "cut", "evidence_tokens": tokens, "body_share": max(shares), "best_share": loss.best},
    )


def heading_lost_by_score(loss: Loss) -> Finding | None:
    """Prove that the right chunk would be within k if its lost headers stood before it, by the arm's own scores."""
    found = bare(loss) if can_rescore(loss) else ()
    ranked = rescored(loss, [(one.holder, text_with_headers(loss, one)) for one in found])
    best, one = min(zip(ranked, found, strict=True), key=lambda pair: pair[0].rank, default=(None, None))
    if best is None or one is None or best.rank > loss.two.k:
        return None
    return Finding(
        Cause.HEADING_LOST,
        f"{_held_headers(loss, one)}; with it the chunk would score {best.score:.3f} and stand at rank {best.rank}",
        {"proof": "score", "rank_with_header": best.rank, "score_with_header": best.score, **_numbers(loss, one)},
    )


def heading_lost_by_words(loss: Loss) -> Finding | None:
    """Where scores cannot be asked: prove that the lost header has a word of the query that no right chunk has."""
    found = bare(loss)
    if can_rescore(loss) or not found or (loss.rank is not None and loss.rank <= loss.two.k):
        return None
    asked = _stems(loss.query.text)
    for one in found:
        names = _stems(" ".join(_header_texts(loss, one)))
        if not (asked & names) - _stems(_text(loss, one.holder)):
            return None
    sentence = f"{_held_headers(loss, found[0])}, and only it has words of the question"
    return Finding(Cause.HEADING_LOST, sentence, {"proof": "words", **_numbers(loss, found[0])})


def bare(loss: Loss) -> tuple[Bare, ...]:
    """Give the right chunks with the headers each lacks; none where one of them lacks none."""
    found = []
    for holder in loss.right:
        document, group = holder.chunk.document, loss.evidence.alternatives[holder.held.alternative]
        known = _known(loss, document, group)
        headers = tuple(block for block in known if not _holds(loss, document, holder.places, block))
        if not headers:
            return ()
        found.append(Bare(holder, headers))
    return tuple(found)


def _known(loss: Loss, document: str, group: Sequence[EvidenceSpan]) -> list[Block]:
    """Give the headers of a group, above it or in it, that the passage which matched held."""
    headers = dict.fromkeys(chain.from_iterable(headers_of(loss.two.corpus[document], span.span) for span in group))
    return [block for block in headers if _holds(loss, document, loss.found.places, block)]


def _holds(loss: Loss, document: str, places: Sequence[Place], block: Block) -> bool:
    return share_of(EvidenceSpan(document, block.start, block.end), places, loss.two.line) >= loss.threshold


def _header_texts(loss: Loss, one: Bare) -> list[str]:
    return [loss.two.text(Place(one.holder.chunk.document, block.start, block.end)) for block in one.headers]


def text_with_headers(loss: Loss, one: Bare) -> str:
    """Give a right chunk's text with the headers it lacks before it."""
    return "\n".join([*_header_texts(loss, one), "", _text(loss, one.holder)])


def _text(loss: Loss, holder: Holder) -> str:
    return loss.two.text(holder.chunk.place)


def _held_headers(loss: Loss, one: Bare) -> str:
    other = "baseline" if loss.side == "candidate" else "candidate"
    kind = "table header" if one.headers[-1].kind == "table-header" else "heading"
    return f"the {other}'s passage held the {kind}, the {loss.side}'s does not"


def _numbers(loss: Loss, one: Bare) -> dict[str, int | str | None]:
    header, document = one.headers[-1], one.holder.chunk.document
    gap = loss.two.between(document, header.end, one.holder.chunk.start)
    return {"rank": loss.rank, "headers": len(one.headers), "header_start": header.start, "tokens_between": gap}


def _stems(text: str) -> set[str]:
    return {word[:_STEM].casefold() for word in _WORD.findall(text)}
