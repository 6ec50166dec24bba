"""Compare proposed places with the committed truth: `python evaluate.py FOLDER [--show]`.

FOLDER is the one that fetch_pairs.py filled. A place is right if it shares more than SAME_PLACE of the union with the
truth's. Required: no quote called `moved` or `unmoved` at a wrong place (where the readers dispute, at a place that
neither gave), and at least LEAST_RIGHT of the quotes whose words survive offered at the right place first. The words
of a quote survive if half of them or more stand at the truth's place.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from readings import PLACED, SAME_PLACE, TRUTH, new_texts, shared_share

from reviewer import fingerprint
from reviewer.labels.anchor import AnchorState, Comparison, Proposals, prepare, propose

LEAST_RIGHT = 0.90
SURVIVING = 0.5
SURE = (AnchorState.MOVED, AnchorState.UNMOVED)
_WORD = re.compile(r"[^\W_]+")

Place = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One span: the truth's verdict and place, the readers' places, what was proposed, whether its words survive."""

    id: str
    verdict: str
    truth: Place | None
    readers: tuple[Place, ...]
    found: Proposals
    survives: bool

    @property
    def first(self) -> Place | None:
        """The place that is offered first."""
        return (self.found.proposals[0].start, self.found.proposals[0].end) if self.found.proposals else None

    @property
    def right(self) -> bool:
        """Whether the place offered first is the truth's."""
        return self.first is not None and self.truth is not None and _same(self.first, self.truth)

    @property
    def wrong(self) -> bool:
        """Whether a place was called moved or unmoved that no reader gave."""
        if self.found.state not in SURE or self.first is None:
            return False
        places = self.readers if self.verdict == "disputed" else (self.truth,) if self.truth else ()
        return not any(_same(self.first, place) for place in places)


def _same(one: Place, other: Place) -> bool:
    return shared_share(one, other) > SAME_PLACE


def judged(row: Mapping[str, object], comparison: Comparison, old: str, new: str) -> Judged:
    """Propose places for one row of the truth."""
    start, end = _place(row["old"])
    truth = _place(row["new"]) if row["new"] else None
    readers = row["readers"]
    assert isinstance(readers, list)
    return Judged(
        id=str(row["id"]),
        verdict=str(row["verdict"]),
        truth=truth,
        readers=tuple((one["start"], one["end"]) for one in readers if one["verdict"] in PLACED),
        found=propose(comparison, old[start:end], start, end),
        survives=truth is not None and _kept(old[start:end], new[truth[0] : truth[1]]) >= SURVIVING,
    )


def _place(value: object) -> Place:
    """Read a pair of offsets."""
    assert isinstance(value, list)
    return int(value[0]), int(value[1])


def _kept(quote: str, passage: str) -> float:
    """Give the share of a quote's words that stand in a passage, in whatever order."""
    words, now = Counter(_WORD.findall(quote)), Counter(_WORD.findall(passage))
    return (words & now).total() / max(1, words.total())


def all_judged(folder: Path) -> list[Judged]:
    """Propose places for every row of the truth, one comparison a pair."""
    texts = new_texts(folder)
    rows = [json.loads(line) for line in TRUTH.read_text("utf-8").splitlines()]
    comparisons: dict[str, Comparison] = {}
    for row in rows:
        old, new = texts[row["pair"]]
        if (fingerprint.of_text(old), fingerprint.of_text(new)) != (row["old_fingerprint"], row["new_fingerprint"]):
            sys.exit(f"{row['pair']}: other texts than those that were read; fetch the pairs again")
        if row["pair"] not in comparisons:
            comparisons[row["pair"]] = prepare(old, new)
    return [judged(row, comparisons[row["pair"]], *texts[row["pair"]]) for row in rows]


def table(all_spans: Sequence[Judged]) -> None:
    """Print how many quotes of each true verdict were given each state, and how many of them rightly placed."""
    verdicts = sorted({one.verdict for one in all_spans})
    print(f"{'truth':16}" + "".join(f"{state:>22}" for state in AnchorState))
    for verdict in verdicts:
        mine = [one for one in all_spans if one.verdict == verdict]
        cells = []
        for state in AnchorState:
            some = [one for one in mine if one.found.state is state]
            right = f" ({sum(one.right for one in some)} right first)" if some and verdict in PLACED else ""
            cells.append(f"{len(some)}{right}")
        print(f"{verdict:16}" + "".join(f"{cell:>22}" for cell in cells))


def show(one: Judged) -> None:
    """Print a span that went wrong."""
    print(f"{one.id}: truth {one.verdict} {one.truth}, readers {one.readers}; {one.found.state}, first {one.first}")


def main(folder: Path, *, verbose: bool) -> int:
    """Print the figures; give 1 if what is required does not hold."""
    spans = all_judged(folder)
    surviving = [one for one in spans if one.survives]
    wrong = [one for one in spans if one.wrong]
    right = sum(one.right for one in surviving)
    selected = sum(one.right and one.found.preselected is not None for one in surviving)
    table(spans)
    print(f"{len(spans)} spans of {len({one.id.rpartition('-')[0] for one in spans})} pairs")
    print(f"called moved or unmoved at a wrong place: {len(wrong)}")
    share = right / max(1, len(surviving))
    print(f"words survive: {len(surviving)}; right place first: {right} ({share:.1%}); preselected: {selected}")
    for one in spans if verbose else wrong:
        if one.wrong or (one.survives and not one.right):
            show(one)
    return int(bool(wrong) or share < LEAST_RIGHT)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), verbose="--show" in sys.argv))
