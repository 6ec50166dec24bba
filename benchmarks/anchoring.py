"""Where a stale label is proposed to stand: repeated clauses, and speed.

    python anchoring.py [clauses] [speed]

`clauses`: fifty sections of unique prose hold one clause; in the new text one word in twenty of the prose is edited and
three more sections with the clause stand near the front, so that both position and ordinal lie. `plain` sections have
unique text beside the clause, `boiler` sections 320 identical characters on either side of it. Where the clause or its
section was deleted nothing is right, and a place that is preselected is wrong.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from prose import Prose, decomposed, document, one_in_ten_paragraphs, one_line, repeated

from reviewer.labels.anchor import AnchorState, Comparison, Proposals, prepare, propose
from reviewer.spans import Span

SECTIONS, ADDED, TARGETS = 50, 3, 12
SECTION_CHARACTERS = 1_900
RIGHT = 0.7
BUDGET_PREPARE, BUDGET_LABEL = 0.5, 0.010


# --- texts ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Section:
    """A section: what stands before the clause, the clause, and what stands after it."""

    before: str
    clause: str
    after: str

    @property
    def text(self) -> str:
        """The section as it stands in a document; without its clause its two sides stay."""
        return f"{self.before}{self.clause}{self.after}\n\n"


@dataclass(frozen=True, slots=True)
class Edit:
    """What happens to the target section, and to the others."""

    name: str
    clause: Callable[[Prose, str], str] | None = None
    others: Callable[[Prose, str], str] | None = None
    moves: bool = False
    deletes: str = ""


def reworded(prose: Prose, clause: str) -> str:
    """Replace three words of a clause and drop one."""
    words = clause.split(" ")
    for at in prose.random.sample(range(2, len(words) - 2), 3):
        words[at] = prose.some(1)[0]
    del words[len(words) // 2]
    return " ".join(words)


EDITS = (
    Edit("unchanged"),
    Edit("target edited, copies verbatim", clause=reworded),
    Edit("every copy edited", clause=reworded, others=reworded),
    Edit("section moved", moves=True),
    Edit("section moved, target edited", clause=reworded, moves=True),
    Edit("clause deleted", deletes="clause"),
    Edit("section deleted", deletes="section"),
)


def sections(prose: Prose, count: int, clause: str, boiler: tuple[str, str]) -> list[Section]:
    """Write sections that hold one clause."""
    half = SECTION_CHARACTERS // 2
    return [
        Section(f"{prose.paragraphs(half)}\n{boiler[0]} ", clause, f" {boiler[1]}\n{prose.paragraphs(half)}")
        for _ in range(count)
    ]


def changed(
    prose: Prose, old: Sequence[Section], added: Sequence[Section], target: int, edit: Edit
) -> tuple[str, Span | None]:
    """Give the new text, and where the target's clause stands in it."""
    kept = [_changed(prose, one, edit if at == target else Edit("", edit.others)) for at, one in enumerate(old)]
    mine = kept[target]
    if edit.deletes == "clause":
        kept[target] = replace(mine, clause="")
    if edit.moves or edit.deletes == "section":
        del kept[target]
    if edit.moves:
        kept.insert((target + len(kept) // 2) % len(kept), mine)
    kept[1:1] = [_changed(prose, one, Edit("", edit.others)) for one in added]
    texts = [one.text for one in kept]
    if edit.deletes:
        return "".join(texts), None
    at = next(at for at, one in enumerate(kept) if one is mine)
    start = sum(map(len, texts[:at])) + len(mine.before)
    return "".join(texts), Span(start, start + len(mine.clause))


def _changed(prose: Prose, one: Section, edit: Edit) -> Section:
    """Edit a section's own prose, but not what is boilerplate in it, and its clause if it is to be."""
    clause = edit.clause(prose, one.clause) if edit.clause else one.clause
    before, _, boiler = one.before.rpartition("\n")
    own, _, after = one.after.partition("\n")
    return Section(f"{prose.edited(before)}\n{boiler}", clause, f"{own}\n{prose.edited(after)}")


# --- repeated clauses -------------------------------------------------------------------------------------------


def verdict(found: Proposals, truth: Span | None) -> str:
    """Say in a word whether proposals serve: right, wrong, WRONG (it could be accepted unseen), or the state."""
    if found.preselected is None:
        first = found.proposals[0] if found.proposals else None
        at_truth = first is not None and truth is not None and _shared(Span(first.start, first.end), truth) > RIGHT
        return f"{found.state}, right first" if at_truth and found.state is AnchorState.AMBIGUOUS else str(found.state)
    if truth is not None and _shared(Span(found.preselected.start, found.preselected.end), truth) > RIGHT:
        return "right"
    return "wrong" if found.state is AnchorState.CHANGED else "WRONG"


def _shared(one: Span, other: Span) -> float:
    """Give the intersection over the union of two spans."""
    shared = min(one.end, other.end) - max(one.start, other.start)
    return max(0, shared) / (max(one.end, other.end) - min(one.start, other.start))


def clauses() -> None:
    """Print the table of repeated clauses, and check what must hold."""
    print(f"{'case':44} {'outcome of ' + str(TARGETS)}")
    for kind in ("plain", "boiler"):
        for edit in EDITS:
            outcomes = Counter(_outcome(kind, edit, number) for number in range(TARGETS))
            print(
                f"{kind + ', ' + edit.name:44} {', '.join(f'{count} {name}' for name, count in outcomes.most_common())}"
            )
            assert not outcomes["WRONG"], "a wrong place could be accepted unseen"
            if not edit.moves and not edit.deletes:
                assert outcomes["right"] == TARGETS
            if edit.deletes:
                assert not outcomes["wrong"], "a place was preselected where none is right"


def _outcome(kind: str, edit: Edit, number: int) -> str:
    """Play one target through."""
    prose = Prose(number)
    clause = f"{prose.sentence()} {prose.sentence()}"[:230].rpartition(" ")[0] + "."
    boiler = (prose.paragraphs(320), prose.paragraphs(320)) if kind == "boiler" else ("", "")
    boiler = (boiler[0].replace("\n", " "), boiler[1].replace("\n", " "))
    old = sections(prose, SECTIONS, clause, boiler)
    target = prose.random.randrange(4, SECTIONS - 4)
    new_text, truth = changed(prose, old, sections(prose, ADDED, clause, boiler), target, edit)
    old_text = "".join(one.text for one in old)
    start = sum(len(one.text) for one in old[:target]) + len(old[target].before)
    found = propose(prepare(old_text, new_text), clause, start, start + len(clause))
    return verdict(found, truth)


# --- speed ------------------------------------------------------------------------------------------------------


Pair = Callable[[Prose, str], tuple[str, str]]

SPEEDS: tuple[tuple[str, int, Pair], ...] = (
    ("a tenth of the paragraphs", 10_000, lambda prose, text: (text, one_in_ten_paragraphs(prose, text))),
    ("a tenth of the paragraphs", 100_000, lambda prose, text: (text, one_in_ten_paragraphs(prose, text))),
    ("a tenth of the paragraphs", 1_000_000, lambda prose, text: (text, one_in_ten_paragraphs(prose, text))),
    ("one word in twenty, everywhere", 1_000_000, lambda prose, text: (text, prose.edited(text))),
    ("the same on one line", 1_000_000, lambda prose, text: (one_line(text), one_line(prose.edited(text)))),
    ("every line end", 1_000_000, lambda _, text: (text, text.replace("\n", "\r\n"))),
    ("every line joined", 1_000_000, lambda _, text: (text, one_line(text))),
    ("every accent", 1_000_000, lambda _, text: (text.replace("e", "é"), decomposed(text))),
    ("one line a megabyte of one sentence", 1_000_000, lambda _, text: (repeated(text, 1.0), repeated(text, 1.2))),
    ("another text", 1_000_000, lambda _, text: (text, document(Prose(77), len(text)))),
)


def speed() -> None:
    """Print the time per document and per label, in processor seconds, and check what is promised at a megabyte."""
    print(f"{'changed':38} {'characters':>10} {'once':>8} {'a label':>9} {'slowest':>9} {'memory':>8}  states")
    for name, characters, pair in SPEEDS:
        prose = Prose(5)
        old, new = pair(prose, document(prose, characters))
        work = partial(prepare, old, new)
        comparison, once = _timed(work, 3)
        labels, states = _labels(comparison, old, prose.random)
        megabytes = _peak(work)
        median, slowest = sorted(labels)[len(labels) // 2], max(labels)
        figures = f"{once * 1e3:6.0f}ms {median * 1e3:7.2f}ms {slowest * 1e3:7.2f}ms {megabytes:6.0f}MB"
        print(
            f"{name:38} {characters:10,} {figures}  {', '.join(f'{count} {state}' for state, count in states.items())}"
        )
        if name == SPEEDS[0][0]:
            assert once < BUDGET_PREPARE
            assert median < BUDGET_LABEL


def _timed(work: Callable[[], Comparison], times: int) -> tuple[Comparison, float]:
    """Give a result and the shortest processor time it took."""
    seconds = []
    for _ in range(times):
        begin = time.process_time()
        result = work()
        seconds.append(time.process_time() - begin)
    return result, min(seconds)


def _peak(work: Callable[[], Comparison]) -> float:
    """Give the most memory that was taken at once, in megabytes."""
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def _labels(comparison: Comparison, old: str, random: Random) -> tuple[list[float], Counter[str]]:
    """Propose places for a hundred quotes; give the time of each, and the states."""
    seconds, states = [], Counter[str]()
    for _ in range(100):
        start = random.randrange(len(old) - 400)
        start = old.index(" ", start) + 1
        end = start + random.randint(80, 350)
        begin = time.process_time()
        found = propose(comparison, old[start:end], start, end)
        seconds.append(time.process_time() - begin)
        states[found.state] += 1
    return seconds, states


if __name__ == "__main__":
    for part in sys.argv[1:] or ("clauses", "speed"):
        {"clauses": clauses, "speed": speed}[part]()
