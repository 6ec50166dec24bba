"""Compare the tool's causes with those of two readers who did not see them.

    python evaluate.py HANDBOOK_CORPUS CUAD_CORPUS [READER_A.jsonl READER_B.jsonl]

CUAD_CORPUS is what `reviewer labels import cuad spans_validation_filenames.jsonl --equal-text` wrote. With readers'
files their answers are merged into truth.jsonl first; without, the committed truth is used. An answer is
{id, cause, also, note}. Prints agreement, and every disagreement; ends with 1 where the tool disagrees with more than
`ALLOWED` of those on which the readers agree.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from losses import HERE, Arms, Loss, read_losses

from reviewer.corpus import read_corpus
from reviewer.diagnosis import Cause, Diagnosis, diagnose

TRUTH = HERE / "truth.jsonl"
ALLOWED = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one reader says about one loss; `also` are causes that hold besides."""

    id: str
    cause: str
    also: Sequence[str] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """Both readers' answers about one loss, with the place of its evidence."""

    id: str
    evidence: Sequence[Sequence[Sequence[object]]]
    reader_a: Mapping[str, object]
    reader_b: Mapping[str, object]

    @property
    def agreed(self) -> str | None:
        """The cause that both name, if they do."""
        cause = str(self.reader_a["cause"])
        return cause if cause == self.reader_b["cause"] else None


def main(corpora: Mapping[str, Path], readers: Sequence[Path]) -> int:
    """Merge, diagnose, compare and print."""
    losses = read_losses()
    truth = merged(losses, *readers) if readers else read_truth()
    found = diagnosed(losses, corpora)
    agreed = {id_: cause for id_, one in truth.items() if (cause := one.agreed)}
    wrong = [id_ for id_, cause in sorted(agreed.items()) if found[id_].cause.value != cause]
    print(f"{len(losses)} losses, {len(agreed)} on which the readers agree")
    print(f"the tool disagrees with {len(wrong)} of them ({len(wrong) / max(len(agreed), 1):.1%})")
    print("the tool says: ", _counted(one.cause.value for one in found.values()))
    print("agreed causes: ", _counted(agreed.values()))
    for id_ in wrong:
        print(f"- {id_}: readers {agreed[id_]}, tool {found[id_].cause.value}: {found[id_].sentence}")
    for id_, one in sorted(truth.items()):
        if not one.agreed:
            print(f"? {id_}: {one.reader_a['cause']} or {one.reader_b['cause']}, tool {found[id_].cause.value}")
    return int(not agreed or len(wrong) > ALLOWED * len(agreed))


def diagnosed(losses: Sequence[Loss], corpora: Mapping[str, Path]) -> dict[str, Diagnosis]:
    """Diagnose every loss from what was kept of it."""
    arms = {data: Arms(read_corpus(root)) for data, root in corpora.items()}
    return {loss.id: diagnose(arms[loss.data].two(loss), loss.as_query, 0) for loss in losses}


def read_answers(path: Path) -> dict[str, Answer]:
    """Read one reader's file; an unknown cause or a loss answered twice is refused."""
    known = {cause.value for cause in Cause}
    answers: dict[str, Answer] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        answer = Answer(**json.loads(line))
        if answer.id in answers or not {answer.cause, *answer.also} <= known:
            raise SystemExit(f"{path}:{number}: {answer.id} is answered twice, or names an unknown cause")
        answers[answer.id] = answer
    return answers


def merged(losses: Sequence[Loss], one: Path, other: Path) -> dict[str, Truth]:
    """Join both readers' answers and write truth.jsonl; every loss must have been answered by both."""
    first, second = read_answers(one), read_answers(other)
    missing = [loss.id for loss in losses if loss.id not in first or loss.id not in second]
    if missing:
        raise SystemExit(f"not answered by both readers: {', '.join(missing)}")
    truth = {
        loss.id: Truth(
            id=loss.id,
            evidence=[[list(place[:3]) for place in group] for group in loss.evidence],
            reader_a=asdict(first[loss.id]),
            reader_b=asdict(second[loss.id]),
        )
        for loss in losses
    }
    lines = [json.dumps(asdict(one), ensure_ascii=False, sort_keys=True) for one in truth.values()]
    TRUTH.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return truth


def read_truth() -> dict[str, Truth]:
    """Read the committed answers."""
    if not TRUTH.is_file():
        raise SystemExit("no truth yet: give both readers' answers")
    rows = map(json.loads, TRUTH.read_text("utf-8").splitlines())
    return {row["id"]: Truth(**row) for row in rows}


def _counted(causes: object) -> dict[str, int]:
    return dict(Counter(causes).most_common())  # type: ignore[call-overload] # any iterable of texts


if __name__ == "__main__":
    handbook, cuad, *files = map(Path, sys.argv[1:])
    sys.exit(main({"handbook": handbook, "cuad": cuad}, files))
