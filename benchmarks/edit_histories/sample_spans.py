"""Draw the spans of the benchmark and write what its readers read: `python sample_spans.py FOLDER SHEETS`.

FOLDER is the one that fetch_pairs.py filled. The draw is seeded by the pair and knows no tool that proposes places: two
thirds of the spans touch a changed line or stand within NEAR characters of one. It writes spans.jsonl here, and sheets
with the quotes into SHEETS; a sheet holds nothing about where a quote may stand in the new text.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from rapidfuzz.distance import Levenshtein
from sources import HERE, Pair, read_pairs, write_lines

from reviewer.spans import Span

SPANS = HERE / "spans.jsonl"
SEED = "edit-histories-1"
A_PAIR = 10
NEAR = 120
SHORTEST, LONGEST = 80, 700
WHOLE_SENTENCES = 0.75
TRIES = 4_000
SHEETS = 6
CONTEXT = 240
_SENTENCE = re.compile(r"(?<=[.!?:。！？])\s+|(?<=[。！？])|\n")
_WORD = re.compile(r"\s+|(?<=[。、，])")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A span of a pair's old text."""

    id: str
    pair: str
    span: Span


def changed_places(old: str, new: str) -> list[Span]:
    """Give the changed lines of the old text, widened by NEAR on both sides."""
    starts = [0]
    for line in old.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    hunks = (one for one in Levenshtein.opcodes(old.split("\n"), new.split("\n")) if one.tag != "equal")
    return [Span(max(0, starts[one.src_start] - NEAR), starts[one.src_end] + NEAR) for one in hunks]


def edges(text: str, pattern: re.Pattern[str]) -> list[int]:
    """Give the offsets at which a piece of the text may begin or end."""
    return sorted({0, len(text), *(at for match in pattern.finditer(text) for at in match.span())})


def drawn_once(text: str, sentences: Sequence[int], words: Sequence[int], random: Random) -> Span | None:
    """Draw one span, most often of whole sentences or lines, its length spread evenly over the scale of lengths."""
    borders = sentences if random.random() < WHOLE_SENTENCES else words
    start = random.choice(borders)
    target = start + int(SHORTEST * (LONGEST / SHORTEST) ** random.random())
    end = min(borders, key=lambda at: abs(at - target))
    quote = text[start:end]
    start, end = start + len(quote) - len(quote.lstrip()), end - len(quote) + len(quote.rstrip())
    return Span(start, end) if SHORTEST <= end - start <= LONGEST else None


def draw(pair: Pair, old: str, new: str) -> tuple[Drawn, ...]:
    """Draw the spans of one pair: two thirds of them near a change, and none that shares half of another."""
    random = Random(f"{SEED}:{pair.id}")  # noqa: S311 - a draw that anyone can repeat, no secret
    places = changed_places(old, new)
    sentences, words = edges(old, _SENTENCE), edges(old, _WORD)
    wanted = {True: round(A_PAIR * 2 / 3), False: A_PAIR - round(A_PAIR * 2 / 3)}
    kept: list[Span] = []
    for attempt in range(TRIES):
        span = drawn_once(old, sentences, words, random)
        if span is None or any(shares_half(span, other) for other in kept):
            continue
        near = any(span.meets(place) for place in places)
        if wanted[near] or (attempt > TRIES // 2 and len(kept) < A_PAIR):
            wanted[near] = max(0, wanted[near] - 1)
            kept.append(span)
    return tuple(Drawn(f"{pair.id}-{number:02}", pair.id, span) for number, span in enumerate(sorted(kept), 1))


def shares_half(one: Span, other: Span) -> bool:
    """Tell whether two spans share half of the shorter one."""
    return min(one.end, other.end) - max(one.start, other.start) > min(len(one), len(other)) / 2


def sheet(drawn: Sequence[Drawn], folder: Path) -> Iterator[str]:
    """Give the lines of one sheet."""
    pair = ""
    for one in drawn:
        old = (folder / "pairs" / one.pair / "old.txt").read_text("utf-8")
        if one.pair != pair:
            pair = one.pair
            where = (folder / "pairs" / pair).resolve()
            yield f"\n# PAIR {pair}\n\nold text: {where}/old.txt\nnew text: {where}/new.txt\n"
        line = old.count("\n", 0, one.span.start) + 1
        yield f"\n## SPAN {one.id}\n\nold offsets [{one.span.start}, {one.span.end}), old.txt line {line}\n"
        yield fenced("before", old[max(0, one.span.start - CONTEXT) : one.span.start])
        yield fenced("QUOTE", old[one.span.start : one.span.end])
        yield fenced("after", old[one.span.end : one.span.end + CONTEXT])


def fenced(name: str, text: str) -> str:
    """Set a text between lines that say what it is."""
    return f"--- {name} ---\n{text}\n--- end of {name} ---\n"


def rows(drawn: Sequence[Drawn]) -> Iterator[Mapping[str, object]]:
    """Give the spans as plain data."""
    return ({"id": one.id, "pair": one.pair, "start": one.span.start, "end": one.span.end} for one in drawn)


def main(folder: Path, sheets: Path) -> None:
    """Draw from every pair, and write spans and sheets."""
    pairs = read_pairs()
    texts = {
        pair.id: [(folder / "pairs" / pair.id / f"{name}.txt").read_text("utf-8") for name in ("old", "new")]
        for pair in pairs
    }
    by_pair = [draw(pair, *texts[pair.id]) for pair in pairs]
    write_lines(SPANS, rows([one for drawn in by_pair for one in drawn]))
    sheets.mkdir(parents=True, exist_ok=True)
    for number in range(SHEETS):
        mine = by_pair[number * len(pairs) // SHEETS : (number + 1) * len(pairs) // SHEETS]
        drawn = [one for some in mine for one in some]
        (sheets / f"sheet-{number + 1}.md").write_text("".join(sheet(drawn, folder)), "utf-8")
        print(f"sheet-{number + 1}.md: {len(drawn)} spans of {len(mine)} pairs")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
